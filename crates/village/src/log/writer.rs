//! The one writer of a village's log: never lossy, rotated by size.

use super::Line;
use jiff::{Timestamp, tz::TimeZone};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use tracing_appender::non_blocking::{NonBlocking, NonBlockingBuilder, WorkerGuard};

/// The file's name; the older generation is this with `.old` added.
pub const LOG_FILE: &str = "fuseforks.log";

/// Size at which a log becomes the old one, in bytes.
pub const LOG_LIMIT: u64 = 8 * 1024 * 1024;

struct Rotating {
    path: PathBuf,
    file: File,
    size: u64,
    limit: u64,
}

impl Rotating {
    fn open(path: PathBuf, limit: u64) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(&path)?;
        let size = file.metadata()?.len();
        Ok(Self { path, file, size, limit })
    }
}

impl Write for Rotating {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.size > 0 && self.size + line.len() as u64 > self.limit {
            let mut old = self.path.clone().into_os_string();
            old.push(".old");
            self.file.flush()?;
            fs::rename(&self.path, old)?;
            *self = Self::open(self.path.clone(), self.limit)?;
        }
        self.file.write_all(line)?;
        self.size += line.len() as u64;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes lines off the caller's thread. Dropping it writes what is left.
pub struct LogWriter {
    sink: Mutex<NonBlocking>,
    written: AtomicU64,
    _guard: WorkerGuard,
}

impl LogWriter {
    /// Opens the log of the village in `folder`.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn open(folder: &Path, limit: u64) -> io::Result<Self> {
        let rotating = Rotating::open(folder.join(LOG_FILE), limit)?;
        let (sink, guard) = NonBlockingBuilder::default().lossy(false).finish(rotating);
        Ok(Self { sink: Mutex::new(sink), written: AtomicU64::new(0), _guard: guard })
    }

    /// Writes one line with the time `now_ms` (milliseconds since 1970 UTC) in the machine's offset.
    pub fn write(&self, now_ms: i64, line: &Line) {
        let time =
            Timestamp::from_millisecond(now_ms).unwrap_or_default().to_zoned_datetime(TimeZone::system());
        let text = format!("{} {line}\n", time.strftime("%Y-%m-%dT%H:%M:%S%.3f%:z"));
        // A full disk must not take a turn down with it.
        let _ = self.sink.lock().unwrap_or_else(PoisonError::into_inner).write_all(text.as_bytes());
        self.written.fetch_add(1, Ordering::Relaxed);
    }

    /// Lines written since the village was opened.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.written.load(Ordering::Relaxed)
    }
}
