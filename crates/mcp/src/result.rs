//! A tool's result, block by block.
//!
//! Owns the reading of `tools/call` results from raw JSON. A block that is not as it should be becomes
//! [`Block::Unknown`] or loses one field; it never takes its neighbours with it, because servers in the field
//! write odd blocks and the picture next to one is what the person asked for. Base64 stays text.

use serde_json::{Map, Value};

use crate::{clean, intake::Place};

/// Characters kept of names, MIME types and addresses inside blocks.
const FIELD: usize = 300;
const URI: usize = 2048;
const KIND: usize = 64;

/// Whom a block is for, by the server's own annotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Audience {
    /// No annotation, an empty one, or one that cannot be read.
    #[default]
    Unspecified,
    /// The person.
    User,
    /// The model.
    Assistant,
    /// Both.
    Both,
}

/// One part of a result.
#[derive(Clone, PartialEq, Eq)]
pub enum Block {
    /// Text, as the server wrote it.
    Text {
        /// The text.
        text: String,
        /// For whom.
        audience: Audience,
    },
    /// An image, not decoded.
    Image {
        /// Base64 text, unchecked.
        data_base64: String,
        /// What the server says it is.
        declared_mime: Option<String>,
        /// For whom.
        audience: Audience,
    },
    /// Sound, not decoded.
    Audio {
        /// Base64 text, unchecked.
        data_base64: String,
        /// What the server says it is.
        declared_mime: Option<String>,
        /// For whom.
        audience: Audience,
    },
    /// A resource with its contents in the result.
    Resource {
        /// Its address, bounded and cleaned.
        uri: String,
        /// What the server says it is.
        mime: Option<String>,
        /// Contents that are text.
        text: Option<String>,
        /// Contents that are not: base64 text, unchecked.
        blob_base64: Option<String>,
        /// For whom.
        audience: Audience,
    },
    /// A resource that would have to be fetched. This crate never does.
    ResourceLink {
        /// Its address, bounded and cleaned.
        uri: String,
        /// Its name, bounded and cleaned; the address if it has none.
        name: String,
        /// What the server says it is.
        mime: Option<String>,
        /// Bytes, if the server says so.
        size: Option<u64>,
        /// For whom.
        audience: Audience,
    },
    /// A block this client cannot use.
    Unknown {
        /// Its `type`, bounded and cleaned; empty if it had none.
        kind: String,
    },
}

impl std::fmt::Debug for Block {
    /// Kinds and sizes: contents have no place in a log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text { text, audience } => write!(f, "Text({} bytes, {audience:?})", text.len()),
            Self::Image { data_base64, audience, .. } => {
                write!(f, "Image({} base64, {audience:?})", data_base64.len())
            }
            Self::Audio { data_base64, audience, .. } => {
                write!(f, "Audio({} base64, {audience:?})", data_base64.len())
            }
            Self::Resource { text, blob_base64, audience, .. } => write!(
                f,
                "Resource({} text, {} base64, {audience:?})",
                text.as_ref().map_or(0, String::len),
                blob_base64.as_ref().map_or(0, String::len)
            ),
            Self::ResourceLink { audience, .. } => write!(f, "ResourceLink({audience:?})"),
            Self::Unknown { kind } => write!(f, "Unknown({kind})"),
        }
    }
}

/// What a call gave back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CallResult {
    /// The blocks, in the server's order.
    pub blocks: Vec<Block>,
    /// The tool says that it failed. Its blocks say why.
    pub is_error: bool,
    /// Structured content of any JSON type; servers should repeat it as text.
    pub structured: Option<Value>,
    /// Kept while this is in memory: drop a result as soon as its images are taken out of it.
    pub place: Place,
}

impl CallResult {
    /// Reads the `result` member of an answer to `tools/call`, whatever is in it.
    #[must_use]
    pub fn from_value(value: Value) -> Self {
        let Value::Object(mut result) = value else {
            return Self { blocks: loose(value), ..Self::default() };
        };
        let is_error = match result.get("isError") {
            Some(Value::Bool(flag)) => *flag,
            Some(Value::String(text)) => text.eq_ignore_ascii_case("true"),
            _ => false,
        };
        let blocks = match result.remove("content") {
            Some(Value::Array(items)) => items.into_iter().map(block).collect(),
            Some(other) => loose(other),
            None => Vec::new(),
        };
        Self { blocks, is_error, structured: result.remove("structuredContent"), place: Place::default() }
    }
}

