//! A provider that takes no images: one resend without them, in words, once a turn.

use crate::{
    placement,
    support::{LOOK, LOOK_JA, LOOK_ZH, WIRES, camera, camera_of, plain_provider, provider, two_colours},
};
use fuseforks_contract::Host as _;
use fuseforks_sim::{
    camera::{CameraOptions, Odd},
    provider::{Provider, ProviderOptions, Received, Script, Step, ToolChoice, Wire},
};
use fuseforks_tests::{MODEL, World, toolbox};
use fuseforks_village::Language;
use serde_json::Value;
use std::time::Duration;

/// The sentence that stands in a result whose images were taken out.
const NOT_SENT: [(Language, &str, &str); 3] = [
    (Language::En, LOOK, "(the images could not be sent to this model)"),
    (Language::Ja, LOOK_JA, "（画像はこのモデルへ送れませんでした）"),
    (Language::Zh, LOOK_ZH, "（图像无法发送给此模型）"),
];

/// Statuses of model calls, in order.
fn statuses(provider: &Provider) -> Vec<u16> {
    let chats = provider.requests().into_iter().filter(|request| request.method == "POST");
    chats.filter(|request| !request.path.contains("/api/show")).map(|request| request.status).collect()
}

fn bodies(provider: &Provider) -> Vec<Value> {
    let chats = provider.requests().into_iter().filter(|request| request.method == "POST");
    chats.filter(|request| !request.path.contains("/api/show")).map(|request| request.json()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_resend_without_images_says_so_in_the_language_of_the_village() {
    for wire in [Wire::Anthropic, Wire::OpenaiCompat] {
        for (language, question, sentence) in NOT_SENT {
            let (left, right) = two_colours();
            let camera = camera_of(left, right);
            let provider =
                provider(ProviderOptions { refuse_images: Some(400), ..ProviderOptions::new(wire) });
            let world = World::build().language(language).open();
            let agent = world.photographer(&provider, wire, &camera).await;
            let told = world.say(&agent, question).await;

            assert_eq!(told.stop(), "-", "{wire} {language}: {:?}", told.system());
            assert_eq!(told.reply(), "no picture received");
            assert_eq!(statuses(&provider), [200, 400, 200], "{wire}: one refusal, one resend");
            let bodies = bodies(&provider);
            assert_eq!(placement::images(&bodies[1]).len(), 1);
            assert_eq!(placement::images(&bodies[2]), []);
            let stripped = bodies[2].to_string();
            assert_eq!(stripped.matches(sentence).count(), 1, "{wire} {language}: {stripped}");
            assert!(!bodies[1].to_string().contains(sentence));
            // The carrier went whole, its caption with it.
            assert!(!stripped.contains("nik__live_view_image:") && !stripped.contains("の結果の画像"));
            assert!(!stripped.contains("结果中的图像"));
            assert_eq!(
                world.log_of("tool image fallback").await,
                [format!("tool image fallback: agent={agent} model={MODEL} removed=1 outcome=ok")],
                "{wire}"
            );
            assert_eq!(world.log_of("tool image withheld").await, Vec::<String>::new());
            assert_eq!(told.ended().rounds, 2, "a resend is not a round of its own");
        }
    }
}

/// Looks three times before it answers, then says how many images it got in all.
fn thrice() -> Script {
    Script::respond(|received: &Received| {
        if received.turn_results().len() < 3 && received.tool_choice != ToolChoice::None {
            return Step::call("live_view_image", serde_json::json!({}));
        }
        Step::text(format!("{} images", received.turn_images().len()))
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_rest_of_the_turn_stays_without_images_and_is_never_refused_again() {
    for wire in [Wire::Anthropic, Wire::OpenaiCompat] {
        let (left, right) = two_colours();
        let camera = camera_of(left, right);
        let options =
            ProviderOptions { refuse_images: Some(400), script: thrice(), ..ProviderOptions::new(wire) };
        let provider = provider(options);
        let world = World::build().open();
        let agent = world.photographer(&provider, wire, &camera).await;
        let told = world.say(&agent, "go").await;
        assert_eq!(told.stop(), "-", "{:?}", told.system());
        assert_eq!(told.reply(), "0 images");
        assert_eq!(statuses(&provider), [200, 400, 200, 200, 200], "{wire}: no second refusal in that turn");
        let log = world.log().await;
        let of = |kind: &str| log.iter().filter(|line| line.starts_with(kind)).cloned().collect::<Vec<_>>();
        let fallback = format!("tool image fallback: agent={agent} model={MODEL} removed=1 outcome=ok");
        assert_eq!(of("tool image fallback: "), [fallback]);
        let withheld = format!("tool image withheld: agent={agent} model={MODEL} removed=1 reason=refused");
        assert_eq!(of("tool image withheld: "), [withheld.clone(), withheld]);
        // What the tools brought is said all the same.
        let tools = of("tool: ");
        assert_eq!(tools.len(), 3);
        assert!(tools.iter().all(|line| line.ends_with(" images=1")), "{tools:?}");
        let last = bodies(&provider).pop().expect("requests").to_string();
        assert_eq!(last.matches(NOT_SENT[0].2).count(), 3, "{last}");

        // The next turn tries anew.
        world.say(&agent, LOOK).await;
        assert_eq!(statuses(&provider)[5..], [200, 400, 200, 200, 200]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusals_with_other_statuses_and_known_words_are_recognised() {
    for status in [404, 413, 422, 500] {
        let (left, right) = two_colours();
        let camera = camera_of(left, right);
        let wire = Wire::OpenaiCompat;
        let provider =
            provider(ProviderOptions { refuse_images: Some(status), ..ProviderOptions::new(wire) });
        let world = World::build().open();
        let agent = world.photographer(&provider, wire, &camera).await;
        let told = world.say(&agent, LOOK).await;
        assert_eq!(told.stop(), "-", "{status}: {:?}", told.system());
        assert_eq!(told.reply(), "no picture received", "{status}");
        assert_eq!(statuses(&provider), [200, status, 200], "{status}: neither retried nor given up");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_wire_recovers_from_a_refusal() {
    for wire in WIRES {
        let (left, right) = two_colours();
        let camera = camera_of(left, right);
        let provider = provider(ProviderOptions { refuse_images: Some(400), ..ProviderOptions::new(*wire) });
        let world = World::build().open();
        let agent = world.photographer(&provider, *wire, &camera).await;
        let told = world.say(&agent, LOOK).await;
        assert_eq!(told.stop(), "-", "{wire}: {:?}", told.system());
        assert_eq!(statuses(&provider), [200, 400, 200], "{wire}");
        // A result without images is encoded as if images did not exist: a plain string where one was.
        let stripped = bodies(&provider).pop().expect("requests");
        let items = stripped["input"].as_array().into_iter().flatten();
        for item in items.filter(|item| item["type"] == "function_call_output") {
            assert!(item["output"].is_string(), "{wire}: {item}");
        }
    }
}

/// Answers of a provider that are no image refusal, though the request carries images.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_refusals_are_not_taken_for_one() {
    let cases = [
        (400, "prompt is too long: 210000 tokens > 200000 maximum"),
        (400, "messages.1: `thinking` blocks cannot be modified"),
        (404, "model not found"),
        (400, "Unsupported parameter: 'foo'"),
    ];
    for (status, words) in cases {
        let (left, right) = two_colours();
        let camera = camera_of(left, right);
        let script = Script::steps(vec![
            Step::default(),
            Step { status: Some(status), error: Some(words.into()), ..Step::default() },
        ]);
        let provider = provider(ProviderOptions { script, ..ProviderOptions::new(Wire::Anthropic) });
        let world = World::build().open();
        let agent = world.photographer(&provider, Wire::Anthropic, &camera).await;
        let told = world.say(&agent, LOOK).await;
        assert!(told.stop().starts_with("failed:"), "{words}: {}", told.stop());
        assert_eq!(statuses(&provider), [200, status], "{words}: not sent again");
        assert_eq!(world.log_of("tool image fallback").await, Vec::<String>::new());
        assert_eq!(world.log_of("llm retry stop").await.len(), 1);
        // The next message is not stuck with what failed.
        let next = world.say(&agent, "hello").await;
        assert_eq!((next.stop().as_str(), next.reply()), ("-", "ok"), "{words}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_webp_goes_once_as_jpeg_and_that_is_enough() {
    let camera = camera(CameraOptions { odd: Some(Odd::Webp), ..CameraOptions::default() });
    let wire = Wire::OpenaiCompat;
    let provider = provider(ProviderOptions { refuse_webp: true, ..ProviderOptions::new(wire) });
    let world = World::build().open();
    let agent = world.photographer(&provider, wire, &camera).await;
    let told = world.say(&agent, LOOK).await;
    assert_eq!(told.stop(), "-", "{:?}", told.system());
    assert!(told.reply().starts_with("left: "), "it saw the JPEG: {}", told.reply());
    assert_eq!(statuses(&provider), [200, 400, 200]);
    assert_eq!(
        world.log_of("attachment fallback").await,
        [format!("attachment fallback: agent={agent} model={MODEL} retry=jpeg status=400")]
    );
    assert_eq!(world.log_of("tool image fallback").await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_webp_refused_in_every_form_costs_three_requests() {
    let camera = camera(CameraOptions { odd: Some(Odd::Webp), ..CameraOptions::default() });
    let wire = Wire::OpenaiCompat;
    let provider = provider(ProviderOptions { refuse_images: Some(400), ..ProviderOptions::new(wire) });
    let world = World::build().open();
    let agent = world.photographer(&provider, wire, &camera).await;
    let told = world.say(&agent, LOOK).await;
    assert_eq!(told.stop(), "-", "{:?}", told.system());
    assert_eq!(statuses(&provider), [200, 400, 400, 200], "as it is, as JPEG, without");
    let kinds: Vec<&str> = provider.requests()[1..3]
        .iter()
        .map(
            |request| {
                if String::from_utf8_lossy(&request.body).contains("image/webp") { "webp" } else { "jpeg" }
            },
        )
        .collect();
    assert_eq!(kinds, ["webp", "jpeg"]);
    let log = world.log().await;
    let order: Vec<&str> = log
        .iter()
        .filter(|line| line.contains("fallback:"))
        .map(|line| line.split(':').next().unwrap())
        .collect();
    assert_eq!(order, ["attachment fallback", "tool image fallback"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_sent_again_after_stop() {
    // The refusal takes a while; Stop comes while it is on its way.
    let (left, right) = two_colours();
    let camera = camera_of(left, right);
    let script = Script::respond(|received: &Received| match received.turn_images().len() {
        0 => Step::call("live_view_image", serde_json::json!({})),
        _ => Step {
            status: Some(400),
            error: Some("This model does not support image input".into()),
            delay_ms: 700,
            ..Step::default()
        },
    });
    let provider = provider(ProviderOptions { script, ..ProviderOptions::new(Wire::Anthropic) });
    let world = World::build().open();
    let agent = world.photographer(&provider, Wire::Anthropic, &camera).await;
    let mark = world.events.mark();
    world.try_send(&agent, LOOK).await.unwrap();
    fuseforks_tests::until("the second request", || (provider.chats().len() == 2).then_some(())).await;
    world.app.turn_stop(world.agent_id(&agent)).await.unwrap();
    let told = world.ended(&agent, mark).await;
    assert_eq!(told.stop(), "interrupted");
    tokio::time::sleep(Duration::from_millis(1000)).await;
    assert_eq!(provider.requests().len(), 2, "nothing was sent again");
    assert_eq!(world.log_of("tool image fallback").await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_blind_template_gets_a_notice_and_no_bytes() {
    let (left, right) = two_colours();
    let camera = camera_of(left, right);
    for wire in WIRES {
        let provider = plain_provider(*wire);
        let world = World::build().open();
        let mut template = world.template_of(&provider.url(), *wire);
        template.vision = fuseforks_contract::template::Vision::No;
        let template = world.template_save(template).await;
        let agent = world.agent("Mina", &template).await;
        world.servers(&agent, serde_json::json!({"nik": {"type": "http", "url": camera.url()}})).await;
        world.allow_all(&agent).await;
        let told = world.say(&agent, LOOK).await;
        assert_eq!(told.reply(), "no picture received", "{wire}");
        assert!(bodies(&provider).iter().all(|body| placement::images(body).is_empty()), "{wire}");
        assert_eq!(
            world.log_of("tool image withheld").await,
            [format!("tool image withheld: agent={agent} model={MODEL} removed=1 reason=no_vision")],
            "{wire}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ollama_model_that_does_not_declare_vision_gets_no_image() {
    let tools = fuseforks_tests::toolbox::Toolbox::start(&["live_view_image"], |_| {
        toolbox::result(&[toolbox::jpeg(&fuseforks_tests::picture::jpeg(1)), toolbox::text("frame")]).into()
    })
    .await;
    for (vision, silent, images) in [(true, false, 1), (false, false, 0), (true, true, 0)] {
        let model =
            fuseforks_sim::provider::Model { vision, silent, ..fuseforks_sim::provider::Model::new(MODEL) };
        let provider =
            provider(ProviderOptions { models: vec![model], ..ProviderOptions::new(Wire::Ollama) });
        let world = World::build().open();
        let agent = world.agent_with(&provider, Wire::Ollama, "nik", &tools.url()).await;
        let told = world.say(&agent, LOOK).await;
        assert_eq!(told.stop(), "-", "{:?}", told.system());
        let last = bodies(&provider).pop().expect("requests");
        assert_eq!(placement::images(&last).len(), images, "vision {vision}, silent {silent}");
    }
}
