//! Agents that work for each other.

use super::Look;
use crate::window::Window;
use fuseforks_sim::camera::CameraOptions;

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
    window.finish().await;
}
