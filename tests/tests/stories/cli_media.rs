//! `fuseforks image`, `wire` and `mcp`: what the parts do, as JSON lines.

use crate::{placement::images, support::camera};
use fuseforks_sim::camera::{Camera, CameraOptions, Odd};
use fuseforks_tests::{Kept, World, picture, program::Done};
use image::ImageFormat;
use serde_json::{Value, json};
use std::{collections::BTreeSet, fs};

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn image_says_what_would_be_sent_of_each_file() {
    let kept = World::folders();
    let write = |name: &str, bytes: &[u8]| {
        fs::write(kept.path().join(name), bytes).unwrap();
    };
    let jpeg = picture::jpeg(1);
    write("pass.jpg", &jpeg);
    write("lies.png", &jpeg);
    write("still.webp", &picture::noisy(2, 90, 60, ImageFormat::WebP));
    write("small.png", &picture::noisy(3, 90, 60, ImageFormat::Png));
    write("wide.png", &picture::noisy(4, 3136, 333, ImageFormat::Png));
    write("old.gif", &picture::noisy(5, 8, 8, ImageFormat::Gif));
    write("cut.jpg", &jpeg[..jpeg.len() / 2]);
    write("words.jpg", b"no picture at all");
    let names =
        ["pass.jpg", "lies.png", "still.webp", "small.png", "wide.png", "old.gif", "cut.jpg", "words.jpg"];
    let mut arguments = vec!["image"];
    arguments.extend(names);
    arguments.extend(["--out", "sent"]);
    let done = kept.program(&arguments).done().await.ok();
    let lines = done.json();
    assert_eq!(lines.len(), names.len());
    let shape = BTreeSet::from(["action", "bytes", "file", "format", "height", "reason", "sha256", "width"]);
    for (line, name) in lines.iter().zip(names) {
        assert_eq!(keys(line), shape);
        assert_eq!(line["file"], name);
    }
    let of = |index: usize| {
        let line = &lines[index];
        let text = |key: &str| line[key].as_str().unwrap_or("-").to_owned();
        (text("action"), text("reason"), text("format"), line["width"].as_u64(), line["height"].as_u64())
    };
    let sent = |action: &str, format: &str, width, height| {
        (action.to_owned(), "-".to_owned(), format.to_owned(), Some(width), Some(height))
    };
    let drop =
        |reason: &str, format: &str| ("drop".to_owned(), reason.to_owned(), format.to_owned(), None, None);
    assert_eq!(of(0), sent("pass", "JPEG", 300, 200));
    assert_eq!(of(1), sent("pass", "JPEG", 300, 200));
    assert_eq!(of(2), sent("pass", "WebP", 90, 60));
    assert_eq!(of(3), sent("reencode", "JPEG", 90, 60));
    assert_eq!(of(4), sent("reencode", "JPEG", 1568, 167), "333 / 2 is 166.5, rounded to nearest");
    assert_eq!(of(5), drop("unsupported", "GIF"));
    assert_eq!(of(6), drop("unreadable", "JPEG"));
    assert_eq!(of(7), drop("unreadable", "-"));
    assert_eq!(lines[0]["sha256"], picture::sha256(&jpeg));
    assert!(lines[5]["bytes"].is_null() && lines[5]["sha256"].is_null());
    // The files are what the lines say, by an independent decoder.
    let written: BTreeSet<String> = fs::read_dir(kept.path().join("sent"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let mut expected = BTreeSet::new();
    for line in lines.iter().filter(|line| !line["sha256"].is_null()) {
        let sha256 = line["sha256"].as_str().unwrap();
        let name = format!("{sha256}.{}", if line["format"] == "WebP" { "webp" } else { "jpg" });
        let bytes = fs::read(kept.path().join("sent").join(&name)).unwrap();
        assert_eq!(picture::sha256(&bytes), sha256);
        assert_eq!(json!(bytes.len()), line["bytes"]);
        let decoded = image::load_from_memory(&bytes).unwrap();
        assert_eq!(
            (json!(decoded.width()), json!(decoded.height())),
            (line["width"].clone(), line["height"].clone())
        );
        expected.insert(name);
    }
    assert_eq!(written, expected);
    let done = kept.program(&["image", "pass.jpg", "nowhere.jpg"]).done().await;
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("nowhere.jpg"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wire_prints_the_body_of_every_wire_without_a_network() {
    let kept = World::folders();
    let jpeg = picture::jpeg(1);
    fs::write(kept.path().join("frame.jpg"), &jpeg).unwrap();
    let conversation = json!({
        "model": "gemini-3-pro", "system": "Be brief.", "max_output_tokens": 500,
        "tools": [{"name": "nik__live_view_image", "description": "A frame", "parameters": {"type": "object", "properties": {}}}],
        "messages": [
            {"role": "user", "text": "look"},
            {"role": "assistant", "text": "", "calls": [{"id": "call_1", "name": "nik__live_view_image", "arguments": {}}]},
            {"role": "tool", "call": "call_1", "name": "nik__live_view_image", "text": "a frame",
                "images": [{"file": "frame.jpg"}], "caption": "(images from the result of nik__live_view_image: 1)"},
        ],
    });
    for wire in crate::support::WIRES {
        let done = kept.program(&["wire", wire.name()]).input(conversation.to_string()).done().await.ok();
        let body: Value = serde_json::from_str(&done.out).unwrap();
        let found = images(&body);
        assert_eq!(found.len(), 1, "{wire}: {body}");
        assert_eq!(found[0].sha256, picture::sha256(&jpeg), "{wire}");
        assert!(body.to_string().contains("Be brief."), "{wire}");
    }
    for (wire, input, words) in [
        ("telepathy", conversation.to_string(), "telepathy"),
        ("anthropic", "{".to_owned(), "conversation"),
        ("anthropic", "{\"model\": \"m\", \"messages\": [{\"role\": \"king\"}]}".to_owned(), "conversation"),
    ] {
        let done = kept.program(&["wire", wire]).input(input).done().await.failed();
        assert!(done.err.contains(words), "{}", done.err);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mcp_lists_the_tools_of_a_server() {
    let camera = camera(CameraOptions::default());
    let kept = World::folders();
    let done = kept.program(&["mcp", "tools", "--url", &camera.url()]).done().await.ok();
    let lines = done.json();
    let names: BTreeSet<&str> = lines.iter().map(|line| line["name"].as_str().unwrap()).collect();
    assert_eq!(names, BTreeSet::from(["camera_status", "live_view_image"]));
    for line in &lines {
        assert_eq!(
            keys(line),
            BTreeSet::from(["description", "destructive", "name", "parameters", "read_only"])
        );
        assert_eq!((&line["read_only"], &line["parameters"]["type"]), (&json!(true), &json!("object")));
    }
    let port = fuseforks_tests::listener::free_port();
    let nobody = format!("http://127.0.0.1:{port}/mcp");
    let done = kept.program(&["mcp", "tools", "--url", &nobody]).done().await.failed();
    assert!(done.err.contains("cannot be reached"), "{}", done.err);
    let done = kept.program(&["mcp", "tools", "--command", "/nowhere/server"]).done().await.failed();
    assert!(done.err.contains("could not be started"), "{}", done.err);
    let done =
        kept.program(&["mcp", "call", "--url", &camera.url(), "live_view_image", "{"]).done().await.failed();
    assert!(done.err.contains("JSON"), "{}", done.err);
    assert_eq!(camera.calls(), 0);
}

async fn call(kept: &Kept, camera: &Camera, language: &str) -> Done {
    let arguments = ["mcp", "call", "--language", language, "--url", &camera.url(), "live_view_image"];
    kept.program(&arguments).done().await
}

fn odd(odd: Odd) -> Camera {
    camera(CameraOptions { odd: Some(odd), ..CameraOptions::default() })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn odd_results_lose_the_odd_block_and_nothing_else() {
    let kept = World::folders();
    // Images, artifacts, reasons of what was dropped, and what the text holds besides the camera's own words.
    let none: &[&str] = &[];
    let cases: &[(Odd, usize, usize, &[&str], &str)] = &[
        (Odd::Png, 1, 0, none, ""),
        (Odd::Webp, 1, 0, none, ""),
        (Odd::WebpAnimated, 1, 0, none, ""),
        (Odd::Gif, 0, 0, &["unsupported"], "GIF"),
        (Odd::Bmp, 0, 0, &["unsupported"], "BMP"),
        (Odd::Svg, 0, 0, &["unreadable"], "left out"),
        (Odd::Html, 0, 0, &["unreadable"], "left out"),
        (Odd::Truncated, 0, 0, &["unreadable"], "left out"),
        (Odd::Corrupt, 0, 0, &["unreadable"], "left out"),
        (Odd::BigPng, 1, 0, none, ""),
        (Odd::HugeHeader, 0, 0, &["too_large"], "left out"),
        (Odd::Four, 4, 0, none, ""),
        (Odd::Five, 4, 0, &["too_many"], "left out"),
        (Odd::Nine, 4, 0, &["too_many"; 5], "5 images"),
        (Odd::UnknownBlock, 1, 0, none, "hologram"),
        (Odd::NoMime, 1, 0, none, ""),
        (Odd::BadAudience, 3, 0, none, ""),
        (Odd::UserAudience, 0, 1, none, "user only"),
        (Odd::AssistantAudience, 1, 0, none, ""),
        (Odd::BothAudience, 1, 1, none, ""),
        (Odd::Audio, 0, 1, none, "audio"),
        (Odd::AudioUser, 0, 1, none, "audio"),
        (Odd::ResourceBlobImage, 1, 0, none, ""),
        (Odd::ResourceText, 0, 0, none, "iso=400"),
        (Odd::ResourceLink, 0, 0, none, "DSC_0001.NEF"),
        (Odd::StructuredOnly, 0, 0, none, "\"battery\":83"),
        (Odd::StructuredRepeat, 1, 0, none, ""),
        (Odd::ErrorWithImage, 1, 0, none, "autofocus failed"),
        (Odd::LineWrappedBase64, 1, 0, none, ""),
        (Odd::MalformedBase64, 0, 0, &["unreadable"], "left out"),
        (Odd::DataUri, 0, 0, &["unreadable"], "left out"),
        (Odd::WrongMime, 1, 0, none, ""),
        (Odd::LongText, 0, 0, none, "(cut: "),
    ];
    for (kind, images, artifacts, dropped, words) in cases {
        let camera = odd(*kind);
        let done = call(&kept, &camera, "en").await.ok();
        let result = done.json().remove(0);
        let name = kind.name();
        assert_eq!(keys(&result), BTreeSet::from(["artifacts", "dropped", "images", "text"]), "{name}");
        let list = |key: &str| result[key].as_array().unwrap().clone();
        assert_eq!(list("images").len(), *images, "{name}: {result}");
        assert_eq!(list("artifacts").len(), *artifacts, "{name}: {result}");
        assert_eq!(list("dropped"), dropped.iter().map(|reason| json!(reason)).collect::<Vec<_>>(), "{name}");
        let text = result["text"].as_str().unwrap();
        assert!(text.contains(words), "{name}: {text}");
        assert!(!text.is_empty() && !text.contains("/9j/"), "{name}: no base64 in the text");
        for image in list("images") {
            assert_eq!(
                keys(&image),
                BTreeSet::from(["bytes", "height", "media_type", "sha256", "width"]),
                "{name}"
            );
        }
        if *images == camera.shots().len()
            && !matches!(kind, Odd::Png | Odd::Webp | Odd::WebpAnimated | Odd::BigPng | Odd::WrongMime)
        {
            let sent: Vec<Value> = list("images").iter().map(|image| image["sha256"].clone()).collect();
            let taken: Vec<Value> = camera.shots().iter().map(|shot| json!(shot.sha256)).collect();
            assert_eq!(sent, taken, "{name}: byte for byte, in order");
        }
    }
    for kind in [Odd::RpcError, Odd::DropConnection] {
        let done = call(&kept, &odd(kind), "en").await.failed();
        assert!(done.err.contains("live_view_image"), "{}", done.err);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notices_are_in_the_language_that_was_asked_for() {
    let kept = World::folders();
    let cases = [
        (Odd::Empty, ["(empty result)", "（空の結果）", "（空结果）"]),
        (Odd::Whitespace, ["(empty result)", "（空の結果）", "（空结果）"]),
        (
            Odd::ErrorWithImage,
            [
                "the tool returned an error:\nautofocus failed",
                "ツールはエラーを返しました:\nautofocus failed",
                "工具返回了错误:\nautofocus failed",
            ],
        ),
    ];
    for (kind, texts) in cases {
        let camera = odd(kind);
        for (language, text) in ["en", "ja", "zh"].into_iter().zip(texts) {
            let result = call(&kept, &camera, language).await.ok().json().remove(0);
            assert_eq!(result["text"], text, "{}", kind.name());
        }
    }
    // Notices that are ours to word: each in its own script, none in English in the others.
    for kind in [
        Odd::Gif,
        Odd::Five,
        Odd::Truncated,
        Odd::HugeHeader,
        Odd::UserAudience,
        Odd::Audio,
        Odd::UnknownBlock,
        Odd::ResourceLink,
        Odd::LongText,
    ] {
        let camera = odd(kind);
        let mut seen = BTreeSet::new();
        for language in ["en", "ja", "zh"] {
            let result = call(&kept, &camera, language).await.ok().json().remove(0);
            let text = result["text"].as_str().unwrap();
            let notice = text.lines().last().unwrap().to_owned();
            let kana = notice.chars().any(|c| ('\u{3041}'..='\u{30ff}').contains(&c));
            let han = notice.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
            let expected = match language {
                "en" => !kana && !han,
                "ja" => kana,
                _ => han && !kana,
            };
            assert!(expected, "{} in {language}: {notice}", kind.name());
            assert!(seen.insert(notice));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bytes_leave_only_where_they_were_asked_for() {
    let kept = World::folders();
    let camera = odd(Odd::BothAudience);
    let call = ["mcp", "call", "--url", &camera.url(), "--out", "out", "live_view_image", "{}"];
    let done = kept.program(&call).done().await.ok();
    let shot = camera.shots().remove(0);
    let files: Vec<_> =
        fs::read_dir(kept.path().join("out")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!files.is_empty());
    for file in files {
        assert_eq!(picture::sha256(&fs::read(&file).unwrap()), shot.sha256);
        assert!(file.file_name().unwrap().to_str().unwrap().starts_with(&shot.sha256));
    }
    assert!(!done.out.contains("/9j/"), "no base64 on stdout");
}
