//! Pictures of every screen in three languages and both themes, for a person to look at.
//!
//! They are written where `FUSEFORKS_SHOTS` says; without it the walk itself is the test.

use crate::window::{Machine, Window};
use fuseforks_sim::camera::CameraOptions;
use fuseforks_village::Language;
use serde_json::json;
use std::path::PathBuf;

/// An idle page never repaints, and the driver waits for a repaint: something has to move meanwhile.
const STIR: &str = "window.__stir ??= setInterval(() => { document.documentElement.style.outlineOffset = \
    (performance.now() % 2) + 'px' }, 50)";

/// A wish to look, in each language.
const OFFERS: [&str; 3] = ["Look through the camera", "カメラを見て", "看看相机"];

async fn picture(window: &Window, name: &str) {
    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
    let Some(folder) = std::env::var_os("FUSEFORKS_SHOTS").map(PathBuf::from) else { return };
    std::fs::create_dir_all(&folder).unwrap();
    window.script(STIR).await;
    let png = window.page.screenshot_as_png().await.unwrap();
    window.script("clearInterval(window.__stir); delete window.__stir").await;
    std::fs::write(folder.join(format!("{name}.png")), png).unwrap();
}

async fn walk(language: Language, theme: &str) {
    let machine = Machine::new(language, CameraOptions::default());
    machine.set("theme", json!(theme));
    let window = Window::open(machine.home.path()).await;
    let name = |screen: &str| format!("{language}-{theme}-{screen}");
    window.the("offer").await;
    picture(&window, &name("1-empty")).await;
    window.press("offer").await;
    window.css("[data-testid='row-turn']").await;
    window.press("camera-start").await;
    window.the("camera-stop").await;
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    picture(&window, &name("2-camera")).await;
    window.press("camera-stop").await;
    window.press("tab-output").await;
    picture(&window, &name("3-output")).await;
    for (button, screen) in
        [("open-settings", "4-settings"), ("open-templates", "5-models"), ("open-log", "6-log")]
    {
        window.press(button).await;
        window.the("dialog-close").await;
        picture(&window, &name(screen)).await;
        window.press("dialog-close").await;
    }
    window.press("context-meter").await;
    window.the("context-plan").await;
    picture(&window, &name("8-context")).await;
    window.press("context-settings").await;
    window.the("settings-threshold").await;
    picture(&window, &name("9-context-settings")).await;
    window.press("dialog-close").await;
    window.press("open-settings").await;
    window.press_inside("tab-roles").await;
    window.the("role-name").await;
    picture(&window, &name("10-roles")).await;
    window.press_inside("tab-village").await;
    window.the("settings-budget").await;
    picture(&window, &name("11-village")).await;
    window.press("dialog-close").await;
    window.press("tab-work").await;
    window.the("work-empty").await;
    picture(&window, &name("12-work-empty")).await;
    window.press("agent-item-agent_2").await;
    window.say(OFFERS[language as usize]).await;
    window.css("[data-testid^='task-'][data-state='done']").await;
    window.css("[data-testid='row-turn']").await;
    picture(&window, &name("13-work")).await;
    window.press("work-plaza").await;
    window.the("plaza").await;
    picture(&window, &name("14-plaza")).await;
    window.hover("agent-item-agent_1").await;
    window.press("agent-menu-agent_1").await;
    window.press("menu-agent-settings").await;
    window.the("agent-role").await;
    picture(&window, &name("15-agent")).await;
    window.press("tab-servers").await;
    window.the("mcp-editor").await;
    picture(&window, &name("7-servers")).await;
    window.press("dialog-close").await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn english() {
    walk(Language::En, "light").await;
    walk(Language::En, "dark").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn japanese() {
    walk(Language::Ja, "light").await;
    walk(Language::Ja, "dark").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chinese() {
    walk(Language::Zh, "light").await;
    walk(Language::Zh, "dark").await;
}
