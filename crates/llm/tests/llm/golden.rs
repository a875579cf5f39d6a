//! Bodies against goldens. These were written from the vendors' documents; in them `@red.jpg` stands for
//! the base64 of `tests/images/red.jpg`.

use crate::support::{folder, image, json, parse, strings};
use fuseforks_llm::{Wire, canonical::Message, encode_body};
use fuseforks_media::{Limits, to_jpeg};
use serde_json::Value;

const WIRES: [(&str, &str, &str); 9] = [
    ("anthropic", "anthropic", "claude-sonnet-5"),
    ("openai-compat", "openai-compat", "gpt-4.1"),
    ("gemini", "gemini", "gemini-3.7-flash"),
    ("gemini", "gemini-2.5", "gemini-2.5-flash"),
    ("openai-responses", "openai-responses", "gpt-5.6-terra"),
    ("xai-responses", "xai-responses", "grok-4.7"),
    ("meta-responses", "meta-responses", "muse-spark-1.3"),
    ("perplexity-responses", "perplexity-responses", "google/gemini-3.7-flash"),
    ("ollama", "ollama", "qwen3-vl:8b"),
];

/// Puts the images where their names stand.
fn filled(golden: &str) -> Value {
    let mut text = golden.to_owned();
    let jpeg = to_jpeg(&image("red.webp"), &Limits::default(), &|| false).unwrap();
    text = text.replace("@red.webp as jpeg", jpeg.base64());
    for name in ["red.jpg", "green.jpg", "blue.jpg", "white.jpg", "red.webp"] {
        text = text.replace(&format!("@{name}"), image(name).base64());
    }
    serde_json::from_str(&text).expect("a golden is JSON")
}

#[test]
fn every_wire_writes_the_golden_body_of_every_conversation() {
    let mut seen = 0;
    for (wire, goldens, model) in WIRES {
        for golden in std::fs::read_dir(folder("golden").join(goldens)).unwrap() {
            let golden = golden.unwrap().path();
            let name = golden.file_name().unwrap();
            let conversation = folder("golden").join("conversations").join(name);
            let mut request = parse(&std::fs::read_to_string(&conversation).unwrap()).unwrap();
            request.model = model.into();
            let body = json(&encode_body(Wire::find(wire).unwrap(), &request).unwrap());
            let expected = filled(&std::fs::read_to_string(&golden).unwrap());
            assert_eq!(body, expected, "{}\nours:\n{body:#}\ngolden:\n{expected:#}", golden.display());
            seen += 1;
        }
    }
    assert_eq!(seen, 12 * 8 + 3, "every golden was read");
}

#[test]
fn a_result_without_its_images_is_written_like_one_that_never_had_any() {
    for (wire, _, model) in WIRES {
        for name in ["one_image", "four_images", "mixed", "error_image"] {
            let path = folder("golden").join("conversations").join(format!("{name}.json"));
            let text = std::fs::read_to_string(path).unwrap();
            let mut stripped = parse(&text).unwrap();
            stripped.model = model.into();
            for message in &mut stripped.messages {
                if let Message::Tool(result) = message {
                    result.images.clear();
                    result.caption = None;
                }
            }
            let mut never: Value = serde_json::from_str(&text).unwrap();
            for message in never["messages"].as_array_mut().unwrap() {
                message.as_object_mut().unwrap().retain(|key, _| key != "images" && key != "caption");
            }
            let mut never = parse(&never.to_string()).unwrap();
            never.model = model.into();
            let wire = Wire::find(wire).unwrap();
            assert_eq!(
                encode_body(wire, &stripped).unwrap(),
                encode_body(wire, &never).unwrap(),
                "{wire:?} {name}: byte for byte"
            );
        }
    }
}

#[test]
fn a_caption_left_behind_without_images_is_not_written() {
    let path = folder("golden").join("conversations/one_image.json");
    let mut request = parse(&std::fs::read_to_string(path).unwrap()).unwrap();
    for message in &mut request.messages {
        if let Message::Tool(result) = message {
            result.images.clear();
        }
    }
    for wire in Wire::all() {
        let body = String::from_utf8(encode_body(wire, &request).unwrap()).unwrap();
        assert!(!body.contains("images from the result"), "{wire:?}: {body}");
    }
}

#[test]
fn no_body_holds_an_empty_text_part() {
    for (wire, goldens, model) in WIRES {
        for golden in std::fs::read_dir(folder("golden").join(goldens)).unwrap() {
            let name = golden.unwrap().file_name();
            let path = folder("golden").join("conversations").join(name);
            let mut request = parse(&std::fs::read_to_string(path).unwrap()).unwrap();
            request.model = model.into();
            let body = json(&encode_body(Wire::find(wire).unwrap(), &request).unwrap());
            for (path, text) in strings(&body) {
                // Ollama's `content` is a string even beside calls.
                let fine = wire == "ollama" && path.ends_with("/content");
                assert!(fine || !text.trim().is_empty(), "{wire} {path}: {body:#}");
            }
        }
    }
}
