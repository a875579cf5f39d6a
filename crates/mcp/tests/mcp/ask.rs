//! Questions a server asks the person in the middle of a call, as each era asks them.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use fuseforks_mcp::{
    CallError, Limits, Pool, Server,
    host::{Ask, ElicitAnswer, Host},
};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::support::{
    Call, Listener, Mock, MockEra, Reply, call, eventually, http_entry, limits, text, words,
};

fn form() -> Value {
    json!({"type": "object", "properties": {
        "name": {"type": "string", "default": "Ann"}, "age": {"type": "integer"},
    }})
}

async fn connected(mock: &Mock, host: Arc<Listener>, limits: &Limits) -> Server {
    Server::connect(&http_entry(&mock.url), limits, host, None, CancellationToken::new()).await.unwrap()
}

/// A legacy server asks on the call's own stream and ends the call when the answer came.
fn asking(
    params: Value,
) -> impl Fn(Call) -> std::pin::Pin<Box<dyn Future<Output = Reply> + Send>> + Send + Sync {
    move |call| {
        let params = params.clone();
        Box::pin(async move {
            let (sender, receiver) = mpsc::channel(4);
            tokio::spawn(async move {
                let ask = json!({"jsonrpc": "2.0", "id": "ask-1", "method": "elicitation/create", "params": params});
                let _ = sender.send(ask).await;
                for _ in 0..500 {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                    let reply =
                        call.server.replies.lock().unwrap().iter().find(|r| r["id"] == "ask-1").cloned();
                    if let Some(reply) = reply {
                        let _ = sender.send(call.result(text(&reply["result"].to_string()))).await;
                        return;
                    }
                }
            });
            Reply::Stream(receiver)
        })
    }
}

#[tokio::test]
async fn a_legacy_form_reaches_the_person_and_the_three_answers_reach_the_server() {
    let cases = [
        (
            ElicitAnswer::Accept(json!({"name": "Bob", "age": 7})),
            json!({"action": "accept", "content": {"name": "Bob", "age": 7}}),
        ),
        (ElicitAnswer::Decline, json!({"action": "decline"})),
        (ElicitAnswer::Cancel, json!({"action": "cancel"})),
        (ElicitAnswer::Accept(json!({"age": "seven"})), json!({"action": "cancel"})),
    ];
    for (answer, expected) in cases {
        let params = json!({"message": "Who?", "requestedSchema": form()});
        let mock = Mock::builder(MockEra::Legacy).on_call(asking(params)).start();
        let host = Arc::new(Listener::answering([answer]));
        let server = connected(&mock, host.clone(), &limits()).await;
        let result = words(&call(&server, "look").await.unwrap());
        assert_eq!(serde_json::from_str::<Value>(&result).unwrap(), expected);
        let asked = host.asked.lock().unwrap().remove(0);
        assert_eq!((asked.server.as_str(), asked.tool.as_deref()), ("nik", Some("look")));
        assert_eq!(asked.message, "Who?");
        let Ask::Form(form) = asked.ask else { panic!() };
        assert_eq!(form.fields.len(), 2);
    }
}

#[tokio::test]
async fn a_schema_odder_than_the_library_knows_is_still_a_form() {
    let odd = json!({"type": "object", "title": 5, "properties": {
        "name": {"type": "string", "default": "Ann", "format": "made-up", "x-order": 1},
        "maybe": {"type": ["string", "null"]},
    }});
    let params = json!({"message": "Who?", "requestedSchema": odd});
    let mock = Mock::builder(MockEra::Legacy).on_call(asking(params)).start();
    let host = Arc::new(Listener::default());
    let server = connected(&mock, host.clone(), &limits()).await;
    let result = words(&call(&server, "look").await.unwrap());
    assert_eq!(
        serde_json::from_str::<Value>(&result).unwrap(),
        json!({"action": "accept", "content": {"name": "Ann"}})
    );
}

