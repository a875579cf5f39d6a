//! A key that was good and is no more, and a key that is good but not for this.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use fuseforks_mcp::{CallError, ConnectError, Era, Pool, Server, ServerState, host::NoHost};
use serde_json::json;

use crate::support::{Mock, MockEra, Refusal, call, connect, eventually, http_entry, limits, tool, words};

const ERAS: [MockEra; 2] = [MockEra::Legacy, MockEra::Modern];
const METADATA: &str =
    "Bearer resource_metadata=\"https://auth.example/.well-known/oauth-protected-resource\"";
const EXPIRED: &str = "Bearer error=\"invalid_token\", error_description=\"The access token expired\"";
const NARROW: &str = "Bearer error=\"insufficient_scope\", scope=\"files:write\"";

fn unauthorized(challenge: Option<&'static str>) -> Refusal {
    Refusal { status: 401, challenge, only: None }
}

fn sign_in(challenge: Option<&str>) -> ConnectError {
    ConnectError::SignInNeeded { challenge: challenge.map(str::to_owned) }
}

async fn shows(server: &Server, error: &ConnectError) {
    let expected = ServerState::Failed { error: error.clone(), retry_in: None };
    eventually("the failure is on show", async || server.state() == expected).await;
}

/// Longer than all pauses between tries of these tests together.
async fn a_while() {
    tokio::time::sleep(limits().retry_max * 4).await;
}

#[tokio::test]
async fn a_key_that_expires_ends_calls_at_once_and_nobody_tries_again_by_itself() {
    for era in ERAS {
        for challenge in [None, Some(METADATA), Some(EXPIRED)] {
            let mock = Mock::builder(era).start();
            let pool = Pool::default();
            let handle = || pool.server(&http_entry(&mock.url), &limits(), Arc::new(NoHost), None);
            let (one, other) = (handle(), handle());
            assert!(call(&one, "look").await.is_ok() && call(&other, "look").await.is_ok());

            let before = mock.requests();
            let calls = mock.count("tools/call");
            mock.refuse(unauthorized(challenge));
            let start = Instant::now();
            let (a, b) = tokio::join!(call(&one, "look"), call(&other, "look"));
            for outcome in [a, b] {
                assert_eq!(outcome.unwrap_err(), CallError::Connection(sign_in(challenge)), "{era:?}");
            }
            assert!(start.elapsed() < Duration::from_secs(2), "{era:?} {:?}", start.elapsed());
            shows(&one, &sign_in(challenge)).await;
            shows(&other, &sign_in(challenge)).await;
            a_while().await;
            assert_eq!(mock.count("tools/call") - calls, 2, "{era:?} {challenge:?}: one of each");
            // A try to connect anew at most, and the session's goodbye.
            let after = mock.requests() - before;
            assert!(after <= 4, "{era:?} {challenge:?}: {after} requests");

            // Another call tries the key once more, and no tool is called with it.
            let before = mock.requests();
            assert_eq!(call(&one, "look").await.unwrap_err(), CallError::Connection(sign_in(challenge)));
            a_while().await;
            assert_eq!(mock.requests() - before, 1, "{era:?} {challenge:?}");
            assert_eq!(mock.count("tools/call") - calls, 2);
            shows(&one, &sign_in(challenge)).await;

            // The server may change its mind.
            mock.refuse(None);
            assert_eq!(words(&call(&other, "look").await.unwrap()), "ran look");
            assert!(matches!(one.state(), ServerState::Ready { .. }));
        }
    }
}

/// Some servers let everybody connect and look, and want a key for calls only.
#[tokio::test]
async fn a_server_that_refuses_calls_alone_is_shown_as_wanting_a_key() {
    for era in ERAS {
        let mock = Mock::builder(era).start();
        let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
        mock.refuse(Refusal { only: Some("tools/call"), ..unauthorized(None) });
        for round in 1..=2 {
            assert_eq!(call(&server, "look").await.unwrap_err(), CallError::Connection(sign_in(None)));
            shows(&server, &sign_in(None)).await;
            a_while().await;
            assert_eq!(mock.count("tools/call"), round, "{era:?}");
            shows(&server, &sign_in(None)).await;
        }
        mock.refuse(None);
        assert_eq!(words(&call(&server, "look").await.unwrap()), "ran look");
    }
}

#[tokio::test]
async fn a_key_that_does_not_allow_one_call_leaves_the_connection_alone() {
    for era in ERAS {
        let mock = Mock::builder(era).list(|_| json!({"tools": [tool("look"), tool("write")]})).start();
        let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
        let before = (mock.count("initialize"), mock.count("server/discover"));
        mock.refuse(Refusal { status: 403, challenge: Some(NARROW), only: Some("tools/call") });
        let error = call(&server, "write").await.unwrap_err();
        let expected = ConnectError::NotAllowed { challenge: NARROW.to_owned() };
        assert_eq!((error.code(), error), ("NOT_ALLOWED", CallError::Connection(expected)));
        assert!(matches!(server.state(), ServerState::Ready { tools: 2, .. }), "{era:?}");
        mock.refuse(None);
        assert_eq!(words(&call(&server, "look").await.unwrap()), "ran look");
        a_while().await;
        assert_eq!((mock.count("initialize"), mock.count("server/discover")), before, "one connection");
    }
}

#[tokio::test]
async fn a_refused_connection_says_whether_the_key_is_wrong_or_too_narrow() {
    for era in ERAS {
        let cases = [
            (401, Some(EXPIRED), sign_in(Some(EXPIRED))),
            (401, None, sign_in(None)),
            // Whoever asks for a key with a 403 asks for a key.
            (403, Some(METADATA), sign_in(Some(METADATA))),
            (403, Some(NARROW), ConnectError::NotAllowed { challenge: NARROW.to_owned() }),
        ];
        for (status, challenge, expected) in cases {
            for only in [None, Some("tools/list")] {
                let mock = Mock::builder(era).start();
                mock.refuse(Refusal { status, challenge, only });
                let server = Server::start(&http_entry(&mock.url), &limits(), Arc::new(NoHost), None);
                assert_eq!(server.ready().await.unwrap_err(), expected, "{era:?} {status} {only:?}");
                let before = mock.requests();
                a_while().await;
                assert_eq!(mock.requests(), before, "{era:?} {status}: no change, no other try");
                shows(&server, &expected).await;
            }
        }
    }
}

/// Announcements are a comfort: a server that keeps them from this key is not connected to again and again.
#[tokio::test]
async fn a_server_that_refuses_announcements_alone_is_left_in_peace() {
    for (status, challenge) in [(401, None), (401, Some(EXPIRED)), (403, Some(NARROW))] {
        let mock = Mock::builder(MockEra::Modern).start();
        mock.refuse(Refusal { status, challenge, only: Some("subscriptions/listen") });
        let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
        a_while().await;
        assert_eq!(server.era(), Some(Era::Modern));
        assert_eq!((mock.count("server/discover"), mock.count("subscriptions/listen")), (1, 1), "{status}");
        assert!(matches!(server.state(), ServerState::Ready { .. }));
        assert_eq!(words(&call(&server, "look").await.unwrap()), "ran look");
    }
}
