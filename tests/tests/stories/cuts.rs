//! Long texts of characters that take several bytes: every cut falls between two of them.

use crate::support::{TONGUES, provider};
use fuseforks_sim::provider::{ProviderOptions, Received, Script, Step, StepCall, ToolChoice, Wire};
use fuseforks_tests::{
    World,
    toolbox::{self, Toolbox},
};
use fuseforks_village::Language;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Byte 200 lies inside a character of it.
fn shifted() -> String {
    let text = format!("x{}", "あ".repeat(100));
    assert!(!text.is_char_boundary(200));
    text
}

/// 60 kilobytes of Japanese.
fn japanese() -> String {
    "夕方の港で撮った写真の露出を、半段だけ下げました。".chars().cycle().take(20_000).collect()
}

/// Families, each of seven characters that joiners hold together.
fn families(count: usize) -> String {
    "👨‍👩‍👧‍👦".repeat(count)
}

fn strange() -> [String; 3] {
    [shifted(), japanese(), families(3000)]
}

/// A tool for each strange text, which is its name and its description.
fn tools() -> Value {
    let schema = json!({"type": "object", "properties": {}});
    let named = |text: &String, index: usize| {
        let name: String = text.chars().take(110).chain(index.to_string().chars()).collect();
        json!({"name": name, "description": text, "inputSchema": schema})
    };
    strange().iter().enumerate().map(|(index, text)| named(text, index)).collect()
}

/// A model that calls every tool that it is offered by a server, once.
fn calls_all() -> Script {
    Script::respond(|received: &Received| {
        if received.turn_results().is_empty() && received.tool_choice != ToolChoice::None {
            let offered = received.tools.iter().filter(|tool| tool.name.contains("__"));
            let calls = offered.map(|tool| StepCall::new(tool.name.clone(), json!({}))).collect();
            return Step { calls, ..Step::default() };
        }
        Step::text("done")
    })
}

/// What says how much is missing, in each language of [`TONGUES`].
fn missing(language: Language, characters: usize) -> String {
    match language {
        Language::En => format!("(cut: {characters} more characters)"),
        Language::Ja => format!("（ここで切りました: あと {characters} 文字）"),
        Language::Zh => format!("（在此截断：还有 {characters} 个字符）"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_result_is_cut_between_characters_and_says_how_many_are_missing() {
    for limit in [150, 199, 200, 201, 1000] {
        for (language, wire) in TONGUES {
            let whole: Vec<String> = strange().into();
            let texts = whole.clone();
            let served = Toolbox::serving(tools(), move |called| {
                let index: usize = called.name.chars().last().unwrap().to_digit(10).unwrap() as usize;
                toolbox::result(&[toolbox::text(&texts[index])]).into()
            })
            .await;
            let provider = provider(ProviderOptions { script: calls_all(), ..ProviderOptions::new(wire) });
            let world =
                World::build().language(language).limits(|limits| limits.tool_text_chars = limit).open();
            let agent = world.agent_with(&provider, wire, "box", &served.url()).await;
            let told = world.say(&agent, "go").await;
            assert_eq!(told.stop(), "-", "{wire}: {:?}", told.system());
            assert_eq!(told.outputs().len(), 3, "{wire}");
            for output in told.outputs() {
                let whole = whole.iter().find(|whole| whole.chars().next() == output.output.chars().next());
                let whole = whole.expect("each begins with another character");
                let length = whole.chars().count();
                let expected = if length <= limit {
                    whole.clone()
                } else {
                    let kept: String = whole.chars().take(limit).collect();
                    format!("{kept}\n{}", missing(language, length - limit))
                };
                assert_eq!(output.output, expected, "{wire}, {limit}");
            }
            let chat = provider.chats().pop().unwrap();
            let read: BTreeSet<&str> =
                chat.turn_results().iter().map(|result| result.text.as_str()).collect();
            let shown: BTreeSet<&str> = told.outputs().iter().map(|output| output.output.as_str()).collect();
            assert_eq!(read, shown, "{wire}: the pane shows what the model read");
            assert_eq!(shown.len(), 3, "{wire}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_descriptions_errors_and_log_lines_are_cut_between_characters() {
    let texts: Vec<String> = strange().into();
    let served = Toolbox::serving(tools(), move |called| {
        let index = called.name.chars().last().unwrap().to_digit(10).unwrap() as usize;
        json!({"error": {"code": -32000, "message": texts[index]}}).into()
    })
    .await;
    let provider = provider(ProviderOptions { script: calls_all(), ..ProviderOptions::new(Wire::Anthropic) });
    let world = World::build().open();
    let agent = world.agent_with(&provider, Wire::Anthropic, "box", &served.url()).await;
    let told = world.say(&agent, "go").await;
    assert_eq!(told.stop(), "-", "{:?}", told.system());

    // Descriptions: at most 8192 characters of the server's and a sign that there were more.
    let chat = &provider.chats()[0];
    let offered: Vec<_> = chat.tools.iter().filter(|tool| tool.name.starts_with("box__")).collect();
    assert_eq!(offered.len(), 3);
    for whole in strange() {
        let kept: String = whole.chars().take(8192).collect();
        let more = whole.chars().count() > 8192;
        let expected = if more { format!("{kept}…") } else { kept };
        assert!(offered.iter().any(|tool| tool.description == expected), "{} characters", whole.len());
    }
    // Names: what every provider takes, and each another one.
    for tool in &offered {
        assert!(tool.name.len() <= 64 && tool.name.is_ascii(), "{}", tool.name);
    }
    assert_eq!(served.calls().len(), 3);
    let mut called: Vec<String> = served.calls().into_iter().map(|call| call.name).collect();
    called.sort();
    let mut own: Vec<String> =
        tools().as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect();
    own.sort();
    assert_eq!(called, own, "each reached its tool by its own name");
    // Errors: a beginning of the server's words.
    for output in told.outputs() {
        let (prefix, words) = output.output.split_once('\n').unwrap();
        assert_eq!(prefix, "the tool returned an error:");
        let words = words.trim_end_matches('…');
        assert!(words.chars().count() >= 100, "{words}");
        assert!(strange().iter().any(|whole| whole.starts_with(words)), "{words}");
    }
    // The log: read as UTF-8, one line for each call, of a length that a person can read.
    let lines = world.log_of("tool").await;
    assert_eq!(lines.iter().filter(|line| line.contains("ok=false")).count(), 3, "{lines:?}");
    assert!(lines.iter().all(|line| line.len() < 600 && line.is_ascii()), "{lines:?}");
    for tool in world.agent_view(&agent).await.servers.remove(0).tools {
        assert!(tool.original.chars().count() <= 128, "{}", tool.original);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_compactor_counts_and_keeps_characters() {
    let kept = World::folders();
    let told = strange().map(|text| json!({"role": "user", "text": text}));
    let conversation = json!({"model": "m", "system": "s", "messages": told});
    let run = async |command: &str| {
        let program = kept.program(&["compact", command]).input(conversation.to_string());
        program.done().await.ok().json().remove(0)
    };
    assert_eq!(run("estimate").await, json!({"chars": [101, 20_000, 21_000], "total": 41_101}));
    assert_eq!(run("slim").await, conversation);
}