#[tokio::test]
async fn an_address_is_consented_to_and_never_fetched() {
    let params =
        json!({"mode": "url", "message": "Pay", "url": "http://127.0.0.1:9/pay?x=1", "elicitationId": "e1"});
    let mock = Mock::builder(MockEra::Legacy).on_call(asking(params)).start();
    let host = Arc::new(Listener::default());
    let server = connected(&mock, host.clone(), &limits()).await;
    let result = words(&call(&server, "look").await.unwrap());
    assert_eq!(serde_json::from_str::<Value>(&result).unwrap(), json!({"action": "accept"}));
    let asked = host.asked.lock().unwrap().remove(0);
    assert_eq!(
        asked.ask,
        Ask::Url { url: "http://127.0.0.1:9/pay?x=1".to_owned(), host: "127.0.0.1".to_owned() }
    );
}

#[tokio::test]
async fn the_silence_clock_stands_still_while_a_person_thinks() {
    let params = json!({"message": "Who?", "requestedSchema": form()});
    let mock = Mock::builder(MockEra::Legacy).on_call(asking(params)).start();
    let host = Arc::new(Listener::default());
    *host.thinking.lock().unwrap() = Duration::from_millis(2500);
    let server = connected(&mock, host, &Limits { idle: Duration::from_millis(1000), ..limits() }).await;
    assert!(call(&server, "look").await.is_ok());
}

/// A server that asks who one is, in the way of its era.
fn asking_in(era: MockEra) -> Mock {
    let params = json!({"message": "Who?", "requestedSchema": form()});
    match era {
        MockEra::Legacy => Mock::builder(era).on_call(asking(params)),
        MockEra::Modern => Mock::builder(era).on_call(rounds()),
    }
    .start()
}

/// The cap is for the server's work, in both eras.
#[tokio::test]
async fn the_cap_stands_still_while_a_person_thinks() {
    for era in [MockEra::Legacy, MockEra::Modern] {
        let mock = asking_in(era);
        let host = Arc::new(Listener::default());
        *host.thinking.lock().unwrap() = Duration::from_millis(2500);
        let server = connected(&mock, host, &Limits { cap: Duration::from_millis(2000), ..limits() }).await;
        assert!(call(&server, "look").await.is_ok(), "{era:?}");
    }
}

/// A person who never answers does not keep a call for ever: the server hears that nobody did.
#[tokio::test]
async fn a_question_has_a_limit_of_its_own() {
    let params = json!({"message": "Who?", "requestedSchema": form()});
    let mock = Mock::builder(MockEra::Legacy).on_call(asking(params)).start();
    let host = Arc::new(Listener::default());
    *host.thinking.lock().unwrap() = Duration::from_secs(60);
    let limits = Limits { questions: Duration::from_millis(300), ..limits() };
    let server = connected(&mock, host.clone(), &limits).await;
    let result = words(&call(&server, "look").await.unwrap());
    assert_eq!(serde_json::from_str::<Value>(&result).unwrap(), json!({"action": "cancel"}));
    assert_eq!(host.open.load(Ordering::SeqCst), 0, "the question has left the screen");
}

