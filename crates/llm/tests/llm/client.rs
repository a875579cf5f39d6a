//! The HTTP client: what is sent, tries, limits, stopping.

use crate::{
    server::{Act, End, Server},
    support::{Shown, asks, call, image, result, user},
};
use fuseforks_llm::{
    Backend, Endpoint, ErrorCode, HttpBackend, Limits, LlmError, Reply, Retry, Secret, Wire,
    canonical::Request,
};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

const HELLO: &str = "data: {\"choices\":[{\"delta\":{\"content\":\"hello\"}}]}\n\n";
const STOP: &str = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

/// Limits a hundred times shorter than the product's.
fn quick() -> Limits {
    Limits {
        connect: Duration::from_millis(500),
        first_byte: Duration::from_secs(2),
        first_byte_loopback: Duration::from_millis(400),
        silence: Duration::from_millis(400),
        answer: Duration::from_secs(3),
        retry: Retry { base: Duration::from_millis(20), ..Retry::default() },
        ..Limits::default()
    }
}

fn ok() -> Act {
    Act::Stream(vec![(0, HELLO.into()), (0, STOP.into())], End::Well)
}

fn status(status: u16, body: &str) -> Act {
    Act::Answer(status, String::new(), body.into())
}

fn text() -> Request {
    Request { model: "m".into(), messages: vec![user("hi")], ..Request::default() }
}

fn with_image() -> Request {
    let messages =
        vec![user("hi"), asks(&[call("1", "cam__shot")]), result("1", "cam__shot", "r", &[image("red.jpg")])];
    Request { model: "m".into(), messages, ..Request::default() }
}

fn backend(server: &Server, limits: Limits) -> HttpBackend {
    let wire = Wire::find("openai-compat").unwrap();
    let endpoint =
        Endpoint::new(wire, format!("{}/v1", server.url)).with_key(Some(Secret::new("sk-test-123")));
    HttpBackend::new(endpoint, limits).unwrap()
}

async fn run(server: &Server, request: &Request, limits: Limits) -> (Result<Reply, LlmError>, Shown) {
    let mut shown = Shown::default();
    let result = backend(server, limits).call(request, &mut shown, &CancellationToken::new()).await;
    (result, shown)
}

async fn fails(script: Vec<Act>, request: &Request) -> (LlmError, usize) {
    let server = Server::start(script).await;
    let error = run(&server, request, quick()).await.0.expect_err("a failure");
    let requests = server.seen().len();
    (error, requests)
}

#[tokio::test]
async fn an_answer_streams_in() {
    let server = Server::start(vec![ok()]).await;
    let (reply, shown) = run(&server, &text(), quick()).await;
    let reply = reply.unwrap();
    assert_eq!((reply.text.as_str(), shown.text.as_str()), ("hello", "hello"));
    assert_eq!(reply.request_id.as_deref(), Some("req-7"));
    let seen = server.seen();
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].line(), "POST /v1/chat/completions HTTP/1.1");
    assert_eq!(seen[0].header("authorization"), Some("Bearer sk-test-123"));
    assert_eq!(seen[0].header("content-type"), Some("application/json"));
    assert!(seen[0].body.starts_with("{\"model\":\"m\""), "{}", seen[0].body);
}

#[tokio::test]
async fn every_wire_has_its_path_and_its_key_header() {
    for (wire, base, line, header, value) in [
        ("anthropic", "/v1", "POST /v1/messages", "x-api-key", "k-1"),
        ("anthropic", "", "POST /v1/messages", "anthropic-version", "2023-06-01"),
        ("openai-compat", "/api/v3/", "POST /api/v3/chat/completions", "authorization", "Bearer k-1"),
        ("openai-compat", "", "POST /chat/completions", "authorization", "Bearer k-1"),
        (
            "gemini",
            "/v1beta",
            "POST /v1beta/models/m%2F1:streamGenerateContent?alt=sse",
            "x-goog-api-key",
            "k-1",
        ),
        ("gemini", "", "POST /v1beta/models/m%2F1:streamGenerateContent?alt=sse", "x-goog-api-key", "k-1"),
        ("openai-responses", "/v1", "POST /v1/responses", "authorization", "Bearer k-1"),
        ("perplexity-responses", "/v1", "POST /v1/responses", "authorization", "Bearer k-1"),
        ("ollama", "", "POST /api/chat", "authorization", "Bearer k-1"),
        ("ollama", "/v1", "POST /api/chat", "authorization", "Bearer k-1"),
    ] {
        let server = Server::start(vec![status(400, "no")]).await;
        let endpoint = Endpoint::new(Wire::find(wire).unwrap(), format!("{}{base}", server.url))
            .with_key(Some(Secret::new("k-1")));
        let request = Request { model: "m/1".into(), ..text() };
        let backend = HttpBackend::new(endpoint, quick()).unwrap();
        assert_eq!(backend.wire(), wire);
        let error =
            backend.call(&request, &mut Shown::default(), &CancellationToken::new()).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidRequest, "{wire}");
        let seen = server.seen();
        assert_eq!(seen[0].line(), format!("{line} HTTP/1.1"), "{wire} {base}");
        assert_eq!(seen[0].header(header), Some(value), "{wire} {base}");
        assert!(!seen[0].line().contains("k-1"), "no key in a URL");
    }
}

