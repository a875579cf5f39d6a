//! `app.log` on the machine: warnings of the program and its libraries. Never a village's business.

use crate::home::Home;
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt as _, util::SubscriberInitExt as _};

/// Keeps the log being written while it lives.
#[must_use]
pub struct AppLog(#[expect(dead_code, reason = "held for its flush")] Option<WorkerGuard>);

/// Begins to write `app.log`, from WARN up. A folder that cannot be written is no reason not to start.
pub fn start(home: &Home) -> AppLog {
    let open = || {
        std::fs::create_dir_all(home.path())?;
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

/// Notes that the program started and how it draws.
pub fn note_start(renderer: &str) {
    tracing::info!(version = env!("CARGO_PKG_VERSION"), renderer, "start");
}
