//! A conversation as a file: the JSON form in which the command line reads and writes one.
//!
//! ```json
//! {"model": "m", "system": "...", "tools": [{"name": "t", "description": "...", "parameters": {}}],
//!  "max_output_tokens": 1024, "messages": [
//!   {"role": "user", "text": "...", "attachments": [{"file": "a.jpg"}]},
//!   {"role": "assistant", "text": "...", "calls": [{"id": "1", "name": "t", "arguments": {}}]},
//!   {"role": "tool", "call": "1", "name": "t", "text": "...", "is_error": false,
//!    "images": [{"media_type": "image/jpeg", "data": "..."}], "caption": "..."}]}
//! ```
//!
//! Files are read and images are judged by what the caller passes in: this crate has no file system. Members
//! that are not known are ignored.

use crate::{
    Place,
    canonical::{
        Attachment, AttachmentKind, Message, Request, SystemPart, ToolCall, ToolChoice, ToolResult, ToolSpec,
    },
};
use bytes::Bytes;
use fuseforks_media::{DropReason, Image, decode_base64, sniff};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::io;

/// Most decoded bytes of one file in a conversation (64 MiB).
const MAX_FILE: usize = 64 << 20;

/// What a conversation needs from outside.
#[derive(Clone, Copy)]
pub struct Outside<'a> {
    /// Reads the file of an `{"file"}`.
    pub load: &'a dyn Fn(&str) -> io::Result<Vec<u8>>,
    /// Makes bytes a sendable image for a place.
    pub image: &'a dyn Fn(Bytes, Place) -> Result<Image, DropReason>,
}

/// What is wrong, and where.
#[derive(Debug, thiserror::Error)]
#[error("{}{fault}", place(.path))]
pub struct ConversationError {
    /// As in `messages[2].images[0]`; `.` for the whole and `?` where it is not known, which are not printed.
    pub path: String,
    /// What is wrong there.
    pub fault: ConversationFault,
}

fn place(path: &str) -> String {
    if matches!(path, "." | "?") { String::new() } else { format!("{path}: ") }
}

