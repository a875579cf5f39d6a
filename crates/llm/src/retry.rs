//! Whether and when a failed call is tried again. Pure: the failure, the count and the luck go in.

use crate::{ErrorCode, LlmError, limits::Retry};
use std::time::Duration;

/// What to know about a failed attempt.
#[derive(Clone, Copy, Debug)]
pub struct Attempt<'a> {
    /// What happened.
    pub error: &'a LlmError,
    /// Attempts so far, this one included.
    pub tries: u32,
    /// A delta has reached the sink: trying again would show text twice.
    pub delivered: bool,
    /// The server said that trying again is useless.
    pub told_not_to: bool,
    /// 0.0 .. 1.0, so that many clients do not come back at the same moment.
    pub jitter: f64,
}

/// How long to wait before the next try; `None` gives up.
#[must_use]
pub fn wait(attempt: &Attempt<'_>, policy: &Retry) -> Option<Duration> {
    let error = attempt.error;
    if attempt.delivered || attempt.told_not_to || attempt.tries >= tries(error, policy) {
        return None;
    }
    if let Some(asked) = error.retry_after {
        return (asked <= policy.retry_after_max).then_some(asked);
    }
    let doubled = policy.base.saturating_mul(1 << (attempt.tries.saturating_sub(1)).min(16));
    // Half of the wait is fixed, half is luck.
    Some(doubled.min(policy.max).mul_f64(0.5 + 0.5 * attempt.jitter.clamp(0.0, 1.0)))
}

/// How often a failure of this kind may be tried in all.
fn tries(error: &LlmError, policy: &Retry) -> u32 {
    match error.code {
        ErrorCode::Unreachable
        | ErrorCode::ConnectionLost
        | ErrorCode::Truncated
        | ErrorCode::RateLimited
        | ErrorCode::Server => match error.status {
            // A conflict either passes at once or stays.
            Some(409) => policy.tries.min(2),
            _ => policy.tries,
        },
        // A time that ran out here was long already; one that ran out there is like a broken connection.
        ErrorCode::Timeout if matches!(error.status, Some(408 | 504)) => policy.tries,
        ErrorCode::Timeout
        | ErrorCode::Cancelled
        | ErrorCode::TooLarge
        | ErrorCode::Key
        | ErrorCode::Billing
        | ErrorCode::NotFound
        | ErrorCode::ContextTooLong
        | ErrorCode::ImagesRefused
        | ErrorCode::InvalidRequest
        | ErrorCode::Malformed
        | ErrorCode::Internal => 1,
    }
}

#[cfg(test)]
#[path = "retry_tests.rs"]
mod tests;
