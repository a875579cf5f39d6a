//! What servers say about their models: asked for when the person wants it, remembered, and believed.

use crate::{
    placement::images,
    support::{LOOK, camera_of, provider, two_colours},
};
use fuseforks_contract::{
    Host as _,
    template::{TemplateId, TemplateView, Vision, VisionTest},
};
use fuseforks_sim::provider::{Model, Provider, ProviderOptions, Wire};
use fuseforks_tests::{MODEL, World, picture};
use serde_json::Value;

/// Wires whose servers declare what a model sees.
const DECLARING: [Wire; 4] = [Wire::Anthropic, Wire::OpenaiCompat, Wire::OpenaiResponses, Wire::Ollama];

fn declaring(wire: Wire, vision: bool) -> Provider {
    let models = vec![
        Model { vision, context: 65_536, ..Model::new(MODEL) },
        Model { vision: true, ..Model::new("another-model") },
    ];
    provider(ProviderOptions { models, ..ProviderOptions::new(wire) })
}

fn id(world: &World, template: &str) -> TemplateId {
    TemplateId { village: world.id.clone(), template: template.to_owned() }
}

/// Requests that were no model calls: method and path.
fn questions(provider: &Provider) -> Vec<String> {
    let asked = |request: &fuseforks_sim::provider::Recorded| {
        let chat = request.received.is_some() || request.method == "POST" && !request.path.ends_with("/show");
        (!chat).then(|| format!("{} {}", request.method, request.path))
    };
    provider.requests().iter().filter_map(asked).collect()
}

fn chats(provider: &Provider) -> Vec<Value> {
    let requests = provider.requests();
    requests.iter().filter(|request| request.received.is_some()).map(|request| request.json()).collect()
}

