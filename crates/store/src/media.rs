//! The media folder of a village: `media/{conversation}/{file}` and a small record beside each file.
//!
//! Owns which files exist and who may be served one. It must never judge what bytes are: the media type
//! comes from whoever looked at them, and only types on the list below get in or out.
//!
//! Invariant: both names are UUIDs in their usual form and the path they give is a plain file in the
//! folder itself, whatever links a copied village brings along.

use crate::atomic::{is_leftover, write_atomic};
use fuseforks_media::Digest;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};
use uuid::Uuid;

/// Media types that are kept and served.
const ALLOWED: [&str; 11] = [
    "image/jpeg",
    "image/png",
    "image/webp",
    "image/gif",
    "audio/mpeg",
    "audio/wav",
    "audio/ogg",
    "audio/webm",
    "audio/mp4",
    "audio/flac",
    "audio/aac",
];

/// The largest record beside a file, in bytes: a name and a few numbers.
const RECORD_BYTES: u64 = 64 * 1024;

/// What is known of a file before it is kept.
#[derive(Clone, Copy, Debug)]
pub struct NewMedia<'a> {
    /// A name to show and to save under.
    pub name: &'a str,
    /// Media type from the bytes.
    pub mime: &'a str,
    /// Too large to decode safely: only to be saved.
    pub save_only: bool,
}

/// The record beside a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MediaMeta {
    /// The file's id.
    pub file: Uuid,
    /// A name to show and to save under.
    pub name: String,
    /// Media type from the bytes.
    pub mime: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256, hexadecimal.
    pub sha256: String,
    /// Too large to decode safely: only to be saved.
    #[serde(default)]
    pub save_only: bool,
    /// Fields of a newer version.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// What a sweep removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// Media files.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// Why a file was not kept or not served.
#[derive(Debug, thiserror::Error)]
pub enum MediaError {
    /// A name is not a UUID in its usual form.
    #[error("not an id")]
    BadId,
    /// There is no such file.
    #[error("not found")]
    NotFound,
    /// The media type is not on the list.
    #[error("media type not allowed")]
    NotAllowed,
    /// The record beside the file does not parse or does not fit the file.
    #[error("record and file do not fit")]
    Damaged,
    /// The operating system refused.
    #[error("io: {0}")]
    Io(#[from] io::Error),
}

/// The media folder. It need not exist yet.
#[derive(Clone, Debug)]
pub struct MediaFolder {
    root: PathBuf,
}

struct Found {
    session: Uuid,
    file: Uuid,
    bytes: u64,
    modified: SystemTime,
}

impl MediaFolder {
    /// The folder at `root`.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// Keeps a file. When it returns, the file and its record are on the disk.
    ///
    /// # Errors
    /// [`MediaError::NotAllowed`], or the disk refused; then nothing was kept.
    pub fn put(&self, session: Uuid, bytes: &[u8], new: NewMedia<'_>) -> Result<MediaMeta, MediaError> {
        if !is_allowed_mime(new.mime) {
            return Err(MediaError::NotAllowed);
        }
        let meta = MediaMeta {
            file: Uuid::new_v4(),
            name: new.name.to_owned(),
            mime: new.mime.to_owned(),
            bytes: bytes.len() as u64,
            sha256: Digest::of(bytes).to_string(),
            save_only: new.save_only,
            extra: Map::new(),
        };
        let folder = self.folder_of(session);
        fs::create_dir_all(&folder)?;
        self.inside(&folder)?;
        let path = folder.join(meta.file.to_string());
        let record = serde_json::to_vec(&meta).map_err(|_| MediaError::Damaged)?;
        write_atomic(&path, bytes)?;
        if let Err(error) = write_atomic(&record_beside(&path), &record) {
            let _ = fs::remove_file(&path);
            return Err(error.into());
        }
        Ok(meta)
    }

    /// Finds a file for whoever asks with two names out of a URL.
    ///
    /// # Errors
    /// A name is no id, there is no such file, or it may not be served.
    pub fn open(&self, session: &str, file: &str) -> Result<(MediaMeta, PathBuf), MediaError> {
        let (session, file) = (id(session)?, id(file)?);
        let path = self.folder_of(session).join(file.to_string());
        let size = self.plain_file(&path)?;
        let record = record_beside(&path);
        if self.plain_file(&record)? > RECORD_BYTES {
            return Err(MediaError::Damaged);
        }
        let meta: MediaMeta = serde_json::from_slice(&fs::read(&record)?).map_err(|_| MediaError::Damaged)?;
        if !is_allowed_mime(&meta.mime) {
            return Err(MediaError::NotAllowed);
        }
        if meta.file != file || meta.bytes != size {
            return Err(MediaError::Damaged);
        }
        Ok((meta, path))
    }

    /// Gives a forked conversation the files it refers to. Files that are gone stay gone.
    ///
    /// # Errors
    /// The disk refused.
    pub fn copy(&self, from: Uuid, to: Uuid, files: &[Uuid]) -> Result<(), MediaError> {
        if files.is_empty() {
            return Ok(());
        }
        let target = self.folder_of(to);
        fs::create_dir_all(&target)?;
        self.inside(&target)?;
        for file in files {
            let Ok((meta, path)) = self.open(&from.to_string(), &file.to_string()) else { continue };
            let copy = target.join(file.to_string());
            write_atomic(&copy, &fs::read(&path)?)?;
            let record = serde_json::to_vec(&meta).map_err(|_| MediaError::Damaged)?;
            write_atomic(&record_beside(&copy), &record)?;
        }
        Ok(())
    }

