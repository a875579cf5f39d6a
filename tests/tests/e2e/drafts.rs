//! What is typed for one agent goes to no other one, and survives what happens meanwhile.

use crate::window::{Machine, Window};
use fuseforks_sim::camera::CameraOptions;
use fuseforks_village::Language;
use serde_json::Value;
use thirtyfour::Key;

async fn typed(window: &Window) -> Value {
    window.script("return document.querySelector(\"[data-testid='composer']\").value").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_belongs_to_its_agent() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let file = machine.home.path().join("two.png");
    image::RgbImage::new(32, 32).save(&file).unwrap();
    let window = Window::open(machine.home.path()).await;
    crate::agents::make(&window, "B").await;
    window.press("agent-item-agent_1").await;
    window.type_into("composer", "for A only").await;
    window.css("[data-testid='file-picker']").await.send_keys(file.to_str().unwrap()).await.unwrap();
    window.the("draft-attachment").await;

    window.press("agent-item-agent_2").await;
    window.until("return document.querySelector(\"[data-testid='composer']\")?.value === ''").await;
    window.gone("[data-testid='draft-attachment']").await;
    window.the("composer").await.send_keys(Key::Enter + "").await.unwrap();

    window.press("agent-item-agent_1").await;
    window.until("return document.querySelector(\"[data-testid='composer']\")?.value === 'for A only'").await;
    window.the("draft-attachment").await;
    window.press("agent-item-agent_1").await;
    assert_eq!(typed(&window).await, "for A only", "a press on the open one changes nothing");
    assert_eq!(
        window.script("return document.querySelectorAll(\"[data-testid='message']\").length").await,
        0
    );
    // The page writes drafts down with a delay of its own.
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    window.finish().await;

    let window = Window::open(machine.home.path()).await;
    window.until("return document.querySelector(\"[data-testid='composer']\")?.value === 'for A only'").await;
    window.finish().await;
    assert!(!machine.log().contains("turn start"), "nothing was sent");
}

/// The order of events in WebKit: the confirming Enter comes after the end of the composition, as key 229.
#[tokio::test(flavor = "multi_thread")]
async fn the_enter_of_an_input_method_sends_nothing() {
    let machine = Machine::new(Language::Ja, CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    window.the("composer").await;
    let sent = |window: &Window| {
        let page = window.page.clone();
        async move {
            let script = "return document.querySelectorAll(\"[data-testid='message']\").length";
            page.execute(script, Vec::new()).await.unwrap().json().as_u64().unwrap()
        }
    };
    let compose = "const field = document.querySelector(\"[data-testid='composer']\"); field.focus(); \
         const key = (more) => field.dispatchEvent(new KeyboardEvent('keydown', \
           { key: 'Enter', bubbles: true, cancelable: true, ...more })); \
         const put = (text) => { field.value = text; field.dispatchEvent(new InputEvent('input', { bubbles: true })); }; \
         const start = () => field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true })); \
         const end = () => field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'x' }));";
    // WebKit: end first. Chromium: the key first.
    window
        .script(&format!("{compose} start(); put('\u{72b6}\u{614b}'); end(); key({{ keyCode: 229 }})"))
        .await;
    window.script(&format!("{compose} start(); key({{ keyCode: 229, isComposing: true }}); end()")).await;
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    assert_eq!(sent(&window).await, 0);
    assert_eq!(typed(&window).await, "\u{72b6}\u{614b}");
    // Shift+Enter is a new line; the next plain Enter sends once.
    window.the("composer").await.send_keys(Key::Shift + Key::Enter).await.unwrap();
    assert_eq!(typed(&window).await, "\u{72b6}\u{614b}\n");
    window.the("composer").await.send_keys(Key::Enter + "").await.unwrap();
    window.css("[data-testid='row-turn']").await;
    assert_eq!(machine.log().matches("turn start").count(), 1);
    window.finish().await;
}
