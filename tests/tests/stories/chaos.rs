//! Everything goes wrong at once, on both transports: each fault ends in the right words within its time, and
//! the agent works after it.

use crate::support::caller;
use fuseforks_contract::{Event, chat::RowBody, mcp::ServerState};
use fuseforks_sim::provider::{Provider, Wire};
use fuseforks_tests::{PATIENCE, World, listener::free_port};
use fuseforks_village::Asking;
use serde_json::{Value, json};
use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("servers/chaos.py")
}

/// The server on a port; it ends with the story.
struct Chaos(Child);

impl Chaos {
    async fn on(port: u16) -> Self {
        let child = Command::new("python3")
            .arg(script())
            .args(["http", &port.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let chaos = Self(child);
        let begun = Instant::now();
        while tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            assert!(begun.elapsed() < PATIENCE, "the server does not come");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        chaos
    }
}

impl Drop for Chaos {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Silence that ends a call in this story.
const SILENCE: Duration = Duration::from_secs(3);

async fn village(entry: Value) -> (World, String, Provider) {
    let provider = caller(Wire::Anthropic);
    let world = World::build()
        .limits(|limits| {
            limits.mcp.idle = SILENCE;
            limits.mcp.probe = Duration::from_secs(5);
        })
        .asking(Asking::AllowAll)
        .open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    world.servers(&agent, json!({ "chaos": entry })).await;
    world.start(&agent).await;
    (world, agent, provider)
}

/// Has the tool called, and gives what the model was told and how long the turn took.
async fn told(world: &World, agent: &str, tool: &str) -> (String, Duration) {
    let begun = Instant::now();
    let told = world.say(agent, &format!("call chaos__{tool} please")).await;
    assert_eq!(told.stop(), "-", "{tool}: {:?}", told.system());
    let reply = told.reply().strip_prefix("got: ").unwrap_or_default().to_owned();
    (reply, begun.elapsed())
}

async fn works(world: &World, agent: &str, after: &str) {
    let (words, _) = told(world, agent, "ok").await;
    assert_eq!(words, "ok: fine", "after {after}");
}

/// What both transports have in common.
async fn faults(world: &World, agent: &str) {
    let servers = world.agent_view(agent).await.servers;
    // Three hundred of three hundred and one; the malformed one took nobody along, the cursor ended.
    assert_eq!((servers[0].state, servers[0].tools.len()), (ServerState::Ready, 300));
    works(world, agent, "the start").await;

    let (words, took) = told(world, agent, "hang").await;
    assert_eq!(words, "chaos__hang did not answer within 3 seconds");
    assert!(took < SILENCE * 4, "{took:?}");
    works(world, agent, "a call that hung").await;

    // Longer than the silence that ends a call: progress keeps it alive, and the person sees it.
    let begun = Instant::now();
    let all = world.say(agent, "call chaos__steps please").await;
    assert_eq!(all.reply(), "got: steps: fine");
    assert!(begun.elapsed() > SILENCE, "{:?}", begun.elapsed());
    let progress: Vec<String> = all
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Row { row, .. } => match &row.body {
                RowBody::Tool(tool) if tool.running => tool.progress.clone(),
                _ => None,
            },
            _ => None,
        })
        .collect();
    assert!(progress.iter().any(|words| words.ends_with(" % exposing")), "{progress:?}");

    let (words, _) = told(world, agent, "huge").await;
    assert!(words.starts_with("xxxx") && words.chars().count() < 110_000, "{} characters", words.len());
    works(world, agent, "seventeen megabytes").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_local_server_that_does_everything_wrong() {
    let entry = json!({"command": "python3", "args": [script().display().to_string()]});
    let (world, agent, _provider) = village(entry).await;
    faults(&world, &agent).await;

    let (before, _) = told(&world, &agent, "where").await;
    let (words, took) = told(&world, &agent, "die").await;
    assert_eq!(words, "the server chaos cannot be reached");
    assert!(took < PATIENCE, "{took:?}");
    works(&world, &agent, "a death").await;
    let (after, _) = told(&world, &agent, "where").await;
    assert_ne!(before, after, "it was started again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_at_an_address_that_does_everything_wrong() {
    let port = free_port();
    let mut chaos = Chaos::on(port).await;
    let entry = json!({"type": "http", "url": format!("http://127.0.0.1:{port}/mcp")});
    let (world, agent, _provider) = village(entry).await;
    faults(&world, &agent).await;

    // A session that is forgotten is made anew without a word.
    let (words, _) = told(&world, &agent, "forget").await;
    assert_eq!(words, "forget: fine");
    works(&world, &agent, "a forgotten session").await;

    let (words, took) = told(&world, &agent, "cut").await;
    assert_eq!(words, "the server chaos cannot be reached");
    assert!(took < PATIENCE, "{took:?}");
    works(&world, &agent, "a stream that was cut").await;

    // Killed under a call; then restarted on the same port.
    let (words, took) = told(&world, &agent, "die").await;
    assert_eq!(words, "the server chaos cannot be reached");
    assert!(took < PATIENCE, "{took:?}");
    let (words, took) = told(&world, &agent, "ok").await;
    assert_eq!(words, "the server chaos cannot be reached", "nobody is there");
    assert!(took < PATIENCE, "{took:?}");
    drop(std::mem::replace(&mut chaos, Chaos::on(port).await));
    works(&world, &agent, "a restart on the same port").await;
}
