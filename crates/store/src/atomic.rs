//! The one way to replace a file: temporary file, fsync, rename, fsync of the folder.
//!
//! Invariant: at any moment the file has its old content or its new one, whole. Leftovers of a kill have
//! a name that [`remove_leftovers`] knows.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::Path,
};
use uuid::Uuid;

/// How a temporary file's name ends. It begins with a dot.
const ENDING: &str = ".fuseforks-tmp";

/// Writes `bytes` to `path`, replacing what is there. An existing file's permissions stay; a symbolic
/// link is replaced, not followed, so that a copied folder cannot send a write elsewhere.
///
/// # Errors
/// The folder does not exist, or the disk refused. The old file is untouched then.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = temporary_beside(path)?;
    let result = fill(&temporary, path, bytes).and_then(|()| fs::rename(&temporary, path));
    if let Err(error) = result {
        // Nothing more can be done about a leftover here; the sweep takes it.
        let _ = fs::remove_file(&temporary);
        return Err(error);
    }
    sync_folder(path)
}

/// Removes what a kill left of unfinished writes in a folder (not below it), and says how many files.
///
/// # Errors
/// The folder could not be read or a file not removed.
pub fn remove_leftovers(folder: &Path) -> io::Result<usize> {
    let mut removed = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if is_leftover(&entry.file_name().to_string_lossy()) && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
            removed += 1;
        }
    }
    Ok(removed)
}

pub(crate) fn is_leftover(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(ENDING)
}

/// Makes a rename or a new name in the file's folder survive a power cut.
pub(crate) fn sync_folder(file: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        match File::open(folder)?.sync_all() {
            // Some file systems (FUSE, network) have no such thing; the rename itself worked.
            Err(error)
                if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {}
            other => return other,
        }
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

fn temporary_beside(path: &Path) -> io::Result<std::path::PathBuf> {
    let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let mut temporary = std::ffi::OsString::from(".");
    temporary.push(name);
    temporary.push(".");
    temporary.push(Uuid::new_v4().simple().to_string());
    temporary.push(ENDING);
    Ok(path.with_file_name(temporary))
}

fn fill(temporary: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(temporary)?;
    if let Ok(old) = fs::symlink_metadata(path)
        && old.is_file()
    {
        file.set_permissions(old.permissions())?;
    }
    file.write_all(bytes)?;
    file.sync_all()
}
