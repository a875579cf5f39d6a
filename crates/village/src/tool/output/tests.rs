use super::{ResultLimits, convert};
use crate::{Language, text::Text};
use base64::{Engine as _, prelude::BASE64_STANDARD as STANDARD};
use fuseforks_mcp::result::CallResult;
use fuseforks_media::DropReason;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const LANGUAGES: [Language; 3] = [Language::En, Language::Ja, Language::Zh];

/// A number of kilobytes of this process, where the system tells it.
fn status(field: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(field))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// What a piece of work took: its time, and how far the peak of this process rose over what it held before.
fn cost<T>(work: impl FnOnce() -> T) -> (T, Duration, u64) {
    // Where the peak cannot be forgotten, it says nothing of this work.
    let before = std::fs::write("/proc/self/clear_refs", "5").ok().and_then(|()| status("VmRSS:"));
    let begun = Instant::now();
    let done = work();
    let took = begun.elapsed();
    let grown = status("VmHWM:").zip(before).map_or(0, |(peak, before)| peak.saturating_sub(before));
    (done, took, grown)
}

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

/// PNG, 8,000,000 by 4,294,967,295 pixels of eight bytes, in 41 bytes.
const BOMB: &str = "iVBORw0KGgoAAAANSUhEUgB6EgD/////EAYAAABKCl+fAAAAAElEQVQ=";

#[test]
fn four_bombs_in_one_result_take_no_time_and_no_memory() {
    assert_eq!(STANDARD.decode(BOMB).unwrap().len(), 41);
    let image = json!({"type": "image", "mimeType": "image/png", "data": BOMB});
    let mut fastest = Duration::MAX;
    for language in LANGUAGES {
        // The sentences are read in before.
        let words = Text::of(language).dropped_too_large(4_usize);
        let limits = ResultLimits::default();
        let result = CallResult::from_value(json!({"content": vec![image.clone(); 4]}));
        let (done, took, grown) = cost(|| convert(result, Text::of(language), &limits, &|| false));
        assert_eq!(done.outcome.dropped, [DropReason::TooLarge; 4]);
        assert_eq!(done.outcome.body(), words, "one line counts them");
        assert!(grown < 16 * 1024, "{grown} KiB");
        fastest = fastest.min(took);
    }
    // A busy machine may take one of the three from us.
    assert!(fastest < Duration::from_millis(50), "{fastest:?}");
}

#[test]
fn each_way_to_write_base64_wrongly_has_its_line_and_costs_no_copies() {
    let mut long = "A".repeat(12 << 20);
    long.push('*');
    let mut wrapped = ("A".repeat(76) + "\n").repeat((12 << 20) / 77);
    wrapped.push('*');
    for data in ["AA=", "AAA", "AB==", "not-base64!!!", "AA==", "", &long, &wrapped] {
        for language in LANGUAGES {
            let content = json!([{"type": "image", "mimeType": "image/jpeg", "data": data}, {"type": "text", "text": "t"}]);
            let result = CallResult::from_value(json!({ "content": content }));
            let words = Text::of(language).dropped_unreadable(1_usize);
            let limits = ResultLimits::default();
            let (done, _, grown) = cost(|| convert(result, Text::of(language), &limits, &|| false));
            let shown = data.get(..20).unwrap_or(data);
            assert_eq!(done.outcome.dropped, [DropReason::Unreadable], "{shown}");
            assert_eq!(done.outcome.body(), format!("t\n{words}"), "{shown}");
            assert!(done.outcome.images().is_empty() && done.artifacts.is_empty(), "{shown}");
            // Lines are joined in one copy; what is in one line is not copied at all.
            let copies = u64::from(data.contains('\n')) * 12;
            assert!(grown < (copies + 4) * 1024, "{shown}: {grown} KiB");
        }
    }
}

#[test]
fn line_breaks_and_outer_white_space_change_no_byte() {
    let jpeg =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../media/tests/fixtures/s420.jpg")).unwrap();
    let line = STANDARD.encode(&jpeg);
    let lines: Vec<&[u8]> = line.as_bytes().chunks(76).collect();
    let lines: Vec<&str> = lines.into_iter().map(|part| std::str::from_utf8(part).unwrap()).collect();
    for data in [lines.join("\n"), format!("{line}\n"), format!(" {line}")] {
        let content = json!([{"type": "image", "mimeType": "image/jpeg", "data": data}]);
        let result = CallResult::from_value(json!({ "content": content }));
        let done = convert(result, Text::of(Language::En), &ResultLimits::default(), &|| false);
        assert_eq!(done.outcome.images()[0].bytes(), &jpeg);
    }
}
