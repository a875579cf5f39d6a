//! Agents that work for each other, as a person watches and stops them in the window.

use crate::window::{Machine, Window};
use fuseforks_sim::camera::{CameraOptions, Scene};
use fuseforks_village::Language;
use serde_json::json;
use std::time::Duration;

/// The agents of a practice village.
const PHOTOGRAPHER: &str = "agent_1";
const RECEPTION: &str = "agent_2";

/// Long enough to be watched and stopped; no test waits for its end.
const SLOW: Duration = Duration::from_secs(60);

/// Asks Reception, which has no camera and so asks the photographer.
async fn ask_reception(window: &Window) {
    window.press(&format!("agent-item-{RECEPTION}")).await;
    window.say("Look through the camera and say what is in it").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reception_asks_the_photographer_and_names_both_colours() {
    let scene: Scene = "two-colour:red,blue".parse().unwrap();
    let machine = Machine::new(Language::En, CameraOptions { scene, ..CameraOptions::default() });
    let window = Window::open(machine.home.path()).await;
    window.press("tab-work").await;
    // Empty, it says what to do next.
    window.the("work-empty").await;
    ask_reception(&window).await;
    window.css("[data-testid='task-w1-0'][data-state='done']").await;
    let wave = window.the("wave-w1").await.text().await.unwrap();
    assert!(wave.contains("Reception") && wave.contains("Photographer"), "{wave}");
    window
        .until(
            "const text = document.querySelector('[data-testid=chat-log]').innerText; \
             return text.includes('red') && text.includes('blue')",
        )
        .await;
    assert_eq!(machine.camera.shots().len(), 1, "one look is one frame");

    // In the photographer's thread the question has both names over it.
    window.press(&format!("agent-item-{PHOTOGRAPHER}")).await;
    let head = format!("[data-testid='head'][data-from='{RECEPTION}'][data-to='{PHOTOGRAPHER}']");
    window.css(&head).await;
    let seen = format!(
        "return [...document.querySelector(\"{head}\").querySelectorAll('bdi')] \
         .map((name) => [name.innerText, name.getBoundingClientRect().width > 20])"
    );
    let names = window.script(&seen).await;
    assert_eq!(names, json!([["Reception", true], ["Photographer", true]]), "both names are to be seen");
    // What the request cost stands in the status bar.
    window.css("[data-testid='budget-meter'][data-open='0']").await;
    window
        .until("return Number(document.querySelector('[data-testid=budget-meter]').dataset.spent) > 0")
        .await;
    window.press("work-plaza").await;
    window.the("plaza").await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_map_shows_who_asks_whom_and_stop_frees_both() {
    let machine = Machine::new(Language::En, CameraOptions { delay: SLOW, ..CameraOptions::default() });
    let window = Window::open(machine.home.path()).await;
    ask_reception(&window).await;
    let passing = format!(
        "[data-testid='map-tie-{PHOTOGRAPHER}-{RECEPTION}'][data-passing='{RECEPTION}-{PHOTOGRAPHER}']"
    );
    window.css(&passing).await;
    window.the(&format!("map-passing-{PHOTOGRAPHER}-{RECEPTION}")).await;
    window
        .until(&format!(
            "return document.querySelector('[data-testid=\"map-does-{PHOTOGRAPHER}\"]')\
             ?.innerText.includes('live_view')"
        ))
        .await;
    window.press("tab-work").await;
    window.css("[data-testid='task-w1-0'][data-state='running']").await;
    window.press("wave-w1-stop").await;
    window.css("[data-testid='task-w1-0'][data-state='stopped']").await;
    window.gone("[data-passing]").await;
    window.gone("[data-testid='stop-all']").await;
    window.gone("[data-testid^='map-does-']").await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_that_waits_is_withdrawn_and_its_asker_goes_on() {
    let machine = Machine::new(Language::En, CameraOptions { delay: SLOW, ..CameraOptions::default() });
    let window = Window::open(machine.home.path()).await;
    window.press(&format!("agent-item-{PHOTOGRAPHER}")).await;
    window.say("Take a look through the camera").await;
    window.css("[data-testid='tool-row']").await;
    ask_reception(&window).await;
    window.press("tab-work").await;
    window.css("[data-testid='task-w1-0'][data-state='queued']").await;
    window.press("task-w1-0-withdraw").await;
    window.css("[data-testid='task-w1-0'][data-state='stopped']").await;
    // Reception is told so, and answers; the photographer works on.
    window.css("[data-testid='turn-line'][data-stop='-']").await;
    let said = window.the("chat-log").await.text().await.unwrap();
    assert!(said.contains("the user withdrew this task for Photographer"), "{said}");
    window.press(&format!("agent-item-{PHOTOGRAPHER}")).await;
    window.the("stop").await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_waits_is_seen_and_taken_back_and_stop_says_what_to_do() {
    let machine = Machine::new(Language::En, CameraOptions { delay: SLOW, ..CameraOptions::default() });
    let window = Window::open(machine.home.path()).await;
    window.press(&format!("agent-item-{PHOTOGRAPHER}")).await;
    window.say("Take a look through the camera").await;
    window.css("[data-testid='tool-row']").await;
    window.say("And what is the battery like?").await;
    window.the("withdraw").await;
    window.press("withdraw").await;
    window.gone("[data-testid='withdraw']").await;
    window
        .until("return !document.querySelector('[data-testid=chat-log]').innerText.includes('battery like')")
        .await;
    window.press("stop").await;
    window.css("[data-testid='turn-line'][data-stop='interrupted']").await;
    let lines = "return [...document.querySelectorAll('[data-testid=system-line]')].map((line) => line.innerText.trim())";
    assert_eq!(
        window.script(lines).await,
        json!(["You stopped this turn. What was said so far stays; send a new message to go on."]),
        "one line"
    );
    window.finish().await;
}
