//! The limits of a model call, passed in as values so that tests can scale them.

use std::time::Duration;

/// How long, how much and how often a model call may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Until the connection stands.
    pub connect: Duration,
    /// From sending to the first byte of the answer.
    pub first_byte: Duration,
    /// The same for a server on this machine, which may have to load its model first.
    pub first_byte_loopback: Duration,
    /// Between two pieces of an answer.
    pub silence: Duration,
    /// From sending to the last byte of one attempt.
    pub answer: Duration,
    /// Bytes of one answer, decompressed.
    pub answer_bytes: usize,
    /// Bytes of one event of a stream.
    pub event_bytes: usize,
    /// Bytes of an error body that are read at all.
    pub error_bytes: usize,
    /// For a question about the server: which models, what can they do.
    pub question: Duration,
    /// When and how often to try again.
    pub retry: Retry,
}

/// When and how often a failed call is tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    /// Tries in all, the first included.
    pub tries: u32,
    /// The wait after the first failure; it doubles with each.
    pub base: Duration,
    /// The longest wait that is chosen here.
    pub max: Duration,
    /// The longest wait that a server may ask for; beyond it the call fails at once.
    pub retry_after_max: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            first_byte: Duration::from_secs(120),
            first_byte_loopback: Duration::from_secs(600),
            silence: Duration::from_secs(90),
            answer: Duration::from_secs(30 * 60),
            answer_bytes: 64 << 20,
            event_bytes: 16 << 20,
            error_bytes: 64 << 10,
            question: Duration::from_secs(10),
            retry: Retry::default(),
        }
    }
}

impl Default for Retry {
    fn default() -> Self {
        Self {
            tries: 3,
            base: Duration::from_millis(500),
            max: Duration::from_secs(8),
            retry_after_max: Duration::from_secs(120),
        }
    }
}