#[tokio::test]
async fn without_a_key_no_key_header_is_sent() {
    for wire in Wire::all() {
        let server = Server::start(vec![status(400, "no")]).await;
        let backend = HttpBackend::new(Endpoint::new(wire, &server.url), quick()).unwrap();
        let _ = backend.call(&text(), &mut Shown::default(), &CancellationToken::new()).await;
        for name in ["authorization", "x-api-key", "x-goog-api-key"] {
            assert_eq!(server.seen()[0].header(name), None, "{wire:?}");
        }
    }
}

#[tokio::test]
async fn passing_failures_are_tried_three_times() {
    let server = Server::start(vec![status(529, "busy"), status(503, "busy"), ok()]).await;
    assert_eq!(run(&server, &text(), quick()).await.0.unwrap().text, "hello");
    let bodies: Vec<_> = server.seen().into_iter().map(|seen| seen.body).collect();
    assert_eq!(bodies.len(), 3);
    assert!(bodies.iter().all(|body| *body == bodies[0]), "the same request");
    for (act, code) in [
        (status(500, "x"), ErrorCode::Server),
        (status(429, "x"), ErrorCode::RateLimited),
        (status(408, "x"), ErrorCode::Timeout),
    ] {
        let (error, requests) = fails(vec![act], &text()).await;
        assert_eq!((error.code, error.attempts, requests), (code, 3, 3));
    }
}

#[tokio::test]
async fn what_sending_again_cannot_mend_is_sent_once() {
    let quota = r#"{"error":{"code":"insufficient_quota","message":"m"}}"#;
    for (act, code) in [
        (status(400, "bad"), ErrorCode::InvalidRequest),
        (status(401, "no"), ErrorCode::Key),
        (status(404, "no"), ErrorCode::NotFound),
        (status(429, quota), ErrorCode::Billing),
        (Act::Answer(503, "x-should-retry: false\r\n".into(), "x".into()), ErrorCode::Server),
        (Act::Answer(429, "retry-after: 121\r\n".into(), "x".into()), ErrorCode::RateLimited),
    ] {
        let start = Instant::now();
        let (error, requests) = fails(vec![act.clone()], &text()).await;
        assert_eq!((error.code, error.attempts, requests), (code, 1, 1), "{act:?}");
        assert!(start.elapsed() < Duration::from_secs(1), "no waiting");
    }
}

#[tokio::test]
async fn the_servers_own_wait_is_kept() {
    let headers = [
        "retry-after-ms: 300\r\n",
        "retry-after: 1\r\n",
        "date: Mon, 30 Nov 2026 21:14:00 GMT\r\nretry-after: Mon, 30 Nov 2026 21:14:01 GMT\r\n",
    ];
    for header in headers {
        let server = Server::start(vec![Act::Answer(429, header.into(), "slow".into()), ok()]).await;
        let start = Instant::now();
        assert!(run(&server, &text(), quick()).await.0.is_ok(), "{header}");
        let waited = start.elapsed();
        let least = Duration::from_millis(if header.contains("ms") { 300 } else { 1000 });
        assert!(waited >= least && waited < least + Duration::from_millis(800), "{header}: {waited:?}");
    }
}

#[tokio::test]
async fn broken_connections_are_tried_again_and_never_taken_for_a_refusal() {
    let (error, _) = fails(vec![Act::Close], &with_image()).await;
    assert_eq!((error.code, error.attempts), (ErrorCode::ConnectionLost, 3));
    let cut = Act::Stream(vec![(0, ": hello\n\n".into())], End::Broken);
    let server = Server::start(vec![Act::Close, cut, ok()]).await;
    assert_eq!(run(&server, &with_image(), quick()).await.0.unwrap().text, "hello");
    let images: Vec<_> =
        server.seen().iter().map(|seen| seen.body.matches(image("red.jpg").base64()).count()).collect();
    assert_eq!(images, [1, 1], "the images stay");
}

