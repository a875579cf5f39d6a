//! The reference server, over both transports: the older era with sessions.

use crate::support::{Person, Process, address, call, command, connect, everything};
use fuseforks_mcp::{Era, Server, host::Ask};
use fuseforks_tests::{PATIENCE, picture};
use serde_json::json;
use std::{
    process::Command,
    sync::{Arc, Mutex, PoisonError},
};
use tokio_util::sync::CancellationToken;

/// Everything that this server gives back and that a person would notice if it were lost.
async fn gives_what_it_promises(server: &Server, person: &Arc<Person>) {
    assert_eq!(server.era(), Some(Era::Legacy));
    let info = server.info().expect("connected");
    assert_eq!(info.protocol, "2025-11-25");
    assert!(server.tools().len() >= 12, "{} tools", server.tools().len());
    assert_eq!(server.tool_list().malformed, 0);

    let tiny = call(server, "get-tiny-image", json!({})).await;
    // A PNG on the wire; what goes to a model is a JPEG of the same size.
    let images = tiny.outcome.images();
    assert_eq!(images.len(), 1, "{:?}", tiny.outcome.dropped);
    assert_eq!(images[0].media_type(), "image/jpeg");
    assert_eq!(images[0].digest().to_string(), picture::sha256(images[0].bytes()));
    assert!(tiny.outcome.body().contains("image"), "{}", tiny.outcome.body());

    let annotated =
        call(server, "get-annotated-message", json!({"messageType": "error", "includeImage": true})).await;
    assert!(annotated.outcome.body().contains("Error"), "{}", annotated.outcome.body());
    // The image is for the person alone.
    assert!(annotated.outcome.images().is_empty());
    assert_eq!(annotated.artifacts.len(), 1);
    assert_eq!((annotated.artifacts[0].mime, annotated.artifacts[0].bytes.len()), ("image/png", 4033));

    let sum = call(server, "get-sum", json!({"a": 19, "b": 23})).await;
    assert!(sum.outcome.body().contains("42"), "{}", sum.outcome.body());

    let structured = call(server, "get-structured-content", json!({"location": "New York"})).await;
    assert!(structured.outcome.body().contains("temperature"), "{}", structured.outcome.body());

    let links = call(server, "get-resource-links", json!({"count": 3})).await;
    assert!(links.outcome.body().lines().count() >= 3, "{}", links.outcome.body());

    let wrong = server.call("get-sum", json!({"a": "x"}), CancellationToken::new(), None).await;
    assert!(wrong.expect("a failing tool is a result").is_error);

    let steps = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&steps);
    let sink: fuseforks_mcp::ProgressSink =
        Arc::new(move |progress| seen.lock().unwrap_or_else(PoisonError::into_inner).push(progress.progress));
    let long = json!({"duration": 1, "steps": 4});
    server
        .call("trigger-long-running-operation", long, CancellationToken::new(), Some(sink))
        .await
        .expect("it ends");
    let steps = steps.lock().unwrap_or_else(PoisonError::into_inner).clone();
    assert!(!steps.is_empty() && steps.is_sorted(), "{steps:?}");

    let asked = call(server, "trigger-elicitation-request", json!({})).await;
    let questions = person.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    assert_eq!(questions.len(), 1, "{}", asked.outcome.body());
    assert_eq!(questions[0].server, "real");
    let Ask::Form(form) = &questions[0].ask else { panic!("{:?}", questions[0]) };
    assert!(form.fields.len() > 3, "{form:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_stdio() {
    let person = Arc::new(Person::default());
    let server = connect(&command("node", &[&everything(), "stdio"]), &person).await;
    gives_what_it_promises(&server, &person).await;
    tokio::time::timeout(PATIENCE, server.close()).await.expect("it closes");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_http() {
    let process = Process::start(|port| {
        let mut node = Command::new("node");
        node.arg(everything()).arg("streamableHttp").env("PORT", port.to_string());
        node
    })
    .await;
    let person = Arc::new(Person::default());
    let server = connect(&address(&format!("http://127.0.0.1:{}/mcp", process.port)), &person).await;
    gives_what_it_promises(&server, &person).await;
    tokio::time::timeout(PATIENCE, server.close()).await.expect("it closes");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn its_old_transport_is_named_and_not_spoken() {
    let process = Process::start(|port| {
        let mut node = Command::new("node");
        node.arg(everything()).arg("sse").env("PORT", port.to_string());
        node
    })
    .await;
    let entry = address(&format!("http://127.0.0.1:{}/sse", process.port));
    let limits = fuseforks_mcp::Limits::default();
    let person = Arc::new(Person::default());
    let refused = Server::connect(&entry, &limits, person, None, CancellationToken::new()).await;
    assert_eq!(refused.expect_err("it cannot be spoken").code(), "OLD_SSE");
}
