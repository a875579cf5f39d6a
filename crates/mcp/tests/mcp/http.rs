//! Both eras over HTTP, and every way a server says which one it is.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use fuseforks_mcp::{
    BadField, ConnectError, Era, Limits, Unreachable,
    config::ServerEntry,
    result::{Audience, Block},
};
use serde_json::json;

use crate::support::{
    Discover, Mock, MockEra, Reply, Session, call, connect, connect_as, expanded, http_entry, limits, text,
    words,
};

#[tokio::test]
async fn a_tool_is_called_in_both_eras_with_json_and_with_event_answers() {
    for era in [MockEra::Legacy, MockEra::Modern] {
        for events in [false, true] {
            for session in [Session::Yes, Session::No] {
                let mut mock = Mock::builder(era).session(session);
                if events {
                    mock = mock.events();
                }
                let mock = mock.start();
                let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
                let expected = if era == MockEra::Legacy { Era::Legacy } else { Era::Modern };
                assert_eq!(server.era(), Some(expected));
                assert_eq!(server.info().unwrap().name, "mock");
                assert_eq!(server.tools().len(), 1);
                assert_eq!(words(&call(&server, "look").await.unwrap()), "ran look");
                server.close().await;
            }
        }
    }
}

#[tokio::test]
async fn every_way_a_legacy_server_turns_the_probe_down_leads_to_the_handshake() {
    let fast = Limits { probe: Duration::from_millis(300), ..limits() };
    for discover in [
        Discover::Status,
        Discover::Error,
        Discover::Empty,
        Discover::Page,
        Discover::Broken,
        Discover::Silent,
    ] {
        let mock = Mock::builder(MockEra::Legacy).discover(discover).start();
        let server =
            connect(&http_entry(&mock.url), &fast).await.unwrap_or_else(|e| panic!("{discover:?} {e}"));
        assert_eq!(server.era(), Some(Era::Legacy), "{discover:?}");
        assert_eq!(words(&call(&server, "look").await.unwrap()), "ran look", "{discover:?}");
    }
}

#[tokio::test]
async fn a_known_era_is_not_probed_and_a_wrong_memory_is_corrected() {
    let legacy = Mock::builder(MockEra::Legacy).start();
    let server = connect_as(&http_entry(&legacy.url), &limits(), Some(Era::Legacy)).await.unwrap();
    assert_eq!((server.era(), legacy.count("server/discover")), (Some(Era::Legacy), 0));
    let server = connect_as(&http_entry(&legacy.url), &limits(), Some(Era::Modern)).await.unwrap();
    assert_eq!(server.era(), Some(Era::Legacy));

    let modern = Mock::builder(MockEra::Modern).start();
    let server = connect_as(&http_entry(&modern.url), &limits(), Some(Era::Legacy)).await.unwrap();
    assert_eq!(server.era(), Some(Era::Modern));
}

#[tokio::test]
async fn the_handshake_names_a_revision_that_has_one() {
    let mock = Mock::builder(MockEra::Legacy).start();
    connect(&http_entry(&mock.url), &limits()).await.unwrap();
    let asked = &mock.seen("initialize")[0]["params"];
    assert_eq!(asked["protocolVersion"], "2025-11-25");
    assert_eq!(asked["clientInfo"]["name"], "fuseforks");
    assert!(asked["capabilities"].get("sampling").is_none());
    assert!(asked["capabilities"].get("roots").is_none());
    assert!(asked["capabilities"]["elicitation"]["form"].is_object());
    assert!(asked["capabilities"]["elicitation"]["url"].is_object());
}

#[tokio::test]
async fn a_session_is_ended_when_its_owner_leaves() {
    let mock = Mock::builder(MockEra::Legacy).start();
    let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
    server.close().await;
    assert!(mock.inner.methods.lock().unwrap().contains(&"DELETE".to_owned()));
}

#[tokio::test]
async fn configured_headers_are_sent_and_the_protocols_own_are_left_alone() {
    let mock = Mock::builder(MockEra::Legacy).start();
    let headers = BTreeMap::from([
        ("Authorization".to_owned(), "Bearer sk-test-123".to_owned()),
        ("Accept".to_owned(), "text/plain".to_owned()),
        ("Mcp-Session-Id".to_owned(), "forged".to_owned()),
        ("X-Team".to_owned(), "blue".to_owned()),
    ]);
    let entry = expanded(ServerEntry::http("nik", &mock.url, headers));
    let server = connect(&entry, &limits()).await.unwrap();
    call(&server, "look").await.unwrap();
    let seen = mock.inner.headers.lock().unwrap().clone();
    assert!(seen.iter().all(|headers| headers["authorization"] == "Bearer sk-test-123"));
    assert!(seen.iter().all(|headers| headers["x-team"] == "blue"));
    assert!(seen.iter().all(|headers| headers["accept"].contains("text/event-stream")));
    assert!(seen.iter().all(|headers| headers.get("mcp-session-id").is_none_or(|id| id != "forged")));
}

