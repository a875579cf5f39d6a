//! The agent's servers: paste a configuration, see its error, test it, use it.

use crate::window::{Machine, Window};
use fuseforks_sim::camera::CameraOptions;
use fuseforks_village::Language;

async fn open_servers(window: &Window) {
    window.hover("agent-item-agent_1").await;
    window.press("agent-menu-agent_1").await;
    window.press("menu-agent-settings").await;
    window.press("tab-servers").await;
    window.css("[data-testid='mcp-editor'] .cm-content").await;
}

async fn replace_text(window: &Window, text: &str) {
    let editor = window.css("[data-testid='mcp-editor'] .cm-content").await;
    editor.click().await.unwrap();
    let all = thirtyfour::Key::Control + "a";
    editor.send_keys(all).await.unwrap();
    editor.send_keys(thirtyfour::Key::Delete + "").await.unwrap();
    // Typed brackets would be closed by the editor; a paste is what people do.
    let script = format!(
        "const view = document.querySelector(\"[data-testid='mcp-editor'] .cm-content\"); \
         const data = new DataTransfer(); data.setData('text/plain', {}); \
         view.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true, cancelable: true }}))",
        serde_json::to_string(text).unwrap()
    );
    window.script(&script).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pasted_configuration_is_tested_and_saved() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let other = fuseforks_sim::camera::start(CameraOptions::default()).unwrap();
    let window = Window::open(machine.home.path()).await;
    open_servers(&window).await;
    let pasted = format!(r#"{{"mcpServers":{{"second":{{"type":"http","url":"{}"}}}}}}"#, other.url());
    replace_text(&window, &pasted).await;
    window.press("mcp-test").await;
    let report = window.the("mcp-test-report").await;
    let begun = std::time::Instant::now();
    while !report.text().await.unwrap().contains("live_view_image") {
        assert!(begun.elapsed().as_secs() < 30, "{}", report.text().await.unwrap());
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    window.press("mcp-save").await;
    window.press("mcp-approve").await;
    let path = machine.village.join("agents/agent_1/mcp.json");
    let saved = loop {
        let text = std::fs::read_to_string(&path).unwrap();
        if text.contains("second") {
            break text;
        }
        assert!(begun.elapsed().as_secs() < 60, "not saved: {text}");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    };
    assert!(saved.contains(&other.url()));
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_configuration_never_replaces_the_good_one() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let path = machine.village.join("agents/agent_1/mcp.json");
    let before = std::fs::read(&path).unwrap();
    let window = Window::open(machine.home.path()).await;
    open_servers(&window).await;
    replace_text(&window, "{\n  \"mcpServers\": {\n    \"x\": [\n").await;
    window.press("mcp-save").await;
    window.the("mcp-error").await;
    assert_eq!(std::fs::read(&path).unwrap(), before, "the good file was touched");
    window.finish().await;
}
