//! Reading while an answer streams: the place that a person reads at stays.

use crate::window::{Machine, Window};
use fuseforks_contract::{
    Host as _,
    template::{TemplateSave, Vision},
    village::VillageId,
};
use fuseforks_sim::{
    camera::CameraOptions,
    provider::{self, ProviderOptions, Script, Step, Wire},
};
use fuseforks_village::Language;
use serde_json::json;
use std::fmt::Write as _;

/// Five hundred words with code blocks and a table.
fn long_answer() -> String {
    let mut text = String::new();
    for part in 0..25 {
        let _ = write!(
            text,
            "Part {part} of the answer has some words that go on for a line and a little more.\n\n"
        );
        if part % 5 == 1 {
            let _ = write!(text, "```rust\nfn part_{part}() -> u32 {{\n    {part}\n}}\n```\n\n");
        }
        if part % 8 == 3 {
            let _ = write!(text, "| part | word |\n|---|---|\n| {part} | table |\n| next | row |\n\n");
        }
    }
    text + "The very end."
}

#[tokio::test(flavor = "multi_thread")]
async fn the_place_that_is_read_stays_while_an_answer_streams() {
    let step = Step { text: Some(long_answer()), gap_ms: 25, ..Step::default() };
    let provider = provider::start(ProviderOptions {
        script: Script::steps(vec![step]),
        ..ProviderOptions::new(Wire::OpenaiCompat)
    })
    .unwrap();
    let machine = Machine::new(Language::En, CameraOptions::default());
    machine.use_model("openai-compat", &provider.url(), "m").await;
    let window = Window::open(machine.home.path()).await;
    let list = "const list = document.querySelector(\"[data-testid='chat-log']\"); \
        const box = list && [list, ...list.querySelectorAll('*')].find((one) => one.scrollHeight > one.clientHeight + 40 \
          && getComputedStyle(one).overflowY !== 'visible'); \
        const gap = box ? box.scrollHeight - box.scrollTop - box.clientHeight : 0;";
    window.say("Tell me everything").await;
    // It follows the end while nobody scrolls.
    window
        .until(&format!("{list} return box && box.scrollHeight > box.clientHeight + 700 && gap < 64"))
        .await;
    let begun = window
        .later(&format!(
            "{{ {list} box.scrollTop -= 300; \
             box.dispatchEvent(new WheelEvent('wheel', {{ deltaY: -300, bubbles: true }})); \
             await new Promise((done) => setTimeout(done, 300)); \
             window.__box = box; window.__at = box.scrollTop; window.__tall = box.scrollHeight; window.__off = 0; \
             window.__watch = setInterval(() => {{ \
               window.__off = Math.max(window.__off, Math.abs(box.scrollTop - window.__at)); }}, 10); \
             return box.scrollTop }}"
        ))
        .await;
    assert!(begun.as_f64().unwrap() > 0.0);
    window.the("jump-latest").await;
    // Much more arrives below, and nothing moves.
    window.until("return window.__box.scrollHeight > window.__tall + 400").await;
    let moved = window.script("clearInterval(window.__watch); return window.__off").await;
    assert!(moved.as_f64().unwrap() <= 1.0, "the text moved by {moved} px under the reader");
    window.press("jump-latest").await;
    window.until(&format!("{list} return gap < 64")).await;
    window.css("[data-testid='row-turn']").await;
    window.until(&format!("{list} return gap < 64")).await;
    window.shows("The very end.").await;
    window.finish().await;
}

impl Machine {
    /// Puts the agent on a model of a server, as the form does.
    pub(crate) async fn use_model(&self, wire: &str, base_url: &str, model: &str) {
        let app = crate::window::app(self.home.path());
        let village = app.open(&self.village).unwrap();
        let id = village.id().to_owned();
        let save = TemplateSave {
            village: id.clone(),
            id: None,
            name: "Mine".to_owned(),
            wire: wire.to_owned(),
            base_url: base_url.to_owned(),
            model: model.to_owned(),
            needs_key: false,
            vision: Vision::Auto,
            effort: None,
            temperature: None,
            max_output_tokens: None,
            context_window: None,
            tools: true,
        };
        let template = app.template_save(save).await.unwrap();
        let set = json!({ "village": id, "agent": "agent_1", "template": template.id });
        app.agent_set(serde_json::from_value(set).unwrap()).await.unwrap();
        app.village_close(VillageId { village: id }).await.unwrap();
    }
}
