//! The first launch: three doors.

use crate::window::Window;
use fuseforks_sim::provider::{self, Model, ProviderOptions, Wire};
use serde_json::Value;

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_runs_here_is_found_and_gets_a_village() {
    let ollama = provider::start(ProviderOptions {
        models: vec![Model::new("qwen3-vl:8b"), Model::new("gemma3:4b")],
        ..ProviderOptions::new(Wire::Ollama)
    })
    .unwrap();
    let home = tempfile::tempdir().unwrap();
    // The variable by which Ollama itself is told where to listen.
    let window = Window::open_where(home.path(), &[("OLLAMA_HOST", &ollama.url())]).await;
    window.the("first-run").await;
    window.shows("Ollama answers here").await;
    window.choose("firstrun-local-model", &format!("{} gemma3:4b", ollama.url())).await;
    window.press("firstrun-local").await;
    window.the("agent-item-agent_1").await;
    window.say("Hello").await;
    window.css("[data-testid='row-turn']").await;
    assert_eq!(ollama.chats().len(), 1);
    window.finish().await;
    let villages: Vec<_> = std::fs::read_dir(home.path().join("villages")).unwrap().flatten().collect();
    assert_eq!(villages.len(), 1);
    let file: Value =
        serde_json::from_slice(&std::fs::read(villages[0].path().join("village.json")).unwrap()).unwrap();
    assert_eq!(file["templates"][0]["model"], "gemma3:4b");
    assert_eq!(file["templates"][0]["wire"], "ollama");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_practice_village_opens_in_the_language_that_was_chosen() {
    let home = tempfile::tempdir().unwrap();
    let window = Window::open(home.path()).await;
    window.press("firstrun-language-zh").await;
    window.until("return document.documentElement.lang === 'zh-Hans'").await;
    window.press("firstrun-practice").await;
    window.press("offer").await;
    window.css("[data-testid='row-turn']").await;
    window.press("tab-output").await;
    let line = window.the("pane-line").await.text().await.unwrap();
    assert!(line.starts_with("（图像 1 张：JPEG "), "{line}");
    window.finish().await;
}
