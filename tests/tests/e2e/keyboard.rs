//! Everything with the keyboard alone, and the focus where a person expects it.

use crate::window::{Machine, Window};
use fuseforks_sim::camera::CameraOptions;
use fuseforks_village::Language;
use thirtyfour::Key;

/// The nearest test id at or around the focus.
async fn focused(window: &Window) -> String {
    window
        .script(
            "return document.activeElement?.closest('[data-testid]')?.dataset.testid ?? document.activeElement?.tagName ?? ''",
        )
        .await
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// Presses Tab until the focus is there.
async fn tab_to(window: &Window, id: &str) {
    let mut way = Vec::new();
    for _ in 0..80 {
        if focused(window).await == id {
            return;
        }
        window.keys(Key::Tab + "").await;
        way.push(focused(window).await);
    }
    panic!("Tab does not reach {id}: {way:?}");
}

async fn lands_on(window: &Window, id: &str) {
    window
        .until(&format!("return document.activeElement?.closest('[data-testid]')?.dataset.testid === '{id}'"))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_visit_without_a_pointer() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    window.the("offer").await;
    // The offered request.
    tab_to(&window, "offer").await;
    window.keys(Key::Enter + "").await;
    window.css("[data-testid='row-turn']").await;
    // A message of one's own.
    window.keys(Key::Control + "l").await;
    lands_on(&window, "composer").await;
    window.keys("Who are you?" + Key::Enter).await;
    window.until("return document.querySelectorAll(\"[data-testid='row-turn']\").length === 2").await;
    lands_on(&window, "composer").await;
    // The tool's row opens, and leads to its output.
    tab_to(&window, "tool-row").await;
    window.keys(Key::Enter + "").await;
    tab_to(&window, "tool-open").await;
    window.keys(Key::Enter + "").await;
    window.the("pane-line").await;
    // Tabs, by their keys and by arrows.
    window.keys(Key::Control + "1").await;
    window.the("camera-start").await;
    tab_to(&window, "tab-camera").await;
    window.keys(Key::Right + "").await;
    window.the("output-pane").await;
    window.keys(Key::Left + "").await;
    // The camera.
    tab_to(&window, "camera-start").await;
    window.keys(Key::Enter + "").await;
    window
        .until("return Number(document.querySelector(\"[data-testid='camera-canvas']\")?.dataset.seq) > 0")
        .await;
    tab_to(&window, "camera-stop").await;
    window.keys(Key::Enter + "").await;
    window.the("camera-start").await;
    // An agent: made, renamed with F2, deleted with Delete, brought back.
    window.keys(Key::Control + (Key::Shift + "a")).await;
    lands_on(&window, "agent-name-field").await;
    window.keys("Nori" + Key::Enter).await;
    window.gone("[data-testid='agent-name-field']").await;
    tab_to(&window, "agent-item-agent_2").await;
    window.keys(Key::F2 + "").await;
    lands_on(&window, "agent-name-field").await;
    window.keys(Key::Control + "a").await;
    window.keys("Mio" + Key::Enter).await;
    window.gone("[data-testid='agent-name-field']").await;
    tab_to(&window, "agent-item-agent_2").await;
    window.keys(Key::Delete + "").await;
    window.gone("[data-testid='agent-item-agent_2']").await;
    tab_to(&window, "toast-action").await;
    window.keys(Key::Enter + "").await;
    window.the("agent-item-agent_2").await;
    // The command list.
    window.keys(Key::Control + "k").await;
    lands_on(&window, "palette-field").await;
    window.keys("log").await;
    window.keys(Key::Enter + "").await;
    window.the("log-page").await;
    window.keys(Key::Escape + "").await;
    window.gone("[data-testid='settings-dialog']").await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_focus_comes_back_to_what_opened_a_dialog_and_stays_inside_it() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    window.the("offer").await;
    for opener in ["open-settings", "open-templates", "open-log", "open-shortcuts"] {
        tab_to(&window, opener).await;
        window.keys(Key::Enter + "").await;
        window.css("[role='dialog']").await;
        window.until("return document.activeElement.closest('[role=dialog]') !== null").await;
        for _ in 0..30 {
            window.keys(Key::Tab + "").await;
            let inside =
                window.script("return document.activeElement.closest('[role=dialog]') !== null").await;
            assert_eq!(inside, true, "Tab leaves the dialog of {opener}: {}", focused(&window).await);
        }
        window.keys(Key::Escape + "").await;
        window.gone("[role='dialog']").await;
        lands_on(&window, opener).await;
    }
    // A menu gives it back too, and so does a dialog over a dialog.
    tab_to(&window, "session-menu").await;
    window.keys(Key::Enter + "").await;
    window.the("menu-session-all").await;
    window.keys(Key::Escape + "").await;
    lands_on(&window, "session-menu").await;
    window.finish().await;
}
