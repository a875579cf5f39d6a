//! Why a file is refused, with the place.

/// The first thing that is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("mcp config {line}:{column}: {reason:?}")]
pub struct ConfigError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub reason: ConfigReason,
}

/// What is wrong. `server` is the key in the file, `field` the field's name there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConfigReason {
    /// No JSON with comments.
    Syntax,
    /// The text is longer than the limit, in bytes.
    TooLong {
        /// Bytes allowed.
        limit: usize,
    },
    /// More servers than the limit.
    TooMany {
        /// Servers allowed.
        limit: usize,
    },
    /// The root is no object.
    NotAnObject,
    /// An object without any server in a shape that is known.
    NoServers,
    /// A server's name is empty.
    EmptyName,
    /// The same name twice.
    Duplicate {
        /// The name.
        server: String,
    },
    /// A server that is no object.
    NotAServer {
        /// Its name.
        server: String,
    },
    /// Neither a command nor a URL.
    NoTransport {
        /// Its name.
        server: String,
    },
    /// A `type` that no client writes.
    UnknownType {
        /// Its name.
        server: String,
        /// What stood there, bounded.
        value: String,
    },
    /// The `type` needs a field that is missing.
    Missing {
        /// Its name.
        server: String,
        /// The field.
        field: &'static str,
    },
    /// A field of another JSON type than it must have.
    BadField {
        /// Its name.
        server: String,
        /// The field.
        field: &'static str,
    },
    /// An address that is not http or https.
    BadUrl {
        /// Its name.
        server: String,
    },
}
