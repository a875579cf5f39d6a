//! What a summariser reads: the conversation without media.
//!
//! Only the copy that goes to the summariser is slim. The conversation that the main model reads, and
//! what is stored, stay as they are.

use super::{Rewritten, mime::media_placeholder, runs::mask};
use fuseforks_llm::canonical::{Attachment, Message, ToolCall, ToolResult};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// The conversation with one placeholder line in the text for each image or document, captions gone
/// with their images. The same slice if there was none.
#[must_use]
pub fn slim(messages: &[Message]) -> Rewritten<'_> {
    Rewritten::by(messages, slim_message)
}

/// As [`slim`], and fit for any summariser: base64 runs in texts and arguments are named instead of
/// sent, and what only the main model's provider understands is left out.
#[must_use]
pub fn slim_for_summary(messages: &[Message]) -> Rewritten<'_> {
    Rewritten::by(messages, |message| {
        let slimmed = slim_message(message);
        let bare = bare_message(slimmed.as_ref().unwrap_or(message));
        bare.or(slimmed)
    })
}

fn slim_message(message: &Message) -> Option<Message> {
    match message {
        Message::User { text, attachments, cache } if !attachments.is_empty() => Some(Message::User {
            text: with_lines(text, attachments.iter().map(|media| media_placeholder(media_type(media)))),
            attachments: Vec::new(),
            cache: *cache,
        }),
        Message::Tool(result) if !result.images.is_empty() || result.caption.is_some() => {
            let lines = result.images.iter().map(|image| media_placeholder(image.media_type()));
            Some(Message::Tool(ToolResult {
                text: with_lines(&result.text, lines),
                images: Vec::new(),
                caption: None,
                ..without_media(result)
            }))
        }
        Message::User { .. } | Message::Tool(_) | Message::Assistant { .. } => None,
    }
}

fn bare_message(message: &Message) -> Option<Message> {
    match message {
        Message::User { text, attachments, cache } => match mask(text) {
            Cow::Owned(text) => Some(Message::User { text, attachments: attachments.clone(), cache: *cache }),
            Cow::Borrowed(_) => None,
        },
        Message::Assistant { text, calls, echo } => {
            let masked = mask(text);
            let bare: Vec<Option<ToolCall>> = calls.iter().map(bare_call).collect();
            let changed =
                matches!(masked, Cow::Owned(_)) || bare.iter().any(Option::is_some) || echo.is_some();
            changed.then(|| Message::Assistant {
                text: masked.into_owned(),
                calls: calls
                    .iter()
                    .zip(bare)
                    .map(|(call, bare)| bare.unwrap_or_else(|| call.clone()))
                    .collect(),
                echo: None,
            })
        }
        Message::Tool(result) => match mask(&result.text) {
            Cow::Owned(text) => Some(Message::Tool(ToolResult { text, ..result.clone() })),
            Cow::Borrowed(_) => None,
        },
    }
}

fn bare_call(call: &ToolCall) -> Option<ToolCall> {
    let malformed = call.malformed.as_deref().map(mask);
    let arguments = bare_object(&call.arguments);
    if arguments.is_none() && !matches!(malformed, Some(Cow::Owned(_))) {
        return None;
    }
    Some(ToolCall {
        id: call.id.clone(),
        name: call.name.clone(),
        arguments: arguments.unwrap_or_else(|| call.arguments.clone()),
        malformed: malformed.map(Cow::into_owned),
    })
}

fn bare_object(object: &Map<String, Value>) -> Option<Map<String, Value>> {
    let bare: Vec<Option<Value>> = object.values().map(bare_value).collect();
    if bare.iter().all(Option::is_none) {
        return None;
    }
    let entries = object.iter().zip(bare);
    Some(entries.map(|((name, value), bare)| (name.clone(), bare.unwrap_or_else(|| value.clone()))).collect())
}

fn bare_value(value: &Value) -> Option<Value> {
    match value {
        Value::String(text) => match mask(text) {
            Cow::Owned(text) => Some(Value::String(text)),
            Cow::Borrowed(_) => None,
        },
        Value::Array(items) => {
            let bare: Vec<Option<Value>> = items.iter().map(bare_value).collect();
            if bare.iter().all(Option::is_none) {
                return None;
            }
            let items = items.iter().zip(bare);
            Some(items.map(|(item, bare)| bare.unwrap_or_else(|| item.clone())).collect())
        }
        Value::Object(object) => bare_object(object).map(Value::Object),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// A result's other fields, without copying its images.
fn without_media(result: &ToolResult) -> ToolResult {
    ToolResult {
        call: result.call.clone(),
        name: result.name.clone(),
        text: String::new(),
        is_error: result.is_error,
        images: Vec::new(),
        caption: None,
    }
}

/// The media type that an attachment declares.
pub(crate) fn media_type(attachment: &Attachment) -> &str {
    match attachment {
        Attachment::Image(image) => image.media_type(),
        Attachment::Other { media_type, .. } => media_type,
    }
}

/// A text and then a line each.
pub(crate) fn with_lines(text: &str, lines: impl Iterator<Item = String>) -> String {
    let mut out = text.to_owned();
    for line in lines {
        crate::images::add_line(&mut out, &line);
    }
    out
}
