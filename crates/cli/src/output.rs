//! Lines on stdout and stderr.

use fuseforks_village::{contract::Failure, text::Text};
use serde::Serialize;
use std::{fmt::Display, io::Write as _, process::ExitCode};

/// Writes to stdout; false when nobody reads it any more.
pub(crate) fn write(text: &str) -> bool {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_ok()
}

/// One line on stdout.
pub(crate) fn line(text: &str) -> bool {
    write(&format!("{text}\n"))
}

/// One JSON line on stdout.
pub(crate) fn json<T: Serialize>(value: &T) -> bool {
    serde_json::to_string(value).is_ok_and(|text| line(&text))
}

/// One line on stderr.
pub(crate) fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// The line on stderr that says why, and the exit code that says so too.
pub(crate) fn failed(why: &dyn Display) -> ExitCode {
    note(&format!("fuseforks: {}", why.to_string().replace('\n', " ")));
    ExitCode::from(1)
}

/// A failure as a sentence, with the other side's words behind it.
pub(crate) fn sentence(text: &Text, failure: &Failure) -> String {
    let known = text.message(&format!("error-{}", failure.code), &failure.args);
    let sentence = known.unwrap_or_else(|| failure.to_string());
    match &failure.detail {
        Some(detail) => format!("{} ({})", sentence.trim(), detail.trim()),
        None => sentence.trim().to_owned(),
    }
}