#[tokio::test]
async fn an_entry_that_cannot_be_used_is_refused_before_any_request() {
    let bad = |url: &str, headers: &[(&str, &str)]| {
        let headers = headers.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        expanded(ServerEntry::http("nik", url, headers))
    };
    let cases = [
        (bad("ftp://127.0.0.1/mcp", &[]), BadField::Url),
        (bad("not a url", &[]), BadField::Url),
        (bad("http://127.0.0.1:9/mcp", &[("X-Key", "a\nb")]), BadField::Header("X-Key".to_owned())),
        (bad("http://127.0.0.1:9/mcp", &[("X Key", "a")]), BadField::Header("X Key".to_owned())),
    ];
    for (entry, field) in cases {
        assert_eq!(connect(&entry, &limits()).await.unwrap_err(), ConnectError::BadConfig { field });
    }
    let template = ServerEntry::http("nik", "http://127.0.0.1:9/${PATH_PART}", BTreeMap::new());
    assert_eq!(
        connect(&template, &limits()).await.unwrap_err(),
        ConnectError::VariableUnset { name: "PATH_PART".to_owned() }
    );
}

#[tokio::test]
async fn nothing_there_and_nothing_said_are_two_facts_in_time() {
    let start = Instant::now();
    let error = connect(&http_entry("http://127.0.0.1:9/mcp"), &limits()).await.unwrap_err();
    assert_eq!(error, ConnectError::Unreachable { kind: Unreachable::Refused });
    let error = connect(&http_entry("http://no-such-host.invalid/mcp"), &limits()).await.unwrap_err();
    assert_eq!(error, ConnectError::Unreachable { kind: Unreachable::Name });
    assert!(start.elapsed() < Duration::from_secs(5));

    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", silent.local_addr().unwrap());
    let fast = Limits { connect: Duration::from_millis(400), ..limits() };
    let start = Instant::now();
    let error = connect(&http_entry(&url), &fast).await.unwrap_err();
    assert_eq!(error.code(), "TIMEOUT");
    assert!(start.elapsed() < Duration::from_secs(2));
}

mod plain {
    //! Servers that are no MCP server at all.

    use axum::{Router, http::StatusCode, response::IntoResponse, routing::any};

    pub(super) async fn start<R>(
        answer: impl Fn(axum::http::Method) -> R + Clone + Send + Sync + 'static,
    ) -> String
    where
        R: IntoResponse + Send + 'static,
    {
        let app = Router::new().route(
            "/mcp",
            any(move |method| {
                let answer = answer(method);
                async move { answer }
            }),
        );
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, app).await });
        url
    }

    pub(super) fn status(code: u16) -> StatusCode {
        StatusCode::from_u16(code).unwrap()
    }
}

#[tokio::test]
async fn a_sign_in_is_recognised_with_and_without_a_challenge() {
    let challenge = "Bearer resource_metadata=\"https://auth.example/.well-known\"";
    let url =
        plain::start(move |_| (plain::status(401), [("www-authenticate", challenge)], "secret body")).await;
    assert_eq!(
        connect(&http_entry(&url), &limits()).await.unwrap_err(),
        ConnectError::SignInNeeded { challenge: Some(challenge.to_owned()) }
    );
    let url = plain::start(|_| (plain::status(401), "secret body")).await;
    assert_eq!(
        connect(&http_entry(&url), &limits()).await.unwrap_err(),
        ConnectError::SignInNeeded { challenge: None }
    );
    let url = plain::start(|_| {
        let body = r#"{"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"token sk-1"}}"#;
        (plain::status(401), [("content-type", "application/json")], body)
    })
    .await;
    assert_eq!(
        connect(&http_entry(&url), &limits()).await.unwrap_err(),
        ConnectError::SignInNeeded { challenge: None }
    );
}

