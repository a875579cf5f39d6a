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
    let first = names(&machine);
    let with = |more: &[&str]| {
        json!(first.iter().map(String::as_str).chain(more.iter().copied()).collect::<Vec<_>>())
    };
    let window = Window::open(machine.home.path()).await;
    make(&window, "\u{307f}\u{304a}\u{308a}").await;
    eventually("made", || json!(names(&machine)), with(&["\u{307f}\u{304a}\u{308a}"])).await;

    window.agent_menu("agent_4", "menu-agent-rename").await;
    let field = window.the("agent-name-field").await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    field.send_keys(Key::Control + "a").await.unwrap();
    field.send_keys("Nori" + Key::Enter).await.unwrap();
    eventually("renamed", || json!(names(&machine)), with(&["Nori"])).await;

    window.agent_menu("agent_4", "menu-agent-duplicate").await;
    window.the("agent-item-agent_5").await;
    eventually("copied", || json!(names(&machine).len()), json!(5)).await;

    window.agent_menu("agent_5", "menu-agent-delete").await;
    window.gone("[data-testid='agent-item-agent_5']").await;
    eventually("deleted", || json!(names(&machine).len()), json!(4)).await;
    window.press("toast-action").await;
    window.the("agent-item-agent_5").await;
    eventually("brought back", || json!(names(&machine).len()), json!(5)).await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tie_is_drawn_and_cut_on_the_map() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    make(&window, "Nori").await;
    window.the("map-node-agent_4").await;
    // The map fits itself to what it holds before it can be drawn on.
    tokio::time::sleep(Duration::from_millis(800)).await;
    let handle = window.css("[data-testid='map-node-agent_1'] .ff-map-source").await;
    let other = window.the("map-node-agent_4").await;
    let drag = window.page.action_chain();
    drag.move_to_element_center(&handle)
        .click_and_hold()
        .move_by_offset(6, 6)
        .move_to_element_center(&other)
        .release()
        .perform()
        .await
        .unwrap();
    let drawn = json!({ "from": "agent_1", "to": "agent_4" });
    let ties = || json!(machine.file()["ties"].as_array().unwrap().contains(&drawn));
    eventually("drawn", ties, json!(true)).await;
    let line = window.the("map-tie-agent_1-agent_4").await;
    // By keyboard, as by pointer: the line has the focus, Delete asks.
    window.script("document.querySelector(\"[data-testid='map-tie-agent_1-agent_4']\").focus()").await;
    line.send_keys(Key::Delete + "").await.unwrap();
    window.the("confirm").await;
    window.press("confirm-cancel").await;
    assert_eq!(ties(), json!(true), "Cancel cuts nothing");
    window.script("document.querySelector(\"[data-testid='map-tie-agent_1-agent_4']\").focus()").await;
    line.send_keys(Key::Enter + "").await.unwrap();
    window.press("confirm-ok").await;
    eventually("cut", ties, json!(false)).await;
    window.gone("[data-testid='map-tie-agent_1-agent_4']").await;
    window.finish().await;
}

/// Clicks on the middle of a line of the map.
async fn click_on(window: &Window, line: &str) {
    let middle = format!(
        "const box = document.querySelector({}).querySelector('.hit').getBoundingClientRect(); \
         return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)]",
        json!(line)
    );
    let middle = window.script(&middle).await;
    let at = |index: usize| middle[index].as_i64().unwrap();
    window.page.action_chain().move_to(at(0), at(1)).click().perform().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_on_a_line_asks_and_then_cuts_the_tie() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    let ties = || machine.file()["ties"].clone();
    let before = ties();
    let pair = |tie: &Value| {
        let mut ends = [tie["from"].as_str().unwrap().to_owned(), tie["to"].as_str().unwrap().to_owned()];
        ends.sort();
        ends
    };
    let [one, other] = pair(&before[0]);
    let line = format!("[data-testid='map-tie-{one}-{other}']");
    window.css(&line).await;
    tokio::time::sleep(Duration::from_millis(800)).await;

    click_on(&window, &line).await;
    window.the("confirm").await;
    window.press("confirm-cancel").await;
    window.gone("[data-testid='confirm']").await;
    assert_eq!(ties(), before, "Cancel cuts nothing");
    click_on(&window, &line).await;
    window.press("confirm-ok").await;
    window.gone(&line).await;
    let rest: Vec<&Value> = before.as_array().unwrap().iter().collect();
    let rest: Vec<&Value> =
        rest.into_iter().filter(|tie| pair(tie) != [one.clone(), other.clone()]).collect();
    eventually("cut, in both directions, and no other", ties, json!(rest)).await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_stays_where_it_was_moved_to_on_the_map() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    let place = || machine.file()["agents"][1]["position"].clone();
    let before = place();
    let node = window.the("map-node-agent_2").await;
    tokio::time::sleep(Duration::from_millis(800)).await;
    let drag = window.page.action_chain();
    drag.move_to_element_center(&node)
        .click_and_hold()
        .move_by_offset(4, 4)
        .move_by_offset(16, 26)
        .release()
        .perform()
        .await
        .unwrap();
    eventually("moved", || json!(place() != before), json!(true)).await;
    let (x, y) = (place()[0].as_f64().unwrap(), place()[1].as_f64().unwrap());
    window.page.refresh().await.unwrap();
    // A window that is opened later has it there too.
    let there = format!(
        "return document.querySelector(\"[data-testid='map-node-agent_2']\")?.style.transform \
         === 'translate({x}px, {y}px)'"
    );
    window.until(&there).await;
    window.finish().await;
}
