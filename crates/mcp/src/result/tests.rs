use serde_json::{Value, json};

use super::{Audience, Block, CallResult};

fn blocks(content: Value) -> Vec<Block> {
    CallResult::from_value(json!({ "content": content })).blocks
}

fn text(text: &str, audience: Audience) -> Block {
    Block::Text { text: text.to_owned(), audience }
}

fn image(data: &str, mime: Option<&str>, audience: Audience) -> Block {
    Block::Image { data_base64: data.to_owned(), declared_mime: mime.map(str::to_owned), audience }
}

fn unknown(kind: &str) -> Block {
    Block::Unknown { kind: kind.to_owned() }
}

#[test]
fn one_odd_block_leaves_its_neighbours_alone() {
    let good = json!({"type": "text", "text": "kept"});
    let odd = [
        json!({"type": "hologram", "data": "x"}),
        json!({"type": 7}),
        json!({"type": "image"}),
        json!({"type": "image", "data": 5, "mimeType": "image/png"}),
        json!({"type": "resource"}),
        json!({"type": "resource", "resource": "x"}),
        json!({"type": "resource_link", "name": "no address"}),
        json!({"type": "text"}),
        json!(null),
        json!(42),
        json!([1]),
    ];
    for odd in odd {
        let read = blocks(json!([good, odd, good]));
        assert_eq!(read.len(), 3, "{odd}");
        assert_eq!(read[0], text("kept", Audience::Unspecified));
        assert_eq!(read[2], text("kept", Audience::Unspecified));
        assert!(matches!(read[1], Block::Unknown { .. }), "{odd} -> {:?}", read[1]);
    }
    assert_eq!(blocks(json!([{"type": "holo\u{202E}gram"}])), [unknown("hologram")]);
}

#[test]
fn an_audience_counts_only_when_every_name_is_known() {
    let cases = [
        (json!(["user"]), Audience::User),
        (json!(["assistant"]), Audience::Assistant),
        (json!(["user", "assistant"]), Audience::Both),
        (json!(["assistant", "user", "user"]), Audience::Both),
        (json!([]), Audience::Unspecified),
        (json!(["system"]), Audience::Unspecified),
        (json!(["user", "system"]), Audience::Unspecified),
        (json!("user"), Audience::Unspecified),
        (json!([1]), Audience::Unspecified),
        (Value::Null, Audience::Unspecified),
    ];
    for (audience, expected) in cases {
        let block = json!({"type": "text", "text": "t", "annotations": {"audience": audience}});
        assert_eq!(blocks(json!([block])), [text("t", expected)]);
        let block = json!({"type": "image", "data": "AA==", "annotations": {"audience": audience}});
        assert_eq!(blocks(json!([block])), [image("AA==", None, expected)]);
    }
}

#[test]
fn contents_that_are_no_list_are_one_block_or_none() {
    assert_eq!(blocks(json!("bare")), [text("bare", Audience::Unspecified)]);
    assert_eq!(blocks(json!({"type": "text", "text": "alone"})), [text("alone", Audience::Unspecified)]);
    assert_eq!(blocks(Value::Null), []);
    assert_eq!(CallResult::from_value(json!({})), CallResult::default());
    assert_eq!(CallResult::from_value(json!("x")).blocks, [text("x", Audience::Unspecified)]);
    assert_eq!(blocks(json!(["one", {"text": "two"}])).len(), 2);
}

#[test]
fn an_error_flag_is_no_only_when_it_says_so() {
    let flag = |value: Value| CallResult::from_value(json!({"content": [], "isError": value})).is_error;
    assert!(flag(json!(true)));
    assert!(flag(json!("true")));
    assert!(!flag(json!(false)));
    assert!(!flag(json!(1)));
    assert!(!flag(Value::Null));
}

#[test]
fn a_data_url_in_the_place_of_base64_stays_what_it_is() {
    // It is no base64; whoever decodes it says so. Taking it apart would be a guess.
    let url = "data:image/webp;base64,UklGRg==";
    let read = blocks(json!([{"type": "image", "data": url}]));
    assert_eq!(read, [image(url, None, Audience::Unspecified)]);
    let read = blocks(json!([{"type": "image", "data": url, "mimeType": "image/png"}]));
    assert_eq!(read, [image(url, Some("image/png"), Audience::Unspecified)]);
}

