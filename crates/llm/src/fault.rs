//! Reads what servers say when something went wrong, in all the forms they use, and names its kind.
//!
//! The forms are `{"error":{..}}`, `{"error":"text"}`, `{"detail":..}`, `{"message":..}`, the same in an
//! array, and no JSON at all. Branches follow codes and types first and words only where there is no code.

use crate::{ErrorCode, LlmError, Secret, mask, refusal};
use serde_json::Value;
use std::time::Duration;

/// A failure as the server told it, before it is judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The server's sentence, or the whole text where no sentence was found.
    pub(crate) message: String,
    /// Every code, type and status word, the most telling first.
    pub(crate) codes: Vec<String>,
    /// A number in the body that looks like an HTTP status.
    pub(crate) number: Option<u16>,
    /// A wait that the body asks for.
    pub(crate) retry_after: Option<Duration>,
    /// The request id, where the body has one.
    pub(crate) request_id: Option<String>,
    /// All words of the body, for the texts that are known.
    pub(crate) raw: String,
    /// It is no failure that a server reported, but something that the protocol does not know.
    pub(crate) alien: bool,
}

impl Fault {
    /// Reads a body.
    pub(crate) fn read(body: &[u8]) -> Self {
        let raw = String::from_utf8_lossy(body).into_owned();
        match serde_json::from_slice::<Value>(body) {
            Ok(value) => Self { raw, ..Self::of(&value) },
            Err(_) => Self { message: raw.clone(), raw, ..Self::default() },
        }
    }

    /// Reads a JSON value.
    pub(crate) fn of(value: &Value) -> Self {
        let outer = value.as_array().and_then(|list| list.first()).unwrap_or(value);
        let inner = match outer.get("error") {
            Some(error @ Value::Object(_)) => error,
            _ => outer,
        };
        let mut fault = Self { raw: value.to_string(), ..Self::default() };
        fault.message = [inner.get("message"), outer.get("error"), outer.get("detail"), outer.get("message")]
            .into_iter()
            .flatten()
            .find_map(|v| v.as_str().map(str::to_owned))
            .unwrap_or_else(|| fault.raw.clone());
        fault.codes.extend(word(inner.pointer("/details/error_code")));
        for detail in inner.get("details").and_then(Value::as_array).into_iter().flatten() {
            fault.codes.extend(word(detail.get("reason")));
            fault.codes.extend(
                detail
                    .get("violations")
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten()
                    .filter_map(|v| word(v.get("quotaId"))),
            );
            if let Some(delay) = detail.get("retryDelay").and_then(Value::as_str) {
                fault.retry_after = seconds(delay.trim_end_matches('s'));
            }
        }
        for key in ["code", "status", "type"] {
            fault.codes.extend(word(inner.get(key)));
        }
        fault.number = inner
            .get("code")
            .and_then(Value::as_u64)
            .or_else(|| inner.get("code")?.as_str()?.parse().ok())
            .and_then(|n| u16::try_from(n).ok())
            .filter(|n| (400..=599).contains(n));
        fault.request_id = word(outer.get("request_id"));
        fault
    }

    /// An answer that is neither one nor a failure.
    pub(crate) fn alien(value: &Value) -> Self {
        Self { alien: true, ..Self::of(value) }
    }

    /// Makes the error. `images` says whether the request carried any.
    pub(crate) fn into_error(self, status: Option<u16>, images: bool, key: Option<&Secret>) -> LlmError {
        let code = self.kind(status, images);
        let request_id = self.request_id.as_deref().and_then(|id| mask::token(id, key));
        LlmError {
            status,
            vendor_code: self.codes.first().and_then(|code| mask::token(code, key)),
            retry_after: self.retry_after,
            request_id,
            excerpt: mask::excerpt(&self.message, key),
            ..LlmError::new(code)
        }
    }

    fn kind(&self, status: Option<u16>, images: bool) -> ErrorCode {
        if self.alien {
            return ErrorCode::Malformed;
        }
        let code = self.codes.first().map(String::as_str);
        // An HTTP status is nearer to the truth than a number inside a stream's error.
        let effective = status.or(self.number);
        if refusal::refused(images, effective, code, &self.raw) {
            return ErrorCode::ImagesRefused;
        }
        let has = |names: &[&str]| self.codes.iter().any(|code| names.contains(&code.as_str()));
        let lower = self.raw.to_lowercase();
        let says = |texts: &[&str]| texts.iter().any(|text| lower.contains(text));
        if effective == Some(402) || has(&BILLING) || says(&BILLING_TEXTS) || self.daily_quota() {
            return ErrorCode::Billing;
        }
        if matches!(effective, Some(401 | 403)) || has(&KEY) || says(&KEY_TEXTS) {
            return ErrorCode::Key;
        }
        if has(&TOO_LONG) || says(&TOO_LONG_TEXTS) {
            return ErrorCode::ContextTooLong;
        }
        match effective {
            Some(408) => ErrorCode::Timeout,
            Some(404 | 405 | 300..=399) => ErrorCode::NotFound,
            Some(409) => ErrorCode::Server,
            Some(413) => ErrorCode::ContextTooLong,
            Some(429) => ErrorCode::RateLimited,
            Some(499..=599) => ErrorCode::Server,
            Some(_) => ErrorCode::InvalidRequest,
            None if has(&RATE) => ErrorCode::RateLimited,
            None if has(&INVALID) => ErrorCode::InvalidRequest,
            None if has(&["not_found_error", "model_not_found", "NOT_FOUND"]) => ErrorCode::NotFound,
            None => ErrorCode::Server,
        }
    }

    /// A quota that only tomorrow mends.
    fn daily_quota(&self) -> bool {
        self.codes.iter().any(|code| code.contains("PerDay"))
    }
}

const BILLING: [&str; 6] = [
    "insufficient_quota",
    "enforced_spend_limit_reached",
    "billing_error",
    "billing_hard_limit_reached",
    "billing_not_active",
    "insufficient_credits",
];
// not prose: what servers say, as it is found in their answers
const BILLING_TEXTS: [&str; 4] = ["spend limit", "spending limit", "credit balance", "insufficient credits"];
const KEY: [&str; 7] = [
    "authentication_error",
    "permission_error",
    "invalid_api_key",
    "API_KEY_INVALID",
    "UNAUTHENTICATED",
    "PERMISSION_DENIED",
    "invalid_authentication",
];
// not prose: what servers say, as it is found in their answers
const KEY_TEXTS: [&str; 1] = ["api key not valid"];
const TOO_LONG: [&str; 2] = ["context_length_exceeded", "exceed_context_size_error"];
// not prose: what servers say, as it is found in their answers
const TOO_LONG_TEXTS: [&str; 5] = [
    "prompt is too long",
    "input token count",
    "maximum context length",
    "exceeds the available context size",
    "context window exceeded",
];
const RATE: [&str; 3] = ["rate_limit_error", "rate_limit_exceeded", "RESOURCE_EXHAUSTED"];
const INVALID: [&str; 5] =
    ["invalid_request_error", "invalid_request", "invalid_prompt", "INVALID_ARGUMENT", "FAILED_PRECONDITION"];

/// A non-empty string.
fn word(value: Option<&Value>) -> Option<String> {
    value.and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// A non-negative number of seconds.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    text.trim().parse::<f64>().ok().and_then(|s| Duration::try_from_secs_f64(s).ok())
}

#[cfg(test)]
#[path = "fault_tests.rs"]
mod tests;
