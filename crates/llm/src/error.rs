//! What went wrong with a model call, as facts. The person's sentence is made from `code` elsewhere.

use crate::backend::Reply;
use std::time::Duration;

/// The kinds of failure that somebody branches on or words differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// Stopped by the person.
    Cancelled,
    /// No connection to the server.
    Unreachable,
    /// The connection broke while the answer was on its way.
    ConnectionLost,
    /// The server took too long: first byte, silence, or the whole answer.
    Timeout,
    /// The answer or one event was over the size limit.
    TooLarge,
    /// The key is missing, wrong, or lacks a right.
    Key,
    /// The account has no credit or reached its limit.
    Billing,
    /// Too many requests.
    RateLimited,
    /// The server is overloaded or failed.
    Server,
    /// The model or path does not exist.
    NotFound,
    /// The conversation is longer than the model's window.
    ContextTooLong,
    /// The request carried images and the server or model will not take them.
    ImagesRefused,
    /// Another request error that sending again cannot mend.
    InvalidRequest,
    /// The stream ended before its end mark.
    Truncated,
    /// What came was not what the protocol says.
    Malformed,
    /// A fault of ours: the call panicked.
    Internal,
}

/// A failed model call.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{code:?} status={status:?}")]
pub struct LlmError {
    /// What kind of failure.
    pub code: ErrorCode,
    /// The HTTP status, where there was one.
    pub status: Option<u16>,
    /// The provider's own error code or type, cleaned and bounded; for the log.
    pub vendor_code: Option<String>,
    /// What the server asked to wait.
    pub retry_after: Option<Duration>,
    /// The provider's request id.
    pub request_id: Option<String>,
    /// The server's own words, at most 2,000 characters, keys masked; shown to the person as a quote. The
    /// name of a tool stands before words that point at it by its place in the request.
    pub excerpt: String,
    /// What had arrived before the failure, its usage included.
    pub partial: Option<Box<Reply>>,
    /// How often the call was tried.
    pub attempts: u32,
}

impl LlmError {
    /// An error with nothing but its code.
    #[must_use]
    pub fn new(code: ErrorCode) -> Self {
        Self {
            code,
            status: None,
            vendor_code: None,
            retry_after: None,
            request_id: None,
            excerpt: String::new(),
            partial: None,
            attempts: 1,
        }
    }
}

impl ErrorCode {
    /// The stable upper-case name, as in `stop=failed:<CODE>` and the locale keys.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Cancelled => "CANCELLED",
            Self::Unreachable => "UNREACHABLE",
            Self::ConnectionLost => "CONNECTION_LOST",
            Self::Timeout => "TIMEOUT",
            Self::TooLarge => "TOO_LARGE",
            Self::Key => "KEY",
            Self::Billing => "BILLING",
            Self::RateLimited => "RATE_LIMITED",
            Self::Server => "SERVER",
            Self::NotFound => "NOT_FOUND",
            Self::ContextTooLong => "CONTEXT_TOO_LONG",
            Self::ImagesRefused => "IMAGES_REFUSED",
            Self::InvalidRequest => "INVALID_REQUEST",
            Self::Truncated => "TRUNCATED",
            Self::Malformed => "MALFORMED",
            Self::Internal => "INTERNAL",
        }
    }
}
