//! What can go wrong with a server, as facts.
//!
//! No sentence for a person and no URL, header or variable value is in here: `code()` selects the sentence,
//! the fields are its arguments. Text that came from a server was bounded, cleaned and masked before it got in.

use std::time::Duration;

/// Words that mark the line of an error output that matters, the more telling ones first.
const TELLING: [&[&str]; 2] = [
    &["not found", "could not", "cannot", "can't", "no such", "denied", "missing", "refused"],
    &["error", "exception", "failed", "fatal"],
];
/// Lines that only lead to the one that matters.
const AROUND: [&str; 6] =
    ["at ", "file \"", "during handling of", "the above exception", "traceback", "a complete log"];

/// Why no connection carried bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreachable {
    /// Nothing listens there.
    Refused,
    /// The name has no address.
    Name,
    /// The TLS handshake failed.
    Tls,
    /// The connection ended before the answer was complete.
    Reset,
    /// Anything else on the way.
    Other,
}

impl Unreachable {
    /// ASCII key for a log line or a sentence's selector.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Name => "name",
            Self::Tls => "tls",
            Self::Reset => "reset",
            Self::Other => "other",
        }
    }
}

/// Why a command did not start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpawnFailure {
    /// No such program on the PATH that was used.
    NotFound,
    /// The file may not be executed.
    Denied,
    /// The working folder does not exist.
    Folder,
    /// Anything else the system said.
    Other,
}

impl SpawnFailure {
    /// ASCII key for a log line or a sentence's selector.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Denied => "denied",
            Self::Folder => "folder",
            Self::Other => "other",
        }
    }
}

/// What a server said that breaks the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breach {
    /// The answer was no JSON-RPC message.
    NotJsonRpc,
    /// Neither JSON nor an event stream.
    ContentType,
    /// The handshake's answer was something else.
    Handshake,
    /// No protocol version in common.
    Version,
    /// A result type this client does not know.
    ResultType,
    /// More rounds of questions than a call may have.
    TooManyRounds,
    /// It asked for something this client never offered.
    NotOffered,
    /// Anything else.
    Other,
}

impl Breach {
    /// ASCII key for a log line or a sentence's selector.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::NotJsonRpc => "not_json_rpc",
            Self::ContentType => "content_type",
            Self::Handshake => "handshake",
            Self::Version => "version",
            Self::ResultType => "result_type",
            Self::TooManyRounds => "too_many_rounds",
            Self::NotOffered => "not_offered",
            Self::Other => "other",
        }
    }
}

/// Which field of an entry cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadField {
    /// The URL does not parse or is neither http nor https.
    Url,
    /// A header whose name or value HTTP does not allow; holds the name.
    Header(String),
    /// The command is empty or holds a NUL.
    Command,
}

/// Why a server is not connected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConnectError {
    /// No connection.
    #[error("unreachable: {}", .kind.key())]
    Unreachable {
        /// What kind of failure.
        kind: Unreachable,
    },
    /// Nothing usable within the limit.
    #[error("timeout after {after:?}")]
    Timeout {
        /// The limit that ran out.
        after: Duration,
        /// Last lines a local command wrote to its error output.
        stderr_tail: String,
    },
    /// The server answered with this HTTP status.
    #[error("http status {status}")]
    HttpStatus {
        /// The status code.
        status: u16,
        /// What the server asked to wait, if it said so in seconds.
        retry_after: Option<Duration>,
    },
    /// The server wants a sign-in, or takes the key no more (401, or 403 with a challenge).
    #[error("sign-in needed")]
    SignInNeeded {
        /// The `WWW-Authenticate` value, bounded. Not for display: a server wrote it.
        challenge: Option<String>,
    },
    /// The server knows the key, and the key does not allow this (403 for want of scope).
    #[error("not allowed")]
    NotAllowed {
        /// The `WWW-Authenticate` value, bounded. Not for display: a server wrote it.
        challenge: String,
    },
    /// The address speaks only the old two-endpoint SSE transport.
    #[error("old sse transport")]
    OldSse,
    /// The command could not be started.
    #[error("spawn failed: {}", .kind.key())]
    SpawnFailed {
        /// What kind of failure.
        kind: SpawnFailure,
    },
    /// The command ended.
    #[error("exited: {code:?}")]
    Exited {
        /// Exit code; none when a signal ended it or it is not known.
        code: Option<i32>,
        /// Last lines of its error output, bounded, cleaned and masked.
        stderr_tail: String,
    },
    /// The server broke the protocol.
    #[error("protocol: {}", .breach.key())]
    Protocol {
        /// What it broke.
        breach: Breach,
    },
    /// A message was longer than the limit.
    #[error("message over {limit} bytes")]
    TooLarge {
        /// Bytes allowed.
        limit: usize,
    },
    /// The caller gave up.
    #[error("cancelled")]
    Cancelled,
    /// The server answered the handshake or the tool list with a JSON-RPC error.
    #[error("rpc error {code}")]
    Rpc {
        /// JSON-RPC code.
        code: i64,
        /// The server's text, bounded, cleaned and masked.
        message: String,
    },
    /// The entry cannot be used as it is.
    #[error("bad config: {field:?}")]
    BadConfig {
        /// Which field.
        field: BadField,
    },
    /// A variable of the entry has no value. Nothing was started or sent.
    #[error("variable unset: {name}")]
    VariableUnset {
        /// The variable.
        name: String,
    },
}

