use super::*;

fn check(status: impl Into<Option<u16>>, body: &str, code: ErrorCode, vendor: Option<&str>, excerpt: &str) {
    let error = Fault::read(body.as_bytes()).into_error(status.into(), false, None);
    assert_eq!(error.code, code, "{body}");
    assert_eq!(error.vendor_code.as_deref(), vendor, "{body}");
    assert_eq!(error.excerpt, excerpt, "{body}");
}

#[test]
fn every_form_of_body_is_read() {
    use ErrorCode::*;
    check(
        400,
        r#"{"type":"error","error":{"type":"invalid_request_error","message":"bad"},"request_id":"req_1"}"#,
        InvalidRequest,
        Some("invalid_request_error"),
        "bad",
    );
    check(
        400,
        r#"{"error":{"message":"Unknown field","type":"invalid_request_error","param":"x","code":"unknown_parameter"}}"#,
        InvalidRequest,
        Some("unknown_parameter"),
        "Unknown field",
    );
    check(404, r#"{"error":"model 'qwen' not found"}"#, NotFound, None, "model 'qwen' not found");
    check(422, r#"{"detail":"no"}"#, InvalidRequest, None, "no");
    check(500, r#"{"message":"boom"}"#, Server, None, "boom");
    check(
        400,
        r#"[{"error":{"code":400,"message":"m","status":"INVALID_ARGUMENT"}}]"#,
        InvalidRequest,
        Some("INVALID_ARGUMENT"),
        "m",
    );
    check(502, "<html>Bad Gateway</html>", Server, None, "<html>Bad Gateway</html>");
    check(500, "", Server, None, "");
    check(422, r#"{"detail":[{"loc":["body"]}]}"#, InvalidRequest, None, r#"{"detail":[{"loc":["body"]}]}"#);
}

#[test]
fn kinds_follow_status_and_code() {
    use ErrorCode::*;
    let e = |code: &str, message: &str| format!(r#"{{"error":{{"code":"{code}","message":"{message}"}}}}"#);
    for (status, body, expected) in [
        (401, e("", "x"), Key),
        (403, e("", "x"), Key),
        (400, e("API_KEY_INVALID", "x"), Key),
        (400, e("", "API key not valid. Please pass a valid API key."), Key),
        (402, e("", "x"), Billing),
        (429, e("insufficient_quota", "x"), Billing),
        (429, e("rate_limit_exceeded", "x"), RateLimited),
        (400, e("", "Your credit balance is too low"), Billing),
        (400, e("", "You have reached your specified workspace spend limit"), Billing),
        (400, e("", "prompt is too long: 2 tokens > 1 maximum"), ContextTooLong),
        (400, e("context_length_exceeded", "x"), ContextTooLong),
        (413, e("", "x"), ContextTooLong),
        (408, e("", "x"), Timeout),
        (409, e("", "x"), Server),
        (404, e("", "x"), NotFound),
        (301, e("", "x"), NotFound),
        (410, e("", "x"), InvalidRequest),
        (529, e("", "x"), Server),
        (503, e("", "x"), Server),
        (429, e("", "x"), RateLimited),
    ] {
        assert_eq!(
            Fault::read(body.as_bytes()).into_error(Some(status), false, None).code,
            expected,
            "{status} {body}"
        );
    }
}

#[test]
fn a_failure_inside_a_stream_has_only_its_words() {
    use ErrorCode::*;
    check(
        None,
        r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
        Server,
        Some("overloaded_error"),
        "Overloaded",
    );
    check(
        None,
        r#"{"type":"error","error":{"type":"rate_limit_error","message":"slow"}}"#,
        RateLimited,
        Some("rate_limit_error"),
        "slow",
    );
    check(
        None,
        r#"{"error":{"type":"invalid_request_error","message":"bad"}}"#,
        InvalidRequest,
        Some("invalid_request_error"),
        "bad",
    );
    check(
        None,
        r#"{"error":{"code":503,"message":"busy","status":"UNAVAILABLE"}}"#,
        Server,
        Some("UNAVAILABLE"),
        "busy",
    );
    check(None, r#"{"error":{"code":429,"message":"slow"}}"#, RateLimited, None, "slow");
    check(
        None,
        r#"{"type":"error","code":"server_error","message":"m","param":null}"#,
        Server,
        Some("server_error"),
        "m",
    );
    check(None, r#"{"error":"runner crashed"}"#, Server, None, "runner crashed");
}

#[test]
fn spend_limits_are_told_from_rate_limits() {
    let body = r#"{"type":"error","error":{"type":"rate_limit_error","message":"m","details":{"error_code":"enforced_spend_limit_reached"}}}"#;
    let error = Fault::read(body.as_bytes()).into_error(Some(429), false, None);
    assert_eq!(
        (error.code, error.vendor_code.as_deref()),
        (ErrorCode::Billing, Some("enforced_spend_limit_reached"))
    );
}

#[test]
fn gemini_says_its_wait_in_the_body() {
    let body = r#"{"error":{"code":429,"message":"quota","status":"RESOURCE_EXHAUSTED","details":[
        {"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"GenerateRequestsPerMinutePerProject"}]},
        {"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.5s"}]}}"#;
    let error = Fault::read(body.as_bytes()).into_error(Some(429), false, None);
    assert_eq!((error.code, error.retry_after), (ErrorCode::RateLimited, Some(Duration::from_millis(34500))));
    let error =
        Fault::read(body.replace("PerMinute", "PerDay").as_bytes()).into_error(Some(429), false, None);
    assert_eq!(error.code, ErrorCode::Billing, "a daily quota is not waited for");
}

#[test]
fn the_request_id_and_the_masked_key() {
    let key = Secret::new("sk-test-123");
    let body =
        r#"{"error":{"message":"wrong key sk-test-123","type":"authentication_error"},"request_id":"req_9"}"#;
    let error = Fault::read(body.as_bytes()).into_error(Some(401), false, Some(&key));
    assert_eq!(error.request_id.as_deref(), Some("req_9"));
    assert!(!format!("{error:?} {error}").contains("sk-test"), "{error:?}");
}

#[test]
fn an_image_refusal_needs_images() {
    let fault = Fault::read(b"invalid request");
    assert_eq!(fault.clone().into_error(Some(400), true, None).code, ErrorCode::ImagesRefused);
    assert_eq!(fault.into_error(Some(400), false, None).code, ErrorCode::InvalidRequest);
}
