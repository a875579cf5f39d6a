//! Memory of the application: thirty-two agents that get photographs of 45 megapixels at the same time, and a
//! model that polls without an end.

use crate::support::{LOOK, provider};
use fuseforks_contract::Event;
use fuseforks_sim::provider::{ProviderOptions, Received, Script, Step, StepCall, ToolChoice, Wire};
use fuseforks_tests::{
    World,
    process::{CameraProcess, forget_peak, memory},
    toolbox::{self, Called, Toolbox},
};
use serde_json::json;
use std::{
    collections::HashSet,
    process,
    time::{Duration, Instant},
};

const AGENTS: usize = 32;
/// A debug build on a busy machine decodes for minutes; nothing here is about speed.
const LONG: Duration = Duration::from_secs(1100);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thirty_two_agents_with_four_photographs_each_stay_under_a_gibibyte() {
    let camera = CameraProcess::start("four-huge");
    let world = World::build().open();
    let template = world.practice_template().await;
    let agents = world.crowd(&template, &camera, AGENTS).await;
    let talker = world.agent("Talker", &template).await;

    forget_peak(process::id());
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
    let peak = memory(process::id(), "VmHWM") / 1024;
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

/// Bytes of each answer of a polled tool.
const ANSWER: usize = 50_000;
/// Turns until everything that may be kept is there: 8 MiB of outputs for the window take 20 of them, and
/// connections, statements and pages of the database a few.
const WARM_UP: usize = 27;
const TURNS: usize = 36;
/// The default limit.
const ROUNDS: usize = 12;

/// A model that asks for the tool that the message names, for ever if it may.
fn poller() -> Script {
    Script::respond(|received: &Received| {
        let tools = ["box__clock", "box__alternating", "box__same"];
        let wanted = tools.iter().find(|tool| received.last_user_text().contains(**tool));
        match wanted {
            Some(tool) if received.tool_choice != ToolChoice::None => {
                Step { calls: vec![StepCall::new(*tool, json!({}))], ..Step::default() }
            }
            _ => Step::text("done"),
        }
    })
}

/// The measured turns bring 24 x 12 answers of 50,000 bytes and 12 x 2 more: whoever keeps each of them once
/// grows by 15.6 MB. What grows rightly is a few kilobytes of rows a turn, and the allocator's own waste moves
/// the figure by some two megabytes, however many turns there are: so the bound is 6 MiB.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn polling_turn_after_turn_takes_no_more_memory() {
    let answer = |called: &Called| {
        let first = match called.name.as_str() {
            "clock" => format!("12:{:02}:{:02} ", called.before / 60, called.before % 60),
            "alternating" => ["A ", "B "][called.before % 2].to_owned(),
            _ => "no new output ".to_owned(),
        };
        toolbox::result(&[toolbox::text(&(first + &"x".repeat(ANSWER)))]).into()
    };
    let tools = Toolbox::start(&["clock", "alternating", "same"], answer).await;
    let options = ProviderOptions { script: poller(), ..ProviderOptions::new(Wire::Anthropic) };
    let provider = provider(options);
    let world = World::build().open();
    let agent = world.agent_with(&provider, Wire::Anthropic, "box", &tools.url()).await;
    let mut warm = 0;
    for turn in 0..WARM_UP + TURNS {
        if turn == WARM_UP {
            warm = memory(process::id(), "VmRSS");
        }
        let (tool, stop, rounds) = match turn % 3 {
            0 => ("box__clock", "tool_limit", ROUNDS),
            1 => ("box__alternating", "tool_limit", ROUNDS),
            _ => ("box__same", "repeat:box__same", 2),
        };
        let told = world.say(&agent, &format!("watch {tool}")).await;
        assert_eq!((told.stop().as_str(), tools.calls().len()), (stop, rounds), "turn {turn}");
        // The stand-ins live in this process and keep everything that they are sent.
        tools.forget();
        provider.forget();
        world.events.forget();
    }
    let grown = memory(process::id(), "VmRSS").saturating_sub(warm);
    assert!(grown < 6144, "the application took {grown} KiB more than {warm}");
}
