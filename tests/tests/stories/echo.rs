//! What a provider wants back within a turn comes back as it left, also when images leave earlier messages.

use crate::support::{WIRES, camera, provider};
use fuseforks_contract::template::EffortLevel;
use fuseforks_sim::{
    camera::CameraOptions,
    provider::{Provider, ProviderOptions, Received, Script, Step, ToolChoice, Wire},
};
use fuseforks_tests::{Told, World};
use serde_json::json;

/// Thinks and looks so many times, then answers.
fn thinks_and_looks(times: usize) -> Script {
    Script::respond(move |received: &Received| {
        let results = received.turn_results().len();
        let step = if results < times && received.tool_choice != ToolChoice::None {
            Step { text: Some("one moment".into()), ..Step::call("live_view_image", json!({})) }
        } else {
            Step::text(format!("{results} results, {} images", received.turn_images().len()))
        };
        Step { thinking: Some(format!("thought number {results}")), ..step }
    })
}

/// One turn of four looks with a provider that insists on its echo, and a second turn after it.
async fn strict(options: ProviderOptions, model: &str, images: usize) -> (Told, Provider) {
    let wire = options.wire;
    let provider = provider(ProviderOptions {
        strict_echo: true,
        prefix_binding: true,
        script: thinks_and_looks(4),
        ..options
    });
    let camera = camera(CameraOptions::default());
    let world = World::build().limits(|limits| limits.caps.images = images).open();
    let mut template = world.template_of(&provider.url(), wire);
    template.model = model.to_owned();
    template.effort = Some(EffortLevel::Medium);
    let template = world.template_save(template).await;
    let agent = world.agent("Mina", &template).await;
    world.servers(&agent, json!({"nik": {"type": "http", "url": camera.url()}})).await;
    world.allow_all(&agent).await;
    let told = world.say(&agent, "go").await;
    assert_eq!(told.stop(), "-", "{wire} {model}: {:?}", told.system());
    let next = world.say(&agent, "again").await;
    assert_eq!(next.stop(), "-", "{wire} {model}, the next turn: {:?}", next.system());
    (told, provider)
}

/// Each wire with a model that thinks.
pub(crate) fn models() -> Vec<(Wire, &'static str)> {
    let named = |wire: &Wire| match wire {
        Wire::Anthropic => "claude-sonnet-4-5",
        Wire::Gemini => "gemini-3-pro",
        Wire::OpenaiResponses => "gpt-5",
        Wire::XaiResponses => "grok-4",
        Wire::PerplexityResponses => "openai/gpt-5",
        _ => fuseforks_tests::MODEL,
    };
    WIRES.iter().map(|wire| (*wire, named(wire))).collect()
}

fn refused(provider: &Provider) -> Vec<String> {
    provider.requests().into_iter().filter_map(|request| request.refusal).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_of_many_rounds_gives_everything_back() {
    for (wire, model) in models() {
        let (told, provider) = strict(ProviderOptions::new(wire), model, 20).await;
        assert_eq!(told.reply(), "4 results, 4 images", "{wire}");
        assert_eq!(refused(&provider), Vec::<String>::new(), "{wire}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_still_does_when_older_images_leave() {
    for (wire, model) in models() {
        let (told, provider) = strict(ProviderOptions::new(wire), model, 1).await;
        assert_eq!(told.reply(), "4 results, 1 images", "{wire}");
        assert_eq!(refused(&provider), Vec::<String>::new(), "{wire}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn and_when_all_of_them_leave_after_a_refusal() {
    for (wire, model) in models() {
        let options = ProviderOptions { max_images: Some(1), ..ProviderOptions::new(wire) };
        let (told, provider) = strict(options, model, 20).await;
        assert_eq!(told.reply(), "4 results, 0 images", "{wire}");
        let refused = refused(&provider);
        assert_eq!(refused.len(), 2, "{wire}: one refusal a turn, and for the images only: {refused:?}");
        assert!(refused.iter().all(|why| why.contains("image(s) may be provided")), "{wire}: {refused:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_of_it_enters_the_next_turn() {
    for (wire, model) in models() {
        let (_, provider) = strict(ProviderOptions::new(wire), model, 20).await;
        let requests = provider.requests();
        let chats: Vec<_> = requests.iter().filter(|request| request.received.is_some()).collect();
        let next = String::from_utf8_lossy(&chats[5].body).into_owned();
        assert!(next.contains("again"), "{wire}");
        for gone in [
            "thought number",
            "\"signature",
            "thoughtSignature",
            "\"encrypted_content\":",
            "tool_calls",
            "tool_use",
        ] {
            assert!(!next.contains(gone), "{wire}: {gone} in {next}");
        }
    }
}