#[tokio::test]
async fn nobody_there_is_unreachable() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let endpoint = Endpoint::new(Wire::find("ollama").unwrap(), url);
    let backend = HttpBackend::new(endpoint, quick()).unwrap();
    let error = backend.call(&text(), &mut Shown::default(), &CancellationToken::new()).await.unwrap_err();
    assert_eq!((error.code, error.attempts), (ErrorCode::Unreachable, 3));
    assert!(error.excerpt.contains("refused"), "{}", error.excerpt);
}

#[tokio::test]
async fn nothing_is_sent_again_after_output() {
    for end in [End::Broken, End::Well] {
        let act = Act::Stream(vec![(0, HELLO.into())], end);
        let server = Server::start(vec![act, ok()]).await;
        let (result, shown) = run(&server, &text(), quick()).await;
        let error = result.unwrap_err();
        let code = if matches!(end, End::Well) { ErrorCode::Truncated } else { ErrorCode::ConnectionLost };
        assert_eq!((error.code, error.attempts), (code, 1));
        assert_eq!(error.partial.unwrap().text, "hello");
        assert_eq!((shown.text.as_str(), server.seen().len()), ("hello", 1));
    }
}

#[tokio::test]
async fn a_failure_inside_a_stream_before_any_output_is_tried_again() {
    let overloaded = "data: {\"error\":{\"type\":\"overloaded_error\",\"message\":\"m\"}}\n\n";
    let usage = "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":0}}\n\n";
    let act = Act::Stream(vec![(0, usage.into()), (0, overloaded.into())], End::Well);
    let server = Server::start(vec![act, ok()]).await;
    let reply = run(&server, &text(), quick()).await.0.unwrap();
    assert_eq!(reply.text, "hello");
    assert_eq!(reply.usage.uncached, 7, "what the failed attempt cost is counted");
}

#[tokio::test]
async fn image_refusals_are_named_and_sent_once() {
    let text_404 = r#"{"error":{"message":"No endpoints found that support image input"}}"#;
    for (act, code) in [
        (status(400, r#"{"error":{"message":"invalid tool message"}}"#), ErrorCode::ImagesRefused),
        (status(400, r#"{"error":{"code":"invalid_union","param":"input"}}"#), ErrorCode::ImagesRefused),
        (status(404, text_404), ErrorCode::ImagesRefused),
        (status(500, "image input is not supported - hint: mmproj"), ErrorCode::ImagesRefused),
        (status(413, ""), ErrorCode::ImagesRefused),
        (status(404, "model \"m\" not found"), ErrorCode::NotFound),
        (status(400, "prompt is too long"), ErrorCode::ContextTooLong),
    ] {
        let (error, requests) = fails(vec![act.clone()], &with_image()).await;
        assert_eq!((error.code, requests), (code, 1), "{act:?}");
        let (error, _) = fails(vec![act.clone()], &text()).await;
        assert_ne!(error.code, ErrorCode::ImagesRefused, "{act:?} without images");
    }
}

#[tokio::test]
async fn each_limit_ends_the_call() {
    let crawl: Vec<_> = (0..40).map(|_| (150, HELLO.to_owned())).collect();
    for (act, expected) in [
        (Act::Silence(5000), "first byte"),
        (Act::Stream(vec![], End::Open), "first byte of the body"),
        (Act::Stream(vec![(0, HELLO.into())], End::Open), "silence"),
        (Act::Stream(crawl, End::Well), "whole answer"),
    ] {
        let server = Server::start(vec![act]).await;
        let start = Instant::now();
        let error = run(&server, &text(), quick()).await.0.expect_err(expected);
        assert_eq!((error.code, error.attempts), (ErrorCode::Timeout, 1), "{expected}");
        assert!(start.elapsed() < Duration::from_millis(3800), "{expected}: {:?}", start.elapsed());
        assert_eq!(error.partial.is_some(), expected == "silence" || expected == "whole answer");
    }
}

#[tokio::test]
async fn an_answer_over_its_size_ends_the_call() {
    let pieces = (0..50).map(|_| (0, HELLO.to_owned())).collect();
    let server = Server::start(vec![Act::Stream(pieces, End::Well)]).await;
    let limits = Limits { answer_bytes: 1000, ..quick() };
    let error = run(&server, &text(), limits).await.0.unwrap_err();
    assert_eq!((error.code, error.attempts), (ErrorCode::TooLarge, 1));
    assert!(error.partial.unwrap().text.starts_with("hello"));
}

#[tokio::test]
async fn an_endless_error_body_is_cut() {
    let server = Server::start(vec![status(400, &"x".repeat(1 << 20))]).await;
    let error = run(&server, &text(), quick()).await.0.unwrap_err();
    assert!(error.excerpt.len() <= 2000, "{}", error.excerpt.len());
}

#[tokio::test]
async fn a_server_that_stays_open_after_the_end_mark_is_not_waited_for() {
    let act = Act::Stream(vec![(0, HELLO.into()), (0, STOP.into())], End::Open);
    let server = Server::start(vec![act]).await;
    let start = Instant::now();
    assert!(run(&server, &text(), quick()).await.0.is_ok());
    assert!(start.elapsed() < Duration::from_millis(350), "{:?}", start.elapsed());
}

#[tokio::test]
async fn stop_ends_the_call_at_once_wherever_it_is() {
    let limits = Limits {
        first_byte_loopback: Duration::from_secs(60),
        silence: Duration::from_secs(60),
        ..Limits::default()
    };
    let retry_later = Act::Answer(429, "retry-after: 60\r\n".into(), "slow".into());
    for (act, name, text_so_far) in [
        (Act::Silence(30_000), "before the first byte", false),
        (Act::Stream(vec![(0, HELLO.into())], End::Open), "inside the answer", true),
        (retry_later, "between two tries", false),
    ] {
        let server = Server::start(vec![act]).await;
        let cancel = CancellationToken::new();
        let stop = cancel.clone();
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(300)).await;
            stop.cancel();
        });
        let start = Instant::now();
        let mut shown = Shown::default();
        let error = backend(&server, limits).call(&text(), &mut shown, &cancel).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::Cancelled, "{name}");
        assert!(start.elapsed() < Duration::from_millis(900), "{name}: {:?}", start.elapsed());
        assert_eq!(error.partial.is_some_and(|partial| partial.text == "hello"), text_so_far, "{name}");
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(server.seen().len(), 1, "{name}: nothing is sent after Stop");
        let dropped = *server.dropped.lock().unwrap();
        assert_eq!(dropped, u32::from(name != "between two tries"), "{name}: the connection is closed");
    }
}

