//! What a server makes of a request, and what the person is told of it.

use crate::{
    placement::{bytes, images},
    support::{LOOK, once, provider},
};
use fuseforks_contract::{Event, Host as _, village::SessionId};
use fuseforks_sim::provider::{ProviderOptions, Received, Script, Step, ToolChoice, Usage, Wire};
use fuseforks_tests::{
    World, picture,
    search::Pieces,
    toolbox::{self, Toolbox},
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Looks so many times, then answers.
fn looks(times: usize) -> impl Fn(&Received) -> Step {
    move |received| {
        let results = received.turn_results().len();
        if results < times && received.tool_choice != ToolChoice::None {
            Step::call("live_view_image", json!({}))
        } else {
            Step::text("done")
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_image_that_was_made_text_on_the_way_is_told_once() {
    for flattened in [true, false] {
        // About as large as a frame of a camera.
        let sizes = (6..30).map(|n| picture::noisy(5, n * 16, n * 12, image::ImageFormat::Jpeg));
        let jpeg = sizes.into_iter().find(|jpeg| jpeg.len() > 15_000).unwrap();
        assert!(jpeg.len() <= 40_000, "{}", jpeg.len());
        let seen = std::sync::atomic::AtomicUsize::new(0);
        let tools = Toolbox::start(&["live_view_image"], move |_| {
            let n = seen.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            toolbox::result(&[toolbox::jpeg(&jpeg), toolbox::text(&format!("frame {n}"))]).into()
        })
        .await;
        let look = looks(3);
        let script = Script::respond(move |received: &Received| {
            let images = received.turn_images().len() as u64;
            let input = if flattened { received.body.len() as u64 * 92 / 100 } else { 900 + images * 1_200 };
            Step { usage: Some(Usage { input, output: 20, ..Usage::default() }), ..look(received) }
        });
        let wire = Wire::OpenaiResponses;
        let provider = provider(ProviderOptions { script, ..ProviderOptions::new(wire) });
        let world = World::build().open();
        let agent = world.agent_with(&provider, wire, "nik", &tools.url()).await;
        let told = world.say(&agent, LOOK).await;
        assert_eq!(told.stop(), "-", "{:?}", told.system());
        let bodies: Vec<Value> = provider.requests().iter().map(|request| request.json()).collect();
        let counts: Vec<usize> = bodies.iter().map(|body| images(body).len()).collect();
        assert_eq!(counts, [0, 1, 2, 3], "nothing changes for it");
        let output = bodies[3]["input"].as_array().unwrap().last().unwrap()["output"].clone();
        assert_eq!(output[1]["type"], "input_image", "{output}");
        let lines = world.log_of("tool image tokens").await;
        assert_eq!(lines.len(), usize::from(flattened), "{lines:?}");
        assert!(lines.iter().all(|line| line.contains(" images=1 ")), "{lines:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tool_that_the_server_names_by_its_place_is_named_to_the_person() {
    for (wire, list) in [(Wire::Gemini, "tools[0].function_declarations"), (Wire::OpenaiCompat, "tools")] {
        let script = Script::respond(move |received: &Received| {
            let at = received.tools.iter().position(|tool| tool.name == "box__second").unwrap();
            let words = format!("Invalid JSON payload: {list}[{at}].parameters.type");
            Step { status: Some(400), error: Some(words.into()), ..Step::default() }
        });
        let provider = provider(ProviderOptions { script, ..ProviderOptions::new(wire) });
        let tools =
            Toolbox::start(&["first", "second"], |_| toolbox::result(&[toolbox::text("x")]).into()).await;
        let world = World::build().open();
        let agent = world.agent_with(&provider, wire, "box", &tools.url()).await;
        let told = world.say(&agent, "go").await;
        assert_eq!(told.stop(), "failed:INVALID_REQUEST", "{wire}");
        let detail = told.system()[0].detail.clone().unwrap_or_default();
        assert!(detail.starts_with("box__second: Invalid JSON payload"), "{wire}: {detail}");
        assert_eq!(detail.contains("[request-id: req_"), wire == Wire::OpenaiCompat, "{wire}: {detail}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn structured_data_that_repeats_an_image_is_not_sent_as_text() {
    let files = [
        (picture::jpeg(4), "image/jpeg"),
        (picture::noisy(9, 200, 200, image::ImageFormat::Png), "image/png"),
    ];
    for ((file, mime), empty) in files.iter().flat_map(|file| [(file, false), (file, true)]) {
        let base64 = picture::base64(file);
        let blocks = if empty { vec![] } else { vec![toolbox::image(file, mime), toolbox::text("ok")] };
        let repeated = json!({"result": [{"type": "image", "data": base64, "mimeType": mime}, {"type": "text", "text": "ok"}]});
        let tools = Toolbox::start(&["snap"], move |_| {
            let mut result = toolbox::result(&blocks);
            result["structuredContent"] = repeated.clone();
            result.into()
        })
        .await;
        let options = ProviderOptions { script: once("snap"), ..ProviderOptions::new(Wire::Anthropic) };
        let provider = provider(options);
        let world = World::build().open();
        let agent = world.agent_with(&provider, Wire::Anthropic, "nik", &tools.url()).await;
        let told = world.say(&agent, "go").await;
        assert_eq!(told.stop(), "-", "{:?}", told.system());
        let body = provider.requests().pop().expect("requests").json();
        let result = body["messages"].as_array().unwrap().last().unwrap()["content"][0]["content"].clone();
        let found = images(&body);
        let mut sent = Vec::new();
        if empty {
            let text = result.as_str().expect("text alone");
            assert!(text.contains("\"type\":\"text\"") && text.contains(mime), "{text}");
            assert!(text.contains("(data left out: ") && text.len() < 400, "{text}");
            assert!(found.is_empty(), "{text}");
        } else {
            assert_eq!(result[1], json!({"type": "text", "text": "ok"}));
            assert_eq!((result.as_array().map(Vec::len), found.len()), (Some(2), 1));
            assert_eq!(result[0]["source"]["media_type"], "image/jpeg", "a PNG became one");
            sent = bytes(&body, &found[0]);
        }
        for output in told.outputs() {
            assert!(!output.output.contains(&base64[..200]), "{}", output.output);
        }
        // Neither the file nor what was made of it is in any record, line of the log or event.
        let pieces = Pieces::of([file.as_slice(), sent.as_slice()]);
        assert!(pieces.find(told.whole().as_bytes()).is_none());
        let rows = serde_json::to_string(&world.rows().await).unwrap();
        assert!(pieces.find(rows.as_bytes()).is_none());
        assert_eq!(world.log_of("tool").await.len(), 1);
        let session = world.session().await.id;
        let id = SessionId { village: world.id.clone(), session };
        let export = std::fs::read(world.app.session_export(id).await.unwrap().path).unwrap();
        assert!(!export.is_empty() && pieces.find(&export).is_none());
        let folder = world.folder().to_owned();
        let kept = world.close().await;
        let (hits, searched, _) = pieces.search(&folder);
        assert!(hits.is_empty() && searched > 3, "{hits:?} in {searched} files");
        drop(kept);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_breaks_over_a_tiny_image_costs_one_turn() {
    for (width, height) in [(257, 27), (1, 1)] {
        let bytes = picture::noisy(7, width, height, image::ImageFormat::Jpeg);
        let tools =
            Toolbox::start(&["snap"], move |_| toolbox::result(&[toolbox::jpeg(&bytes)]).into()).await;
        let script = Script::respond(|received: &Received| {
            if received.last_user_text().contains("hello") {
                return Step::text("hi");
            }
            match received.turn_results().len() {
                0 => Step::call("snap", json!({})),
                _ => {
                    Step { status: Some(500), error: Some("llama runner stopped".into()), ..Step::default() }
                }
            }
        });
        let provider = provider(ProviderOptions { script, ..ProviderOptions::new(Wire::Ollama) });
        let world = World::build().open();
        let agent = world.agent_with(&provider, Wire::Ollama, "nik", &tools.url()).await;
        let told = world.say(&agent, "go").await;
        assert_eq!(told.stop(), "failed:SERVER", "{width}x{height}");
        assert_eq!(told.system().len(), 1, "one readable error: {:?}", told.system());
        let bodies: Vec<Value> =
            provider.requests().iter().filter(|r| r.received.is_some()).map(|r| r.json()).collect();
        assert_eq!(bodies.len(), 1 + 3, "three tries, no storm");
        assert!(bodies[1..].iter().all(|body| images(body).len() == 1), "never stripped");
        assert_eq!(world.say(&agent, "hello").await.reply(), "hi", "the next message works");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_window_is_told_of_pieces_at_most_thirty_times_a_second() {
    let words = "word ".repeat(600);
    let script = Script::respond(move |_| Step { gap_ms: 4, ..Step::text(words.clone()) });
    let provider = provider(ProviderOptions { script, ..ProviderOptions::new(Wire::Anthropic) });
    let product = fuseforks_village::AppLimits::default().delta_interval;
    assert!(product >= Duration::from_nanos(1_000_000_000 / 30), "{product:?}");
    let world = World::build().limits(|limits| limits.delta_interval = product).open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    world.start(&agent).await;
    let begun = Instant::now();
    let told = world.say(&agent, "talk").await;
    let most = begun.elapsed().as_millis() / product.as_millis() + 2;
    let deltas = told.events.iter().filter(|event| matches!(event, Event::Delta { .. })).count();
    assert!(deltas > 2 && deltas as u128 <= most, "{deltas} pieces, at most {most}");
    assert_eq!(told.streamed().trim(), told.reply().trim(), "nothing is lost by it");
}
