//! Agents that work for each other.

use super::Look;
use crate::{
    together::{choose_file, picture},
    window::Window,
};
use fuseforks_sim::camera::CameraOptions;
use std::time::Duration;

pub(super) async fn walk(look: Look) {
    let machine = look.machine(CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    window.the("offer").await;
    window.press("open-settings").await;
    window.press_inside("tab-roles").await;
    window.the("role-name").await;
    look.picture(&window, "80-roles").await;
    window.press_inside("tab-village").await;
    window.the("settings-budget").await;
    look.picture(&window, "81-village").await;
    window.press("dialog-close").await;
    window.press("tab-work").await;
    window.the("work-empty").await;
    look.picture(&window, "82-work-empty").await;
    window.press("agent-item-agent_2").await;
    window.say(look.look_request()).await;
    window.css("[data-testid^='task-'][data-state='done']").await;
    window.css("[data-testid='row-turn']").await;
    look.picture(&window, "83-work").await;
    window.press("work-plaza").await;
    window.the("plaza").await;
    look.picture(&window, "84-plaza").await;
    window.agent_settings("agent_1", "general").await;
    window.the("agent-role").await;
    look.picture(&window, "85-agent").await;
    choose_file(&window, "agent-icon-file", &picture(&machine, "it.png", [200, 90, 20])).await;
    window.the("agent-icon-remove").await;
    look.picture(&window, "86-agent-icon").await;
    window.press_css("[data-testid='agent-folder-others'] summary").await;
    window.press("agent-folder-with-agent_3").await;
    look.picture(&window, "87-agent-folder").await;
    window.press("dialog-close").await;
    window.press("open-settings").await;
    window.the("settings-icon").await;
    choose_file(&window, "settings-icon-file", &picture(&machine, "me.png", [20, 120, 60])).await;
    window.the("settings-icon-remove").await;
    look.picture(&window, "88-settings-icon").await;
    window.press("dialog-close").await;
    look.picture(&window, "89-icons").await;
    window.press("tab-board").await;
    window.the("board-empty").await;
    look.picture(&window, "90-board-empty").await;
    window.press("board-edit").await;
    let editor = window.css("[data-testid='board-editor'] .cm-content").await;
    let lines = look.words(
        "## Today|- the pier is **closed**|who looks: Photographer",
        "## 今日|- 桟橋は**閉鎖中**|見る係: 写真係",
        "## 今天|- 码头**关闭**|负责看: 摄影师",
    );
    for line in lines.split('|') {
        editor.send_keys(line).await.unwrap();
        editor.send_keys(thirtyfour::Key::Enter + "").await.unwrap();
    }
    look.picture(&window, "91-board-edit").await;
    window.press("board-save").await;
    window.the("board-text").await;
    look.picture(&window, "92-board").await;
    window.finish().await;
    waiting(look).await;
}

/// A task that waits for a busy agent.
async fn waiting(look: Look) {
    let machine = look.machine(CameraOptions { delay: Duration::from_secs(60), ..CameraOptions::default() });
    let window = Window::open(machine.home.path()).await;
    window.say(look.look_request()).await;
    window.css("[data-testid='tool-row']").await;
    window.press("agent-item-agent_2").await;
    window.say(look.look_request()).await;
    window.press("tab-work").await;
    window.the("task-w1-0-withdraw").await;
    window.hover("task-w1-0-withdraw").await;
    look.picture(&window, "93-work-waits").await;
    window.press("task-w1-0-withdraw").await;
    window.css("[data-testid='task-w1-0'][data-state='stopped']").await;
    window.css("[data-testid='row-turn']").await;
    look.picture(&window, "94-work-withdrawn").await;
    window.finish().await;
}
