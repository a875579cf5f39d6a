//! Clocks, cancel, progress, and calls side by side.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use fuseforks_mcp::{
    CallError, Clock, Limits, Pool, ProgressSink, Server,
    host::{Host, NoHost, Progress},
    result::Block,
};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::support::{
    Listener, Mock, MockEra, Reply, call, connect, eventually, http_entry, limits, text, words,
};

const ERAS: [MockEra; 2] = [MockEra::Legacy, MockEra::Modern];

/// Whether the server learnt that the only call was given up, as its era says it.
async fn told(mock: &Mock, era: MockEra) {
    match era {
        MockEra::Legacy => {
            eventually("notifications/cancelled", async || mock.count("notifications/cancelled") == 1).await;
            let cancelled = &mock.seen("notifications/cancelled")[0]["params"];
            assert_eq!(cancelled["requestId"], mock.seen("tools/call").last().unwrap()["id"]);
            let reason = cancelled["reason"].as_str().unwrap();
            assert!(["cancelled", "timeout", "dropped"].contains(&reason), "{reason}");
        }
        MockEra::Modern => eventually("stream closed", async || mock.closed() >= 1).await,
    }
}

#[tokio::test]
async fn a_cancelled_call_returns_at_once_and_the_server_is_told() {
    for era in ERAS {
        let mock = Mock::builder(era).on_call(|_| async { Reply::Hang }).start();
        let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
        let cancel = CancellationToken::new();
        let running = tokio::spawn({
            let (server, cancel) = (server.clone(), cancel.clone());
            async move { server.call("look", json!({}), cancel, None).await }
        });
        eventually("call sent", async || mock.count("tools/call") == 1).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
        let start = Instant::now();
        cancel.cancel();
        assert_eq!(running.await.unwrap().unwrap_err(), CallError::Cancelled);
        assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
        told(&mock, era).await;
    }
}

#[tokio::test]
async fn a_dropped_call_tells_the_server_too() {
    for era in ERAS {
        let mock = Mock::builder(era).on_call(|_| async { Reply::Hang }).start();
        let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
        let dropped = tokio::time::timeout(Duration::from_millis(300), call(&server, "look")).await;
        assert!(dropped.is_err());
        told(&mock, era).await;
    }
}

#[tokio::test]
async fn a_call_that_was_cancelled_before_it_began_is_never_sent() {
    let mock = Mock::builder(MockEra::Modern).start();
    let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
    let cancel = CancellationToken::new();
    cancel.cancel();
    let error = server.call("look", json!({}), cancel, None).await.unwrap_err();
    assert_eq!((error, mock.count("tools/call")), (CallError::Cancelled, 0));
}

