//! One process per village, by an OS file lock that dies with its process.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read, Seek, Write},
    path::Path,
};
use tokio_util::sync::CancellationToken;

/// The lock of an open village; dropping it unlocks.
#[derive(Debug)]
pub(crate) struct VillageLock {
    file: File,
    free: CancellationToken,
}

impl VillageLock {
    /// Fires when the village can be opened again.
    pub(crate) fn free(&self) -> CancellationToken {
        self.free.clone()
    }
}

impl Drop for VillageLock {
    fn drop(&mut self) {
        // Closing the file, which comes next, unlocks it too.
        let _ = self.file.unlock();
        self.free.cancel();
    }
}

/// Why a village could not be locked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LockError {
    /// Another process has it.
    #[error("locked by pid {pid:?}")]
    Held {
        /// Its process id, where the file says one.
        pid: Option<u32>,
    },
    /// The file could not be made.
    #[error("village.lock: {0}")]
    Io(#[from] io::Error),
}

impl VillageLock {
    /// Locks the village in `folder`.
    ///
    /// # Errors
    /// [`LockError::Held`] when somebody else has it.
    pub(crate) fn acquire(folder: &Path) -> Result<Self, LockError> {
        let path = folder.join("village.lock");
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        if let Err(error) = file.try_lock() {
            if let TryLockError::Error(error) = error {
                return Err(LockError::Io(error));
            }
            let mut text = String::new();
            // Some systems refuse even reading a locked file; the answer is then "somebody".
            let _ = file.read_to_string(&mut text);
            return Err(LockError::Held { pid: text.trim().parse().ok() });
        }
        file.set_len(0)?;
        file.rewind()?;
        file.write_all(std::process::id().to_string().as_bytes())?;
        file.flush()?;
        Ok(Self { file, free: CancellationToken::new() })
    }
}
