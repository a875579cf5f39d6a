//! Thirty-two agents that get photographs of 45 megapixels at the same time, in one application.
//!
//! The camera is a process of its own: what is measured is the application, and the model in it.

use crate::support::LOOK;
use fuseforks_contract::{Event, template::TemplateSave};
use fuseforks_sim::provider::Wire;
use fuseforks_tests::{World, program::binary};
use serde_json::{Value, json};
use std::{
    collections::HashSet,
    fs,
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

const AGENTS: usize = 32;
/// A debug build on a busy machine decodes for minutes; nothing here is about speed.
const LONG: Duration = Duration::from_secs(1100);

/// A camera in a process that ends with this one.
struct CameraProcess(Child, String);

impl CameraProcess {
    fn start(odd: &str) -> Self {
        let mut child = Command::new(binary("fuseforks-sim"))
            .args(["camera", "--odd", odd])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let ready: Value = serde_json::from_str(&line).unwrap();
        Self(child, ready["url"].as_str().unwrap().to_owned())
    }
}

impl Drop for CameraProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A number of kilobytes of this process.
fn status(field: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with(field)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thirty_two_agents_with_four_photographs_each_stay_under_a_gibibyte() {
    let camera = CameraProcess::start("four-huge");
    let world = World::build().open();
    let template =
        TemplateSave { wire: "practice".into(), needs_key: false, ..world.template_of("", Wire::Anthropic) };
    let template = world.template_save(template).await;
    let mut agents = Vec::new();
    for number in 0..AGENTS {
        let agent = world.agent(&format!("Agent {number}"), &template).await;
        // Another address for each: a connection of its own, so that no queue of one server helps.
        let url = format!("{}?agent={number}", camera.1);
        world.servers(&agent, json!({"nik": {"type": "http", "url": url}})).await;
        world.allow_all(&agent).await;
        agents.push(agent);
    }
    let talker = world.agent("Talker", &template).await;

    fs::write("/proc/self/clear_refs", "5").unwrap();
    let mark = world.events.mark();
    for agent in &agents {
        world.try_send(agent, LOOK).await.unwrap();
    }
    // Meanwhile the window asks and another agent talks.
    let begun = Instant::now();
    let (mut slowest, mut talked) = (Duration::ZERO, 0);
    let mut left: HashSet<&str> = agents.iter().map(String::as_str).collect();
    while !left.is_empty() {
        assert!(begun.elapsed() < LONG, "{} agents wait still", left.len());
        let asked = Instant::now();
        world.view().await;
        slowest = slowest.max(asked.elapsed());
        if talked < 3 {
            assert_eq!(world.say(&talker, "what can you do?").await.stop(), "-");
            talked += usize::from(!left.is_empty());
        }
        for event in world.events.since(mark) {
            if let Event::TurnEnded { agent, .. } = event {
                left.remove(agent.as_str());
            }
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let peak = status("VmHWM:") / 1024;
    assert!(peak < 1024, "the application took {peak} MiB");
    assert_eq!(talked, 3, "somebody else could talk all the time");
    assert!(slowest < Duration::from_secs(5), "the window waited {slowest:?} for an answer");

    // Every agent saw every photograph.
    let lines = world.log_of("tool").await;
    let looks: Vec<&String> = lines.iter().filter(|line| line.contains("live_view_image")).collect();
    assert_eq!(looks.len(), AGENTS);
    assert!(looks.iter().all(|line| line.contains("ok=true") && line.ends_with("images=4")), "{looks:?}");
    drop(camera);
}
