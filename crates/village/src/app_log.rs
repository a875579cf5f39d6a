//! `app.log` on the machine: warnings of the program and its libraries. Never a village's business.

use crate::home::Home;
use std::path::Path;
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt as _, util::SubscriberInitExt as _};

/// Bytes after which the next start begins a new one. A library may have much to say.
const MOST: u64 = 8 * 1024 * 1024;

/// Keeps the log being written while it lives.
#[must_use]
pub struct AppLog(#[expect(dead_code, reason = "held for its flush")] Option<WorkerGuard>);

/// Begins to write `app.log`, from WARN up. A folder that cannot be written is no reason not to start.
pub fn start(home: &Home) -> AppLog {
    let open = || {
        std::fs::create_dir_all(home.path())?;
        set_aside(&home.app_log(), MOST);
        std::fs::OpenOptions::new().create(true).append(true).open(home.app_log())
    };
    let Ok(file) = open() else { return AppLog(None) };
    let (writer, guard) = tracing_appender::non_blocking(file);
    let layer = fmt::layer().with_ansi(false).with_writer(writer);
    // Another part of the program, a test for instance, may have begun before.
    let _ = tracing_subscriber::registry()
        .with(EnvFilter::new("warn,rmcp=error,fuseforks_village::app_log=info"))
        .with(layer)
        .try_init();
    AppLog(Some(guard))
}

/// A log that has grown over `most` bytes becomes the old one; there is never more than one of those.
fn set_aside(log: &Path, most: u64) {
    if std::fs::metadata(log).is_ok_and(|file| file.len() > most) {
        // A log that cannot be moved grows on, which is better than no log.
        let _ = std::fs::rename(log, log.with_extension("log.old"));
    }
}

/// Notes that the program started and how it draws.
pub fn note_start(renderer: &str) {
    tracing::info!(version = env!("CARGO_PKG_VERSION"), renderer, "start");
}

#[cfg(test)]
mod tests {
    use super::set_aside;
    use std::fs;

    #[test]
    fn a_log_that_grew_becomes_the_old_one_and_no_more_than_one_stays() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("app.log");
        set_aside(&log, 3);
        for words in ["first", "second"] {
            fs::write(&log, words).unwrap();
            set_aside(&log, 6);
            assert_eq!(log.is_file(), words.len() <= 6, "{words}");
            set_aside(&log, 3);
            assert_eq!(fs::read_to_string(folder.path().join("app.log.old")).unwrap(), words);
            assert!(!log.exists());
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
