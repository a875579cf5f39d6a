//! The heaviest hour of a village: thirty-two agents get four photographs of 45 megapixels each at the same time,
//! and the person goes on working in the window.

use crate::window::{Window, holder};
use fuseforks_tests::{
    World,
    process::{CameraProcess, forget_peak, memory},
};
use serde::Deserialize;
use serde_json::json;
use std::time::{Duration, Instant};

const AGENTS: usize = 32;
/// A build without optimisation on a busy machine; nothing here is about speed.
const LONG: Duration = Duration::from_secs(1100);
/// A person who waits longer takes a window for dead. A busy machine that runs other tests is far below it.
const ALIVE_MS: f64 = 5000.0;

/// What a person does: goes to another agent's conversation, types a letter, and turns to another pane. Gives how
/// long each of them took until it was painted, and how long the application took to answer a question.
const ACT: &str = "{
    const [village, name, message, tab] = WANTED;
    const find = (id) => document.querySelector(`[data-testid='${id}']`);
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const took = async (act, there) => {
        const begun = performance.now();
        act();
        do await frame(); while (!there() && performance.now() - begun < 60000);
        return performance.now() - begun;
    };
    const field = () => find('composer');
    const go = await took(
        () => find(`agent-item-${name}`).click(),
        () => [...document.querySelectorAll(\"[data-testid='message'][data-from='user']\")]
            .some((said) => said.innerText.includes(message)),
    );
    const draft = `${field().value}x`;
    const type = await took(
        () => {
            field().value = draft;
            field().dispatchEvent(new InputEvent('input', { bubbles: true }));
        },
        () => field().value === draft,
    );
    const turn = await took(
        () => find(`tab-${tab}`).click(),
        () => find(`tab-${tab}`).ariaSelected === 'true',
    );
    const asked = performance.now();
    await window.__TAURI_INTERNALS__.invoke('rpc', { name: 'village_state', request: { village } });
    const ask = performance.now() - asked;
    return { go, type, turn, ask, gap: window.__gap(), status: find('status-activity').innerText };
}";

/// Counts the longest time without a frame since it was last asked.
const WATCH: &str = "
    let last = performance.now(), longest = 0;
    const look = (now) => {
        longest = Math.max(longest, now - last);
        last = now;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    window.__gap = () => { const was = longest; longest = 0; return was; };";

/// Milliseconds of one round of what a person does.
#[derive(Debug, Deserialize)]
struct Acts {
    go: f64,
    #[serde(rename = "type")]
    typed: f64,
    turn: f64,
    ask: f64,
    gap: f64,
    status: String,
}

fn request(number: usize) -> String {
    format!("Take one live-view frame and say what is in it, number {number}.")
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_two_agents_with_four_photographs_each_leave_the_window_answering() {
    let camera = CameraProcess::start("four-huge");
    let world = World::build().open();
    let template = world.practice_template().await;
    let agents = world.crowd(&template, &camera, AGENTS).await;
    let village = world.id.clone();
    let kept = world.close().await;

    let window = Window::open(&kept.home()).await;
    window.the(&format!("agent-item-{}", agents[AGENTS - 1])).await;
    window.script(WATCH).await;
    let process = holder(&kept.village());
    forget_peak(process);

    // Nobody presses thirty-two buttons at once: the page says all of it in one go.
    let said: Vec<_> = agents
        .iter()
        .enumerate()
        .map(|(number, agent)| {
            json!({"village": village, "agent": agent, "text": request(number), "attachments": []})
        })
        .collect();
    let send = format!(
        "Promise.all({}.map((request) => \
         window.__TAURI_INTERNALS__.invoke('rpc', {{ name: 'message_send', request }})))",
        json!(said)
    );
    window.later(&send).await;

    let begun = Instant::now();
    let mut rounds: Vec<Acts> = Vec::new();
    let log = || std::fs::read_to_string(kept.village().join("fuseforks.log")).unwrap_or_default();
    let ended = || log().matches(" turn: ").count();
    while ended() < AGENTS {
        assert!(begun.elapsed() < LONG, "{} turns have ended\n{}", ended(), window.text().await);
        let number = rounds.len() * 7 % AGENTS;
        let tab = ["output", "camera", "work"][rounds.len() % 3];
        let wanted = json!([village, agents[number], request(number), tab]);
        let acts = window.later(&ACT.replace("WANTED", &wanted.to_string())).await;
        rounds.push(serde_json::from_value(acts).unwrap());
    }
    let peak = memory(process, "VmHWM") / 1024;
    println!("{AGENTS} agents in {:?}, at most {peak} MiB", begun.elapsed());
    for acts in &rounds {
        println!("{acts:?}");
    }
    assert!(peak < 1024, "the application took {peak} MiB");
    let longest =
        |acts: &Acts| [acts.go, acts.typed, acts.turn, acts.ask, acts.gap].into_iter().fold(0.0, f64::max);
    let slow: Vec<&Acts> = rounds.iter().filter(|acts| longest(acts) > ALIVE_MS).collect();
    assert!(slow.is_empty(), "the window did not answer: {slow:?}");
    let meanwhile = rounds.iter().filter(|acts| acts.status.contains("running")).count();
    assert!(meanwhile >= 10, "the person could do next to nothing: {rounds:?}");

    // Nothing of it is only nearly there.
    let looks: Vec<String> =
        log().lines().filter(|line| line.contains("live_view_image")).map(str::to_owned).collect();
    let whole = looks.iter().filter(|line| line.contains("ok=true") && line.ends_with("images=4")).count();
    assert_eq!(whole, AGENTS, "{looks:?}");
    window.press(&format!("agent-item-{}", agents[AGENTS - 1])).await;
    window.css("[data-testid='row-turn']").await;
    window.press("tab-output").await;
    let line = window.the("pane-line").await.text().await.unwrap();
    assert!((1..=4).all(|number| line.contains(&format!("image {number}: JPEG "))), "{line}");
    window.finish().await;
}
