//! Local servers as package runners start them, a wrapper with a child and a grandchild: they end with what
//! needed them.

use crate::support::caller;
use fuseforks_contract::Host as _;
use fuseforks_sim::provider::Wire;
use fuseforks_tests::World;
use fuseforks_village::Asking;
use serde_json::json;
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

/// As long as processes may take to be gone.
const GONE: Duration = Duration::from_secs(5);
/// The wrapper notes itself, its child and its grandchild.
const WRAPPER: &str =
    r#"echo $$ >> "$PIDS"; sh -c 'sleep 300 & echo $$ $! >> "$PIDS"; exec python3 "$SERVER"'; exit"#;

fn noted(pids: &Path) -> Vec<u32> {
    let text = fs::read_to_string(pids).unwrap_or_default();
    text.split_whitespace().map(|pid| pid.parse().unwrap()).collect()
}

fn alive(pid: u32) -> bool {
    // A zombie is gone as far as anybody can tell.
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
    stat.rsplit(')').next().is_some_and(|rest| !rest.trim_start().starts_with('Z'))
}

/// Processes that were noted after the first `before`; they all run. A system gives a number twice, so they are
/// counted, not compared.
fn family(pids: &Path, before: usize) -> Vec<u32> {
    let family = noted(pids).split_off(before);
    assert_eq!(family.len(), 3, "a wrapper, its child and its grandchild: {family:?}");
    assert!(family.iter().all(|pid| alive(*pid)));
    family
}

async fn gone(family: &[u32], after: &str) {
    let begun = Instant::now();
    while family.iter().any(|pid| alive(*pid)) {
        assert!(begun.elapsed() < GONE, "after {after}: {family:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_local_server_ends_with_its_agent_its_entry_and_the_program() {
    let provider = caller(Wire::Anthropic);
    let world = World::build().asking(Asking::AllowAll).open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    let pids = world.kept.path().join("pids");
    let server = Path::new(env!("CARGO_MANIFEST_DIR")).join("servers/chaos.py");
    let entry = json!({"command": "sh", "args": ["-c", WRAPPER],
        "env": {"PIDS": pids.display().to_string(), "SERVER": server.display().to_string()}});
    let servers = || async { world.servers(&agent, json!({"wrapped": entry})).await };
    servers().await;

    for round in 0..5 {
        let before = noted(&pids).len();
        world.start(&agent).await;
        let family = family(&pids, before);
        if round == 0 {
            assert_eq!(world.say(&agent, "call wrapped__ok please").await.reply(), "got: ok: fine");
        }
        world.app.agent_stop(world.agent_id(&agent)).await.unwrap();
        gone(&family, "the agent was stopped").await;
    }

    let before = noted(&pids).len();
    world.start(&agent).await;
    let removed = family(&pids, before);
    world.servers(&agent, json!({})).await;
    gone(&removed, "its entry was removed").await;

    servers().await;
    let before = noted(&pids).len();
    world.start(&agent).await;
    let last = family(&pids, before);
    world.close().await;
    gone(&last, "the program ended").await;
}