#[tokio::test]
async fn a_status_is_reported_as_one_and_a_redirect_elsewhere_is_not_followed() {
    for code in [403, 404, 503] {
        let url = plain::start(move |_| (plain::status(code), "<html>secret page</html>")).await;
        let error = connect(&http_entry(&url), &limits()).await.unwrap_err();
        assert_eq!(error, ConnectError::HttpStatus { status: code, retry_after: None });
    }
    let url = plain::start(|_| (plain::status(429), [("retry-after", "7")])).await;
    let error = connect(&http_entry(&url), &limits()).await.unwrap_err();
    assert_eq!(error, ConnectError::HttpStatus { status: 429, retry_after: Some(Duration::from_secs(7)) });

    let elsewhere = Mock::builder(MockEra::Legacy).start();
    let target = elsewhere.url.clone();
    let url = plain::start(move |_| (plain::status(307), [("location", target.clone())])).await;
    let error = connect(&http_entry(&url), &limits()).await.unwrap_err();
    assert_eq!(error, ConnectError::HttpStatus { status: 307, retry_after: None });
    assert!(elsewhere.inner.seen.lock().unwrap().is_empty(), "headers hold secrets");
}

#[tokio::test]
async fn a_page_and_garbage_are_a_breach_of_the_protocol() {
    let url = plain::start(|_| ([("content-type", "text/html")], "<html>hi</html>")).await;
    assert_eq!(connect(&http_entry(&url), &limits()).await.unwrap_err().code(), "PROTOCOL");
    let url = plain::start(|_| ([("content-type", "application/json")], "{\"hello\":")).await;
    assert_eq!(connect(&http_entry(&url), &limits()).await.unwrap_err().code(), "PROTOCOL");
}

