//! axe-core on every screen, light and dark: nothing serious.

use crate::window::{Machine, Window};
use fuseforks_sim::camera::CameraOptions;
use fuseforks_village::Language;
use serde_json::{Value, json};
use std::path::Path;

/// The rules' own source, installed with the UI's packages.
fn axe() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

async fn check(window: &Window, screen: &str) {
    window.script(&format!("{}; return 1", axe())).await;
    // A dialog that still fades in is paler than what the person will read.
    window
        .later(
            "{ await Promise.all(document.getAnimations() \
             .filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime)) \
             .map((one) => one.finished.catch(() => null))); return 1 }",
        )
        .await;
    let found = window
        .later(
            "{ const result = await axe.run(document, { rules: { region: { enabled: false } } }); \
             return result.violations.filter((one) => ['serious', 'critical'].includes(one.impact)) \
             .map((one) => [one.id, one.nodes.map((node) => node.html.slice(0, 160))]) }",
        )
        .await;
    assert_eq!(found, Value::Array(Vec::new()), "{screen}");
}

async fn every_screen(theme: &str) {
    let machine = Machine::new(Language::En, CameraOptions::default());
    machine.set("theme", json!(theme));
    let window = Window::open(machine.home.path()).await;
    window.the("composer").await;
    check(&window, "the empty village").await;
    window.press("offer").await;
    window.css("[data-testid='row-turn']").await;
    check(&window, "a conversation").await;
    window.press("tab-output").await;
    check(&window, "tool output").await;
    for (button, screen) in
        [("open-settings", "settings"), ("open-templates", "models"), ("open-log", "the log")]
    {
        window.press(button).await;
        window.the("dialog-close").await;
        check(&window, screen).await;
        window.press("dialog-close").await;
    }
    window.hover("composer").await;
    window.press_on_agent("agent_1", "agent-menu").await;
    window.press("menu-agent-settings").await;
    for page in ["general", "documents", "servers", "permissions"] {
        window.press_inside(&format!("tab-{page}")).await;
        check(&window, &format!("the agent's {page}")).await;
    }
    window.press("dialog-close").await;
    window.press("open-settings").await;
    for page in ["village", "servers", "camera", "privacy", "about"] {
        window.press_inside(&format!("tab-{page}")).await;
        check(&window, &format!("settings: {page}")).await;
    }
    window.press("dialog-close").await;
    window.press("session-menu").await;
    window.press("menu-session-all").await;
    window.the("dialog-close").await;
    check(&window, "conversations").await;
    window.press("dialog-close").await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_serious_at_the_first_run() {
    let home = tempfile::tempdir().unwrap();
    let window = Window::open(home.path()).await;
    window.the("first-run").await;
    check(&window, "the first run").await;
    window.press("firstrun-practice").await;
    window.the("offer").await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_serious_in_the_light() {
    every_screen("light").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_serious_in_the_dark() {
    every_screen("dark").await;
}
