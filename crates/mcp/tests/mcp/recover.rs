//! Servers that go away and come back, change their minds, or only their tools.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use fuseforks_mcp::{CallError, ConnectError, Era, Limits, Server, ServerState, Unreachable};
use serde_json::json;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::support::{
    Listener, Mock, MockEra, Reply, call, connect, eventually, http_entry, limits, text, tool, words,
};

const ERAS: [MockEra; 2] = [MockEra::Legacy, MockEra::Modern];

fn names(server: &Server) -> Vec<String> {
    server.tools().iter().map(|tool| tool.name.clone()).collect()
}

fn is_ready(server: &Server) -> bool {
    matches!(server.state(), ServerState::Ready { .. })
}

async fn watched(mock: &Mock, limits: &Limits) -> (Server, Arc<Listener>) {
    let host = Arc::new(Listener::default());
    let entry = http_entry(&mock.url);
    let server = Server::connect(&entry, limits, host.clone(), None, CancellationToken::new()).await.unwrap();
    (server, host)
}

#[tokio::test]
async fn a_server_restarted_on_its_port_works_on_the_next_call() {
    for era in ERAS {
        let mut mock = Mock::builder(era).start();
        let port = mock.port;
        let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
        for round in 0..3 {
            assert!(call(&server, "look").await.is_ok(), "{era:?} {round}");
            mock.kill();
            mock = Mock::builder(era).port(port).start();
        }
        assert!(call(&server, "look").await.is_ok(), "{era:?}");
    }
}

#[tokio::test]
async fn while_a_server_is_away_a_call_says_so_at_once_and_it_comes_back_by_itself() {
    for era in ERAS {
        let mut mock = Mock::builder(era).start();
        let port = mock.port;
        let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
        mock.kill();
        let start = Instant::now();
        let error = call(&server, "look").await.unwrap_err();
        assert_eq!(
            error,
            CallError::Connection(ConnectError::Unreachable { kind: Unreachable::Refused }),
            "{era:?}"
        );
        assert!(start.elapsed() < Duration::from_secs(2));
        eventually("failed", async || {
            matches!(server.state(), ServerState::Failed { retry_in: Some(_), .. })
        })
        .await;
        assert_eq!(names(&server), ["look"], "a call is what brings it back, so the tool stays on offer");
        let _mock = Mock::builder(era).port(port).start();
        eventually("ready again", async || is_ready(&server)).await;
        assert!(call(&server, "look").await.is_ok());
    }
}

/// Nobody calls; the standing stream is how a lost server is noticed.
#[tokio::test]
async fn a_server_that_dies_unused_is_noticed_and_found_again() {
    for era in ERAS {
        let mut mock = Mock::builder(era).start();
        let port = mock.port;
        let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
        eventually("a standing stream", async || mock.streams() == 1).await;
        mock.kill();
        eventually("failed", async || matches!(server.state(), ServerState::Failed { .. })).await;
        let _mock =
            Mock::builder(era).port(port).list(|_| json!({"tools": [tool("look"), tool("new")]})).start();
        eventually("new list", async || names(&server) == ["look", "new"]).await;
    }
}

/// The trap: the transport picks an event stream up again for ever, and the call waits with it.
#[tokio::test]
async fn a_server_that_dies_under_a_call_ends_it_within_seconds() {
    for era in ERAS {
        let mut mock = Mock::builder(era)
            .on_call(|call| async move {
                let (sender, receiver) = mpsc::channel(4);
                tokio::spawn(async move {
                    let id = json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": 1}});
                    let _ = sender.send(format!("id: 1\ndata: {id}\n\n")).await;
                    let _call = call;
                    std::future::pending::<()>().await;
                });
                Reply::Events(receiver)
            })
            .start();
        let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
        let running = tokio::spawn({
            let server = server.clone();
            async move { call(&server, "look").await }
        });
        eventually("call sent", async || mock.count("tools/call") == 1).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        let start = Instant::now();
        mock.kill();
        let error = running.await.unwrap().unwrap_err();
        assert_eq!(error.code(), "UNREACHABLE", "{era:?} {error:?}");
        assert!(start.elapsed() < Duration::from_secs(8), "{era:?} {:?}", start.elapsed());
    }
}

