//! A long conversation in the window: the meter, a summary by hand, and what is still known afterwards.

use crate::window::{Machine, Window};
use fuseforks_sim::camera::{CameraOptions, Scene};
use fuseforks_village::Language;

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
    for _ in 0..4 {
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

    turn(&window, "Which colours did you see at first?").await;
    let text = window.the("chat-log").await.text().await.unwrap();
    let answer = text.rsplit("The colours I measured in this conversation").next().unwrap();
    assert!(answer.contains("red, blue"), "{text}");
    window.finish().await;
}
