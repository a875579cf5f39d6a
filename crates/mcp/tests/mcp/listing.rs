//! Tool lists as servers really write them.

use fuseforks_mcp::{ConnectError, Era, Limits};
use serde_json::{Value, json};

use crate::support::{Mock, MockEra, call, connect, http_entry, limits, tool};

fn names(server: &fuseforks_mcp::Server) -> Vec<String> {
    server.tools().iter().map(|tool| tool.name.clone()).collect()
}

/// Page `n` of a list whose cursors are the page numbers.
fn page(cursor: Option<&str>, pages: usize) -> Value {
    let n: usize = cursor.map_or(0, |cursor| cursor.parse().unwrap());
    let mut page = json!({"tools": [tool(&format!("t{n}"))]});
    if n + 1 < pages {
        page["nextCursor"] = json!((n + 1).to_string());
    }
    page
}

#[tokio::test]
async fn pages_are_followed_to_their_end() {
    for era in [MockEra::Legacy, MockEra::Modern] {
        let mock = Mock::builder(era).list(|cursor| page(cursor, 7)).start();
        let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
        assert_eq!(names(&server), ["t0", "t1", "t2", "t3", "t4", "t5", "t6"]);
        assert!(!server.tool_list().truncated);
    }
}

#[tokio::test]
async fn endless_pages_end_at_the_limit() {
    let mock = Mock::builder(MockEra::Legacy).list(|cursor| page(cursor, 1_000_000)).start();
    let server = connect(&http_entry(&mock.url), &Limits { max_pages: 5, ..limits() }).await.unwrap();
    assert_eq!(names(&server).len(), 5);
    assert!(server.tool_list().truncated);
    assert_eq!(mock.count("tools/list"), 5);
}

#[tokio::test]
async fn a_repeated_cursor_ends_the_list() {
    let mock = Mock::builder(MockEra::Modern)
        .list(|cursor| json!({"tools": [tool(cursor.unwrap_or("first"))], "nextCursor": "again"}))
        .start();
    let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
    assert_eq!(names(&server), ["first", "again"]);
    assert!(server.tool_list().truncated);
}

#[tokio::test]
async fn an_empty_cursor_is_a_cursor() {
    let mock = Mock::builder(MockEra::Legacy)
        .list(|cursor| match cursor {
            None => json!({"tools": [tool("a")], "nextCursor": ""}),
            Some("") => json!({"tools": [tool("b")], "nextCursor": null}),
            Some(other) => panic!("{other}"),
        })
        .start();
    let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
    assert_eq!(names(&server), ["a", "b"]);
}

#[tokio::test]
async fn an_expired_cursor_starts_the_list_again_once() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let expired = AtomicUsize::new(0);
    let mock = Mock::builder(MockEra::Legacy)
        .list(move |cursor| match cursor {
            None => json!({"tools": [tool("a")], "nextCursor": "two"}),
            Some(_) if expired.fetch_add(1, Ordering::SeqCst) == 0 => {
                json!({"__error": {"code": -32602, "message": "cursor expired"}})
            }
            Some(_) => json!({"tools": [tool("b")]}),
        })
        .start();
    let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
    assert_eq!(names(&server), ["a", "b"], "what was read before the cursor expired does not count");
}

#[tokio::test]
async fn three_hundred_tools_arrive_and_a_thousand_and_one_do_not() {
    let many =
        |count: usize| json!({"tools": (0..count).map(|n| tool(&format!("t{n}"))).collect::<Vec<_>>()});
    let mock = Mock::builder(MockEra::Modern).list(move |_| many(300)).start();
    let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
    assert_eq!(names(&server).len(), 300);
    let mock = Mock::builder(MockEra::Modern).list(move |_| many(1500)).start();
    let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
    assert_eq!((names(&server).len(), server.tool_list().truncated), (1000, true));
}