#[tokio::test]
async fn a_stream_dropped_under_a_call_ends_it_and_the_next_call_works() {
    for era in ERAS {
        let mock = Mock::builder(era)
            .on_call(|call| async move {
                if call.arguments["drop"] == true {
                    let (_sender, receiver) = mpsc::channel(1);
                    return Reply::Events(receiver);
                }
                Reply::Done(text("fine"))
            })
            .start();
        let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
        let start = Instant::now();
        let error =
            server.call("look", json!({"drop": true}), CancellationToken::new(), None).await.unwrap_err();
        assert_eq!(
            error,
            CallError::Connection(ConnectError::Unreachable { kind: Unreachable::Reset }),
            "{era:?}"
        );
        assert!(start.elapsed() < Duration::from_secs(8));
        assert_eq!(words(&call(&server, "look").await.unwrap()), "fine");
        assert_eq!(mock.count("tools/call"), 2, "a call that may have run is not made again");
    }
}

/// A stream that closes after an event id is picked up where it ended; the server names the pause.
#[tokio::test]
async fn a_stream_closed_on_purpose_is_picked_up_again() {
    let mock = Mock::builder(MockEra::Legacy)
        .on_call(|call| async move {
            let result = call.result(text("picked up"));
            call.server.resume.lock().unwrap().insert("ev7".to_owned(), result);
            let (sender, receiver) = mpsc::channel(1);
            sender.send("id: ev7\nretry: 200\ndata:\n\n".to_owned()).await.unwrap();
            Reply::Events(receiver)
        })
        .start();
    let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
    let start = Instant::now();
    assert_eq!(words(&call(&server, "look").await.unwrap()), "picked up");
    assert!((200..2000).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
    assert_eq!(mock.count("tools/call"), 1);
}

#[tokio::test]
async fn a_lost_session_is_made_anew_and_its_tools_are_read_again() {
    let mock = Mock::builder(MockEra::Legacy).start();
    let (server, host) = watched(&mock, &limits()).await;
    mock.forget_sessions();
    mock.list(|_| json!({"tools": [tool("look"), tool("other")]}));
    assert!(call(&server, "look").await.is_ok());
    assert!(mock.count("initialize") >= 2);
    eventually("new list", async || names(&server) == ["look", "other"]).await;
    assert!(host.changes() >= 2);
}

#[tokio::test]
async fn a_changed_list_is_read_once_for_many_announcements() {
    for era in ERAS {
        let mock = Mock::builder(era).start();
        let (server, host) = watched(&mock, &limits()).await;
        eventually("a standing stream", async || mock.streams() == 1).await;
        tokio::time::sleep(Duration::from_millis(150)).await;
        let (lists, changes) = (mock.count("tools/list"), host.changes());
        mock.list(|_| json!({"tools": [tool("new")]}));
        for _ in 0..20 {
            mock.announce();
        }
        eventually("new list", async || names(&server) == ["new"]).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert!(mock.count("tools/list") <= lists + 2, "{era:?}: {}", mock.count("tools/list") - lists);
        assert_eq!(host.changes(), changes + 1, "{era:?}");
    }
}

#[tokio::test]
async fn a_server_that_never_stops_announcing_is_read_less_and_less() {
    let mock = Mock::builder(MockEra::Modern).start();
    let (_server, _host) = watched(&mock, &Limits { retry_max: Duration::from_secs(30), ..limits() }).await;
    eventually("a standing stream", async || mock.streams() == 1).await;
    let lists = mock.count("tools/list");
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(2) {
        mock.announce();
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // 60, 120, 240, 480, 960 ms
    assert!(mock.count("tools/list") - lists <= 6, "{}", mock.count("tools/list") - lists);
}

#[tokio::test]
async fn an_announcement_missed_while_the_stream_was_away_is_made_up_for() {
    let mut mock = Mock::builder(MockEra::Modern).start();
    let port = mock.port;
    let (server, _host) = watched(&mock, &limits()).await;
    eventually("a standing stream", async || mock.streams() == 1).await;
    mock.kill();
    let _mock = Mock::builder(MockEra::Modern).port(port).list(|_| json!({"tools": [tool("new")]})).start();
    eventually("new list", async || names(&server) == ["new"]).await;
}

#[tokio::test]
async fn a_server_that_comes_back_in_the_other_era_is_found_again() {
    for (before, after, era) in
        [(MockEra::Legacy, MockEra::Modern, Era::Modern), (MockEra::Modern, MockEra::Legacy, Era::Legacy)]
    {
        let mut mock = Mock::builder(before).start();
        let port = mock.port;
        let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
        mock.kill();
        let _mock = Mock::builder(after).port(port).start();
        eventually("a call works", async || call(&server, "look").await.is_ok()).await;
        eventually("the other era", async || server.era() == Some(era) && is_ready(&server)).await;
    }
}

#[tokio::test]
async fn a_server_that_was_never_there_connects_when_it_appears() {
    let port = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().port()
    };
    let entry = http_entry(&format!("http://127.0.0.1:{port}/mcp"));
    let server = Server::start(&entry, &limits(), Arc::new(fuseforks_mcp::host::NoHost), None);
    assert!(server.ready().await.is_err());
    let _mock = Mock::builder(MockEra::Modern).port(port).start();
    eventually("ready", async || is_ready(&server)).await;
}

#[tokio::test]
async fn tries_come_slower_and_slower_and_never_in_a_tight_loop() {
    let entry = http_entry("http://127.0.0.1:9/mcp");
    let slow =
        Limits { retry_first: Duration::from_millis(200), retry_max: Duration::from_secs(30), ..limits() };
    let server = Server::start(&entry, &slow, Arc::new(fuseforks_mcp::host::NoHost), None);
    // The time left falls; where it jumps up, another try has failed.
    let mut waits: Vec<Duration> = Vec::new();
    let mut left = Duration::ZERO;
    for _ in 0..500 {
        if let ServerState::Failed { retry_in: Some(now), .. } = server.state() {
            if now > left + Duration::from_millis(20) {
                waits.push(now);
            }
            left = now;
        }
        if waits.len() >= 3 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(waits[1] > waits[0] && waits[2] > waits[1], "{waits:?}");
}

#[tokio::test]
async fn an_error_only_a_person_can_mend_is_not_tried_again_by_itself() {
    let entry = crate::support::expanded(fuseforks_mcp::config::ServerEntry::stdio(
        "x",
        "no-such-program-anywhere",
        Vec::new(),
        Default::default(),
    ));
    let server = Server::start(&entry, &limits(), Arc::new(fuseforks_mcp::host::NoHost), None);
    assert_eq!(server.ready().await.unwrap_err().code(), "SPAWN_FAILED");
    assert!(matches!(server.state(), ServerState::Failed { retry_in: None, .. }));
}

#[tokio::test]
async fn connecting_can_be_cancelled() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let entry = http_entry(&format!("http://{}/mcp", silent.local_addr().unwrap()));
    let cancel = CancellationToken::new();
    let trying = tokio::spawn({
        let cancel = cancel.clone();
        async move {
            let host = Arc::new(fuseforks_mcp::host::NoHost);
            Server::connect(&entry, &limits(), host, None, cancel).await.map(drop)
        }
    });
    tokio::time::sleep(Duration::from_millis(100)).await;
    let start = Instant::now();
    cancel.cancel();
    assert_eq!(trying.await.unwrap().unwrap_err(), ConnectError::Cancelled);
    assert!(start.elapsed() < Duration::from_secs(1));
}
