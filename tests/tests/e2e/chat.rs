//! Talking with an agent that looks through the camera.

use crate::window::{Machine, Window};
use fuseforks_sim::camera::{CameraOptions, Scene};
use fuseforks_village::Language;
use std::time::{Duration, Instant};

/// Colours whose words a person would agree on, in the three languages.
const COLOURS: [(&str, [&str; 3]); 5] = [
    ("red", ["red", "赤", "红"]),
    ("green", ["green", "緑", "绿"]),
    ("blue", ["blue", "青", "蓝"]),
    ("yellow", ["yellow", "黄", "黄"]),
    ("white", ["white", "白", "白"]),
];

fn two_colours() -> (usize, usize, CameraOptions) {
    let left = rand::random_range(0..COLOURS.len());
    let right = (left + rand::random_range(1..COLOURS.len())) % COLOURS.len();
    let scene: Scene = format!("two-colour:{},{}", COLOURS[left].0, COLOURS[right].0).parse().unwrap();
    (left, right, CameraOptions { scene, ..CameraOptions::default() })
}

async fn looks(language: Language, index: usize, request: &str, pane: impl Fn(u64) -> String) {
    let (left, right, options) = two_colours();
    let machine = Machine::new(language, options);
    let window = Window::open(machine.home.path()).await;
    window.say(request).await;
    window.css("[data-testid='row-turn']").await;
    let text = window.the("chat-log").await.text().await.unwrap();
    for colour in [left, right] {
        let word = COLOURS[colour].1[index];
        assert!(text.contains(word), "the answer does not name {word}:\n{text}");
    }
    let shots = machine.camera.shots();
    assert_eq!(shots.len(), 1, "one look is one frame");
    let kilobytes = (shots[0].len as u64 + 500) / 1000;
    window.press("tab-output").await;
    let line = window.the("pane-line").await.text().await.unwrap();
    assert_eq!(line.trim(), pane(kilobytes.max(1)));
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_english_village_names_both_colours_and_shows_the_pane_line() {
    looks(Language::En, 0, "Take one live-view frame and say what is in it", |kb| {
        format!("(image 1: JPEG {kb} KB)")
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_japanese_village_names_both_colours_and_shows_the_pane_line() {
    looks(
        Language::Ja,
        1,
        "カメラで 1 枚撮って、何が写っているか教えてください",
        |kb| format!("（画像 1 枚: JPEG {kb} KB）"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chinese_village_names_both_colours_and_shows_the_pane_line() {
    looks(Language::Zh, 2, "拍一张照片，说说里面有什么", |kb| {
        format!("（图像 1 张：JPEG {kb} KB）")
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_offered_request_is_one_press() {
    let (_, _, options) = two_colours();
    let machine = Machine::new(Language::En, options);
    let window = Window::open(machine.home.path()).await;
    window.press("offer").await;
    window.css("[data-testid='row-turn']").await;
    assert_eq!(machine.camera.shots().len(), 1);
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_camera_panel_shows_the_right_pixels() {
    let scene: Scene = "two-colour:red,blue".parse().unwrap();
    let machine = Machine::new(Language::En, CameraOptions { scene, ..CameraOptions::default() });
    let window = Window::open(machine.home.path()).await;
    window.press_on_agent("agent_1", "agent-toggle").await;
    window.press("camera-start").await;
    let pixels = window
        .until(
            "const canvas = document.querySelector(\"[data-testid='camera-canvas']\"); \
             if (!canvas || canvas.width < 600) return null; \
             const context = canvas.getContext('2d'); \
             const at = (x) => Array.from(context.getImageData(x, canvas.height / 2, 1, 1).data.slice(0, 3)); \
             const left = at(canvas.width / 4), right = at(canvas.width * 3 / 4); \
             return left[0] + left[2] > 60 ? [left, right] : null",
        )
        .await;
    let channel = |side: usize, index: usize| pixels[side][index].as_i64().unwrap();
    assert!(channel(0, 0) > channel(0, 2) + 80, "the left half is not red: {pixels}");
    assert!(channel(1, 2) > channel(1, 0) + 80, "the right half is not blue: {pixels}");
    window.press("camera-stop").await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_runs_after_the_person_allows_it_once() {
    let (_, _, options) = two_colours();
    let machine = Machine::new(Language::En, options);
    machine.ask_before_tools();
    let window = Window::open(machine.home.path()).await;
    window.say("Take a look").await;
    window.the("approval-once").await;
    assert_eq!(machine.camera.calls(), 0, "nothing runs before the person agrees");
    window.press("approval-once").await;
    window.css("[data-testid='row-turn']").await;
    assert_eq!(machine.camera.shots().len(), 1);
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_always_allowed_is_not_asked_again_after_a_restart_either() {
    let (_, _, options) = two_colours();
    let machine = Machine::new(Language::En, options);
    machine.ask_before_tools();
    let window = Window::open(machine.home.path()).await;
    window.say("Take a look").await;
    window.press("approval-always").await;
    window.css("[data-testid='row-turn']").await;
    window.finish().await;
    let window = Window::open(machine.home.path()).await;
    window.press("session-new").await;
    window.say("Take a look").await;
    window.css("[data-testid='row-turn']").await;
    assert_eq!(machine.camera.shots().len(), 2);
    assert_eq!(machine.log().matches(" approval: ").count(), 1, "{}", machine.log());
    window.agent_settings("agent_1", "permissions").await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_denied_tool_does_not_run_and_the_model_is_told() {
    let (_, _, options) = two_colours();
    let machine = Machine::new(Language::En, options);
    machine.ask_before_tools();
    let window = Window::open(machine.home.path()).await;
    window.say("Take a look").await;
    window.press("approval-deny").await;
    window.css("[data-testid='row-turn']").await;
    assert_eq!(machine.camera.calls(), 0);
    window.shows("does not allow").await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stop_ends_a_slow_call_within_a_second() {
    let (_, _, mut options) = two_colours();
    options.delay = Duration::from_secs(60);
    let machine = Machine::new(Language::En, options);
    let window = Window::open(machine.home.path()).await;
    let mut times = Vec::new();
    // The page's own clock, from the press until the row says it: the driver's ways there and back do not
    // count. A busy machine may hold up one of them, not each.
    for turn in 1..=3 {
        window.say("Take a look").await;
        window
            .until(&format!(
                "return document.querySelectorAll(\"[data-testid='tool-row']\").length >= {turn} \
                 && document.querySelector(\"[data-testid='stop']\") !== null"
            ))
            .await;
        window
            .script(&format!(
                "const all = () => document.querySelectorAll(\"[data-testid='turn-line'][data-stop='interrupted']\").length; \
                 window.__took = null; \
                 document.querySelector(\"[data-testid='stop']\").addEventListener('click', () => {{ \
                   const begun = performance.now(); \
                   const timer = setInterval(() => {{ \
                     if (all() < {turn}) return; \
                     window.__took = performance.now() - begun; clearInterval(timer); }}, 5); }}, true)"
            ))
            .await;
        window.press("stop").await;
        let took = window.until("return window.__took").await.as_f64().unwrap();
        times.push(took);
        if took < 1000.0 {
            break;
        }
    }
    assert!(times.iter().any(|took| *took < 1000.0), "stopping took {times:?} ms");
    assert!(machine.log().contains("stop=interrupted"), "{}", machine.log());
    let begun = Instant::now();
    while machine.camera.cancelled() == 0 {
        assert!(begun.elapsed() < Duration::from_secs(30), "the server was not told");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_brings_the_conversation_back() {
    let (_, _, options) = two_colours();
    let machine = Machine::new(Language::En, options);
    let window = Window::open(machine.home.path()).await;
    window.say("What is the status? Remember the word marmalade.").await;
    window.css("[data-testid='row-turn']").await;
    window.finish().await;
    let window = Window::open(machine.home.path()).await;
    window.shows("marmalade").await;
    window.css("[data-testid='tool-row']").await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_during_a_turn_leaves_a_conversation_that_opens() {
    let (_, _, mut options) = two_colours();
    options.delay = Duration::from_secs(60);
    let machine = Machine::new(Language::En, options);
    let window = Window::open(machine.home.path()).await;
    window.say("Take a look at the marmalade").await;
    window.css("[data-testid='tool-row']").await;
    // The page writes its drafts down with a delay of its own.
    tokio::time::sleep(Duration::from_secs(2)).await;
    drop(window);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let window = Window::open(machine.home.path()).await;
    window.shows("marmalade").await;
    window.say("Who are you?").await;
    window.shows("practice model").await;
    window.finish().await;
}
