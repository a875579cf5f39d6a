//! Agents: made, renamed, copied, deleted and brought back; tied and untied on the map.

use crate::window::{Machine, Window};
use fuseforks_sim::camera::CameraOptions;
use fuseforks_village::Language;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use thirtyfour::Key;

fn names(machine: &Machine) -> Vec<String> {
    let agents = machine.file()["agents"].as_array().unwrap().clone();
    agents.iter().map(|agent| agent["name"].as_str().unwrap().to_owned()).collect()
}

/// The window is told before the file is there to read.
async fn eventually(what: &str, found: impl Fn() -> Value, expected: Value) {
    let begun = Instant::now();
    while found() != expected {
        assert!(begun.elapsed() < Duration::from_secs(30), "{what}: {} is not {expected}", found());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Makes an agent with a name.
pub(crate) async fn make(window: &Window, name: &str) {
    window.press("agent-new").await;
    window.until("return document.activeElement?.dataset?.testid === 'agent-name-field'").await;
    window.keys(Key::Control + "a").await;
    window.keys(name + Key::Enter).await;
    window.gone("[data-testid='agent-name-field']").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_is_made_renamed_copied_deleted_and_brought_back() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let first = names(&machine)[0].clone();
    let window = Window::open(machine.home.path()).await;
    make(&window, "\u{307f}\u{304a}\u{308a}").await;
    eventually("made", || json!(names(&machine)), json!([first, "\u{307f}\u{304a}\u{308a}"])).await;

    window.agent_menu("agent_2", "menu-agent-rename").await;
    let field = window.the("agent-name-field").await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    field.send_keys(Key::Control + "a").await.unwrap();
    field.send_keys("Nori" + Key::Enter).await.unwrap();
    eventually("renamed", || json!(names(&machine)), json!([first, "Nori"])).await;

    window.agent_menu("agent_2", "menu-agent-duplicate").await;
    window.the("agent-item-agent_3").await;
    eventually("copied", || json!(names(&machine).len()), json!(3)).await;

    window.agent_menu("agent_3", "menu-agent-delete").await;
    window.gone("[data-testid='agent-item-agent_3']").await;
    eventually("deleted", || json!(names(&machine).len()), json!(2)).await;
    window.press("toast-action").await;
    window.the("agent-item-agent_3").await;
    eventually("brought back", || json!(names(&machine).len()), json!(3)).await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tie_is_drawn_and_cut_on_the_map() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    make(&window, "Nori").await;
    window.the("map-node-agent_2").await;
    // The map fits itself to what it holds before it can be drawn on.
    tokio::time::sleep(Duration::from_millis(800)).await;
    let handle = window.css("[data-testid='map-node-agent_1'] .ff-map-source").await;
    let other = window.the("map-node-agent_2").await;
    let drag = window.page.action_chain();
    drag.move_to_element_center(&handle)
        .click_and_hold()
        .move_by_offset(6, 6)
        .move_to_element_center(&other)
        .release()
        .perform()
        .await
        .unwrap();
    let ties = || machine.file()["ties"].clone();
    eventually("drawn", ties, json!([{ "from": "agent_1", "to": "agent_2" }])).await;
    let line = window.css("[data-testid^='map-tie-']").await;
    // By keyboard, as by pointer: the line has the focus, Delete asks.
    window.script("document.querySelector(\"[data-testid^='map-tie-']\").focus()").await;
    line.send_keys(Key::Delete + "").await.unwrap();
    window.the("confirm").await;
    window.press("confirm-cancel").await;
    assert_eq!(ties().as_array().unwrap().len(), 1, "Cancel cuts nothing");
    window.script("document.querySelector(\"[data-testid^='map-tie-']\").focus()").await;
    line.send_keys(Key::Enter + "").await.unwrap();
    window.press("confirm-ok").await;
    eventually("cut", ties, json!([])).await;
    window.gone("[data-testid^='map-tie-']").await;
    window.finish().await;
}
