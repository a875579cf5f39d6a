//! HTTP failures as facts.
//!
//! The transport's own errors print addresses with their query and the server's error page, and it logs
//! them. So they are turned into facts here, before the transport sees them: no address, no header and no
//! body can reach a log or an error from this crate.

use std::{error::Error as StdError, time::Duration};

use rmcp::transport::streamable_http_client::StreamableHttpError;

use crate::{
    clean,
    error::{Breach, ConnectError, Unreachable},
    limits::Limits,
};

const CHALLENGE: usize = 2000;

/// What went wrong with one request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum HttpFault {
    #[error("unreachable {}", .0.key())]
    Unreachable(Unreachable),
    #[error("timeout")]
    Timeout,
    #[error("status {0}")]
    Status(u16),
    #[error("not json-rpc")]
    NotJsonRpc,
    #[error("content type")]
    ContentType,
    #[error("other")]
    Other,
}

impl HttpFault {
    pub(super) fn of(error: &reqwest::Error) -> Self {
        if let Some(status) = error.status() {
            return Self::Status(status.as_u16());
        }
        if error.is_timeout() {
            return Self::Timeout;
        }
        if error.is_connect() {
            return Self::Unreachable(connect_kind(error));
        }
        if error.is_builder() {
            return Self::Other;
        }
        Self::Unreachable(Unreachable::Reset)
    }
}

fn connect_kind(error: &reqwest::Error) -> Unreachable {
    let mut source: Option<&(dyn StdError + 'static)> = Some(error);
    while let Some(current) = source {
        if current.is::<rustls::Error>() {
            return Unreachable::Tls;
        }
        if let Some(io) = current.downcast_ref::<std::io::Error>() {
            if io.kind() == std::io::ErrorKind::ConnectionRefused {
                return Unreachable::Refused;
            }
            if io.get_ref().is_some_and(|inner| inner.is::<rustls::Error>()) {
                return Unreachable::Tls;
            }
        }
        if current.to_string().contains("dns error") {
            return Unreachable::Name;
        }
        source = current.source();
    }
    Unreachable::Other
}

/// The transport's error with every text taken out.
pub(super) fn stripped(error: StreamableHttpError<reqwest::Error>) -> StreamableHttpError<HttpFault> {
    use StreamableHttpError as E;
    match error {
        E::Client(error) => E::Client(HttpFault::of(&error)),
        E::UnexpectedServerResponse(text) => E::Client(unexpected(&text)),
        E::UnexpectedContentType(_) => E::Client(HttpFault::ContentType),
        E::Deserialize(_) => E::Client(HttpFault::NotJsonRpc),
        E::Sse(error) => E::Sse(error),
        E::Io(error) => E::Io(error),
        E::HttpStatus(error) => E::HttpStatus(error),
        E::UnexpectedEndOfStream => E::UnexpectedEndOfStream,
        E::ResponseBodyTooLarge { max_size } => E::ResponseBodyTooLarge { max_size },
        E::ServerDoesNotSupportSse => E::ServerDoesNotSupportSse,
        E::ServerDoesNotSupportDeleteSession => E::ServerDoesNotSupportDeleteSession,
        E::TransportChannelClosed => E::TransportChannelClosed,
        E::MissingSessionIdInResponse => E::MissingSessionIdInResponse,
        E::AuthRequired(error) => E::AuthRequired(error),
        E::InsufficientScope(error) => E::InsufficientScope(error),
        E::ReservedHeaderConflict(name) => E::ReservedHeaderConflict(name),
        E::SessionExpired => E::SessionExpired,
        E::SessionRecoveryTimeout => E::SessionRecoveryTimeout,
        E::ReinitializationFailed(error) => E::ReinitializationFailed(error),
        E::ControlRequestTimeout => E::ControlRequestTimeout,
        _ => E::Client(HttpFault::Other),
    }
}

/// The backend has no status for these, only `HTTP 404 Not Found: <page>`.
fn unexpected(text: &str) -> HttpFault {
    let status = text
        .strip_prefix("HTTP ")
        .and_then(|rest| rest.get(..3))
        .and_then(|digits| digits.parse::<u16>().ok());
    status.map_or(HttpFault::NotJsonRpc, HttpFault::Status)
}

/// What a transport error means for a connection.
pub(crate) fn connect_error(error: &StreamableHttpError<HttpFault>, limits: &Limits) -> ConnectError {
    use StreamableHttpError as E;
    let unreachable = |kind| ConnectError::Unreachable { kind };
    let breach = |breach| ConnectError::Protocol { breach };
    match error {
        E::Client(HttpFault::Unreachable(kind)) => unreachable(*kind),
        E::Client(HttpFault::Timeout) => {
            ConnectError::Timeout { after: limits.connect, stderr_tail: String::new() }
        }
        E::Client(HttpFault::Status(401)) => ConnectError::SignInNeeded { challenge: None },
        E::Client(HttpFault::Status(status)) => {
            ConnectError::HttpStatus { status: *status, retry_after: None }
        }
        E::Client(HttpFault::NotJsonRpc) | E::UnexpectedServerResponse(_) | E::Deserialize(_) => {
            breach(Breach::NotJsonRpc)
        }
        E::Client(HttpFault::ContentType) | E::UnexpectedContentType(_) => breach(Breach::ContentType),
        E::HttpStatus(error) => ConnectError::HttpStatus {
            status: error.status,
            retry_after: error
                .retry_after
                .as_deref()
                .and_then(|text| text.trim().parse::<u32>().ok())
                .map(|seconds| Duration::from_secs(seconds.into())),
        },
        E::ResponseBodyTooLarge { max_size } => ConnectError::TooLarge { limit: *max_size },
        E::AuthRequired(error) => challenge(&error.www_authenticate_header),
        E::InsufficientScope(error) => forbidden(&error.www_authenticate_header),
        E::SessionExpired => ConnectError::HttpStatus { status: 404, retry_after: None },
        E::ControlRequestTimeout | E::SessionRecoveryTimeout => {
            ConnectError::Timeout { after: limits.connect, stderr_tail: String::new() }
        }
        E::Sse(_)
        | E::Io(_)
        | E::UnexpectedEndOfStream
        | E::TransportChannelClosed
        | E::TokioJoinError(_) => unreachable(Unreachable::Reset),
        _ => breach(Breach::Other),
    }
}

fn challenge(header: &str) -> ConnectError {
    ConnectError::SignInNeeded { challenge: Some(clean::line(header, CHALLENGE)) }
}

/// A 403 with a challenge: of the key only if the challenge says that its scope is the trouble.
fn forbidden(header: &str) -> ConnectError {
    // not prose: an error code of RFC 6750
    if header.to_ascii_lowercase().contains("insufficient_scope") {
        ConnectError::NotAllowed { challenge: clean::line(header, CHALLENGE) }
    } else {
        challenge(header)
    }
}