/// Contents that are no list: one block, or a bare text.
fn loose(value: Value) -> Vec<Block> {
    match value {
        Value::Null => Vec::new(),
        other => vec![block(other)],
    }
}

fn block(value: Value) -> Block {
    let mut map = match value {
        Value::Object(map) => map,
        Value::String(text) => {
            return Block::Text { text, audience: Audience::Unspecified };
        }
        _ => return Block::Unknown { kind: String::new() },
    };
    let kind = match map.get("type") {
        Some(Value::String(kind)) => kind.clone(),
        // Without a type, text is the only kind that explains itself.
        None if map.get("text").is_some_and(Value::is_string) => "text".to_owned(),
        _ => String::new(),
    };
    let audience = audience(&map);
    let known = match kind.as_str() {
        "text" => text(&mut map, audience),
        "image" => data(&mut map).map(|(data_base64, declared_mime)| Block::Image {
            data_base64,
            declared_mime,
            audience,
        }),
        "audio" => data(&mut map).map(|(data_base64, declared_mime)| Block::Audio {
            data_base64,
            declared_mime,
            audience,
        }),
        "resource" => resource(&mut map, audience),
        "resource_link" => link(&map, audience),
        _ => None,
    };
    known.unwrap_or_else(|| Block::Unknown { kind: clean::line(&kind, KIND) })
}

fn text(map: &mut Map<String, Value>, audience: Audience) -> Option<Block> {
    let text = match map.remove("text")? {
        Value::String(text) => text,
        Value::Null => return None,
        other => other.to_string(),
    };
    Some(Block::Text { text, audience })
}

/// What stands in the place of base64, as it stands, and the declared type.
fn data(map: &mut Map<String, Value>) -> Option<(String, Option<String>)> {
    let Some(Value::String(data)) = map.remove("data") else {
        return None;
    };
    Some((data, mime(map)))
}

fn resource(map: &mut Map<String, Value>, outer: Audience) -> Option<Block> {
    let Some(Value::Object(mut inner)) = map.remove("resource") else {
        return None;
    };
    let audience = if outer == Audience::Unspecified { self::audience(&inner) } else { outer };
    let mut take = |key: &str| match inner.remove(key) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    };
    let (text, blob_base64) = (take("text"), take("blob"));
    Some(Block::Resource {
        uri: field(&inner, "uri", URI).unwrap_or_default(),
        mime: mime(&inner),
        text,
        blob_base64,
        audience,
    })
}

fn link(map: &Map<String, Value>, audience: Audience) -> Option<Block> {
    let uri = field(map, "uri", URI)?;
    let name = field(map, "name", FIELD)
        .or_else(|| field(map, "title", FIELD))
        .unwrap_or_else(|| clean::line(&uri, FIELD));
    Some(Block::ResourceLink {
        name,
        mime: mime(map),
        size: map.get("size").and_then(Value::as_u64),
        audience,
        uri,
    })
}

fn field(map: &Map<String, Value>, key: &str, max: usize) -> Option<String> {
    let text = clean::line(map.get(key)?.as_str()?, max);
    (!text.is_empty()).then_some(text)
}

fn mime(map: &Map<String, Value>) -> Option<String> {
    field(map, "mimeType", FIELD)
}

fn audience(map: &Map<String, Value>) -> Audience {
    let Some(Value::Array(names)) = map.get("annotations").and_then(|a| a.get("audience")) else {
        return Audience::Unspecified;
    };
    let (mut user, mut assistant) = (false, false);
    for name in names {
        match name.as_str() {
            Some("user") => user = true,
            Some("assistant") => assistant = true,
            // One name nobody knows makes the whole annotation unreadable.
            _ => return Audience::Unspecified,
        }
    }
    match (user, assistant) {
        (true, true) => Audience::Both,
        (true, false) => Audience::User,
        (false, true) => Audience::Assistant,
        (false, false) => Audience::Unspecified,
    }
}

#[cfg(test)]
mod tests;
