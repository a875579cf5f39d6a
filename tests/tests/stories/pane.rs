//! What the person is shown of a tool's images, and what the log says of them.

use crate::support::{LOOK, LOOK_JA, LOOK_ZH, camera_of, plain_provider, two_colours};
use fuseforks_contract::{Host as _, village::VillageSet};
use fuseforks_sim::provider::{ProviderOptions, Received, Script, Step, ToolChoice, Wire};
use fuseforks_tests::{
    World, picture,
    picture::kilobytes,
    toolbox::{self, Toolbox},
};
use fuseforks_village::Language;
use image::ImageFormat;

/// The pane line of one JPEG.
fn one_jpeg(language: Language, bytes: usize) -> String {
    let kb = kilobytes(bytes);
    match language {
        Language::En => format!("(image 1: JPEG {kb} KB)"),
        Language::Ja => format!("（画像 1 枚: JPEG {kb} KB）"),
        Language::Zh => format!("（图像 1 张：JPEG {kb} KB）"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_pane_line_tells_count_format_and_size_in_the_language_of_the_village() {
    for (language, question) in [(Language::En, LOOK), (Language::Ja, LOOK_JA), (Language::Zh, LOOK_ZH)] {
        let (left, right) = two_colours();
        let camera = camera_of(left, right);
        let provider = plain_provider(Wire::Anthropic);
        let world = World::build().language(language).open();
        let agent = world.photographer(&provider, Wire::Anthropic, &camera).await;
        let told = world.say(&agent, question).await;
        let shot = camera.shots().remove(0);
        assert_eq!(told.pane_lines(), [one_jpeg(language, shot.len)], "{language}");
        let output = told.outputs()[0];
        assert_eq!(output.name, "nik__live_view_image");
        assert_eq!(output.seen.len(), 1);
        assert_eq!(output.seen[0].sha256, shot.sha256);
        assert_eq!((output.seen[0].width, output.seen[0].height), (640, 424));
        assert!(!output.output.contains("KB"), "the model's text has no pane line: {}", output.output);
        let sent = String::from_utf8_lossy(&provider.requests()[1].body).into_owned();
        assert!(!sent.contains(&one_jpeg(language, shot.len)), "the pane line is for the person");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_counts_images_of_results_that_had_some() {
    let (left, right) = two_colours();
    let camera = camera_of(left, right);
    let provider = plain_provider(Wire::OpenaiCompat);
    let world = World::build().open();
    let agent = world.photographer(&provider, Wire::OpenaiCompat, &camera).await;
    let looked = world.say(&agent, LOOK).await;
    let status = world.say(&agent, "What is the status of the battery?").await;
    assert_eq!(status.stop(), "-");
    assert_eq!(camera.status_calls(), 1);

    let lines = world.log_of("tool").await;
    assert_eq!(lines.len(), 2, "{lines:?}");
    let body = looked.outputs()[0].output.chars().count();
    let begin = format!(
        "tool: agent={agent} round=1 name=nik__live_view_image ok=true args_chars=2 body_chars={body} ms="
    );
    assert!(lines[0].starts_with(&begin) && lines[0].ends_with(" images=1"), "{lines:?}");
    let body = status.outputs()[0].output.chars().count();
    let begin = format!(
        "tool: agent={agent} round=1 name=nik__camera_status ok=true args_chars=2 body_chars={body} ms="
    );
    assert!(lines[1].starts_with(&begin), "{lines:?}");
    assert!(!lines[1].contains("images="), "{lines:?}");
    assert_eq!((looked.tools()[0].images, status.tools()[0].images), (1, 0));
    assert_eq!(status.pane_lines(), Vec::<&str>::new());

    let turns = world.log_of("turn").await;
    let of = |line: &str, key: &str| {
        line.split(' ').find_map(|part| part.strip_prefix(&format!("{key}="))).expect(key).to_owned()
    };
    assert_eq!(turns.len(), 2);
    for line in &turns {
        assert_eq!(of(line, "rounds"), "2/12");
        assert_eq!(of(line, "backend"), "openai-compat");
        assert_eq!(of(line, "stop"), "-");
        let number = |key: &str| of(line, key).parse::<u64>().expect("a number");
        assert_eq!(number("prompt") + number("output"), number("total"));
    }
    let starts = world.log_of("turn start").await;
    let chars = LOOK.chars().count();
    assert_eq!(starts[0], format!("turn start: agent={agent} hop=0 from=user chars={chars}"));
}

/// Calls a tool once, then answers.
fn once(tool: &'static str) -> Script {
    Script::respond(move |received: &Received| {
        if received.turn_results().is_empty() && received.tool_choice != ToolChoice::None {
            return Step::call(tool, serde_json::json!({}));
        }
        Step::text("done")
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_images_stand_in_one_line_and_only_the_sent_bytes_count() {
    let jpeg = picture::noisy(1, 300, 200, ImageFormat::Jpeg);
    let webp = picture::noisy(2, 200, 100, ImageFormat::WebP);
    let gif = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;";
    let result = toolbox::result(&[
        toolbox::jpeg(&jpeg),
        toolbox::image(gif, "image/jpeg"),
        toolbox::image(&webp, "image/png"),
    ]);
    let tools = Toolbox::start(&["two"], move |_| result.clone().into()).await;
    let lines = [
        (
            Language::En,
            format!(
                "(image 1: JPEG {} KB, image 2: WebP {} KB)",
                kilobytes(jpeg.len()),
                kilobytes(webp.len())
            ),
        ),
        (
            Language::Ja,
            format!("（画像 2 枚: JPEG {} KB、WebP {} KB）", kilobytes(jpeg.len()), kilobytes(webp.len())),
        ),
        (
            Language::Zh,
            format!("（图像 2 张：JPEG {} KB、WebP {} KB）", kilobytes(jpeg.len()), kilobytes(webp.len())),
        ),
    ];
    for (language, line) in lines {
        let options = ProviderOptions { script: once("two"), ..ProviderOptions::new(Wire::OpenaiCompat) };
        let provider = crate::support::provider(options);
        let world = World::build().language(language).open();
        let agent = world.agent_with(&provider, Wire::OpenaiCompat, "box", &tools.url()).await;
        let told = world.say(&agent, "go").await;
        assert_eq!(told.stop(), "-", "{:?}", told.system());
        assert_eq!(told.pane_lines(), [line]);
        assert_eq!(told.tools()[0].dropped, ["unsupported"]);
        assert_eq!(
            world.log_of("tool image dropped").await,
            [format!("tool image dropped: agent={agent} name=box__two reason=unsupported")]
        );
        assert!(world.log_of("tool").await[0].ends_with(" images=2"));
        let sent: Vec<String> =
            provider.chats()[1].images().iter().map(|image| image.sha256.clone()).collect();
        assert_eq!(sent, [picture::sha256(&jpeg), picture::sha256(&webp)], "passed through byte for byte");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sizes_are_rounded_to_the_nearest_kilobyte_and_at_least_one() {
    // Bytes after the end marker count for the size and change nothing else.
    let base = picture::noisy(1, 16, 16, ImageFormat::Jpeg);
    assert!(base.len() < 1000, "{}", base.len());
    for (bytes, kb) in [(base.len(), 1), (1499, 1), (1500, 2), (2499, 2), (19_500, 20), (20_499, 20)] {
        let mut file = base.clone();
        file.resize(bytes, 0x55);
        let result = toolbox::result(&[toolbox::jpeg(&file)]);
        let tools = Toolbox::start(&["one"], move |_| result.clone().into()).await;
        let options = ProviderOptions { script: once("one"), ..ProviderOptions::new(Wire::Anthropic) };
        let provider = crate::support::provider(options);
        let world = World::build().open();
        let agent = world.agent_with(&provider, Wire::Anthropic, "box", &tools.url()).await;
        let told = world.say(&agent, "go").await;
        assert_eq!(told.pane_lines(), [format!("(image 1: JPEG {kb} KB)")], "{bytes} bytes");
        assert_eq!(told.outputs()[0].output, "(images 1)");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_language_of_the_village_holds_from_the_next_turn() {
    let (left, right) = two_colours();
    let camera = camera_of(left, right);
    let provider = plain_provider(Wire::OpenaiCompat);
    let world = World::build().open();
    let agent = world.photographer(&provider, Wire::OpenaiCompat, &camera).await;
    world.say(&agent, LOOK).await;
    let set = VillageSet {
        village: world.id.clone(),
        language: Some(Language::Ja.into()),
        ..VillageSet::default()
    };
    world.app.village_set(set).await.unwrap();
    let told = world.say(&agent, LOOK_JA).await;
    assert_eq!(told.pane_lines(), [one_jpeg(Language::Ja, camera.shots()[1].len)]);
    let body = String::from_utf8_lossy(&provider.requests().pop().unwrap().body).into_owned();
    assert!(body.contains("（nik__live_view_image の結果の画像 1 枚）"), "{body}");
    assert!(body.contains("[送り手: 利用者 (user)]"), "the sender line too");
}
