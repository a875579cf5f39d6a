//! Conversations: begun anew, searched, switched, renamed.

use crate::window::{Machine, Window};
use fuseforks_sim::camera::CameraOptions;
use fuseforks_village::Language;
use thirtyfour::Key;

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_is_found_by_its_words_and_opened_there() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    window.say("What is the status? Remember the word marmalade.").await;
    window.css("[data-testid='row-turn']").await;
    window.press("session-new").await;
    window.the("offer").await;
    window.say("Who are you?").await;
    window.css("[data-testid='row-turn']").await;
    assert!(!window.the("chat-log").await.text().await.unwrap().contains("marmalade"));

    window.press("session-menu").await;
    window.press("menu-session-all").await;
    window.type_into("session-search", "MARMALADE").await;
    window.until("return document.querySelectorAll(\"[data-testid='session-hit']\").length === 1").await;
    let marked = window.css("[data-testid='session-hit'] mark").await.text().await.unwrap();
    assert_eq!(marked.to_lowercase(), "marmalade");
    window.press("session-hit").await;
    window
        .until("return document.querySelector(\"[data-testid='chat-log']\").innerText.includes('marmalade')")
        .await;

    // And back, by the list; a turn stays in the conversation that it began in.
    window.press("session-menu").await;
    window.press("menu-session-all").await;
    let other = window.css("[data-testid='session-row']:not(.current) button").await;
    other.click().await.unwrap();
    window
        .until(
            "return document.querySelector(\"[data-testid='chat-log']\").innerText.includes('Who are you?')",
        )
        .await;
    assert!(!window.the("chat-log").await.text().await.unwrap().contains("marmalade"));
    window.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_is_renamed_exported_and_deleted() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    window.say("Who are you?").await;
    window.css("[data-testid='row-turn']").await;
    window.press("session-menu").await;
    window.press("menu-session-all").await;
    window.hover("session-row").await;
    window.press("session-rename").await;
    let field = window.the("session-name").await;
    field.send_keys(Key::Control + "a").await.unwrap();
    field.send_keys("The first talk" + Key::Enter).await.unwrap();
    window.shows("The first talk").await;
    window.hover("session-row").await;
    window.press("session-export").await;
    window.the("toast").await;
    let exported = std::fs::read_dir(machine.village.join("exports")).unwrap().count();
    assert_eq!(exported, 1);
    window.hover("session-row").await;
    window.press("session-delete").await;
    window.press("confirm-ok").await;
    window
        .until("return !document.querySelector(\"[data-testid='sessions-dialog']\").innerText.includes('The first talk')")
        .await;
    window.finish().await;
}
