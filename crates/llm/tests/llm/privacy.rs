//! No key and no image in what a failure says.

use crate::{
    server::{Act, Server},
    support::{Shown, asks, call, image, result, user},
};
use fuseforks_llm::{
    Backend, Endpoint, ErrorCode, HttpBackend, Limits, LlmError, Secret, Wire, canonical::Request,
};
use tokio_util::sync::CancellationToken;

async fn fail(url: &str, key: &str, request: &Request) -> LlmError {
    let wire = Wire::find("openai-compat").unwrap();
    let endpoint = Endpoint::new(wire, url).with_key(Some(Secret::new(key)));
    let backend = HttpBackend::new(endpoint, Limits::default()).unwrap();
    let shown = format!("{backend:?}");
    assert!(!shown.contains("test-123") && !shown.contains("hush"), "{shown}");
    backend.call(request, &mut Shown::default(), &CancellationToken::new()).await.unwrap_err()
}

fn text() -> Request {
    Request { model: "m".into(), messages: vec![user("hi")], ..Request::default() }
}

#[tokio::test]
async fn a_key_that_no_header_takes_is_an_error_before_any_request() {
    for key in ["sk-test-123\n", "sk-test-123é", "sk test-123", ""] {
        let server = Server::start(vec![Act::Answer(200, String::new(), String::new())]).await;
        let error = fail(&server.url, key, &text()).await;
        assert_eq!((error.code, error.attempts), (ErrorCode::Key, 0), "{key:?}");
        assert!(server.seen().is_empty(), "{key:?}");
        assert!(!format!("{error:?}").contains("test-123"));
    }
}

#[tokio::test]
async fn a_server_that_repeats_the_key_does_not_spread_it() {
    let body = r#"{"error":{"message":"Incorrect API key provided: sk-test-123.","code":"bad-sk-test-123","type":"t"},"request_id":"sk-test-123"}"#;
    let server = Server::start(vec![Act::Answer(401, "x-request-id: id-1\r\n".into(), body.into())]).await;
    let error = fail(&server.url, "sk-test-123", &text()).await;
    assert_eq!(error.code, ErrorCode::Key);
    let all = format!("{error:?} {error}");
    assert!(!all.contains("sk-test-123"), "{all}");
    assert!(error.excerpt.contains("Incorrect API key provided"), "{}", error.excerpt);
    // The same inside a stream.
    let stream = format!("data: {body}\n\n");
    let server = Server::start(vec![Act::Answer(200, String::new(), stream)]).await;
    let all = format!("{:?}", fail(&server.url, "sk-test-123", &text()).await);
    assert!(!all.contains("sk-test-123"), "{all}");
}

#[tokio::test]
async fn a_token_in_the_base_url_is_not_shown() {
    let error = fail("http://user:hush@127.0.0.1:1/v1?token=hush", "sk-test-123", &text()).await;
    assert_eq!(error.code, ErrorCode::Unreachable);
    assert!(!format!("{error:?}").contains("hush"), "{error:?}");
}

#[tokio::test]
async fn a_server_that_repeats_the_image_does_not_spread_it() {
    let shown = image("red.jpg");
    let body = format!("{{\"error\":{{\"message\":\"bad: data:image/jpeg;base64,{}\"}}}}", shown.base64());
    let server = Server::start(vec![Act::Answer(400, String::new(), body)]).await;
    let messages =
        vec![user("hi"), asks(&[call("1", "t")]), result("1", "t", "r", std::slice::from_ref(&shown))];
    let request = Request { model: "m".into(), messages, ..Request::default() };
    let error = fail(&server.url, "sk-test-123", &request).await;
    assert_eq!(error.code, ErrorCode::ImagesRefused);
    for start in (0..shown.base64().len() - 32).step_by(16) {
        assert!(!error.excerpt.contains(&shown.base64()[start..start + 32]), "{}", error.excerpt);
    }
    assert!(!format!("{request:?}").contains(&shown.base64()[..32]), "Debug shows no bytes");
}
