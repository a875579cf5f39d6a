//! A model of the person's own: its form, its key, its list of models, and a talk with it.

use crate::window::{Machine, Window};
use fuseforks_sim::{
    camera::CameraOptions,
    provider::{self, Model, ProviderOptions, Wire},
};
use fuseforks_village::Language;
use std::path::Path;
use thirtyfour::Key;

const KEY: &str = "sk-test-a-key-that-no-file-may-hold";

async fn fill(window: &Window, id: &str, text: &str) {
    let field = window.the(id).await;
    field.send_keys(Key::Control + "a").await.unwrap();
    field.send_keys(text).await.unwrap();
}

/// Every file below a folder that holds these bytes. The page's own storage counts.
fn holders(folder: &Path, needle: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let (path, kind) = (entry.path(), entry.file_type().unwrap());
        if kind.is_dir() {
            found.extend(holders(&path, needle));
        } else if kind.is_file()
            && std::fs::read(&path).is_ok_and(|bytes| bytes.windows(needle.len()).any(|part| part == needle))
        {
            found.push(path.display().to_string());
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_with_a_key_is_added_tested_and_talked_with() {
    let provider = provider::start(ProviderOptions {
        key: Some(KEY.to_owned()),
        models: vec![Model::new("large"), Model::new("small")],
        ..ProviderOptions::new(Wire::OpenaiCompat)
    })
    .unwrap();
    let machine = Machine::new(Language::En, CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    window.press("open-templates").await;
    window.press("template-new").await;
    window.choose("template-wire", "openai-compat").await;
    fill(&window, "template-name", "Mine").await;
    fill(&window, "template-url", &provider.url()).await;
    // Without a key the list is refused, and the refusal is said beside the field.
    window.press("template-models").await;
    window.the("template-models-problem").await;
    fill(&window, "template-key", KEY).await;
    window.press("template-models").await;
    window.css("[data-testid='template-model-option']").await;
    let offered = window
        .script("return [...document.querySelectorAll(\"[data-testid='template-model-option']\")].map((one) => one.innerText.trim())")
        .await;
    assert_eq!(offered, serde_json::json!(["large", "small"]));
    window.press("template-model-option").await;
    window.press("template-save").await;
    window.the("template-has-key").await;
    let shown =
        window.script("return document.querySelector(\"[data-testid='template-key']\")?.value ?? ''").await;
    assert_eq!(shown, "", "a kept key is never shown again");
    // One click tells whether it sees.
    window.press("vision-test").await;
    window.css("[data-testid='vision-verdict'][data-verdict='sees']").await;
    window.press("template-close").await;

    window.agent_settings("agent_1", "general").await;
    window.choose("agent-template", "template_2").await;
    window.press("dialog-close").await;
    let before = provider.chats().len();
    window.say("Take a look").await;
    window.css("[data-testid='row-turn']").await;
    assert!(provider.chats().len() >= before + 2, "the provider was asked in both rounds");
    assert_eq!(machine.camera.shots().len(), 1);
    window.finish().await;
    assert_eq!(holders(machine.home.path(), KEY.as_bytes()), Vec::<String>::new(), "the key is in a file");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_cannot_be_reached_is_said_in_words() {
    let machine = Machine::new(Language::En, CameraOptions::default());
    let window = Window::open(machine.home.path()).await;
    window.press("open-templates").await;
    window.press("template-new").await;
    window.choose("template-wire", "ollama").await;
    fill(&window, "template-name", "Nobody").await;
    fill(&window, "template-url", "http://127.0.0.1:9").await;
    window.press("template-models").await;
    let problem = window.the("template-models-problem").await.text().await.unwrap();
    assert!(problem.len() > 20 && !problem.contains("UNREACHABLE"), "{problem}");
    // What is wrong stands at its field, and nothing is saved.
    fill(&window, "template-url", "not an address").await;
    window.press("template-save").await;
    window.css("[data-testid='template-url'][aria-invalid='true']").await;
    assert_eq!(machine.file()["templates"].as_array().unwrap().len(), 1);
    window.finish().await;
}
