//! Servers in the window: a configuration of another program is pasted and taken, and very many are no burden.

use crate::window::{Machine, Window};
use fuseforks_sim::camera::CameraOptions;
use fuseforks_tests::{
    door::Refusal,
    toolbox::{self, Toolbox},
};
use fuseforks_village::Language;
use serde_json::{Map, Value, json};
use std::time::Duration;

pub(crate) async fn open_servers(window: &Window) {
    window.press_on_agent("agent_1", "agent-menu").await;
    window.press("menu-agent-settings").await;
    window.press("tab-servers").await;
    window.css("[data-testid='mcp-editor'] .cm-content").await;
}

/// Pastes into the dialog as a person does: all at once.
pub(crate) async fn paste(window: &Window, text: &str) {
    window.press("mcp-paste").await;
    window.the("paste-area").await;
    let script = format!(
        "const area = document.querySelector(\"[data-testid='paste-area']\"); area.value = {}; \
         area.dispatchEvent(new Event('input', {{ bubbles: true }}))",
        serde_json::to_string(text).unwrap()
    );
    window.script(&script).await;
    window.press("paste-read").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_configuration_of_another_program_is_shown_taken_and_allowed() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let tools = Toolbox::start(&["look"], |_| toolbox::result(&[toolbox::text("seen")]).into()).await;
    let window = Window::open(machine.home.path()).await;
    open_servers(&window).await;
    let text = json!({
        "servers": {"hub": {"type": "http", "url": tools.url(), "headers": {"X-Api-Key": "k-0123456789"}}},
        "inputs": []
    });
    paste(&window, &text.to_string()).await;
    let target = window.the("pasted-target-hub").await.text().await.unwrap();
    assert_eq!(target, tools.url(), "exactly what would be reached");
    assert!(tools.headers().is_empty(), "reading reaches nothing");
    window.press("paste-take").await;
    window.the("mcp-approve-dialog").await;
    assert!(tools.headers().is_empty(), "nothing is reached before the person agrees");
    window.press("mcp-approve").await;
    window
        .until(
            "const button = document.querySelector(\"[data-testid='mcp-test'][data-server='hub']\"); \
             button?.click(); return !!button",
        )
        .await;
    window.the("mcp-test-report").await;
    assert!(
        tools.headers().iter().any(|value| value == "k-0123456789"),
        "the secret reached its own address"
    );
    let file = machine.village.join("agents/agent_1/mcp.json");
    let kept = std::fs::read_to_string(file).unwrap();
    assert!(kept.contains("${input:hub-x-api-key}") && !kept.contains("k-0123456789"), "{kept}");
    window.finish().await;
}

/// Pastes a server whose key is refused, allows it, and starts its agent. Ends when the card says so.
pub(crate) async fn with_a_refused_key(window: &Window, tools: &Toolbox) {
    let refusal = Refusal { status: 401, challenge: Some("Bearer error=\"invalid_token\""), only: None };
    tools.door().lock("new-9876543210", refusal);
    open_servers(window).await;
    let headers = json!({"Authorization": "Bearer old-0123456789"});
    let servers = json!({"hub": {"type": "http", "url": tools.url(), "headers": headers}});
    paste(window, &json!({ "mcpServers": servers }).to_string()).await;
    window.press("paste-take").await;
    window.the("mcp-approve-dialog").await;
    window.press("mcp-approve").await;
    window.css("[data-server='hub'] [data-testid='mcp-server-problem']").await;
    window.css("[data-server='hub'] [data-testid^='mcp-input-hub']").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_is_refused_is_replaced_on_its_card() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let tools = Toolbox::start(&["look"], |_| toolbox::result(&[toolbox::text("seen")]).into()).await;
    let window = Window::open(machine.home.path()).await;
    window.press_on_agent("agent_1", "agent-toggle").await;
    with_a_refused_key(&window, &tools).await;
    let kept = std::fs::read_to_string(machine.village.join("agents/agent_1/mcp.json")).unwrap();
    let whole = kept.contains("Bearer ${input:hub-authorization}");
    let value = if whole { "new-9876543210" } else { "Bearer new-9876543210" };
    window.type_into("mcp-input-hub-authorization", value).await;
    window.press("mcp-input-save").await;
    window.until("return document.querySelector(\"[data-server='hub']\").innerText.includes('1 tool')").await;
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_servers_of_twenty_tools_are_painted_at_once_and_whole() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let names: Vec<String> = (0..20).map(|n| format!("tool_{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let tools = Toolbox::start(&names, |_| toolbox::result(&[]).into()).await;
    let servers: Map<String, Value> = (0..50)
        .map(|n| (format!("server_{n}"), json!({"type": "http", "url": format!("{}?n={n}", tools.url())})))
        .collect();
    let window = Window::open(machine.home.path()).await;
    open_servers(&window).await;
    paste(&window, &json!({ "mcpServers": servers }).to_string()).await;
    window.press("paste-take").await;
    window.the("mcp-approve-dialog").await;
    window.press("mcp-approve").await;
    let start = "document.querySelector(\"[data-testid='mcp-start']\")?.click(); ";
    let ready = "[...document.querySelectorAll(\"[data-testid='mcp-server']\")] \
                 .filter((card) => card.innerText.includes('20 tools')).length >= 50";
    for _ in 0..6 {
        window.script(start).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    // A thousand tools, by programs that are not optimised, beside other tests.
    window.until_within(Duration::from_secs(150), &format!("return {ready}")).await;

    // Every tool of every server, on a page of its own: the first ones are there at once, and no row is empty. The best
    // of some tries is what the window takes; the rest is what the machine does beside it.
    let paint = "{ const press = (tab) => document.querySelector(`[data-testid='tab-${tab}']`).click(); \
                 const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))); \
                 const tries = []; \
                 for (let n = 0; n < 10; n += 1) { \
                   press('servers'); \
                   for (let still = 0; still < 5; still += 1) await frame(); \
                   const begun = performance.now(); \
                   press('permissions'); \
                   await frame(); \
                   const took = performance.now() - begun; \
                   const rows = [...document.querySelectorAll(\"[data-testid='permissions'] li\")]; \
                   const blank = rows.filter((row) => row.innerText.trim() === '').length; \
                   tries.push([took, rows.length, blank]); \
                 } \
                 return tries }";
    let painted = window.later(paint).await;
    let tries: Vec<[f64; 3]> = serde_json::from_value(painted).unwrap();
    assert!(tries.iter().all(|[_, rows, blank]| *rows >= 20.0 && *blank == 0.0), "{tries:?}");
    let best = tries.iter().map(|[took, ..]| *took).fold(f64::INFINITY, f64::min);
    println!("first paint: {best} ms of {tries:?}");
    assert!(best < 200.0, "the first paint took {best} ms");
    let all = "const rows = [...document.querySelectorAll(\"[data-testid='permissions'] li\")]; \
               return rows.length >= 1000 && rows.every((row) => row.innerText.trim() !== '')";
    window.until_within(Duration::from_secs(60), all).await;
    window.finish().await;
}