#[tokio::test]
async fn silence_ends_a_call_and_the_server_is_told() {
    for era in ERAS {
        let mock = Mock::builder(era).on_call(|_| async { Reply::Hang }).start();
        let idle = Duration::from_millis(300);
        let server = connect(&http_entry(&mock.url), &Limits { idle, ..limits() }).await.unwrap();
        let start = Instant::now();
        let error = call(&server, "look").await.unwrap_err();
        assert_eq!(error, CallError::Timeout { clock: Clock::Idle, after: idle });
        assert!((300..3000).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
        told(&mock, era).await;
    }
}

/// Sends progress every 100 ms, `count` times, then the result if `count` is finite.
fn stepping(call: crate::support::Call, count: usize) -> Reply {
    let (sender, receiver) = mpsc::channel(4);
    tokio::spawn(async move {
        for step in 0..count {
            tokio::time::sleep(Duration::from_millis(100)).await;
            let other = json!({"jsonrpc": "2.0", "method": "notifications/progress",
                               "params": {"progressToken": "unknown", "progress": 1}});
            if sender.send(other).await.is_err() || sender.send(call.progress(step as f64)).await.is_err() {
                return;
            }
        }
        let _ = sender.send(call.result(json!({"resultType": "complete", "content": []}))).await;
        // Some servers report progress after the end.
        let _ = sender.send(call.progress(99.0)).await;
    });
    Reply::Stream(receiver)
}

#[tokio::test]
async fn progress_keeps_a_call_alive_and_is_heard_by_its_caller_only() {
    for era in ERAS {
        let mock = Mock::builder(era).on_call(|call| async move { stepping(call, 15) }).start();
        let idle = Duration::from_millis(1200);
        let host = Arc::new(Listener::default());
        let server = Server::connect(
            &http_entry(&mock.url),
            &Limits { idle, ..limits() },
            host.clone(),
            None,
            CancellationToken::new(),
        )
        .await
        .unwrap();
        let heard: Arc<Mutex<Vec<Progress>>> = Arc::default();
        let sink: ProgressSink = {
            let heard = heard.clone();
            Arc::new(move |progress| heard.lock().unwrap().push(progress))
        };
        let result = server.call("look", json!({}), CancellationToken::new(), Some(sink)).await;
        assert!(result.is_ok(), "{era:?} {result:?}");
        tokio::time::sleep(Duration::from_millis(100)).await;
        let heard: Vec<f64> = heard.lock().unwrap().iter().map(|progress| progress.progress).collect();
        // What arrives in one breath is passed on once; the call's own order is kept.
        assert!(heard.len() >= 5 && heard.is_sorted() && heard[0] <= 1.0, "{era:?} {heard:?}");
        assert!(host.progress.lock().unwrap().is_empty());

        call(&server, "look").await.unwrap();
        let told = host.progress.lock().unwrap().clone();
        assert!(told.len() >= 5);
        assert_eq!((told[0].0.as_str(), told[0].1.as_str()), ("nik", "look"));
        assert_eq!(told[0].2.message.as_deref(), Some("step"));
        let tokens: Vec<Value> = mock
            .seen("tools/call")
            .iter()
            .map(|call| call["params"]["_meta"]["progressToken"].clone())
            .collect();
        assert!(!tokens[0].is_null() && tokens[0] != tokens[1], "{tokens:?}");
    }
}

#[tokio::test]
async fn endless_progress_stops_at_the_cap() {
    for era in ERAS {
        let mock = Mock::builder(era).on_call(|call| async move { stepping(call, usize::MAX) }).start();
        let cap = Duration::from_millis(2000);
        let limits = Limits { idle: Duration::from_millis(1500), cap, ..limits() };
        let server = connect(&http_entry(&mock.url), &limits).await.unwrap();
        let start = Instant::now();
        let error = call(&server, "look").await.unwrap_err();
        assert_eq!(error, CallError::Timeout { clock: Clock::Cap, after: cap });
        assert!((2000..6000).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
        told(&mock, era).await;
    }
}

#[tokio::test]
async fn a_timeout_of_the_entry_replaces_the_silence_limit() {
    let mock = Mock::builder(MockEra::Modern).on_call(|_| async { Reply::Hang }).start();
    let text = format!(r#"{{"servers": {{"slow": {{"url": "{}", "timeout": 0.3}}}}}}"#, mock.url);
    let entry = fuseforks_mcp::config::parse(&text).unwrap().servers.remove(0);
    let server = connect(&crate::support::expanded(entry), &limits()).await.unwrap();
    let error = call(&server, "look").await.unwrap_err();
    assert_eq!(error, CallError::Timeout { clock: Clock::Idle, after: Duration::from_millis(300) });
}

#[tokio::test]
async fn arguments_that_are_no_object_are_refused_here() {
    let mock = Mock::builder(MockEra::Modern).start();
    let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
    let cancel = CancellationToken::new;
    assert_eq!(server.call("look", json!([1]), cancel(), None).await.unwrap_err(), CallError::BadArguments);
    assert!(server.call("look", Value::Null, cancel(), None).await.is_ok());
    assert_eq!(mock.seen("tools/call")[0]["params"]["arguments"], json!({}));
}

/// The late answer of a call that was cancelled reaches nobody, least of all the next call.
#[tokio::test]
async fn a_late_answer_is_ignored() {
    let mock = Mock::builder(MockEra::Legacy)
        .on_call(|call| async move {
            if call.arguments["slow"] == true {
                let (sender, receiver) = mpsc::channel(1);
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(400)).await;
                    let _ = sender.send(call.result(text("late"))).await;
                });
                return Reply::Stream(receiver);
            }
            Reply::Done(text("fresh"))
        })
        .start();
    let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
    let cancel = CancellationToken::new();
    let slow = server.call("look", json!({"slow": true}), cancel.clone(), None);
    let stop = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        cancel.cancel();
    };
    let (slow, ()) = tokio::join!(slow, stop);
    assert_eq!(slow.unwrap_err(), CallError::Cancelled);
    for _ in 0..5 {
        assert_eq!(words(&call(&server, "look").await.unwrap()), "fresh");
        tokio::time::sleep(Duration::from_millis(120)).await;
    }
}

