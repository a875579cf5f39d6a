//! Servers that take their time: a turn says which one it waits for, does not wait for ever, and can be
//! stopped; and what a server spoke last is known at the next start.

use crate::support::caller;
use fuseforks_contract::{Event, Host as _, agent::AgentStatus};
use fuseforks_sim::provider::Wire;
use fuseforks_tests::{
    World,
    toolbox::{self, Toolbox},
    until,
};
use serde_json::json;
use std::time::{Duration, Instant};

/// A server that accepts connections and never answers.
async fn mute() -> (String, tokio::task::JoinHandle<()>) {
    let socket = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://127.0.0.1:{}/mcp", socket.local_addr().unwrap().port());
    let task = tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((stream, _)) = socket.accept().await {
            held.push(stream);
        }
    });
    (url, task)
}

async fn with_a_slow_one(patience: Duration) -> (World, String, Toolbox, tokio::task::JoinHandle<()>) {
    let tools = Toolbox::start(&["look"], |_| toolbox::result(&[toolbox::text("seen")]).into()).await;
    let (slow, task) = mute().await;
    let provider = caller(Wire::Anthropic);
    let world = World::build()
        .limits(|limits| {
            limits.server_patience = patience;
            limits.mcp.connect = Duration::from_secs(60);
        })
        .asking(fuseforks_village::Asking::AllowAll)
        .open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    world.servers(&agent, json!({"box": {"url": tools.url()}, "snail": {"url": slow}})).await;
    // The provider must outlive the turn.
    std::mem::forget(provider);
    (world, agent, tools, task)
}

fn connecting(event: &Event) -> Option<String> {
    match event {
        Event::Agent { agent, .. } if agent.status == AgentStatus::Connecting => agent.tool.clone(),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_goes_on_without_a_server_that_is_still_starting_and_says_so() {
    let (world, agent, tools, _slow) = with_a_slow_one(Duration::from_secs(1)).await;
    let mark = world.events.mark();
    let told = world.say(&agent, "call box__look please").await;
    assert_eq!(told.reply(), "got: seen", "{:?}", told.system());
    assert_eq!(tools.calls().len(), 1);
    let waited = world.events.wait(mark, "the words", connecting).await;
    assert!(waited.contains("snail"), "{waited}");
    let slow: Vec<_> = told.system().into_iter().filter(|line| line.code == "server-slow").collect();
    assert_eq!(slow.len(), 1, "{:?}", told.system());
    assert_eq!(slow[0].args["server"], "snail");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stop_works_at_once_while_a_server_is_starting() {
    let (world, agent, _tools, _slow) = with_a_slow_one(Duration::from_secs(60)).await;
    let mark = world.events.mark();
    world.try_send(&agent, "call box__look please").await.unwrap();
    world.events.wait(mark, "the words", connecting).await;
    let begun = Instant::now();
    world.app.turn_stop(world.agent_id(&agent)).await.unwrap();
    let told = world.ended(&agent, mark).await;
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    assert_eq!(told.stop(), "interrupted");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_server_spoke_is_known_at_the_next_start() {
    let tools = Toolbox::start(&["look"], |_| toolbox::result(&[toolbox::text("seen")]).into()).await;
    let provider = caller(Wire::Anthropic);
    let world = World::build().open();
    let agent = world.agent_with(&provider, Wire::Anthropic, "box", &tools.url()).await;
    let home = world.app.services().home.clone();
    let noted = || {
        let text = std::fs::read_to_string(home.eras()).ok()?;
        let file: serde_json::Value = serde_json::from_str(&text).ok()?;
        Some(file.as_object()?.values().cloned().collect::<Vec<_>>())
    };
    assert_eq!(until("the note", noted).await, [json!("modern")]);
    let kept = world.close().await;
    // It speaks both: what is noted decides, and nobody asks it which one it wants.
    let note = std::fs::read_to_string(home.eras()).unwrap().replace("modern", "legacy");
    std::fs::write(home.eras(), note).unwrap();
    let world = World::again(&kept).open();
    world.start(&agent).await;
    assert_eq!(world.agent_view(&agent).await.servers[0].protocol.as_deref(), Some("2025-11-25"));
}