#[tokio::test]
async fn the_old_sse_transport_is_named() {
    let url = plain::start(|method| {
        if method == axum::http::Method::GET {
            let events = "event: endpoint\ndata: /messages?sessionId=1\n\n";
            (plain::status(200), [("content-type", "text/event-stream")], events)
        } else {
            (plain::status(404), [("content-type", "text/html")], "Cannot POST /sse")
        }
    })
    .await;
    assert_eq!(connect(&http_entry(&url), &limits()).await.unwrap_err(), ConnectError::OldSse);

    let set =
        fuseforks_mcp::config::parse(r#"{"mcpServers":{"a":{"type":"sse","url":"http://127.0.0.1:9/x"}}}"#);
    let entry = expanded(set.unwrap().servers.remove(0));
    assert_eq!(connect(&entry, &limits()).await.unwrap_err(), ConnectError::OldSse);
}

#[tokio::test]
async fn odd_results_arrive_whole_over_the_wire() {
    let odd = json!({"content": [
        {"type": "text", "text": "before"},
        {"type": "hologram", "x": 1},
        {"type": "image", "data": "AAAA", "annotations": {"audience": ["system"]}},
        {"type": "image", "data": "BBBB", "mimeType": "image/png", "annotations": {"audience": "user"}},
        {"type": "resource_link", "uri": "a://b"},
        {"type": "resource", "resource": {"uri": "a://b"}},
        {"type": "text", "text": "after", "annotations": {"audience": ["user"], "priority": 5}},
    ], "isError": false});
    for era in [MockEra::Legacy, MockEra::Modern] {
        for events in [false, true] {
            let odd = odd.clone();
            let mut mock = Mock::builder(era).on_call(move |call| {
                let odd = odd.clone();
                async move {
                    Reply::Done(match call.arguments["shape"].as_str() {
                        Some("object") => json!({"content": {"type": "text", "text": "alone"}}),
                        Some("string") => json!({"content": "bare"}),
                        Some("null") => json!({"content": null}),
                        Some("missing") => json!({}),
                        _ => odd,
                    })
                }
            });
            if events {
                mock = mock.events();
            }
            let mock = mock.start();
            let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
            let blocks = call(&server, "look").await.unwrap().blocks;
            assert_eq!(blocks.len(), 7);
            assert!(matches!(&blocks[1], Block::Unknown { kind } if kind == "hologram"));
            assert!(
                matches!(&blocks[2], Block::Image { data_base64, declared_mime: None, audience: Audience::Unspecified } if data_base64 == "AAAA")
            );
            assert!(matches!(&blocks[3], Block::Image { audience: Audience::Unspecified, .. }));
            assert!(matches!(&blocks[6], Block::Text { audience: Audience::User, .. }));
            for (shape, expected) in [("object", "alone"), ("string", "bare"), ("null", ""), ("missing", "")]
            {
                let arguments = json!({"shape": shape});
                let token = tokio_util::sync::CancellationToken::new();
                let result = server.call("look", arguments, token, None).await.unwrap();
                assert_eq!(words(&result), expected, "{shape}");
            }
        }
    }
}

#[tokio::test]
async fn a_failing_tool_is_a_result_and_a_protocol_error_is_not() {
    let mock = Mock::builder(MockEra::Modern)
        .on_call(|call| async move {
            if call.arguments["rpc"] == true {
                return Reply::Error(json!({"code": -32603, "message": "bad\u{202E} luck\nsecond line"}));
            }
            Reply::Done(json!({"content": [{"type": "text", "text": "no film"}], "isError": true}))
        })
        .start();
    let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
    let failed = call(&server, "look").await.unwrap();
    assert!(failed.is_error);
    assert_eq!(words(&failed), "no film");
    let token = tokio_util::sync::CancellationToken::new();
    let error = server.call("look", json!({"rpc": true}), token, None).await.unwrap_err();
    assert_eq!(
        error,
        fuseforks_mcp::CallError::Rpc { code: -32603, message: "bad luck second line".to_owned() }
    );
}

#[tokio::test]
async fn a_message_over_the_limit_is_a_clean_error_and_the_connection_lives() {
    for era in [MockEra::Legacy, MockEra::Modern] {
        for events in [false, true] {
            let mut mock = Mock::builder(era).on_call(|call| async move {
                let size = call.arguments["size"].as_u64().unwrap_or(10) as usize;
                Reply::Done(json!({"content": [{"type": "image", "data": "A".repeat(size), "mimeType": "image/png"}]}))
            });
            if events {
                mock = mock.events();
            }
            let mock = mock.start();
            let small = Limits { max_message: 100_000, ..limits() };
            let server = connect(&http_entry(&mock.url), &small).await.unwrap();
            let sized = async |size: u64| {
                let token = tokio_util::sync::CancellationToken::new();
                server.call("look", json!({"size": size}), token, None).await
            };
            assert_eq!(
                sized(200_000).await.unwrap_err(),
                fuseforks_mcp::CallError::TooLarge { limit: 100_000 },
                "{era:?} {events}"
            );
            assert_eq!(sized(90_000).await.unwrap().blocks.len(), 1);
        }
    }
}

/// The library's own limit is 16 MiB; ours is 64.
#[tokio::test]
async fn seventeen_megabytes_arrive() {
    let mock = Mock::builder(MockEra::Modern)
        .events()
        .on_call(|_| async { Reply::Done(text(&"x".repeat(17_000_000))) })
        .start();
    let server =
        connect(&http_entry(&mock.url), &Limits { idle: Duration::from_secs(60), ..limits() }).await.unwrap();
    assert_eq!(words(&call(&server, "look").await.unwrap()).len(), 17_000_000);
}

#[tokio::test]
async fn an_answer_that_is_no_message_ends_its_call() {
    for era in [MockEra::Legacy, MockEra::Modern] {
        let mock = Mock::builder(era)
            .on_call(|call| async move {
                let body = json!({"jsonrpc": "1.0", "id": call.id, "result": 5}).to_string();
                if call.arguments["events"] == true {
                    let (sender, receiver) = tokio::sync::mpsc::channel(1);
                    sender.send(format!("data: {body}\n\n")).await.unwrap();
                    std::mem::forget(sender);
                    return Reply::Events(receiver);
                }
                Reply::Body("application/json", body.into_bytes())
            })
            .start();
        let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
        for events in [true, false] {
            let token = tokio_util::sync::CancellationToken::new();
            let error = server.call("look", json!({"events": events}), token, None).await.unwrap_err();
            assert_eq!(error.code(), "PROTOCOL", "{era:?} {events}");
        }
    }
}

/// A proxy in the environment must neither see nor break what stays on this machine. The environment of a
/// test process cannot be changed safely, so a child process does it.
#[test]
fn loopback_never_goes_through_a_proxy() {
    if std::env::var_os("MCP_PROXY_CHILD").is_some() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let mock = Mock::builder(MockEra::Legacy).start();
            let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
            assert_eq!(words(&call(&server, "look").await.unwrap()), "ran look");
        });
        return;
    }
    let status = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "http::loopback_never_goes_through_a_proxy"])
        .env("MCP_PROXY_CHILD", "1")
        .env("http_proxy", "http://127.0.0.1:9")
        .env("HTTP_PROXY", "http://127.0.0.1:9")
        .env("all_proxy", "http://127.0.0.1:9")
        .env_remove("no_proxy")
        .env_remove("NO_PROXY")
        .status()
        .unwrap();
    assert!(status.success());
}
