//! Where an image stands in a request body, found without knowing any wire.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use fuseforks_tests::picture::sha256;
use serde_json::Value;

/// An image in a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// JSON pointer of the string that holds it.
    pub(crate) at: String,
    /// SHA-256 of the decoded bytes.
    pub(crate) sha256: String,
}

/// Every string of a body that is an image in base64, with or without a `data:` head.
pub(crate) fn images(body: &Value) -> Vec<Found> {
    let mut found = Vec::new();
    walk(body, &mut String::new(), &mut found);
    found
}

/// The bytes of an image in a body.
pub(crate) fn bytes(body: &Value, found: &Found) -> Vec<u8> {
    body.pointer(&found.at).and_then(Value::as_str).and_then(image).expect("an image stands there")
}

/// The media type that a body gives an image, where its wire has a place for one: at the head of a data URL, or
/// in a field beside the data.
pub(crate) fn declared(body: &Value, found: &Found) -> Option<String> {
    let text = body.pointer(&found.at).and_then(Value::as_str).expect("an image stands there");
    if let Some((head, _)) = text.split_once(";base64,") {
        return head.strip_prefix("data:").map(str::to_owned);
    }
    let beside = body.pointer(found.at.rsplit_once('/').expect("a pointer").0)?;
    ["media_type", "mimeType"].iter().find_map(|key| beside[key].as_str()).map(str::to_owned)
}

fn walk(value: &Value, at: &mut String, found: &mut Vec<Found>) {
    let length = at.len();
    match value {
        Value::String(text) => {
            if let Some(bytes) = image(text) {
                found.push(Found { at: at.clone(), sha256: sha256(&bytes) });
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                at.push_str(&format!("/{index}"));
                walk(item, at, found);
                at.truncate(length);
            }
        }
        Value::Object(map) => {
            for (key, item) in map {
                at.push_str(&format!("/{key}"));
                walk(item, at, found);
                at.truncate(length);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn image(text: &str) -> Option<Vec<u8>> {
    let data = text.split_once(";base64,").map_or(text, |(_, data)| data);
    let bytes = STANDARD.decode(data).ok()?;
    let jpeg = bytes.starts_with(&[0xFF, 0xD8, 0xFF]);
    let png = bytes.starts_with(b"\x89PNG");
    let webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    (jpeg || png || webp).then_some(bytes)
}

#[test]
fn an_image_is_found_wherever_it_stands() {
    let data = fuseforks_tests::picture::base64(&fuseforks_tests::picture::jpeg(3));
    let body =
        serde_json::json!({"a": [{"b": data}, {"c": format!("data:image/jpeg;base64,{data}")}], "d": "text"});
    let found: Vec<String> = images(&body).into_iter().map(|found| found.at).collect();
    assert_eq!(found, ["/a/0/b", "/a/1/c"]);
}