/// What can be wrong in a conversation file.
#[derive(Debug, thiserror::Error)]
pub enum ConversationFault {
    /// Not JSON, or a member that is missing or of the wrong kind; says line and column.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// A member that this role needs is missing.
    #[error("missing {0}")]
    Missing(&'static str),
    /// The data is not base64, or more than 64 MiB.
    #[error("not base64, or too large")]
    Data,
    /// The file cannot be read.
    #[error("{0}")]
    File(io::Error),
    /// The image is not sendable.
    #[error("image dropped: {0}")]
    Image(DropReason),
    /// Neither an image nor audio, video or PDF.
    #[error("unknown kind of file")]
    Kind,
}

/// Reads a conversation.
///
/// # Errors
/// The first fault, with its place.
pub fn parse(text: &str, outside: Outside<'_>) -> Result<Request, ConversationError> {
    if !text.trim_start().starts_with('{') {
        // A list would be read as the members of a conversation in order.
        serde_json::from_str::<Map<String, Value>>(text).map_err(|error| at(".", error.into()))?;
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    let file: File = serde_path_to_error::deserialize(&mut reader).map_err(|error| ConversationError {
        path: error.path().to_string(),
        fault: ConversationFault::Json(error.into_inner()),
    })?;
    reader.end().map_err(|error| at(".", ConversationFault::Json(error)))?;
    let mut messages = Vec::with_capacity(file.messages.len());
    for (index, entry) in file.messages.into_iter().enumerate() {
        messages.push(message(entry, &format!("messages[{index}]"), outside)?);
    }
    let system = file.system.filter(|text| !text.is_empty());
    Ok(Request {
        model: file.model,
        system: system.map(|text| SystemPart { text, cache: false }).into_iter().collect(),
        tools: file.tools.into_iter().map(Into::into).collect(),
        tool_choice: file.tool_choice.into(),
        max_output_tokens: file.max_output_tokens,
        messages,
        ..Request::default()
    })
}

fn message(entry: Entry, path: &str, outside: Outside<'_>) -> Result<Message, ConversationError> {
    let wanted = |member: Option<String>, name: &'static str| {
        member.ok_or_else(|| at(path, ConversationFault::Missing(name)))
    };
    Ok(match entry.role {
        Role::User => {
            let place = |index| format!("{path}.attachments[{index}]");
            let attachments = entry
                .attachments
                .into_iter()
                .enumerate()
                .map(|(index, source)| attachment(source, &place(index), outside))
                .collect::<Result<_, _>>()?;
            Message::User { text: entry.text, attachments, cache: false }
        }
        Role::Assistant => {
            let calls = entry.calls.into_iter().map(Into::into).collect();
            Message::Assistant { text: entry.text, calls, echo: None }
        }
        Role::Tool => {
            let place = |index| format!("{path}.images[{index}]");
            let images = entry
                .images
                .into_iter()
                .enumerate()
                .map(|(index, source)| {
                    let (bytes, _) = load(source, &place(index), outside)?;
                    (outside.image)(bytes, Place::ToolResult)
                        .map_err(|reason| at(&place(index), ConversationFault::Image(reason)))
                })
                .collect::<Result<_, _>>()?;
            Message::Tool(ToolResult {
                call: wanted(entry.call, "call")?,
                name: wanted(entry.name, "name")?,
                text: entry.text,
                is_error: entry.is_error,
                images,
                caption: entry.caption,
            })
        }
    })
}

fn attachment(source: Source, path: &str, outside: Outside<'_>) -> Result<Attachment, ConversationError> {
    let (bytes, name) = load(source, path, outside)?;
    let sniffed = sniff(&bytes);
    let kind = match sniffed {
        Some(kind) if kind.is_audio() => AttachmentKind::Audio,
        Some(kind) if kind.is_video() => AttachmentKind::Video,
        Some(kind) if kind.media_type() == "application/pdf" => AttachmentKind::Pdf,
        Some(_) => AttachmentKind::Image,
        None => return Err(at(path, ConversationFault::Kind)),
    };
    if kind == AttachmentKind::Image {
        let image = (outside.image)(bytes, Place::UserAttachment)
            .map_err(|reason| at(path, ConversationFault::Image(reason)))?;
        return Ok(Attachment::Image(image));
    }
    let media_type = sniffed.map(|kind| kind.media_type().to_owned()).unwrap_or_default();
    Ok(Attachment::Other { kind, media_type, name, bytes })
}

/// The bytes of a source, and a name for them.
fn load(source: Source, path: &str, outside: Outside<'_>) -> Result<(Bytes, String), ConversationError> {
    match source {
        Source { file: Some(file), .. } => {
            let bytes = (outside.load)(&file).map_err(|error| at(path, ConversationFault::File(error)))?;
            let name = file.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
            Ok((bytes.into(), name))
        }
        Source { data: Some(data), .. } => {
            let bytes = decode_base64(&data, MAX_FILE);
            let bytes = bytes.map_err(|_| at(&format!("{path}.data"), ConversationFault::Data))?;
            Ok((bytes, String::new()))
        }
        Source { .. } => Err(at(path, ConversationFault::Missing("file or data"))),
    }
}

fn at(path: &str, fault: ConversationFault) -> ConversationError {
    ConversationError { path: path.to_owned(), fault }
}

/// Writes a conversation in the form that [`parse`] reads; files become data.
#[must_use]
pub fn render(request: &Request) -> Value {
    let mut out = Map::new();
    out.insert("model".into(), request.model.clone().into());
    if !request.system.is_empty() {
        let parts: Vec<&str> = request.system.iter().map(|part| part.text.as_str()).collect();
        out.insert("system".into(), parts.join("\n\n").into());
    }
    if !request.tools.is_empty() {
        let tools = request.tools.iter().map(
            |tool| json!({"name": tool.name, "description": tool.description, "parameters": tool.parameters}),
        );
        out.insert("tools".into(), tools.collect());
    }
    if let Some(most) = request.max_output_tokens {
        out.insert("max_output_tokens".into(), most.into());
    }
    out.insert("messages".into(), request.messages.iter().map(render_message).collect());
    Value::Object(out)
}

/// One message in the form that [`parse`] reads.
#[must_use]
pub fn render_message(message: &Message) -> Value {
    let data = |media_type: &str, base64: &str| json!({"media_type": media_type, "data": base64});
    let mut out = match message {
        Message::User { text, .. } => json!({"role": "user", "text": text}),
        Message::Assistant { text, .. } => json!({"role": "assistant", "text": text}),
        Message::Tool(result) => {
            json!({"role": "tool", "call": result.call, "name": result.name, "text": result.text,
                "is_error": result.is_error})
        }
    };
    match message {
        Message::User { attachments, .. } if !attachments.is_empty() => {
            out["attachments"] = attachments
                .iter()
                .map(|attachment| match attachment {
                    Attachment::Image(image) => data(image.media_type(), image.base64()),
                    Attachment::Other { media_type, bytes, .. } => {
                        data(media_type, &base64_simd::STANDARD.encode_to_string(bytes))
                    }
                })
                .collect();
        }
        Message::Assistant { calls, .. } if !calls.is_empty() => {
            out["calls"] = calls.iter().map(render_call).collect();
        }
        Message::Tool(result) => {
            if !result.images.is_empty() {
                out["images"] =
                    result.images.iter().map(|image| data(image.media_type(), image.base64())).collect();
            }
            if let Some(caption) = &result.caption {
                out["caption"] = caption.clone().into();
            }
        }
        _ => {}
    }
    out
}

/// One call in the form that [`parse`] reads.
#[must_use]
pub fn render_call(call: &ToolCall) -> Value {
    json!({"id": call.id, "name": call.name, "arguments": call.arguments})
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    model: String,
    system: Option<String>,
    #[serde(default)]
    tools: Vec<ToolEntry>,
    #[serde(default)]
    tool_choice: ChoiceEntry,
    max_output_tokens: Option<u32>,
    messages: Vec<Entry>,
}

#[derive(Deserialize)]
struct ToolEntry {
    name: String,
    #[serde(default)]
    description: String,
    parameters: Option<Map<String, Value>>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ChoiceEntry {
    #[default]
    Auto,
    None,
}

/// One message; flat, so that a fault in it has a precise place.
#[derive(Deserialize)]
#[serde(expecting = "a message")]
struct Entry {
    role: Role,
    #[serde(default)]
    text: String,
    #[serde(default)]
    attachments: Vec<Source>,
    #[serde(default)]
    calls: Vec<CallEntry>,
    call: Option<String>,
    name: Option<String>,
    #[serde(default)]
    is_error: bool,
    #[serde(default)]
    images: Vec<Source>,
    caption: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Role {
    User,
    Assistant,
    Tool,
}

#[derive(Deserialize)]
#[serde(expecting = "a call")]
struct CallEntry {
    id: String,
    name: String,
    #[serde(default)]
    arguments: Map<String, Value>,
}

/// Where bytes come from. What a file says about their type is not asked: bytes decide.
#[derive(Deserialize)]
#[serde(expecting = "a file")]
struct Source {
    file: Option<String>,
    data: Option<String>,
}

impl From<ToolEntry> for ToolSpec {
    fn from(entry: ToolEntry) -> Self {
        let parameters = entry.parameters.unwrap_or_else(|| {
            let mut schema = Map::new();
            schema.insert("type".into(), "object".into());
            schema.insert("properties".into(), json!({}));
            schema
        });
        Self { name: entry.name, description: entry.description, parameters }
    }
}

impl From<ChoiceEntry> for ToolChoice {
    fn from(entry: ChoiceEntry) -> Self {
        match entry {
            ChoiceEntry::Auto => Self::Auto,
            ChoiceEntry::None => Self::None,
        }
    }
}

impl From<CallEntry> for ToolCall {
    fn from(entry: CallEntry) -> Self {
        Self { id: entry.id, name: entry.name, arguments: entry.arguments, malformed: None }
    }
}
