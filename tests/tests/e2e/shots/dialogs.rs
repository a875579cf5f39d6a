//! Every dialog and every page of it.

use super::Look;
use crate::window::Window;
use fuseforks_sim::camera::CameraOptions;
use thirtyfour::Key;

pub(super) async fn walk(look: Look) {
    let machine = look.machine(CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    window.press("offer").await;
    window.css("[data-testid='row-turn']").await;
    settings(look, &window).await;
    context(look, &window).await;
    log(look, &window).await;
    agent(look, &window).await;
    templates(look, &window).await;
    sessions(look, &window).await;
    others(look, &window).await;
    window.finish().await;
}

async fn close(window: &Window) {
    window.press("dialog-close").await;
    window.gone("[role='dialog']").await;
}

async fn settings(look: Look, window: &Window) {
    window.press("open-settings").await;
    window.the("settings-dialog").await;
    for (number, page) in (50..).zip(["general", "village", "servers", "camera", "privacy", "about"]) {
        window.press_inside(&format!("tab-{page}")).await;
        look.picture(window, &format!("{number}-settings-{page}")).await;
    }
    close(window).await;
}

/// How full the window of the model is, and what is done about it.
async fn context(look: Look, window: &Window) {
    window.press("context-meter").await;
    window.the("context-plan").await;
    look.picture(window, "48-context").await;
    window.press("context-settings").await;
    window.the("settings-threshold").await;
    look.picture(window, "49-context-settings").await;
    close(window).await;
}

async fn log(look: Look, window: &Window) {
    window.press("open-log").await;
    window.css("[data-testid='log-row']").await;
    look.picture(window, "56-log").await;
    window.choose("log-filter-time", "between").await;
    window.type_into("log-from", "x").await;
    look.picture(window, "57-log-between").await;
    window.choose("log-filter-time", "all").await;
    window.choose("log-filter-level", "error").await;
    window.the("log-empty").await;
    look.picture(window, "58-log-empty").await;
    window.press("log-tab-turns").await;
    window.the("verdict").await;
    look.picture(window, "59-log-turns").await;
    close(window).await;
}

async fn agent(look: Look, window: &Window) {
    window.agent_settings("agent_1", "documents").await;
    window.css("[data-testid='document-editor'] .cm-content").await;
    look.picture(window, "60-agent-documents").await;
    window.press_inside("tab-permissions").await;
    look.picture(window, "61-agent-permissions").await;
    window.press_inside("tab-servers").await;
    window.css("[data-testid='mcp-editor'] .cm-content").await;
    window.press("mcp-test").await;
    window.the("mcp-test-report").await;
    look.picture(window, "62-agent-servers").await;
    crate::files::replace_text(window, "{\n  \"mcpServers\": {\n    \"x\": [\n").await;
    window.press("mcp-save").await;
    window.the("mcp-error").await;
    look.picture(window, "63-servers-broken").await;
    let other = r#"{"mcpServers":{"notes":{"command":"npx","args":["-y","notes-server"],"env":{"TOKEN":"${NOTES}"}}}}"#;
    crate::files::replace_text(window, other).await;
    window.press("mcp-save").await;
    window.the("mcp-approve-dialog").await;
    look.picture(window, "64-servers-approve").await;
    window.press("mcp-approve-later").await;
    window.gone("[data-testid='mcp-approve-dialog']").await;
    look.picture(window, "65-servers-not-approved").await;
    window.press_inside("tab-documents").await;
    window.css("[data-testid='document-editor'] .cm-content").await.click().await.unwrap();
    window.keys("...").await;
    window.press("dialog-close").await;
    window.the("unsaved").await;
    look.picture(window, "66-unsaved").await;
    window.press("unsaved-discard").await;
    window.gone("[role='dialog']").await;
}

async fn templates(look: Look, window: &Window) {
    window.press("open-templates").await;
    window.the("template-dialog").await;
    look.picture(window, "70-models-practice").await;
    window.press("template-new").await;
    window.press("template-save").await;
    look.picture(window, "71-models-missing").await;
    window.choose("template-wire", "ollama").await;
    let field = window.the("template-url").await;
    field.send_keys("http://127.0.0.1:9").await.unwrap();
    window.type_into("template-name", "Local").await;
    window.press("template-models").await;
    window.the("template-models-problem").await;
    look.picture(window, "72-models-unreachable").await;
    window.press("template-close").await;
    window.press("unsaved-discard").await;
    window.gone("[role='dialog']").await;
}

async fn sessions(look: Look, window: &Window) {
    window.press("session-menu").await;
    window.press("menu-session-all").await;
    window.the("session-row").await;
    look.picture(window, "75-conversations").await;
    window.type_into("session-search", look.words("frame", "ライブビュー", "取景")).await;
    window.until("return document.querySelector(\"[data-testid='session-hit'], [data-testid='session-no-hits']\") !== null").await;
    look.picture(window, "76-search").await;
    window.type_into("session-search", "zzzz").await;
    window.the("session-no-hits").await;
    look.picture(window, "77-search-nothing").await;
    close(window).await;
}

async fn others(look: Look, window: &Window) {
    // A closed dialog may leave the cursor nowhere.
    window.press("composer").await;
    window.keys(Key::Control + "k").await;
    window.the("palette-field").await;
    look.picture(window, "80-palette").await;
    window.type_into("palette-field", "qqqq").await;
    look.picture(window, "81-palette-nothing").await;
    window.keys(Key::Escape + "").await;
    window.gone("[data-testid='palette']").await;
    window.press("open-shortcuts").await;
    window.the("shortcuts-dialog").await;
    look.picture(window, "82-shortcuts").await;
    close(window).await;
    window.press("village-switcher").await;
    window.the("menu-village-new").await;
    look.picture(window, "83-villages").await;
    window.press("menu-village-new").await;
    window.the("village-new-dialog").await;
    look.picture(window, "84-village-new").await;
    close(window).await;
}