/// Consent to an address is followed by a wait that only the server can end: the limit of questions ends the pause.
#[tokio::test]
async fn the_cap_counts_again_when_the_persons_time_is_used_up() {
    let required = json!({"code": -32042, "message": "open first", "data": {"elicitations": [
        {"mode": "url", "message": "Sign", "url": "https://sign.example/a", "elicitationId": "never"},
    ]}});
    let mock = Mock::builder(MockEra::Legacy)
        .on_call(move |_| {
            let required = required.clone();
            async move { Reply::Error(required) }
        })
        .start();
    let (cap, questions) = (Duration::from_millis(500), Duration::from_millis(1500));
    let limits = Limits { cap, questions, ..limits() };
    let server = connected(&mock, Arc::new(Listener::default()), &limits).await;
    let start = std::time::Instant::now();
    let error = call(&server, "look").await.unwrap_err();
    assert_eq!(error, CallError::Timeout { clock: fuseforks_mcp::Clock::Cap, after: cap });
    assert!(start.elapsed() >= questions + cap - Duration::from_millis(20), "{:?}", start.elapsed());
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[tokio::test]
async fn a_question_is_led_to_the_owner_whose_call_it_belongs_to() {
    let params = json!({"message": "Who?", "requestedSchema": form()});
    let mock = Mock::builder(MockEra::Legacy)
        .on_call(move |call| {
            let asking = asking(params.clone());
            async move {
                if call.arguments["wait"] == true {
                    return Reply::Hang;
                }
                asking(call).await
            }
        })
        .start();
    let pool = Pool::default();
    let (first, second) = (Arc::new(Listener::default()), Arc::new(Listener::default()));
    let entry = http_entry(&mock.url);
    let one = pool.server(&entry, &limits(), first.clone() as Arc<dyn Host>, None);
    let two = pool.server(&entry, &limits(), second.clone() as Arc<dyn Host>, None);
    let cancel = CancellationToken::new();
    let hanging = tokio::spawn({
        let (one, cancel) = (one.clone(), cancel.clone());
        async move { one.call("look", json!({"wait": true}), cancel, None).await }
    });
    eventually("first call sent", async || mock.count("tools/call") == 1).await;
    assert!(call(&two, "look").await.is_ok());
    assert_eq!(second.asked.lock().unwrap().len(), 1);
    assert!(first.asked.lock().unwrap().is_empty());
    cancel.cancel();
    assert!(hanging.await.unwrap().is_err());
}

#[tokio::test]
async fn sampling_is_refused_and_roots_are_none() {
    let mock = Mock::builder(MockEra::Legacy)
        .on_call(|call| async move {
            let (sender, receiver) = mpsc::channel(4);
            tokio::spawn(async move {
                let sampling = json!({"jsonrpc": "2.0", "id": "s", "method": "sampling/createMessage", "params": {
                    "messages": [{"role": "user", "content": {"type": "text", "text": "hi"}}], "maxTokens": 9}});
                let roots = json!({"jsonrpc": "2.0", "id": "r", "method": "roots/list"});
                let _ = sender.send(sampling).await;
                let _ = sender.send(roots).await;
                tokio::time::sleep(Duration::from_millis(300)).await;
                let _ = sender.send(call.result(text("done"))).await;
            });
            Reply::Stream(receiver)
        })
        .start();
    let server = connected(&mock, Arc::new(Listener::default()), &limits()).await;
    assert!(call(&server, "look").await.is_ok());
    let replies = mock.inner.replies.lock().unwrap().clone();
    let reply = |id: &str| replies.iter().find(|reply| reply["id"] == id).cloned().unwrap();
    assert_eq!(reply("s")["error"]["code"], -32601);
    assert_eq!(reply("r")["result"]["roots"], json!([]));
}

/// Asks twice, checking what comes back, then answers.
fn rounds() -> impl Fn(Call) -> std::pin::Pin<Box<dyn Future<Output = Reply> + Send>> + Send + Sync {
    |call| {
        Box::pin(async move {
            let ask = |key: &str, state: Option<&str>| {
                let mut result = json!({"resultType": "input_required", "inputRequests": {
                    key: {"method": "elicitation/create", "params": {"message": key, "requestedSchema": form()}},
                }});
                if let Some(state) = state {
                    result["requestState"] = json!(state);
                }
                Reply::Done(result)
            };
            let responses = &call.params["inputResponses"];
            let state = call.params.get("requestState");
            match state.and_then(Value::as_str) {
                None if responses.is_null() => ask("first", Some("st\u{e9}te \u{1F4F7}==\n")),
                Some("st\u{e9}te \u{1F4F7}==\n") => ask("second", None),
                None => Reply::Done(text(&responses.to_string())),
                Some(other) => Reply::Error(json!({"code": -32602, "message": other})),
            }
        })
    }
}

#[tokio::test]
async fn modern_rounds_echo_the_state_to_the_byte_and_none_where_there_was_none() {
    let mock = Mock::builder(MockEra::Modern).on_call(rounds()).start();
    let host = Arc::new(Listener::answering([ElicitAnswer::Decline]));
    let server = connected(&mock, host.clone(), &limits()).await;
    let result = words(&call(&server, "look").await.unwrap());
    assert_eq!(
        serde_json::from_str::<Value>(&result).unwrap(),
        json!({"second": {"action": "accept", "content": {"name": "Ann"}}})
    );
    let asked: Vec<String> = host.asked.lock().unwrap().iter().map(|asked| asked.message.clone()).collect();
    assert_eq!(asked, ["first", "second"]);
    let calls = mock.seen("tools/call");
    assert_eq!(calls.len(), 3);
    assert!(calls[0]["id"] != calls[1]["id"] && calls[1]["id"] != calls[2]["id"]);
    assert!(calls.iter().all(|call| call["params"]["name"] == "look"));
}

#[tokio::test]
async fn rounds_without_end_and_questions_never_offered_are_breaches() {
    let endless = Mock::builder(MockEra::Modern)
        .on_call(|_| async { Reply::Done(json!({"resultType": "input_required", "requestState": "again"})) })
        .start();
    let server =
        connected(&endless, Arc::new(Listener::default()), &Limits { max_rounds: 3, ..limits() }).await;
    let error = call(&server, "look").await.unwrap_err();
    assert_eq!(error, CallError::Protocol { breach: fuseforks_mcp::Breach::TooManyRounds });
    assert_eq!(endless.count("tools/call"), 4);

    let breaches = [
        json!({"resultType": "input_required", "inputRequests": {"a": {"method": "sampling/createMessage", "params": {}}}}),
        json!({"resultType": "input_required"}),
        json!({"resultType": "task", "task": {}}),
        json!({"resultType": "hologram", "content": []}),
    ];
    for result in breaches {
        let shown = result.to_string();
        let mock = Mock::builder(MockEra::Modern)
            .on_call(move |_| {
                let result = result.clone();
                async move { Reply::Done(result) }
            })
            .start();
        let server = connected(&mock, Arc::new(Listener::default()), &limits()).await;
        assert_eq!(call(&server, "look").await.unwrap_err().code(), "PROTOCOL", "{shown}");
    }
}

#[tokio::test]
async fn a_cancel_while_a_person_is_asked_ends_the_call_at_once() {
    for era in [MockEra::Legacy, MockEra::Modern] {
        let mock = asking_in(era);
        let host = Arc::new(Listener::default());
        *host.thinking.lock().unwrap() = Duration::from_secs(30);
        let server = connected(&mock, host.clone(), &limits()).await;
        let cancel = CancellationToken::new();
        let running = tokio::spawn({
            let (server, cancel) = (server.clone(), cancel.clone());
            async move { server.call("look", json!({}), cancel, None).await }
        });
        eventually("asked", async || host.asked.lock().unwrap().len() == 1).await;
        let start = std::time::Instant::now();
        cancel.cancel();
        assert_eq!(running.await.unwrap().unwrap_err(), CallError::Cancelled);
        // The question leaves the screen with its call, not with the connection.
        eventually("the question to go", async || host.open.load(Ordering::SeqCst) == 0).await;
        server.close().await;
        assert!(start.elapsed() < Duration::from_secs(2), "{era:?} {:?}", start.elapsed());
    }
}

/// 2025-11-25: the call fails until addresses were opened, and the server says when that is done.
#[tokio::test]
async fn a_call_that_needs_an_address_first_is_made_again_when_it_is_done() {
    let required = json!({"code": -32042, "message": "open first", "data": {"elicitations": [
        {"mode": "url", "message": "Sign", "url": "https://sign.example/a", "elicitationId": "e9"},
    ]}});
    let opened = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let mock = Mock::builder(MockEra::Legacy)
        .on_call({
            let opened = opened.clone();
            move |_| {
                let (opened, required) = (opened.clone(), required.clone());
                async move {
                    if opened.load(std::sync::atomic::Ordering::SeqCst) {
                        Reply::Done(text("signed"))
                    } else {
                        Reply::Error(required)
                    }
                }
            }
        })
        .start();
    let host = Arc::new(Listener::default());
    let server = connected(&mock, host.clone(), &limits()).await;
    eventually("a standing stream", async || mock.streams() == 1).await;
    let running = tokio::spawn({
        let server = server.clone();
        async move { call(&server, "look").await }
    });
    eventually("asked", async || host.asked.lock().unwrap().len() == 1).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(mock.count("tools/call"), 1, "consent is not completion");
    opened.store(true, std::sync::atomic::Ordering::SeqCst);
    mock.send(json!({"jsonrpc": "2.0", "method": "notifications/elicitation/complete", "params": {"elicitationId": "e9"}}));
    assert_eq!(words(&running.await.unwrap().unwrap()), "signed");

    opened.store(false, std::sync::atomic::Ordering::SeqCst);
    host.answers.lock().unwrap().push_back(ElicitAnswer::Decline);
    let error = call(&server, "look").await.unwrap_err();
    assert!(matches!(error, CallError::Rpc { code: -32042, .. }), "{error:?}");
}
