//! How long a conversation is, in characters (Unicode scalar values), four to a token.
//!
//! Bytes of media never count: an image is worth a fixed number of tokens whatever its size, so that one
//! picture cannot pull a cut to itself.

use super::runs::runs;
use fuseforks_llm::canonical::{Message, ToolCall};
use serde::Serialize;
use serde_json::{Map, Value};

/// What one image or document costs by default, in tokens.
pub const DEFAULT_IMAGE_TOKENS: u32 = 1600;

/// The environment variable that overrides what one image costs.
pub const IMAGE_TOKENS_VARIABLE: &str = "FUSEFORKS_IMAGE_TOKEN_ESTIMATE";

/// Characters that stand for one token.
pub(crate) const CHARS_PER_TOKEN: usize = 4;

/// The characters of each message and of all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// One number a message.
    pub chars: Vec<usize>,
    /// Their sum.
    pub total: usize,
}

/// What one image costs, in tokens: the environment, else the setting, else 1600. What is no positive
/// integer falls through.
#[must_use]
pub fn image_token_estimate(env: Option<&str>, setting: Option<&str>) -> u32 {
    let positive = |value: &str| value.trim().parse::<u32>().ok().filter(|tokens| *tokens > 0);
    env.and_then(positive).or_else(|| setting.and_then(positive)).unwrap_or(DEFAULT_IMAGE_TOKENS)
}

/// Counts a conversation. Done once, before anything is slimmed: the same numbers cut and guard.
#[must_use]
pub fn estimate(messages: &[Message], image_tokens: u32) -> Counts {
    let chars: Vec<usize> = messages.iter().map(|message| message_chars(message, image_tokens)).collect();
    let total = chars.iter().fold(0, |sum: usize, count| sum.saturating_add(*count));
    Counts { chars, total }
}

/// Counts one message: text, media at `image_tokens` each, calls as the JSON they have in a conversation
/// file. A caption is part of its images.
#[must_use]
pub fn message_chars(message: &Message, image_tokens: u32) -> usize {
    let media = |count: usize| {
        let each = (image_tokens as usize).saturating_mul(CHARS_PER_TOKEN);
        each.saturating_mul(count)
    };
    match message {
        Message::User { text, attachments, .. } => text_chars(text).saturating_add(media(attachments.len())),
        Message::Assistant { text, calls, .. } => {
            calls.iter().fold(text_chars(text), |sum, call| sum.saturating_add(text_chars(&call_json(call))))
        }
        Message::Tool(result) => text_chars(&result.text).saturating_add(media(result.images.len())),
    }
}

/// Counts a text: its characters, those of a base64 run of 512 or more four times.
#[must_use]
pub fn text_chars(text: &str) -> usize {
    let in_runs: usize = runs(text).map(|run| run.len()).sum();
    text.chars().count() + in_runs * (CHARS_PER_TOKEN - 1)
}

#[derive(Serialize)]
struct CallForm<'a> {
    id: &'a str,
    name: &'a str,
    arguments: Arguments<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Arguments<'a> {
    Object(&'a Map<String, Value>),
    Raw(&'a str),
}

/// A call as it stands in a conversation file, compact.
pub(crate) fn call_json(call: &ToolCall) -> String {
    let arguments = match &call.malformed {
        Some(raw) => Arguments::Raw(raw),
        None => Arguments::Object(&call.arguments),
    };
    let form = CallForm { id: &call.id, name: &call.name, arguments };
    serde_json::to_string(&form).unwrap_or_default()
}
