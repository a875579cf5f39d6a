//! `fuseforks.log`: what happened, provably, and never what was said.
//!
//! Owns the one enum of lines, the one renderer and the one writer of a village. It must never be given
//! a prompt, an answer, a tool's text, an argument's value, an image byte or a key.
//!
//! Invariant: one event is one line; a value outside a small alphabet is a JSON string, so that no name
//! forges a line.

mod fields;
mod line;
mod reader;
mod verdicts;
mod writer;

pub use line::{Line, Summarising};
pub use reader::{Filter, page};
pub use verdicts::verdicts;
pub use writer::{LOG_FILE, LOG_LIMIT, LogWriter};

/// The text of both generations of a village's log, the older one first; a missing one is empty.
#[must_use]
pub fn files(folder: &std::path::Path) -> (String, String) {
    let read = |name: &str| {
        let bytes = std::fs::read(folder.join(name)).unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_else(|odd| String::from_utf8_lossy(odd.as_bytes()).into_owned())
    };
    (read(&format!("{LOG_FILE}.old")), read(LOG_FILE))
}

#[cfg(test)]
mod tests;