impl ConnectError {
    /// Stable code of this error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreachable { .. } => "UNREACHABLE",
            Self::Timeout { .. } => "TIMEOUT",
            Self::HttpStatus { .. } => "HTTP_STATUS",
            Self::SignInNeeded { .. } => "SIGN_IN_NEEDED",
            Self::NotAllowed { .. } => "NOT_ALLOWED",
            Self::OldSse => "OLD_SSE",
            Self::SpawnFailed { .. } => "SPAWN_FAILED",
            Self::Exited { .. } => "EXITED",
            Self::Protocol { .. } => "PROTOCOL",
            Self::TooLarge { .. } => "TOO_LARGE",
            Self::Cancelled => "CANCELLED",
            Self::Rpc { .. } => "RPC",
            Self::BadConfig { .. } => "BAD_CONFIG",
            Self::VariableUnset { .. } => "VARIABLE_UNSET",
        }
    }

    /// The line of a local server's last words that most likely says why; none without such words.
    #[must_use]
    pub fn error_line(&self) -> Option<&str> {
        let (Self::Exited { stderr_tail, .. } | Self::Timeout { stderr_tail, .. }) = self else {
            return None;
        };
        let lines = || stderr_tail.lines().map(str::trim).filter(|line| !line.is_empty());
        // A later line is nearer to the end.
        let telling = |words: &[&str]| {
            lines().rfind(|line| {
                let line = line.to_ascii_lowercase();
                let body = line.trim_start_matches("npm error").trim_start();
                !AROUND.iter().any(|start| body.starts_with(start))
                    && words.iter().any(|word| line.contains(word))
            })
        };
        TELLING.iter().find_map(|words| telling(words)).or_else(|| lines().next_back())
    }

    /// Whether the server answered, and answered that this key may not do this.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::SignInNeeded { .. } | Self::NotAllowed { .. })
    }

    /// Whether trying again without a change by a person can help.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Unreachable { .. }
            | Self::Timeout { .. }
            | Self::HttpStatus { .. }
            | Self::Exited { .. }
            | Self::Protocol { .. }
            | Self::TooLarge { .. }
            | Self::Rpc { .. } => true,
            Self::SignInNeeded { .. }
            | Self::NotAllowed { .. }
            | Self::OldSse
            | Self::SpawnFailed { .. }
            | Self::Cancelled
            | Self::BadConfig { .. }
            | Self::VariableUnset { .. } => false,
        }
    }
}

/// Which clock ended a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    /// No answer and no progress for that long.
    Idle,
    /// The call as a whole, progress or not.
    Cap,
}

/// Why a call has no result. A tool that failed is no such error: it has a result with `is_error`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The server is not connected, or the connection broke under the call.
    #[error(transparent)]
    Connection(#[from] ConnectError),
    /// A clock ran out. The server was told to stop.
    #[error("timeout {clock:?} after {after:?}")]
    Timeout {
        /// Which one.
        clock: Clock,
        /// Its length.
        after: Duration,
    },
    /// The caller cancelled. The server was told to stop.
    #[error("cancelled")]
    Cancelled,
    /// The server has no such tool.
    #[error("tool unknown")]
    ToolUnknown,
    /// The arguments are no JSON object.
    #[error("arguments are no object")]
    BadArguments,
    /// The answer was longer than the limit; the connection lives.
    #[error("message over {limit} bytes")]
    TooLarge {
        /// Bytes allowed.
        limit: usize,
    },
    /// The answer broke the protocol; the connection lives.
    #[error("protocol: {}", .breach.key())]
    Protocol {
        /// What it broke.
        breach: Breach,
    },
    /// The server answered with a JSON-RPC error.
    #[error("rpc error {code}")]
    Rpc {
        /// JSON-RPC code.
        code: i64,
        /// The server's text, bounded, cleaned and masked.
        message: String,
    },
}

impl CallError {
    /// Stable code of this error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Connection(error) => error.code(),
            Self::Timeout { .. } => "TIMEOUT",
            Self::Cancelled => "CANCELLED",
            Self::ToolUnknown => "TOOL_UNKNOWN",
            Self::BadArguments => "BAD_ARGUMENTS",
            Self::TooLarge { .. } => "TOO_LARGE",
            Self::Protocol { .. } => "PROTOCOL",
            Self::Rpc { .. } => "RPC",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ConnectError;

    fn line(tail: &str) -> Option<String> {
        let error = ConnectError::Exited { code: Some(1), stderr_tail: tail.to_owned() };
        error.error_line().map(str::to_owned)
    }

    #[test]
    fn the_line_that_matters_is_found_in_what_runtimes_print() {
        let python = "Traceback (most recent call last):\n  File \"error.py\", line 1, in <module>\n    import x\nModuleNotFoundError: No module named 'x'\n";
        assert_eq!(line(python).as_deref(), Some("ModuleNotFoundError: No module named 'x'"));
        let node = "node:internal:1\n  throw err;\n\nError: Cannot find module '/x'\n    at Module._load (node:internal/error:2)\n    at main\n\nNode.js v20\n";
        assert_eq!(line(node).as_deref(), Some("Error: Cannot find module '/x'"));
        let npm = "npm error code E404\nnpm error 404 'x' could not be found\nnpm error 404\nnpm error A complete log of this run can be found in: /x\n";
        assert_eq!(line(npm).as_deref(), Some("npm error 404 'x' could not be found"));
        assert_eq!(line("sh: 1: foo: not found\n").as_deref(), Some("sh: 1: foo: not found"));
        assert_eq!(line("one\ntwo\n\n").as_deref(), Some("two"));
        assert_eq!(line(""), None);
    }
}
