//! Pieces that bodies are made of, and the one function that writes a body.
//!
//! Texts and base64 are borrowed all the way into the output buffer: no tree holds a second copy of an image.

use crate::{
    ErrorCode, LlmError,
    canonical::{Attachment, Message, Request},
};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, ser::Formatter};
use std::io::{self, Write};

/// Base64 text, which needs no escaping. Only the writer of [`write`] makes a string of it, and in one
/// copy: looking at every byte would cost more than everything else in a body.
#[derive(Clone, Copy)]
pub(super) struct Base64<'a>(pub(super) &'a str);

impl Serialize for Base64<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        debug_assert!(memchr::memchr2(b'"', b'\\', self.0.as_bytes()).is_none(), "base64 only");
        serializer.serialize_bytes(self.0.as_bytes())
    }
}

/// Base64 of an image, made once in its life, or of another file, made for this body.
pub(super) enum Data<'a> {
    /// The image's own.
    Shared(&'a str),
    /// Made now.
    Made(String),
}

impl Serialize for Data<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Shared(text) => Base64(text).serialize(serializer),
            Self::Made(text) => Base64(text).serialize(serializer),
        }
    }
}

/// How a wire wants an image.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Images {
    /// As bare base64.
    Bare,
    /// As a `data:` URL.
    DataUrl,
}

/// Compact JSON in which bytes are strings; see [`Base64`].
struct Splice(Images);

impl Formatter for Splice {
    fn write_byte_array<W: ?Sized + Write>(&mut self, writer: &mut W, value: &[u8]) -> io::Result<()> {
        writer.write_all(b"\"")?;
        if self.0 == Images::DataUrl {
            // A sendable image is one of two, and their first bytes differ: FF D8 FF and "RIFF".
            let webp = value.starts_with(b"UklG");
            writer.write_all(if webp { b"data:image/webp;base64," } else { b"data:image/jpeg;base64," })?;
        }
        writer.write_all(value)?;
        writer.write_all(b"\"")
    }
}

/// Arguments as the JSON string that some wires want.
pub(super) struct JsonText<'a>(pub(super) &'a Map<String, Value>);

impl Serialize for JsonText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serde_json::to_string(self.0) {
            Ok(text) => serializer.serialize_str(&text),
            Err(error) => Err(serde::ser::Error::custom(error)),
        }
    }
}

/// A body: small members first, then the large ones.
#[derive(Serialize)]
struct Body<'a, L> {
    #[serde(flatten)]
    head: &'a Map<String, Value>,
    #[serde(flatten)]
    large: &'a L,
}

/// Names of members that hold the conversation on some wire; a person's own members never replace them.
const RESERVED: [&str; 7] =
    ["system", "systemInstruction", "messages", "contents", "input", "tools", "stream"];

/// Writes a body. `extra` is laid over `head`; `room` is about how many bytes there will be.
pub(super) fn write<L: Serialize>(
    mut head: Map<String, Value>,
    extra: &Map<String, Value>,
    large: &L,
    images: Images,
    room: usize,
) -> Result<Vec<u8>, LlmError> {
    overlay(&mut head, extra, &RESERVED);
    let mut out = Vec::with_capacity(room);
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, Splice(images));
    match (Body { head: &head, large }).serialize(&mut serializer) {
        Ok(()) => Ok(out),
        Err(error) => {
            Err(LlmError { excerpt: error.to_string(), ..LlmError::new(ErrorCode::InvalidRequest) })
        }
    }
}

/// Objects are merged, `null` removes, everything else replaces.
fn overlay(base: &mut Map<String, Value>, extra: &Map<String, Value>, except: &[&str]) {
    for (name, value) in extra.iter().filter(|(name, _)| !except.contains(&name.as_str())) {
        match (base.get_mut(name), value) {
            (_, Value::Null) => {
                base.shift_remove(name);
            }
            (Some(Value::Object(inner)), Value::Object(more)) => overlay(inner, more, &[]),
            _ => {
                base.insert(name.clone(), value.clone());
            }
        }
    }
}

/// About how many bytes the body of a request will have: media, texts, and some for the marks.
pub(super) fn room(request: &Request) -> usize {
    let base64 = |bytes: usize| bytes.div_ceil(3) * 4 + 128;
    let message = |message: &Message| match message {
        Message::User { text, attachments, .. } => {
            text.len()
                + attachments
                    .iter()
                    .map(|attachment| match attachment {
                        Attachment::Image(image) => base64(image.bytes().len()),
                        Attachment::Other { bytes, .. } => base64(bytes.len()),
                    })
                    .sum::<usize>()
        }
        Message::Assistant { text, calls, .. } => text.len() + calls.len() * 512,
        Message::Tool(result) => {
            result.text.len() + result.images.iter().map(|i| base64(i.bytes().len())).sum::<usize>()
        }
    };
    let messages: usize = request.messages.iter().map(|m| message(m) * 17 / 16 + 256).sum();
    let system: usize = request.system.iter().map(|part| part.text.len()).sum();
    messages + system + request.tools.len() * 1024 + 1024
}

/// Whether a text says anything; providers refuse blank text blocks.
pub(super) fn blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// The system parts that say something, as one text.
pub(super) fn system_text(request: &Request) -> String {
    let parts: Vec<&str> =
        request.system.iter().map(|part| part.text.as_str()).filter(|text| !blank(text)).collect();
    parts.join("\n\n")
}

/// A value for the head, from plain data that cannot fail.
pub(super) fn number(value: f32) -> Value {
    // 0.7 must not become 0.699999988079071.
    let short: Option<f64> = value.to_string().parse().ok();
    short.and_then(serde_json::Number::from_f64).map_or(Value::Null, Value::Number)
}
