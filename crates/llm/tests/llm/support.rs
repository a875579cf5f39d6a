//! Images, conversations and sinks for the tests.

use bytes::Bytes;
use fuseforks_llm::{
    Delta, Place,
    canonical::{Message, Request, ToolCall, ToolResult},
    conversation::{self, Outside},
};
use fuseforks_media::{DropReason, Image, Limits, normalise};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// One of `tests/images`, as a tool would give it.
pub(crate) fn image(name: &str) -> Image {
    let bytes = std::fs::read(folder("images").join(name)).unwrap();
    checked(bytes.into()).unwrap()
}

pub(crate) fn checked(bytes: Bytes) -> Result<Image, DropReason> {
    normalise(bytes, &Limits::default(), &|| false).map(|done| done.image)
}

pub(crate) fn parse(text: &str) -> Result<Request, conversation::ConversationError> {
    conversation::parse(
        text,
        Outside {
            load: &|name| std::fs::read(folder("images").join(name)),
            image: &|bytes, _: Place| checked(bytes),
        },
    )
}

pub(crate) fn user(text: &str) -> Message {
    Message::User { text: text.into(), attachments: Vec::new(), cache: false }
}

pub(crate) fn call(id: &str, name: &str) -> ToolCall {
    ToolCall { id: id.into(), name: name.into(), arguments: Map::new(), malformed: None }
}

pub(crate) fn asks(calls: &[ToolCall]) -> Message {
    Message::Assistant { text: String::new(), calls: calls.to_vec(), echo: None }
}

pub(crate) fn result(call: &str, name: &str, text: &str, images: &[Image]) -> Message {
    Message::Tool(ToolResult {
        call: call.into(),
        name: name.into(),
        text: text.into(),
        is_error: false,
        images: images.to_vec(),
        caption: (!images.is_empty())
            .then(|| format!("(images from the result of {name}: {})", images.len())),
    })
}

pub(crate) fn json(body: &[u8]) -> Value {
    serde_json::from_slice(body).expect("a body is JSON")
}

/// Every string of a value, with its path.
pub(crate) fn strings(value: &Value) -> Vec<(String, String)> {
    fn walk(value: &Value, path: &str, out: &mut Vec<(String, String)>) {
        match value {
            Value::String(text) => out.push((path.to_owned(), text.clone())),
            Value::Array(list) => {
                list.iter().enumerate().for_each(|(i, v)| walk(v, &format!("{path}/{i}"), out));
            }
            Value::Object(map) => map.iter().for_each(|(k, v)| walk(v, &format!("{path}/{k}"), out)),
            _ => {}
        }
    }
    let mut out = Vec::new();
    walk(value, "", &mut out);
    out
}

/// What a call showed.
#[derive(Default, Debug, PartialEq, Eq, Clone)]
pub(crate) struct Shown {
    pub(crate) text: String,
    pub(crate) thinking: String,
    pub(crate) calls: Vec<String>,
}

impl fuseforks_llm::Sink for Shown {
    fn delta(&mut self, delta: Delta) {
        match delta {
            Delta::Text(text) => self.text.push_str(&text),
            Delta::Thinking(text) => self.thinking.push_str(&text),
            Delta::Call(name) => self.calls.push(name),
        }
    }
}
