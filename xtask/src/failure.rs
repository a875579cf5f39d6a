//! What a chore says when it cannot go on.

use std::fmt;

/// The result of every step.
pub(crate) type Result<T> = std::result::Result<T, Failure>;

/// One sentence for the person at the terminal, with what to do about it.
#[derive(Debug, PartialEq)]
pub(crate) struct Failure {
    text: String,
    code: u8,
}

impl Failure {
    /// The work failed: exit code 1.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), code: 1 }
    }

    /// The command line was wrong: exit code 2.
    pub(crate) fn usage(text: impl Into<String>) -> Self {
        Self { text: text.into(), code: 2 }
    }

    /// The exit code of the process.
    pub(crate) fn code(&self) -> u8 {
        self.code
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

/// Names the file or command in an error of the operating system.
pub(crate) trait Named<T> {
    /// Turns the error into `{what}: {error}`.
    fn named(self, what: impl fmt::Display) -> Result<T>;
}

impl<T, E: fmt::Display> Named<T> for std::result::Result<T, E> {
    fn named(self, what: impl fmt::Display) -> Result<T> {
        self.map_err(|error| Failure::new(format!("{what}: {error}")))
    }
}
