//! `fuseforks.log`: what happened, provably, and never what was said.
//!
//! Owns the one enum of lines, the one renderer and the one writer of a village. It must never be given
//! a prompt, an answer, a tool's text, an argument's value, an image byte or a key.
//!
//! Invariant: one event is one line; a value outside a small alphabet is a JSON string, so that no name
//! forges a line.

mod line;
mod reader;
mod writer;

pub use line::{Line, Summarising};
pub use reader::{Filter, page, verdicts};
pub use writer::{LOG_FILE, LOG_LIMIT, LogWriter};

/// The text of both generations of a village's log, the older one first; a missing one is empty.
#[must_use]
pub fn files(folder: &std::path::Path) -> (String, String) {
    let read = |name: &str| {
        std::fs::read(folder.join(name))
            .map_or_else(|_| String::new(), |bytes| String::from_utf8_lossy(&bytes).into_owned())
    };
    (read(&format!("{LOG_FILE}.old")), read(LOG_FILE))
}

#[cfg(test)]
mod tests;
