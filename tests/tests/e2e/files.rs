//! The agent's servers: paste a configuration, see its error, test it, use it.

use crate::window::{Machine, Window};
use fuseforks_sim::camera::CameraOptions;
use fuseforks_village::Language;

async fn open_servers(window: &Window) {
    window.agent_settings("agent_1", "servers").await;
    window.css("[data-testid='mcp-editor'] .cm-content").await;
}

/// Puts a text in the place of what the editor of servers holds.
pub(crate) async fn replace_text(window: &Window, text: &str) {
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

#[tokio::test(flavor = "multi_thread")]
async fn an_unreachable_server_is_a_line_on_the_card_with_retry() {
    let mut machine = Machine::new(Language::En, CameraOptions::default());
    let port = machine.unplug();
    let window = Window::open(machine.home.path()).await;
    window.press_on_agent("agent_1", "agent-toggle").await;
    let failed = "[data-testid='server-agent_1-nik'][data-state-of-server='failed']";
    let card = window.css(failed).await;
    assert!(card.text().await.unwrap().contains("Retry"));
    // It still talks: a dead server is no blocked start.
    window.say("Who are you?").await;
    window.css("[data-testid='row-turn']").await;
    window.press_css(failed).await;
    let back = fuseforks_sim::camera::start(CameraOptions { port: Some(port), ..CameraOptions::default() });
    let back = back.unwrap();
    let begun = std::time::Instant::now();
    while window
        .script("return document.querySelector(\"[data-state-of-server='ready']\") === null")
        .await
        .as_bool()
        .unwrap()
    {
        assert!(begun.elapsed().as_secs() < 40, "Retry does not bring it back:\n{}", machine.log());
        // It may be connecting by itself just now, and then there is nothing to press.
        window.script(&format!("document.querySelector({failed:?})?.click()")).await;
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    }
    window.say("Take a look").await;
    window.until("return document.querySelectorAll(\"[data-testid='row-turn']\").length === 2").await;
    assert_eq!(back.shots().len(), 1);
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn documents_are_saved_with_the_usual_keys() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let path = machine.village.join("agents/agent_1/Construct.md");
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    let window = Window::open(machine.home.path()).await;
    window.agent_settings("agent_1", "documents").await;
    let editor = window.css("[data-testid='document-editor'] .cm-content").await;
    editor.click().await.unwrap();
    window.keys(thirtyfour::Key::Control + thirtyfour::Key::End).await;
    window.keys("\nYou speak like a \u{704f}\u{6728}.").await;
    window.shows("Not saved").await;
    window.keys(thirtyfour::Key::Control + "s").await;
    window
        .until(
            "return document.querySelector(\"[data-testid='document-state']\").innerText.includes('Saved')",
        )
        .await;
    let after = std::fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(before.trim_end()), "{after}");
    assert!(after.contains("You speak like a \u{704f}\u{6728}."), "{after}");
    let inside = window.script("return document.activeElement.closest('.cm-content') !== null").await;
    assert_eq!(inside, true, "the cursor stays in the text");
    // Closing with something unsaved asks; Escape stays with the text.
    window.keys(" More").await;
    window.press("dialog-close").await;
    window.the("unsaved").await;
    window.press("unsaved-discard").await;
    window.gone("[data-testid='agent-settings']").await;
    assert_eq!(std::fs::read_to_string(&path).unwrap(), after);
    window.finish().await;
}
