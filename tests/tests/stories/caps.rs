//! How many images of tools a request carries: the newest twenty, and none after a refusal.

use crate::{
    placement::{self, images},
    support::{camera, provider},
};
use fuseforks_sim::{
    camera::{Camera, CameraOptions},
    provider::{Provider, ProviderOptions, Received, Script, Step, ToolChoice, Wire},
};
use fuseforks_tests::{
    World, picture,
    toolbox::{self, Toolbox},
};
use serde_json::{Value, json};

/// Looks so many times, one call a round, then answers.
fn looks(times: usize) -> Script {
    Script::respond(move |received: &Received| {
        if received.turn_results().len() < times && received.tool_choice != ToolChoice::None {
            return Step::call("live_view_image", json!({}));
        }
        Step::text(format!(
            "{} results, {} images",
            received.turn_results().len(),
            received.turn_images().len()
        ))
    })
}

fn digests(camera: &Camera) -> Vec<String> {
    camera.shots().into_iter().map(|shot| shot.sha256).collect()
}

fn sent(body: &Value) -> Vec<String> {
    images(body).into_iter().map(|found| found.sha256).collect()
}

fn bodies(provider: &Provider) -> Vec<Value> {
    provider.requests().iter().map(|request| request.json()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_provider_with_a_smaller_limit_refuses_once_and_the_turn_goes_on_in_words() {
    let camera = camera(CameraOptions::default());
    let wire = Wire::OpenaiCompat;
    let options = ProviderOptions { max_images: Some(12), script: looks(30), ..ProviderOptions::new(wire) };
    let provider = provider(options);
    let world = World::build().open();
    let agent = world.photographer(&provider, wire, &camera).await;
    world.max_rounds(&agent, 40).await;
    let told = world.say(&agent, "go").await;
    assert_eq!(told.stop(), "-", "{:?}", told.system());
    assert_eq!(told.reply(), "30 results, 0 images");
    assert_eq!(camera.calls(), 30);

    let statuses: Vec<u16> = provider.requests().iter().map(|request| request.status).collect();
    let refused: Vec<usize> = (0..statuses.len()).filter(|index| statuses[*index] != 200).collect();
    assert_eq!(refused, [13], "the request with thirteen images, and no other");
    assert_eq!(statuses[13], 400);
    let counts: Vec<usize> = bodies(&provider).iter().map(|body| images(body).len()).collect();
    let expected: Vec<usize> = (0..=13).chain(std::iter::repeat_n(0, 18)).collect();
    assert_eq!(counts, expected, "up to thirteen, one resend without any, none from then on");
    assert_eq!(world.log_of("tool image fallback").await.len(), 1);
    assert_eq!(world.log_of("tool image withheld").await.len(), 17, "each later result says so");

    // The next message starts with no old image, so the agent is not stuck.
    world.say(&agent, "again").await;
    let bodies = bodies(&provider);
    let next = &bodies[32..];
    assert_eq!(images(&next[0]).len(), 0);
    assert_eq!(images(&next[1]).len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn exactly_the_newest_twenty_stay_and_earlier_bytes_stay_as_they_were() {
    let camera = camera(CameraOptions::default());
    let provider = provider(ProviderOptions { script: looks(40), ..ProviderOptions::new(Wire::Anthropic) });
    let world = World::build().open();
    let agent = world.photographer(&provider, Wire::Anthropic, &camera).await;
    world.max_rounds(&agent, 41).await;
    let told = world.say(&agent, "go").await;
    assert_eq!(told.stop(), "-", "{:?}", told.system());
    assert_eq!(told.reply(), "40 results, 20 images");

    let shots = digests(&camera);
    let bodies = bodies(&provider);
    assert_eq!(bodies.len(), 41);
    for (results, body) in bodies.iter().enumerate() {
        assert_eq!(sent(body), shots[results.saturating_sub(20)..results], "after {results} results");
    }
    // What was sent before is sent again as it was, except for the result that lost its image.
    let messages = |body: &Value| without_marks(body["messages"].clone());
    for pair in bodies[..=20].windows(2) {
        let (before, after) = (messages(&pair[0]), messages(&pair[1]));
        let before = before.as_array().expect("messages");
        assert_eq!(before[..], after.as_array().expect("messages")[..before.len()]);
        assert_eq!(head(&pair[0]), head(&pair[1]), "everything but the messages is the same");
    }
    for (index, pair) in bodies.windows(2).enumerate().skip(20) {
        let (before, after) = (messages(&pair[0]), messages(&pair[1]));
        let before = before.as_array().expect("messages");
        let after = &after.as_array().expect("messages")[..before.len()];
        let changed: Vec<usize> = (0..before.len()).filter(|at| before[*at] != after[*at]).collect();
        // The message of the person, then a call and its result each round.
        assert_eq!(changed, [2 + 2 * (index - 20)], "one result is trimmed a round");
    }
    // So it is byte for byte, as a provider's cache compares them: up to where an image left.
    let raw: Vec<String> = provider.requests().iter().map(|request| unmarked(&request.body)).collect();
    for (index, pair) in raw.windows(2).enumerate() {
        let same = pair[0].bytes().zip(pair[1].bytes()).take_while(|(a, b)| a == b).count();
        let wanted = match index.checked_sub(20) {
            None => pair[0].strip_suffix("]}").expect("the messages stand last").len(),
            Some(left) => {
                let id = format!(
                    "\"tool_use_id\":{}",
                    bodies[index]["messages"][2 + 2 * left]["content"][0]["tool_use_id"]
                );
                pair[0].find(&id).expect("the result that is trimmed")
            }
        };
        assert!(same >= wanted, "request {index} and the next: {same} bytes are the same, not {wanted}");
    }
    let capped = world.log_of("tool image capped").await;
    let line = format!("tool image capped: agent={agent} removed=1 kept=20");
    assert_eq!(capped, vec![line; 20], "only in rounds that removed something");
}

/// A body as it was sent, without the marks that say how far a cache may reach.
fn unmarked(body: &[u8]) -> String {
    let body = std::str::from_utf8(body).expect("UTF-8");
    assert!(body.contains(MARK), "the form of a mark");
    body.replace(MARK, "")
}

const MARK: &str = r#","cache_control":{"type":"ephemeral"}"#;

/// Without the marks that say how far a cache may reach: they move along.
fn without_marks(mut value: Value) -> Value {
    match &mut value {
        Value::Array(items) => items.iter_mut().for_each(|item| *item = without_marks(item.take())),
        Value::Object(map) => {
            map.remove("cache_control");
            map.values_mut().for_each(|item| *item = without_marks(item.take()));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    value
}

fn head(body: &Value) -> Value {
    let mut body = body.clone();
    body["messages"] = Value::Null;
    body
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_that_loses_some_keeps_its_first_ones_and_says_so_once() {
    const COUNTS: [usize; 7] = [3, 4, 4, 4, 4, 2, 4];
    const OMITTED: &str = "(images of earlier rounds were left out)";
    for wire in [Wire::OpenaiCompat, Wire::Anthropic] {
        let files: Vec<Vec<Vec<u8>>> = COUNTS
            .iter()
            .enumerate()
            .map(|(round, count)| {
                (0..*count).map(|n| picture::jpeg(u32::try_from(round * 10 + n).expect("small"))).collect()
            })
            .collect();
        let results: Vec<Value> = files
            .iter()
            .enumerate()
            .map(|(round, images)| {
                let mut blocks: Vec<Value> = images.iter().map(|image| toolbox::jpeg(image)).collect();
                blocks.push(toolbox::text(&format!("result {}", round + 1)));
                toolbox::result(&blocks)
            })
            .collect();
        let tools =
            Toolbox::start(&["live_view_image"], move |called| results[called.before].clone().into()).await;
        let provider = provider(ProviderOptions { script: looks(7), ..ProviderOptions::new(wire) });
        let world = World::build().open();
        let agent = world.agent_with(&provider, wire, "box", &tools.url()).await;
        let told = world.say(&agent, "go").await;
        assert_eq!(told.stop(), "-", "{wire}: {:?}", told.system());

        let digests = |kept: &[usize]| -> Vec<String> {
            let kept = files.iter().zip(kept).flat_map(|(images, kept)| &images[..*kept]);
            kept.map(|image| picture::sha256(image)).collect()
        };
        let bodies = bodies(&provider);
        assert_eq!(bodies.len(), 8, "{wire}");
        assert_eq!(sent(&bodies[5]), digests(&[3, 4, 4, 4, 4]), "{wire}: nineteen fit");
        assert_eq!(sent(&bodies[6]), digests(&[2, 4, 4, 4, 4, 2]), "{wire}: the first keeps its first two");
        assert_eq!(sent(&bodies[7]), digests(&[0, 2, 4, 4, 4, 2, 4]), "{wire}");
        let said: Vec<usize> = bodies.iter().map(|body| body.to_string().matches(OMITTED).count()).collect();
        assert_eq!(said, [0, 0, 0, 0, 0, 0, 1, 2], "{wire}: each trimmed result once, never twice");
        if wire == Wire::OpenaiCompat {
            let caption = |count: usize| format!("(images from the result of box__live_view_image: {count})");
            let captions = |body: &Value| -> Vec<usize> {
                (1..=4)
                    .flat_map(|count| vec![count; body.to_string().matches(&caption(count)).count()])
                    .collect()
            };
            assert_eq!(captions(&bodies[5]), [3, 4, 4, 4, 4]);
            assert_eq!(captions(&bodies[6]), [2, 2, 4, 4, 4, 4], "the first counts two now");
            assert_eq!(
                captions(&bodies[7]),
                [2, 2, 4, 4, 4, 4],
                "the first carrier is gone, the second counts two"
            );
        }
        assert_eq!(
            world.log_of("tool image capped").await,
            [
                format!("tool image capped: agent={agent} removed=1 kept=20"),
                format!("tool image capped: agent={agent} removed=4 kept=20"),
            ],
            "{wire}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bytes_of_a_request_have_a_limit_too() {
    let camera = camera(CameraOptions::default());
    let provider = provider(ProviderOptions { script: looks(5), ..ProviderOptions::new(Wire::Anthropic) });
    // Room for two frames of the photo scene, which weigh 19 to 30 kilobytes, and not for three.
    let world = World::build().limits(|limits| limits.caps.image_bytes = 60_000).open();
    let agent = world.photographer(&provider, Wire::Anthropic, &camera).await;
    let told = world.say(&agent, "go").await;
    assert_eq!(told.stop(), "-");
    let sizes: Vec<usize> = camera.shots().iter().map(|shot| shot.len).collect();
    for (results, body) in bodies(&provider).iter().enumerate() {
        let mut room = 60_000;
        let fit = sizes[..results].iter().rev().take_while(|size| {
            let fits = **size <= room;
            room = room.saturating_sub(**size);
            fits
        });
        let fit = fit.count();
        assert_eq!(placement::images(body).len(), fit, "after {results} results of {sizes:?}");
        assert!(results < 3 || fit == 2, "{sizes:?}");
    }
}