#[tokio::test]
async fn a_call_that_was_stopped_before_it_began_sends_nothing() {
    let server = Server::start(vec![ok()]).await;
    let cancel = CancellationToken::new();
    cancel.cancel();
    let error = backend(&server, quick()).call(&text(), &mut Shown::default(), &cancel).await.unwrap_err();
    assert_eq!((error.code, error.attempts), (ErrorCode::Cancelled, 0));
    assert!(server.seen().is_empty());
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let other = Server::start(vec![ok()]).await;
    let act = Act::Answer(307, format!("location: {}/v1/chat/completions\r\n", other.url), String::new());
    let (error, requests) = fails(vec![act], &text()).await;
    assert_eq!((error.code, error.status, requests), (ErrorCode::NotFound, Some(307), 1));
    assert!(other.seen().is_empty(), "the key stays with its origin");
}

#[tokio::test]
async fn a_base_url_that_is_none_is_an_error_before_any_request() {
    for base in ["", "localhost:11434", "ftp://x", "http://", "not a url"] {
        let endpoint = Endpoint::new(Wire::find("ollama").unwrap(), base);
        let backend = HttpBackend::new(endpoint, quick()).unwrap();
        let error =
            backend.call(&text(), &mut Shown::default(), &CancellationToken::new()).await.unwrap_err();
        assert_eq!((error.code, error.attempts), (ErrorCode::NotFound, 0), "{base:?}");
    }
}

#[tokio::test]
async fn tls_is_set_up_and_a_server_without_it_is_unreachable() {
    let server = Server::start(vec![Act::Close]).await;
    let url = server.url.replace("http:", "https:");
    let endpoint = Endpoint::new(Wire::find("anthropic").unwrap(), url);
    let backend = HttpBackend::new(endpoint, quick()).unwrap();
    let error = backend.call(&text(), &mut Shown::default(), &CancellationToken::new()).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Unreachable, "{error:?}");
}

/// Runs the next test in a process of its own, whose environment names a proxy that does not exist.
#[test]
fn no_proxy_ever_serves_this_machine() {
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "client::an_answer_streams_in"])
        .envs(["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"].map(|name| (name, "http://127.0.0.1:9")))
        .env_remove("NO_PROXY")
        .env_remove("no_proxy")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}