/// Three owners on one connection; the server answers every pair of calls in the wrong order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_interleaved_calls_of_three_owners_never_cross() {
    for era in ERAS {
        let waiting: Arc<Mutex<Option<tokio::sync::oneshot::Sender<()>>>> = Arc::default();
        let mock = Mock::builder(era)
            .on_call(move |call| {
                let waiting = waiting.clone();
                async move {
                    let who = call.arguments["who"].as_str().unwrap().to_owned();
                    let (mine, turn) = tokio::sync::oneshot::channel();
                    let other = waiting.lock().unwrap().take();
                    match other {
                        // The second of a pair answers first and then lets the first go.
                        Some(other) => {
                            tokio::spawn(async move {
                                tokio::time::sleep(Duration::from_millis(1)).await;
                                let _ = other.send(());
                            });
                        }
                        None => {
                            *waiting.lock().unwrap() = Some(mine);
                            let _ = tokio::time::timeout(Duration::from_millis(20), turn).await;
                        }
                    }
                    Reply::Done(json!({"content": [
                        {"type": "text", "text": who},
                        {"type": "image", "data": who, "mimeType": "image/png"},
                    ]}))
                }
            })
            .start();
        let pool = Pool::default();
        let host = || -> Arc<dyn Host> { Arc::new(NoHost) };
        let entry = http_entry(&mock.url);
        let owners: Vec<Server> = (0..3).map(|_| pool.server(&entry, &limits(), host(), None)).collect();
        assert_eq!(pool.connections(), 1);
        let mut calls = tokio::task::JoinSet::new();
        for n in 0..1000 {
            let owner = n % 3;
            let server = owners[owner].clone();
            calls.spawn(async move {
                let who = format!("agent{owner}call{n}");
                let result = server.call("look", json!({"who": who}), CancellationToken::new(), None).await;
                let result = result.unwrap();
                assert_eq!(words(&result), who);
                assert!(matches!(&result.blocks[1], Block::Image { data_base64, .. } if *data_base64 == who));
            });
            if n % 40 == 0 {
                tokio::task::yield_now().await;
            }
        }
        while let Some(done) = calls.join_next().await {
            done.unwrap();
        }
        let mut ids: Vec<String> =
            mock.seen("tools/call").iter().map(|call| call["id"].to_string()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 1000, "every request of a connection has an id of its own");
    }
}

#[tokio::test]
async fn one_owner_leaving_does_not_break_the_calls_of_another() {
    let mock = Mock::builder(MockEra::Legacy)
        .on_call(|_| async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            Reply::Done(text("done"))
        })
        .start();
    let pool = Pool::default();
    let entry = http_entry(&mock.url);
    let (first, second) = (
        pool.server(&entry, &limits(), Arc::new(NoHost), None),
        pool.server(&entry, &limits(), Arc::new(NoHost), None),
    );
    first.ready().await.unwrap();
    let running = tokio::spawn({
        let second = second.clone();
        async move { call(&second, "look").await }
    });
    eventually("call sent", async || mock.count("tools/call") == 1).await;
    first.close().await;
    assert_eq!(words(&running.await.unwrap().unwrap()), "done");
    assert_eq!(pool.connections(), 1);
    second.close().await;
    assert_eq!(pool.connections(), 0);
    let methods = mock.inner.methods.lock().unwrap().clone();
    assert_eq!(methods.iter().filter(|method| *method == "DELETE").count(), 1);
}

/// The trap: an idle pooled connection and delayed acknowledgements cost 44 ms a call.
#[tokio::test]
async fn a_call_costs_no_forty_milliseconds() {
    // Two small writes on one connection are what sets the trap off.
    let mock = Mock::builder(MockEra::Legacy)
        .on_call(|call| async move {
            let (sender, receiver) = mpsc::channel(1);
            tokio::spawn(async move { sender.send(call.result(text("ran"))).await });
            Reply::Stream(receiver)
        })
        .start();
    let server = connect(&http_entry(&mock.url), &limits()).await.unwrap();
    call(&server, "look").await.unwrap();
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..60 {
        let start = Instant::now();
        call(&server, "look").await.unwrap();
        times.push(start.elapsed());
    }
    times.sort_unstable();
    // In the trap every single call takes that long; a busy machine only slows some.
    assert!(times[5] < Duration::from_millis(35), "{times:?}");
}