#[test]
fn a_resource_without_contents_and_a_link_without_name_survive() {
    let read = blocks(json!([
        {"type": "resource", "resource": {"uri": "a://b", "mimeType": "x/y"}},
        {"type": "resource", "resource": {"uri": "a://b", "text": "t", "annotations": {"audience": ["user"]}}},
        {"type": "resource_link", "uri": "a://c", "size": 12},
        {"type": "resource_link", "uri": "a://c", "name": "n", "title": "t", "size": -1},
    ]));
    let resource = |mime: Option<&str>, text: Option<&str>, audience| Block::Resource {
        uri: "a://b".to_owned(),
        mime: mime.map(str::to_owned),
        text: text.map(str::to_owned),
        blob_base64: None,
        audience,
    };
    let link = |name: &str, size| Block::ResourceLink {
        uri: "a://c".to_owned(),
        name: name.to_owned(),
        mime: None,
        size,
        audience: Audience::Unspecified,
    };
    assert_eq!(
        read,
        [
            resource(Some("x/y"), None, Audience::Unspecified),
            resource(None, Some("t"), Audience::User),
            link("a://c", Some(12)),
            link("n", None),
        ]
    );
}

#[test]
fn structured_content_of_any_type_is_kept_apart_from_its_absence() {
    let structured = |value: Value| CallResult::from_value(value).structured;
    assert_eq!(structured(json!({"content": []})), None);
    assert_eq!(structured(json!({"structuredContent": null})), Some(Value::Null));
    assert_eq!(structured(json!({"structuredContent": [1, 2]})), Some(json!([1, 2])));
}

/// What real servers wrote, counted by hand from their documentation.
#[test]
fn answers_of_real_servers_are_read_whole() {
    let everything = include_str!("../../tests/fixtures/everything.wire.jsonl");
    let results = results(everything);
    let kinds: Vec<Vec<&str>> = results.iter().map(|r| r.blocks.iter().map(kind).collect()).collect();
    assert!(kinds.contains(&vec!["text", "image", "text"]), "{kinds:?}");
    assert!(kinds.contains(&vec!["text", "resource", "text"]), "{kinds:?}");
    assert!(kinds.iter().any(|k| k.len() > 1 && k[1..].iter().all(|k| *k == "link")), "{kinds:?}");
    let annotated = results
        .iter()
        .find(|r| {
            r.blocks.len() == 2
                && matches!(&r.blocks[0], Block::Text { text, .. } if text.starts_with("Error:"))
        })
        .expect("annotated message");
    assert!(matches!(annotated.blocks[0], Block::Text { audience: Audience::Both, .. }));
    assert!(matches!(annotated.blocks[1], Block::Image { audience: Audience::User, .. }));
    assert!(results.iter().any(|r| r.structured == Some(json!({"temperature": 33, "conditions": "Cloudy", "humidity": 82}))));

    let python = self::results(include_str!("../../tests/fixtures/py-sdk.wire.jsonl"));
    let kinds: Vec<Vec<&str>> = python.iter().map(|r| r.blocks.iter().map(kind).collect()).collect();
    assert!(kinds.contains(&vec!["text", "image", "text", "audio", "text"]), "{kinds:?}");
    assert_eq!(python.iter().filter(|r| r.is_error).count(), 1);
    assert!(python.iter().any(|r| r.structured == Some(json!({"result": 3}))));
    assert!(python.iter().all(|r| r.blocks.iter().all(|b| kind(b) != "unknown")));
}

fn results(lines: &str) -> Vec<CallResult> {
    lines
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok()?.get("result").cloned())
        .filter(|result| result.get("content").is_some())
        .map(CallResult::from_value)
        .collect()
}

fn kind(block: &Block) -> &'static str {
    match block {
        Block::Text { .. } => "text",
        Block::Image { .. } => "image",
        Block::Audio { .. } => "audio",
        Block::Resource { .. } => "resource",
        Block::ResourceLink { .. } => "link",
        Block::Unknown { .. } => "unknown",
    }
}