    /// Deletes all media of a conversation.
    ///
    /// # Errors
    /// The disk refused.
    pub fn delete_session(&self, session: Uuid) -> Result<(), MediaError> {
        match fs::remove_dir_all(self.folder_of(session)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Deletes what no record refers to: files, whole conversations, leftovers of a kill. What is not
    /// named like ours stays. Run it before anything is kept, since a new file has no record yet.
    ///
    /// # Errors
    /// The disk refused.
    pub fn sweep(&self, known: &BTreeMap<Uuid, BTreeSet<Uuid>>) -> Result<Swept, MediaError> {
        let mut swept = Swept::default();
        let none = BTreeSet::new();
        for (session, folder) in self.sessions()? {
            let files = known.get(&session).unwrap_or(&none);
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let file = id(name.strip_suffix(RECORD_ENDING).unwrap_or(&name));
                let orphan = is_leftover(&name) || file.is_ok_and(|file| !files.contains(&file));
                if orphan && !entry.file_type()?.is_dir() {
                    if id(&name).is_ok() {
                        swept.files += 1;
                        swept.bytes += entry.metadata()?.len();
                    }
                    fs::remove_file(entry.path())?;
                }
            }
            // An empty folder goes; one with something in it refuses.
            let _ = fs::remove_dir(&folder);
        }
        Ok(swept)
    }

    /// Bytes of all media files.
    ///
    /// # Errors
    /// The disk refused.
    pub fn total_bytes(&self) -> Result<u64, MediaError> {
        Ok(self.files()?.iter().map(|found| found.bytes).sum())
    }

    /// Deletes the oldest files until the rest fits into `cap` bytes, and says which.
    ///
    /// # Errors
    /// The disk refused.
    pub fn enforce_cap(&self, cap: u64) -> Result<Vec<(Uuid, Uuid)>, MediaError> {
        let mut files = self.files()?;
        files.sort_by_key(|found| (found.modified, found.session, found.file));
        let mut total: u64 = files.iter().map(|found| found.bytes).sum();
        let mut removed = Vec::new();
        for found in files {
            if total <= cap {
                break;
            }
            let path = self.folder_of(found.session).join(found.file.to_string());
            total -= found.bytes;
            match fs::remove_file(&path) {
                Ok(()) => removed.push((found.session, found.file)),
                // Another caller was faster, and tells of it.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error.into()),
            }
            let _ = fs::remove_file(record_beside(&path));
        }
        Ok(removed)
    }

    fn folder_of(&self, session: Uuid) -> PathBuf {
        self.root.join(session.to_string())
    }

    /// The folders of conversations. Links are none.
    fn sessions(&self) -> Result<Vec<(Uuid, PathBuf)>, MediaError> {
        let entries = match fs::read_dir(&self.root) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut folders = Vec::new();
        for entry in entries {
            let entry = entry?;
            if let Ok(session) = id(&entry.file_name().to_string_lossy())
                && entry.file_type()?.is_dir()
            {
                folders.push((session, entry.path()));
            }
        }
        Ok(folders)
    }

    fn files(&self) -> Result<Vec<Found>, MediaError> {
        let mut files = Vec::new();
        for (session, folder) in self.sessions()? {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                if let Ok(file) = id(&entry.file_name().to_string_lossy())
                    && entry.file_type()?.is_file()
                {
                    let facts = entry.metadata()?;
                    files.push(Found { session, file, bytes: facts.len(), modified: facts.modified()? });
                }
            }
        }
        Ok(files)
    }

    /// The size of a plain file whose real place is where its name says.
    fn plain_file(&self, path: &Path) -> Result<u64, MediaError> {
        let facts = match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(MediaError::NotFound),
            facts => facts?,
        };
        if !facts.is_file() {
            return Err(MediaError::NotFound);
        }
        self.inside(path)?;
        Ok(facts.len())
    }

    /// No link on the way leads out of the folder.
    fn inside(&self, path: &Path) -> Result<(), MediaError> {
        let below = path.strip_prefix(&self.root).map_err(|_| MediaError::NotFound)?;
        if path.canonicalize()? == self.root.canonicalize()?.join(below) {
            Ok(())
        } else {
            Err(MediaError::NotFound)
        }
    }
}

/// The plain file in `folder` that is called `name`, for whoever asks with a name out of a URL. The same rule as
/// for the media folder: a UUID in its usual form, and no link.
///
/// # Errors
/// The name is no id, or there is no such file.
pub fn named_file(folder: &Path, name: &str) -> Result<PathBuf, MediaError> {
    let path = folder.join(id(name)?.to_string());
    MediaFolder::new(folder).plain_file(&path)?;
    Ok(path)
}

/// Whether a media type is kept and served.
#[must_use]
pub fn is_allowed_mime(mime: &str) -> bool {
    ALLOWED.contains(&mime)
}

const RECORD_ENDING: &str = ".json";

fn record_beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(RECORD_ENDING);
    path.with_file_name(name)
}

/// Only the usual form: 36 characters, small letters, hyphens.
fn id(name: &str) -> Result<Uuid, MediaError> {
    let parsed = Uuid::try_parse(name).map_err(|_| MediaError::BadId)?;
    if parsed.to_string() == name { Ok(parsed) } else { Err(MediaError::BadId) }
}
