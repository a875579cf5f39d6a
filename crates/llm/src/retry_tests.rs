use super::*;

fn error(code: ErrorCode, status: Option<u16>, after: Option<u64>) -> LlmError {
    LlmError { status, retry_after: after.map(Duration::from_secs), ..LlmError::new(code) }
}

fn waits(error: &LlmError, tries: u32) -> Option<Duration> {
    let attempt = Attempt { error, tries, delivered: false, told_not_to: false, jitter: 1.0 };
    wait(&attempt, &Retry::default())
}

#[test]
fn three_tries_with_a_doubling_wait() {
    let error = error(ErrorCode::Server, Some(529), None);
    assert_eq!(waits(&error, 1), Some(Duration::from_millis(500)));
    assert_eq!(waits(&error, 2), Some(Duration::from_secs(1)));
    assert_eq!(waits(&error, 3), None);
}

#[test]
fn luck_takes_at_most_half_off() {
    let error = error(ErrorCode::ConnectionLost, None, None);
    let attempt = Attempt { error: &error, tries: 1, delivered: false, told_not_to: false, jitter: 0.0 };
    assert_eq!(wait(&attempt, &Retry::default()), Some(Duration::from_millis(250)));
}

#[test]
fn the_wait_is_bounded() {
    let error = error(ErrorCode::Server, Some(500), None);
    let policy = Retry { tries: 40, ..Retry::default() };
    let attempt = Attempt { error: &error, tries: 39, delivered: false, told_not_to: false, jitter: 1.0 };
    assert_eq!(wait(&attempt, &policy), Some(Duration::from_secs(8)));
}

#[test]
fn what_the_server_asks_is_done_up_to_120_seconds() {
    assert_eq!(waits(&error(ErrorCode::RateLimited, Some(429), Some(7)), 1), Some(Duration::from_secs(7)));
    assert_eq!(
        waits(&error(ErrorCode::RateLimited, Some(429), Some(120)), 1),
        Some(Duration::from_secs(120))
    );
    assert_eq!(waits(&error(ErrorCode::RateLimited, Some(429), Some(121)), 1), None);
    assert_eq!(waits(&error(ErrorCode::Server, Some(503), Some(0)), 1), Some(Duration::ZERO));
}

#[test]
fn nothing_is_tried_again_after_output_or_against_the_servers_word() {
    let error = error(ErrorCode::Server, Some(500), None);
    let attempt = Attempt { error: &error, tries: 1, delivered: false, told_not_to: false, jitter: 1.0 };
    let policy = Retry::default();
    assert!(wait(&attempt, &policy).is_some());
    assert_eq!(wait(&Attempt { delivered: true, ..attempt }, &policy), None);
    assert_eq!(wait(&Attempt { told_not_to: true, ..attempt }, &policy), None);
}

#[test]
fn what_sending_again_cannot_mend_is_sent_once() {
    for (code, status) in [
        (ErrorCode::InvalidRequest, Some(400)),
        (ErrorCode::ImagesRefused, Some(400)),
        (ErrorCode::ImagesRefused, Some(500)),
        (ErrorCode::Billing, Some(429)),
        (ErrorCode::Key, Some(401)),
        (ErrorCode::NotFound, Some(404)),
        (ErrorCode::ContextTooLong, Some(400)),
        (ErrorCode::Cancelled, None),
        (ErrorCode::Timeout, None),
        (ErrorCode::TooLarge, None),
        (ErrorCode::Malformed, None),
    ] {
        assert_eq!(waits(&error(code, status, None), 1), None, "{code:?}");
    }
    for (code, status) in [
        (ErrorCode::Timeout, Some(408)),
        (ErrorCode::RateLimited, Some(429)),
        (ErrorCode::Unreachable, None),
        (ErrorCode::Truncated, None),
    ] {
        assert!(waits(&error(code, status, None), 2).is_some(), "{code:?}");
    }
    assert!(waits(&error(ErrorCode::Server, Some(409), None), 1).is_some());
    assert!(waits(&error(ErrorCode::Server, Some(409), None), 2).is_none(), "a conflict once");
}
