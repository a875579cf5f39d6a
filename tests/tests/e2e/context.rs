//! A long conversation in the window: the meter, a summary by hand, and what is still known afterwards.

use crate::window::{Machine, Window};
use fuseforks_sim::camera::{CameraOptions, Scene};
use fuseforks_village::Language;

/// What is said first, and leaves the screen as the conversation grows.
const FIRST: &str = "Take one live-view frame and say what is in it, first";

/// Whether the message that was said first is drawn in the part of the list that can be seen.
async fn first_in_sight(window: &Window, wanted: bool) {
    let script = format!(
        "const view = document.querySelector('[data-testid=chat-log]').getBoundingClientRect(); \
         const seen = [...document.querySelectorAll('[data-testid=message-text]')].some((one) => {{ \
           const at = one.getBoundingClientRect(); \
           return one.innerText.includes('{FIRST}') && at.bottom > view.top && at.top < view.bottom; }}); \
         return seen === {wanted}"
    );
    window.until(&script).await;
}

async fn used(window: &Window) -> u64 {
    let meter = window.the("context-meter").await;
    meter.attr("data-used").await.unwrap().and_then(|used| used.parse().ok()).unwrap()
}

/// Says something and waits for the end of its turn. The list holds only what is near, so rows are not
/// counted.
async fn turn(window: &Window, text: &str) {
    const LAST: &str = "[...document.querySelectorAll(\"[data-testid='row-turn']\")].at(-1)";
    window.script(&format!("window.__turn = {LAST}")).await;
    window.say(text).await;
    window.until(&format!("const last = {LAST}; return last !== undefined && last !== window.__turn")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_summarises_sees_the_meter_fall_and_asks_about_before() {
    let scene: Scene = "two-colour:red,blue".parse().unwrap();
    let machine = Machine::new(Language::En, CameraOptions { scene, ..CameraOptions::default() });
    let window = Window::open(machine.home.path()).await;
    turn(&window, FIRST).await;
    for _ in 0..3 {
        turn(&window, "Take one live-view frame and say what is in it").await;
    }
    let before = used(&window).await;
    window.press("context-meter").await;
    window.shows("Summarising now makes 1 model call that reads about ").await;
    window.press("context-summarise").await;
    window.shows("There is nothing to summarise now.").await;
    window.press("context-close").await;
    window
        .until(&format!(
            "return Number(document.querySelector('[data-testid=context-meter]').dataset.used) < {before}"
        ))
        .await;
    window.press("summary-toggle").await;
    let summary = window.the("summary-text").await.text().await.unwrap();
    assert!(summary.contains("red, blue"), "{summary}");

    // The originals stay: a press brings them into sight in the thread of all, and the end takes them away again.
    first_in_sight(&window, false).await;
    window.press("summary-originals").await;
    first_in_sight(&window, true).await;
    window.css("[data-found]").await;
    window.press("jump-latest").await;
    first_in_sight(&window, false).await;
    window.the("summary-row").await;
    window.press("thread-one").await;
    first_in_sight(&window, false).await;

    turn(&window, "Which colours did you see at first?").await;
    let text = window.the("chat-log").await.text().await.unwrap();
    let answer = text.rsplit("The colours I measured in this conversation").next().unwrap();
    assert!(answer.contains("red, blue"), "{text}");
    window.finish().await;
}
