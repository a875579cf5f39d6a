use super::{ResultLimits, convert};
use crate::{Language, text::Text};
use base64::{Engine as _, prelude::BASE64_STANDARD as STANDARD};
use fuseforks_mcp::result::CallResult;
use fuseforks_media::DropReason;
use serde_json::{Value, json};

fn body(result: Value) -> String {
    let limits = ResultLimits::default();
    let done = convert(CallResult::from_value(result), Text::of(Language::En), &limits, &|| false);
    done.outcome.body()
}

/// 300 bytes as base64, in one line.
fn base64() -> String {
    let bytes: Vec<u8> = (0..300_u32).map(|n| (n * 37 % 256) as u8).collect();
    STANDARD.encode(bytes)
}

#[test]
fn base64_of_structured_data_never_reaches_a_model_however_it_is_written() {
    let wrapped = |width: usize, with: &str| {
        let lines: Vec<_> = base64()
            .as_bytes()
            .chunks(width)
            .map(|line| String::from_utf8_lossy(line).into_owned())
            .collect();
        lines.join(with)
    };
    let long = base64();
    for data in
        [long.clone(), wrapped(76, "\n"), wrapped(64, "\r\n"), format!("data:image/png;base64,{long}")]
    {
        for value in [json!({ "a": data }), json!([[data]]), json!({ data.clone(): 1 })] {
            let text = body(json!({"content": [], "structuredContent": value}));
            assert!(!text.contains(&long[80..120]) && text.contains("left out"), "{text}");
        }
    }
    let harmless = json!({
        "rule": "-".repeat(300),
        "digests": format!("{}\n", "0123456789abcdef".repeat(4)).repeat(6),
        "prose": "Ten Words that go on and on without a stop 1 ".repeat(10),
    });
    let text = body(json!({"content": [], "structuredContent": harmless}));
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), harmless);
}

#[test]
fn one_image_has_one_reason() {
    let image = |data: &str, audience: Value| json!({"type": "image", "mimeType": "image/png", "data": data, "annotations": {"audience": audience}});
    let (gif, noise) = ("R0lGODlhAQABAAAAACw=", "AAAAAAAA");
    for audience in [json!(["user", "assistant"]), json!(["user"]), json!(["assistant"]), json!(null)] {
        for data in [gif, noise] {
            let limits = ResultLimits::default();
            let result = CallResult::from_value(json!({"content": [image(data, audience.clone())]}));
            let done = convert(result, Text::of(Language::En), &limits, &|| false);
            assert!(done.outcome.dropped.len() <= 1, "{audience}, {data}: {:?}", done.outcome.dropped);
        }
    }
}

#[test]
fn an_image_for_the_model_beyond_all_media_is_one_too_many() {
    let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let image = |audience: &str| json!({"type": "image", "mimeType": "image/png", "data": png, "annotations": {"audience": [audience]}});
    let mut content = vec![image("user"); 8];
    content.push(image("assistant"));
    content.push(image("user"));
    let result = CallResult::from_value(json!({ "content": content }));
    let done = convert(result, Text::of(Language::En), &ResultLimits::default(), &|| false);
    assert_eq!(done.artifacts.len(), 8);
    assert_eq!(done.outcome.dropped, [DropReason::TooMany]);
    assert!(done.outcome.images().is_empty());
}

#[test]
fn no_control_character_of_structured_data_reaches_a_model() {
    let structured = json!({"k\u{7f}ey": "va\u{85}lue\n\u{1b}[31m"});
    assert_eq!(
        body(json!({"content": [], "structuredContent": structured})),
        r#"{"key":"value\n\u001b[31m"}"#,
        "what JSON writes as an escape is plain text"
    );
}

#[test]
fn a_block_over_its_size_is_left_out_and_said_and_the_rest_arrives() {
    let limits = ResultLimits { block_bytes: 2_000_000, ..ResultLimits::default() };
    let large = "A".repeat(2_666_672);
    for language in [Language::En, Language::Ja, Language::Zh] {
        let words = Text::of(language);
        let content = json!([
            {"type": "image", "mimeType": "image/png", "data": large},
            {"type": "audio", "mimeType": "audio/wav", "data": large},
            {"type": "resource", "resource": {"uri": "a://b", "blob": large}},
            {"type": "text", "text": "the rest"},
        ]);
        let done = convert(CallResult::from_value(json!({ "content": content })), words, &limits, &|| false);
        assert_eq!(done.outcome.dropped, [DropReason::TooLarge]);
        let body = done.outcome.body();
        let notice = words.notice_media_too_large(2_u32);
        assert!(body.starts_with("the rest\n") && body.matches(&notice).count() == 2, "{body}");
        assert!(body.contains(&words.dropped_too_large(1_usize)) && body.len() < 1000, "{body}");
    }
}
