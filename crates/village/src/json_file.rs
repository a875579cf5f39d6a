//! JSON files of the person: read with a place for every complaint, written whole or not at all.
//!
//! A file that does not parse is never overwritten; callers get line, column and reason instead.

use fuseforks_store::write_atomic;
use serde::{Serialize, de::DeserializeOwned};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A file that could not be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}:{column}: {reason}", path.display())]
pub struct FileProblem {
    /// The file.
    pub path: PathBuf,
    /// Line from 1; 0 where the file could not be read or written at all.
    pub line: usize,
    /// Column from 1.
    pub column: usize,
    /// The parser's or system's own words.
    pub reason: String,
}

impl FileProblem {
    pub(crate) fn io(path: &Path, error: &io::Error) -> Self {
        Self { path: path.to_owned(), line: 0, column: 0, reason: error.to_string() }
    }
}

/// Reads a file; `None` when it is not there.
///
/// # Errors
/// When it cannot be read or does not parse.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, FileProblem> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(FileProblem::io(path, &error)),
    };
    serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(&text)).map(Some).map_err(|error| {
        FileProblem {
            path: path.to_owned(),
            line: error.line(),
            column: error.column(),
            reason: error.to_string(),
        }
    })
}

/// Writes a file whole.
///
/// # Errors
/// When the folder cannot be written.
pub(crate) fn write<T: Serialize>(path: &Path, value: &T) -> Result<(), FileProblem> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| FileProblem::io(path, &error))?;
    }
    let mut text = serde_json::to_string_pretty(value).map_err(|error| FileProblem {
        path: path.to_owned(),
        line: 0,
        column: 0,
        reason: error.to_string(),
    })?;
    text.push('\n');
    write_atomic(path, text.as_bytes()).map_err(|error| FileProblem::io(path, &error))
}
