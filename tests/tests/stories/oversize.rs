//! Pictures that are more than a model takes: many, large, and such as only claim to be.

use crate::{
    placement::{bytes, images},
    support::{once, provider},
};
use fuseforks_sim::provider::{ProviderOptions, Received, Script, Step, ToolChoice, Wire};
use fuseforks_tests::{
    World, picture,
    toolbox::{self, Toolbox},
};
use fuseforks_village::{Language, text::Text};
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use std::{collections::HashMap, io::Cursor};

fn encode(picture: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, format).unwrap();
    file.into_inner()
}

/// Soft shapes, light in every format.
fn soft(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| Rgb([(x / 8) as u8, (y / 8) as u8, ((x + y) / 16) as u8]))
}

/// The size of every image of a body, by another decoder. What was decoded once is not decoded again.
fn sizes(body: &Value, known: &mut HashMap<String, (u32, u32)>) -> Vec<(u32, u32)> {
    let size = |found: crate::placement::Found| {
        *known.entry(found.sha256.clone()).or_insert_with(|| {
            let decoded = image::load_from_memory(&bytes(body, &found)).unwrap();
            (decoded.width(), decoded.height())
        })
    };
    images(body).into_iter().map(size).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_image_of_a_long_turn_is_over_the_edge_nor_are_there_more_than_the_newest_twenty() {
    const ROUNDS: usize = 25;
    let base = soft(2000, 1500);
    let tools = Toolbox::start(&["live_view_image"], move |called| {
        // A stripe for each round, so that no two are the same.
        let mut frame = base.clone();
        for x in 0..40 {
            (0..1500).for_each(|y| frame.put_pixel(x + called.before as u32 * 60, y, Rgb([255; 3])));
        }
        toolbox::result(&[toolbox::image(&encode(&frame, ImageFormat::Png), "image/png")]).into()
    })
    .await;
    let script = Script::respond(|received: &Received| {
        if received.turn_results().len() < ROUNDS && received.tool_choice != ToolChoice::None {
            return Step::call("live_view_image", json!({}));
        }
        Step::text("done")
    });
    let provider = provider(ProviderOptions { script, ..ProviderOptions::new(Wire::Anthropic) });
    let world = World::build().open();
    let agent = world.agent_with(&provider, Wire::Anthropic, "box", &tools.url()).await;
    world.max_rounds(&agent, ROUNDS as u32 + 1).await;
    let attached = encode(&soft(1568, 1176), ImageFormat::Jpeg);
    let view = world.attach(&agent, "own.jpg", &attached).await.unwrap();
    let mark = world.events.mark();
    world.send_with(&agent, "Compare them with mine.", vec![view.id]).await.unwrap();
    let told = world.ended(&agent, mark).await;
    assert_eq!(told.stop(), "-", "{:?}", told.system());

    let bodies: Vec<Value> = provider.requests().iter().map(|request| request.json()).collect();
    assert_eq!(bodies.len(), ROUNDS + 1);
    let mut known = HashMap::new();
    for (results, body) in bodies.iter().enumerate() {
        let found = images(body);
        assert_eq!(
            found[0].sha256,
            picture::sha256(&attached),
            "the person's own, untouched, in every round"
        );
        let sizes = sizes(body, &mut known);
        assert_eq!(sizes.len(), results.min(20) + 1, "after {results} results");
        assert!(sizes.iter().all(|size| *size == (1568, 1176)), "after {results} results: {sizes:?}");
    }
    assert_eq!(known.len(), ROUNDS + 1, "each frame another one");
    assert!(told.tools().iter().all(|tool| tool.dropped.is_empty() && tool.images == 1));
}

/// White paper with lines of black writing.
fn paper(width: u32, height: u32) -> RgbImage {
    let letters =
        |x: u32, y: u32| y % 80 < 40 && x > 150 && x < width - 150 && !(x / 23 + y / 80).is_multiple_of(3);
    RgbImage::from_fn(width, height, |x, y| if letters(x, y) { Rgb([0; 3]) } else { Rgb([255; 3]) })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_over_eight_thousand_pixels_goes_small_and_leaves_the_conversation_well() {
    let page = encode(&paper(2984, 8340), ImageFormat::Png);
    let small = |body: &Value| {
        let found = images(body);
        assert_eq!(found.len(), 1);
        let sent = bytes(body, &found[0]);
        assert_eq!(image::guess_format(&sent).unwrap(), ImageFormat::Jpeg);
        assert!(sent.len() <= 2_097_152, "{}", sent.len());
        let decoded = image::load_from_memory(&sent).unwrap();
        assert_eq!((decoded.width(), decoded.height()), (561, 1568));
    };
    for wire in [Wire::Anthropic, Wire::OpenaiCompat] {
        let result = toolbox::result(&[toolbox::image(&page, "image/png"), toolbox::text("a page")]);
        let tools = Toolbox::start(&["scan"], move |_| result.clone().into()).await;
        let provider = provider(ProviderOptions {
            script: Script::respond(|received: &Received| {
                let asked = received.last_user_text().contains("scan");
                if asked && received.turn_results().is_empty() && received.tool_choice != ToolChoice::None {
                    return Step::call("scan", json!({}));
                }
                Step::text("done")
            }),
            ..ProviderOptions::new(wire)
        });
        let world = World::build().open();
        let agent = world.agent_with(&provider, wire, "box", &tools.url()).await;
        let body = || provider.requests().pop().unwrap().json();
        let told = world.say(&agent, "scan it").await;
        assert_eq!((told.stop().as_str(), told.outputs()[0].output.as_str()), ("-", "a page"), "{wire}");
        small(&body());
        assert_eq!(world.say(&agent, "thank you").await.stop(), "-", "{wire}");
        assert!(images(&body()).is_empty(), "{wire}: in its turn only");

        let view = world.attach(&agent, "page.png", &page).await.unwrap();
        let mark = world.events.mark();
        world.send_with(&agent, "What does it say?", vec![view.id]).await.unwrap();
        assert_eq!(world.ended(&agent, mark).await.stop(), "-", "{wire}");
        small(&body());
        assert_eq!(world.say(&agent, "thank you").await.stop(), "-", "{wire}");
        assert!(images(&body()).is_empty(), "{wire}: in its turn only");
        assert!(
            provider.requests().iter().all(|request| request.status == 200),
            "{wire}: nothing was refused"
        );
    }
}

/// A PNG of 41 bytes that says it is 8,000,000 by 4,294,967,295 pixels of eight bytes: its header with the right
/// checksum, and the head of a chunk that never comes (the sum by zlib).
const BOMB: &[u8] =
    b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\x7a\x12\0\xff\xff\xff\xff\x10\x06\0\0\0\x4a\x0a\x5f\x9f\0\0\0\0IDAT";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_bombs_cost_one_line_and_next_to_nothing() {
    assert_eq!(BOMB.len(), 41);
    let blocks = vec![toolbox::image(BOMB, "image/png"); 4];
    let result = toolbox::result(&[blocks, vec![toolbox::text("four")]].concat());
    let tools = Toolbox::start(&["give"], move |_| result.clone().into()).await;
    let options = ProviderOptions { script: once("give"), ..ProviderOptions::new(Wire::Anthropic) };
    let provider = provider(options);
    let world = World::build().open();
    let agent = world.agent_with(&provider, Wire::Anthropic, "box", &tools.url()).await;
    let told = world.say(&agent, "go").await;
    assert_eq!(told.stop(), "-", "{:?}", told.system());
    assert_eq!(told.outputs()[0].output, "four\n(4 images left out: too large)");
    assert_eq!(told.tools()[0].dropped, ["too_large"; 4]);
    let line = format!("tool image dropped: agent={agent} name=box__give reason=too_large");
    assert_eq!(world.log_of("tool image dropped").await, vec![line; 4], "one line each");
    assert!(images(&provider.requests().pop().unwrap().json()).is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_stays_over_two_megabytes_is_left_out_and_said() {
    // Black and white at random in each channel: what no JPEG makes small.
    let mut state = 1_u32;
    let mut sample = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        if state & 0x100 == 0 { 0 } else { 255 }
    };
    let noise = RgbImage::from_fn(1568, 1568, |_, _| Rgb([sample(), sample(), sample()]));
    let png = encode(&noise, ImageFormat::Png);
    let languages = [
        (Language::En, "(1 image left out: too large)"),
        (Language::Ja, "（画像 1 枚を省きました: 大きすぎます）"),
        (Language::Zh, "（略去了图像 1 张：过大）"),
    ];
    for (language, words) in languages {
        let result = toolbox::result(&[toolbox::image(&png, "image/png"), toolbox::text("noise")]);
        let tools = Toolbox::start(&["give"], move |_| result.clone().into()).await;
        let options = ProviderOptions { script: once("give"), ..ProviderOptions::new(Wire::Anthropic) };
        let provider = provider(options);
        let world = World::build().language(language).open();
        let agent = world.agent_with(&provider, Wire::Anthropic, "box", &tools.url()).await;
        let told = world.say(&agent, "go").await;
        assert_eq!(told.stop(), "-", "{language}: {:?}", told.system());
        assert_eq!(told.outputs()[0].output, format!("noise\n{words}"));
        assert_eq!(told.tools()[0].dropped, ["too_large"]);
        assert!(images(&provider.requests().pop().unwrap().json()).is_empty());
        let refused = world.attach(&agent, "noise.png", &png).await.unwrap_err();
        assert_eq!(refused.code, "attachment-too-large", "the same limit for the person's own");
        let sentence = Text::of(language).message("error-attachment-too-large", &refused.args).unwrap();
        assert!(sentence.contains(" 2 MB"), "it says which limit that is: {sentence}");
    }
}