async fn ask(world: &World, template: &str) -> TemplateView {
    world.app.template_ask(id(world, template)).await.expect("an answer")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_model_that_its_server_calls_blind_gets_a_notice_and_no_bytes() {
    for wire in DECLARING {
        for vision in [true, false] {
            let (left, right) = two_colours();
            let camera = camera_of(left, right);
            let provider = declaring(wire, vision);
            let world = World::build().open();
            let agent = world.photographer(&provider, wire, &camera).await;
            let template = world.agent_view(&agent).await.template;
            let view = ask(&world, &template).await;
            let told = view.told.clone().expect("an answer");
            assert_eq!(told.vision, Some(vision), "{wire}");
            let window = (wire != Wire::OpenaiResponses || told.window.is_some()).then_some(65_536);
            assert_eq!(told.window, window, "{wire}");
            assert_eq!(view.carries.contains(&"image".to_owned()), vision, "{wire}: the composer knows");

            let told = world.say(&agent, LOOK).await;
            assert_eq!(told.stop(), "-", "{wire}: {:?}", told.system());
            let last = chats(&provider).pop().expect("a model call");
            assert_eq!(images(&last).len(), usize::from(vision), "{wire} {vision}");
            let withheld = world.log_of("tool image withheld").await;
            assert_eq!(withheld.len(), usize::from(!vision), "{wire}: {withheld:?}");
            assert!(withheld.iter().all(|line| line.ends_with(" reason=no_vision")), "{withheld:?}");
            let notice = last.to_string().contains(&world.village.text().image_not_sent());
            assert_eq!(notice, !vision, "{wire}: the model is told");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_persons_word_is_above_the_servers() {
    let (left, right) = two_colours();
    let camera = camera_of(left, right);
    let provider = declaring(Wire::OpenaiCompat, false);
    let world = World::build().open();
    let agent = world.photographer(&provider, Wire::OpenaiCompat, &camera).await;
    let template = world.agent_view(&agent).await.template;
    ask(&world, &template).await;
    let mut save = world.template_of(&provider.url(), Wire::OpenaiCompat);
    save.id = Some(template.clone());
    save.vision = Vision::Yes;
    let view = world.app.template_save(save).await.unwrap();
    assert_eq!(view.told.and_then(|told| told.vision), Some(false), "what the server said stays to be read");
    assert!(view.carries.contains(&"image".to_owned()));
    world.say(&agent, LOOK).await;
    let sent = provider.requests().iter().filter(|request| request.method == "POST").count();
    let with_image = provider.requests().iter().any(|request| {
        request.method == "POST" && String::from_utf8_lossy(&request.body).contains("data:image/jpeg")
    });
    assert!(sent >= 2 && with_image, "the image goes; what the server makes of it is another story");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_outlives_the_program_and_not_the_model() {
    let provider = declaring(Wire::Anthropic, false);
    let world = World::build().open();
    let template = world.template(&provider, Wire::Anthropic).await;
    assert_eq!(world.view().await.templates[0].told, None, "nobody asked");
    ask(&world, &template).await;
    let kept = world.close().await;
    let world = World::again(&kept).open();
    let view = world.view().await.templates.remove(0);
    assert_eq!(view.told.and_then(|told| told.vision), Some(false));
    let mut save = world.template_of(&provider.url(), Wire::Anthropic);
    save.id = Some(template);
    save.model = "another-model".into();
    let view = world.app.template_save(save).await.unwrap();
    assert_eq!(view.told, None, "another model is another question");
    assert!(view.carries.contains(&"image".to_owned()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_turn_asks_but_where_images_need_a_yes_and_there_once() {
    for wire in DECLARING {
        let (left, right) = two_colours();
        let camera = camera_of(left, right);
        let provider = declaring(wire, true);
        let world = World::build().open();
        let agent = world.photographer(&provider, wire, &camera).await;
        for _ in 0..2 {
            let told = world.say(&agent, LOOK).await;
            assert_eq!(told.stop(), "-", "{wire}: {:?}", told.system());
            assert_eq!(images(&chats(&provider).pop().unwrap()).len(), 1, "{wire}");
        }
        let expected: &[&str] = if wire == Wire::Ollama { &["POST /api/show"] } else { &[] };
        assert_eq!(questions(&provider), expected, "{wire}");
        if wire != Wire::Ollama {
            continue;
        }
        // Another model is asked about at once.
        let mut save = world.template_of(&provider.url(), wire);
        save.id = Some(world.agent_view(&agent).await.template);
        save.model = "another-model".into();
        world.app.template_save(save).await.unwrap();
        world.say(&agent, LOOK).await;
        assert_eq!(questions(&provider).len(), 2);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_says_nothing_leaves_it_open_and_one_that_is_not_there_is_a_failure() {
    let silent = vec![Model { silent: true, ..Model::new(MODEL) }];
    for wire in [Wire::OpenaiCompat, Wire::Ollama, Wire::MetaResponses] {
        let provider = provider(ProviderOptions { models: silent.clone(), ..ProviderOptions::new(wire) });
        let world = World::build().open();
        let template = world.template(&provider, wire).await;
        let told = ask(&world, &template).await.told.expect("it was asked");
        assert_eq!(told.vision, None, "{wire}");
        provider.shutdown();
        let failure = world.app.template_ask(id(&world, &template)).await.unwrap_err();
        assert_eq!(failure.code, "llm", "{wire}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_model_without_tools_is_offered_none_and_gets_the_persons_picture() {
    let (left, right) = two_colours();
    let camera = camera_of(left, right);
    let models = vec![Model { tools: false, context: 8_192, ..Model::new(MODEL) }];
    let provider = provider(ProviderOptions { models, ..ProviderOptions::new(Wire::Ollama) });
    let world = World::build().open();
    let agent = world.photographer(&provider, Wire::Ollama, &camera).await;
    let attached = world.attach(&agent, "cat.jpg", &picture::jpeg(9)).await.expect("taken").id;
    let mark = world.events.mark();
    world.send_with(&agent, LOOK, vec![attached]).await.expect("sent");
    assert_eq!(world.ended(&agent, mark).await.stop(), "-", "the server refuses every offer of tools");
    let body = &chats(&provider)[0];
    assert_eq!((body.get("tools"), images(body).len()), (None, 1));
    assert_eq!(body["options"]["num_ctx"], 8_192, "all of its window, which is small");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_window_is_asked_for_where_the_client_chooses_it() {
    for (own, expected) in [(None, 16_384), (Some(40_000), 40_000)] {
        let provider = declaring(Wire::Ollama, true);
        let world = World::build().open();
        let mut save = world.template_of(&provider.url(), Wire::Ollama);
        save.context_window = own;
        let template = world.template_save(save).await;
        let agent = world.agent("Mina", &template).await;
        world.say(&agent, "hello").await;
        assert_eq!(chats(&provider)[0]["options"]["num_ctx"], expected);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_vision_test_shows_the_picture_whatever_the_server_says() {
    // An old server of this wire says nothing, so no turn would send an image; the test does.
    let silent = vec![Model { silent: true, ..Model::new(MODEL) }];
    let provider = provider(ProviderOptions { models: silent, ..ProviderOptions::new(Wire::Ollama) });
    let world = World::build().open();
    let template = world.template(&provider, Wire::Ollama).await;
    let report = world.app.vision_test(id(&world, &template)).await.unwrap();
    assert_eq!(report.verdict, VisionTest::Sees, "{}", report.answer);
    assert_eq!(images(&chats(&provider)[0]).len(), 1);
}
