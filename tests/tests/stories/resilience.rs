//! A provider that stumbles: what may be tried again is, what was said stays, and the next message works.

use crate::support::{LOOK, WIRES, camera, camera_of, provider, two_colours};
use fuseforks_contract::Host as _;
use fuseforks_sim::{
    camera::CameraOptions,
    provider::{Cut, Provider, ProviderOptions, Received, Script, Step, StepCall, ToolChoice, Wire},
};
use fuseforks_tests::{
    World,
    toolbox::{self, Answer, Called, Toolbox},
    until,
};
use serde_json::json;
use std::time::Duration;

fn statuses(provider: &Provider) -> Vec<u16> {
    let requests = provider.requests().into_iter();
    requests.filter(|request| !request.path.contains("/api/show")).map(|request| request.status).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_overloaded_provider_is_tried_three_times() {
    for wire in WIRES {
        for (failures, stop) in [(2, "-"), (3, "failed:SERVER")] {
            let mut steps = vec![Step::status(503); failures];
            steps.push(Step::text("at last"));
            let provider =
                provider(ProviderOptions { script: Script::steps(steps), ..ProviderOptions::new(*wire) });
            let world = World::build().open();
            let template = world.template(&provider, *wire).await;
            let agent = world.agent("Mina", &template).await;
            let told = world.say(&agent, "hello").await;
            assert_eq!(told.stop(), stop, "{wire}: {:?}", told.system());
            assert_eq!(
                provider.requests().iter().filter(|one| one.status == 503).count(),
                failures,
                "{wire}"
            );
            assert_eq!(statuses(&provider).len(), 3, "{wire}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_that_breaks_keeps_what_came_and_is_not_tried_again() {
    for wire in WIRES {
        let script = Script::steps(vec![
            Step { text: Some("the first half".into()), error: Some("overloaded".into()), ..Step::default() },
            Step::text("well again"),
        ]);
        let provider = provider(ProviderOptions { script, ..ProviderOptions::new(*wire) });
        let world = World::build().open();
        let template = world.template(&provider, *wire).await;
        let agent = world.agent("Mina", &template).await;
        let told = world.say(&agent, "hello").await;
        assert!(told.stop().starts_with("failed:"), "{wire}: {}", told.stop());
        assert_eq!(told.streamed(), "the first half", "{wire}");
        assert_eq!(told.reply(), "the first half", "{wire}: it stays in the conversation");
        assert_eq!(statuses(&provider).len(), 1, "{wire}: never after a word was shown");
        let next = world.say(&agent, "hello again").await;
        assert_eq!((next.stop().as_str(), next.reply()), ("-", "well again"), "{wire}: {:?}", next.system());
        // A failed turn is no exchange.
        let body = String::from_utf8_lossy(&provider.requests().pop().unwrap().body).into_owned();
        assert!(!body.contains("the first half"), "{wire}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_ends_early_is_an_error_on_every_wire() {
    for wire in WIRES {
        for reset in [false, true] {
            let options = ProviderOptions {
                script: Script::respond(|_| Step::text("a long answer ".repeat(60))),
                cut: Some(Cut { after: 2500, reset }),
                ..ProviderOptions::new(*wire)
            };
            let provider = provider(options);
            let world = World::build().open();
            let template = world.template(&provider, *wire).await;
            let agent = world.agent("Mina", &template).await;
            let told = world.say(&agent, "hello").await;
            assert!(told.stop().starts_with("failed:"), "{wire}, reset {reset}: {}", told.stop());
            assert_eq!(told.reply(), told.streamed(), "{wire}");
            assert!(told.reply().len() < 840, "{wire}: {}", told.reply().len());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_breaks_is_tried_again_with_its_images() {
    // The first byte of the answer about an image never comes; the same request is sent again as it was.
    let (left, right) = two_colours();
    let camera = camera_of(left, right);
    let options = ProviderOptions {
        cut: Some(Cut { after: 0, reset: true }),
        ..ProviderOptions::new(Wire::OpenaiCompat)
    };
    let provider = provider(options);
    let world = World::build().open();
    let agent = world.photographer(&provider, Wire::OpenaiCompat, &camera).await;
    let told = world.say(&agent, LOOK).await;
    assert_eq!(told.stop(), "failed:CONNECTION_LOST");
    assert_eq!(statuses(&provider).len(), 3);
    assert_eq!(world.log_of("tool image fallback").await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_is_always_refused_is_sent_twice_with_an_image_and_once_without() {
    for image in [true, false] {
        let script = Script::respond(move |received: &Received| match received.turn_results().len() {
            0 => Step::call(if image { "live_view_image" } else { "camera_status" }, json!({})),
            _ => Step { status: Some(400), error: Some("invalid tool message".into()), ..Step::default() },
        });
        let wire = Wire::OpenaiCompat;
        let provider = provider(ProviderOptions { script, ..ProviderOptions::new(wire) });
        let camera = camera(CameraOptions::default());
        let world = World::build().open();
        let agent = world.photographer(&provider, wire, &camera).await;
        let told = world.say(&agent, "go").await;
        assert!(told.stop().starts_with("failed:"), "{}", told.stop());
        let expected: &[u16] = if image { &[200, 400, 400] } else { &[200, 400] };
        assert_eq!(statuses(&provider), expected);
        let fallbacks = world.log_of("tool image fallback").await;
        assert_eq!(fallbacks.len(), usize::from(image));
        assert!(fallbacks.iter().all(|line| line.ends_with(" outcome=failed")), "{fallbacks:?}");
        assert_eq!(told.system().len(), 1, "one readable error");
        // Nothing of it is sent again with the next message.
        world.say(&agent, "hello").await;
        let next = &provider.requests()[expected.len()];
        assert!(!String::from_utf8_lossy(&next.body).contains("tool_call_id"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stopping_between_parallel_calls_leaves_none_without_a_result() {
    let respond = |called: &Called| -> Answer {
        let slow = called.name != "first";
        Answer {
            result: toolbox::result(&[toolbox::text(&called.name)]),
            delay: if slow { Duration::from_secs(30) } else { Duration::ZERO },
        }
    };
    for wire in [Wire::Anthropic, Wire::OpenaiCompat, Wire::Gemini, Wire::OpenaiResponses] {
        let script = Script::respond(|received: &Received| {
            if received.last_user_text().contains("go on") || received.tool_choice == ToolChoice::None {
                return Step::text("going on");
            }
            let calls =
                ["first", "second", "third"].iter().map(|name| StepCall::new(*name, json!({}))).collect();
            Step { calls, ..Step::default() }
        });
        let provider = provider(ProviderOptions { script, ..ProviderOptions::new(wire) });
        let world = World::build().open();
        let template = world.template(&provider, wire).await;
        let agent = world.agent("Mina", &template).await;
        // The third waits behind the second, on the same server.
        let (quick, busy) =
            (Toolbox::start(&["first"], respond).await, Toolbox::start(&["second", "third"], respond).await);
        let servers =
            json!({"a": {"type": "http", "url": quick.url()}, "b": {"type": "http", "url": busy.url()}});
        world.servers(&agent, servers).await;
        world.allow_all(&agent).await;
        let mark = world.events.mark();
        world.try_send(&agent, "start").await.unwrap();
        until("the second call", || (busy.calls().len() == 1 && quick.calls().len() == 1).then_some(()))
            .await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        world.app.turn_stop(world.agent_id(&agent)).await.unwrap();
        let told = world.ended(&agent, mark).await;
        assert_eq!(told.stop(), "interrupted", "{wire}");
        let ended: Vec<(&str, bool)> =
            told.tools().iter().map(|tool| (tool.name.as_str(), tool.interrupted)).collect();
        assert_eq!(ended.len(), 3, "{wire}: {ended:?}");
        assert!(
            ended.contains(&("a__first", false)) && ended.contains(&("b__second", true)),
            "{wire}: {ended:?}"
        );
        assert!(ended.contains(&("b__third", true)), "{wire}: {ended:?}");
        assert_eq!(busy.calls().len(), 1, "{wire}: the third was never called");
        let next = world.say(&agent, "go on").await;
        assert_eq!((next.stop().as_str(), next.reply()), ("-", "going on"), "{wire}: {:?}", next.system());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agents_that_share_a_server_never_get_each_others_results() {
    const ROUNDS: usize = 20;
    // The server answers slower the earlier it was asked, so that answers come out of order.
    let respond = |called: &Called| -> Answer {
        let who = called.arguments["n"].as_u64().unwrap();
        let seed = u32::try_from(who).unwrap();
        Answer {
            result: toolbox::result(&[
                toolbox::text(&format!("for {who}")),
                toolbox::jpeg(&fuseforks_tests::picture::noisy(seed, 40, 30, image::ImageFormat::Jpeg)),
            ]),
            delay: Duration::from_millis(7 - (called.before as u64 % 7)),
        }
    };
    let tools = Toolbox::start(&["echo"], respond).await;
    let mut agents = Vec::new();
    let world = World::build().open();
    for who in 0..3_u64 {
        let script = Script::respond(move |received: &Received| {
            let round = received.turn_results().len() as u64;
            if round < ROUNDS as u64 && received.tool_choice != ToolChoice::None {
                return Step::call("echo", json!({"n": who * 1000 + round}));
            }
            Step::text("done")
        });
        let provider = provider(ProviderOptions { script, ..ProviderOptions::new(Wire::Anthropic) });
        let template = world.template(&provider, Wire::Anthropic).await;
        let agent = world.agent(&format!("Agent {who}"), &template).await;
        world.max_rounds(&agent, 50).await;
        world.servers(&agent, json!({"box": {"type": "http", "url": tools.url()}})).await;
        world.allow_all(&agent).await;
        agents.push((who, agent, provider));
    }
    let mark = world.events.mark();
    for (_, agent, _) in &agents {
        world.try_send(agent, "go").await.unwrap();
    }
    for (who, agent, provider) in &agents {
        let told = world.ended(agent, mark).await;
        assert_eq!(told.stop(), "-", "{:?}", told.system());
        let last = provider.chats().pop().unwrap();
        let results = last.turn_results();
        assert_eq!(results.len(), ROUNDS);
        for (round, result) in results.iter().enumerate() {
            let n = who * 1000 + round as u64;
            assert_eq!(result.text, format!("for {n}"));
            let seed = u32::try_from(n).unwrap();
            let own = fuseforks_tests::picture::noisy(seed, 40, 30, image::ImageFormat::Jpeg);
            assert_eq!(result.images[0].sha256, fuseforks_tests::picture::sha256(&own));
        }
    }
    assert_eq!(tools.calls().len(), 3 * ROUNDS);
}