#[tokio::test]
async fn a_malformed_tool_goes_alone_in_both_eras() {
    for era in [MockEra::Legacy, MockEra::Modern] {
        for events in [false, true] {
            let mut mock = Mock::builder(era).list(|_| {
                json!({"tools": [
                    tool("good"),
                    {"name": 5, "inputSchema": {"type": "object"}},
                    {"name": "bad schema", "inputSchema": "x"},
                    tool("good"),
                    {"name": "no schema"},
                ]})
            });
            if events {
                mock = mock.events();
            }
            let mock = mock.start();
            let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
            assert_eq!(names(&server), ["good", "no schema"]);
            let list = server.tool_list();
            assert_eq!((list.malformed, list.duplicates), (2, 1));
            assert!(call(&server, "good").await.is_ok());
        }
    }
}

#[tokio::test]
async fn a_server_without_tools_is_connected_and_one_that_fails_to_list_is_not() {
    let mock = Mock::builder(MockEra::Legacy)
        .list(|_| json!({"__error": {"code": -32601, "message": "method not found"}}))
        .start();
    let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
    assert_eq!((server.tools().len(), server.era()), (0, Some(Era::Legacy)));

    let mock = Mock::builder(MockEra::Legacy)
        .list(|_| json!({"__error": {"code": -32603, "message": "database is down"}}))
        .start();
    assert_eq!(
        connect(&http_entry(&mock.url), &limits()).await.unwrap_err(),
        ConnectError::Rpc { code: -32603, message: "database is down".to_owned() }
    );
}

/// Lists carry a lifetime of a minute and would come from a cache; a list that is read anew must be new.
#[tokio::test]
async fn a_list_never_comes_from_a_cache() {
    let mock = Mock::builder(MockEra::Modern)
        .list(|_| json!({"tools": [tool("old")], "ttlMs": 60000, "cacheScope": "private"}))
        .start();
    let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
    mock.list(|_| json!({"tools": [tool("new")], "ttlMs": 60000, "cacheScope": "private"}));
    assert!(call(&server, "new").await.is_ok(), "an unknown name makes the client look again");
    assert_eq!(names(&server), ["new"]);
}

#[tokio::test]
async fn a_tool_nobody_has_is_unknown_and_never_sent() {
    let mock = Mock::builder(MockEra::Modern).start();
    let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
    let error = call(&server, "nothing").await.unwrap_err();
    assert_eq!(error.code(), "TOOL_UNKNOWN");
    assert_eq!(mock.count("tools/call"), 0);
}

#[tokio::test]
async fn header_parameters_are_sent_and_a_tool_with_broken_ones_is_dropped() {
    let mock = Mock::builder(MockEra::Modern)
        .list(|_| {
            let schema = |header: &str| {
                json!({"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": header}}})
            };
            json!({"tools": [
                {"name": "good", "inputSchema": schema("Region")},
                {"name": "bad", "inputSchema": schema("not a header name")},
                // One that cannot be read must not cost the others their headers.
                {"name": 5, "inputSchema": {"type": "object"}},
            ]})
        })
        .start();
    let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
    assert_eq!(names(&server), ["good"]);
    assert_eq!(server.tool_list().malformed, 1);
    let token = tokio_util::sync::CancellationToken::new();
    server.call("good", json!({"region": "eu"}), token, None).await.unwrap();
    let headers = mock.inner.headers.lock().unwrap().clone();
    let headers = headers.iter().find(|h| h.get("mcp-method").is_some_and(|m| m == "tools/call")).unwrap();
    assert_eq!(headers.get("mcp-param-region").map(String::as_str), Some("eu"));
    assert_eq!(headers.get("mcp-name").map(String::as_str), Some("good"));
}

#[tokio::test]
async fn a_header_mismatch_reads_the_list_again_and_tries_once_more() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let refused = std::sync::Arc::new(AtomicUsize::new(0));
    let counter = refused.clone();
    let mock = Mock::builder(MockEra::Modern)
        .on_call(move |_| {
            let counter = counter.clone();
            async move {
                if counter.fetch_add(1, Ordering::SeqCst) == 0 {
                    return crate::support::Reply::Error(json!({"code": -32020, "message": "mismatch"}));
                }
                crate::support::Reply::Done(crate::support::text("second"))
            }
        })
        .start();
    let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
    let lists = mock.count("tools/list");
    assert!(call(&server, "look").await.is_ok());
    assert_eq!(mock.count("tools/list"), lists + 1);
}
