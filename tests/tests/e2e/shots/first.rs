//! Before there is a village, and where one cannot be opened.

use super::Look;
use crate::window::Window;
use fuseforks_sim::{
    camera::CameraOptions,
    provider::{self, Model, ProviderOptions, Wire},
};
use serde_json::json;

pub(super) async fn walk(look: Look) {
    let home = tempfile::tempdir().unwrap();
    let settings = json!({ "settings": { "language": look.language.as_str(), "theme": look.theme,
        "user_name": "", "max_upload_mb": 32, "camera_interval_ms": 1000 }, "villages": [] });
    std::fs::write(home.path().join("settings.json"), settings.to_string()).unwrap();
    // Nobody listens there: the door says what to do.
    let window = Window::open_where(home.path(), &[("OLLAMA_HOST", "127.0.0.1:9")]).await;
    window.the("first-run").await;
    window.until("return !document.querySelector(\"[data-testid='firstrun-local']\").disabled").await;
    look.picture(&window, "01-first-run-no-model").await;
    window.finish().await;

    let ollama = provider::start(ProviderOptions {
        models: vec![Model::new("qwen3-vl:8b"), Model::new("gemma3:4b")],
        ..ProviderOptions::new(Wire::Ollama)
    })
    .unwrap();
    let window = Window::open_where(home.path(), &[("OLLAMA_HOST", &ollama.url())]).await;
    window.the("firstrun-local-model").await;
    look.picture(&window, "02-first-run").await;
    window.press("firstrun-own").await;
    window.the("template-dialog").await;
    look.picture(&window, "03-own-model").await;
    window.press("template-close").await;
    window.the("agents-empty").await;
    look.picture(&window, "04-no-agents").await;
    window.finish().await;

    // The village is open somewhere else.
    let machine = look.machine(CameraOptions::default());
    let elsewhere = crate::window::app(machine.home.path());
    elsewhere.open(&machine.village).unwrap();
    let window = Window::open(machine.home.path()).await;
    window.the("no-village").await;
    look.picture(&window, "05-village-locked").await;
    window.finish().await;
}
