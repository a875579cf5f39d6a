//! A conversation, its tools, its pictures and its questions.

use super::Look;
use crate::window::Window;
use fuseforks_sim::camera::{CameraOptions, Odd};
use std::time::Duration;

pub(super) async fn walk(look: Look) {
    practice(look).await;
    artifacts(look, Odd::BothAudience, "15-artifact-picture").await;
    artifacts(look, Odd::AudioUser, "16-artifact-sound").await;
    asking(look).await;
}

async fn practice(look: Look) {
    let machine = look.machine(CameraOptions::default());
    let file = machine.home.path().join("two.png");
    image::RgbImage::from_fn(320, 200, |x, _| image::Rgb([if x < 160 { 200 } else { 20 }, 30, 90]))
        .save(&file)
        .unwrap();
    let window = Window::open(machine.home.path()).await;
    window.the("offer").await;
    look.picture(&window, "10-empty").await;
    window.press("offer").await;
    window.css("[data-testid='row-turn']").await;
    window.press("camera-start").await;
    window
        .until("return Number(document.querySelector(\"[data-testid='camera-canvas']\")?.dataset.seq) > 0")
        .await;
    look.picture(&window, "11-camera-live").await;
    window.press("camera-ask").await;
    window.the("draft-attachment").await;
    window.press("camera-stop").await;
    window.css("[data-testid='file-picker']").await.send_keys(file.to_str().unwrap()).await.unwrap();
    window.until("return document.querySelectorAll(\"[data-testid='draft-attachment']\").length === 2").await;
    window
        .type_into(
            "composer",
            look.words("What do these two show?", "この 2 枚には何が写っていますか。", "这两张图里有什么？"),
        )
        .await;
    window.gone("[data-testid='draft-attachment'][data-state='checking']").await;
    look.picture(&window, "12-drafts").await;
    window.press("send").await;
    window.until("return document.querySelectorAll(\"[data-testid='row-turn']\").length === 2").await;
    window.press("tool-row").await;
    look.picture(&window, "13-attachments-and-tool").await;
    window.press("tab-output").await;
    window.the("pane-line").await;
    look.picture(&window, "14-output").await;
    window.press_css("[data-testid^='output-seen-']").await;
    window.the("lightbox").await;
    look.picture(&window, "17-lightbox").await;
    window.press("lightbox-close").await;
    window.press("session-menu").await;
    window.the("menu-session-all").await;
    look.picture(&window, "18-session-menu").await;
    window.keys(thirtyfour::Key::Escape + "").await;
    window.press_on_agent("agent_1", "agent-menu").await;
    window.the("menu-agent-settings").await;
    look.picture(&window, "19-agent-menu").await;
    window.keys(thirtyfour::Key::Escape + "").await;
    // The smallest window.
    window.page.set_window_rect(0, 0, 720, 480).await.unwrap();
    window.until("return innerWidth === 720").await;
    // Nothing is out of reach to the right.
    let widest = "return Math.max(...[...document.querySelectorAll('body *')]
        .filter((one) => !one.closest('.map'))
        .map((one) => one.getBoundingClientRect().right)) <= innerWidth + 0.5";
    window.until(widest).await;
    look.picture(&window, "20-smallest").await;
    window.finish().await;
}

async fn artifacts(look: Look, odd: Odd, name: &str) {
    let machine = look.machine(CameraOptions { odd: Some(odd), ..CameraOptions::default() });
    let window = Window::open(machine.home.path()).await;
    window.say(look.look_request()).await;
    window.css("[data-testid='row-turn']").await;
    window.css("[data-testid^='artifact-']").await;
    tokio::time::sleep(Duration::from_millis(if super::folder().is_some() { 600 } else { 0 })).await;
    look.picture(&window, name).await;
    window.finish().await;
}

async fn asking(look: Look) {
    let options = CameraOptions { delay: Duration::from_secs(60), ..CameraOptions::default() };
    let machine = look.machine(options);
    machine.ask_before_tools();
    let window = Window::open(machine.home.path()).await;
    window.say(look.look_request()).await;
    window.the("approval-once").await;
    look.picture(&window, "21-approval").await;
    window.press("approval-once").await;
    window.css("[data-testid='tool-row']").await;
    // It runs, and a second message waits behind it.
    window.type_into("composer", look.words("And the battery?", "電池の残りは？", "电量还剩多少？")).await;
    look.picture(&window, "22-running").await;
    window.press("send").await;
    window.the("withdraw").await;
    look.picture(&window, "23-queued").await;
    window.press("withdraw").await;
    window.press("stop").await;
    window.css("[data-testid='turn-line'][data-stop='interrupted']").await;
    look.picture(&window, "24-stopped").await;
    window.finish().await;
}
