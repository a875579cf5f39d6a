//! `fuseforks compact`: what the compactor makes of a conversation file.
//!
//! A conversation is compacted as it stands: what a file says of its media is taken as said, and no byte
//! of them is decoded. So a picture that no wire would take is counted and named like any other, and what
//! does not change comes back with every member that it had.

use crate::{
    args::{CompactCommand, MicroArgs},
    context::Context,
    output,
    wire::{read_head, read_stdin},
};
use bytes::Bytes;
use fuseforks_llm::{
    canonical::{Attachment, AttachmentKind, Message, ToolResult},
    conversation::{self, ConversationError, ConversationFault, Outside},
};
use fuseforks_media::{Image, Limits, normalise, sniff};
use fuseforks_turn::compact::{self, Micro, Rewritten};
use fuseforks_village::{compaction, contract::Failure};
use serde_json::{Value, json};
use std::process::ExitCode;

/// The smallest PNG: what a picture of a file is while its conversation is compacted.
const PIXEL: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00,
    0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x04, 0x00, 0x00, 0x00, 0xb5, 0x1c, 0x0c, 0x02, 0x00,
    0x00, 0x00, 0x0b, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0x64, 0x60, 0x00, 0x00, 0x00, 0x06, 0x00,
    0x02, 0x30, 0x81, 0xd0, 0x2f, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
];

pub(crate) fn run(context: &Context, command: CompactCommand) -> Result<ExitCode, Failure> {
    let mut loaded = Loaded::read(&read_stdin()?)?;
    match command {
        CompactCommand::Slim => {
            let told = loaded.told();
            let back = changes(&compact::slim(&told));
            loaded.put(back);
            output::json(&loaded.file);
        }
        CompactCommand::Micro(arguments) => {
            let messages = std::mem::take(&mut loaded.messages);
            let back = micro(context, &arguments, &messages);
            loaded.put(back);
            output::json(&loaded.file);
        }
        CompactCommand::Estimate => {
            let counts = compact::estimate(&loaded.messages, compaction::image_tokens_of(&context.home));
            output::json(&json!({ "chars": counts.chars, "total": counts.total }));
        }
        CompactCommand::Split => {
            let counts = compact::estimate(&loaded.messages, compaction::image_tokens_of(&context.home));
            output::json(&json!({ "index": compact::split(&loaded.messages, &counts) }));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn micro(context: &Context, arguments: &MicroArgs, messages: &[Message]) -> Vec<(usize, Message)> {
    let text = context.text();
    changes(&compact::micro(
        messages,
        &Micro {
            idle_minutes: arguments.idle,
            after_minutes: compact::DEFAULT_IDLE_MINUTES,
            keep: arguments.keep,
            own: &compaction::is_own_tool,
            caption: &|name, images| text.caption(images, name),
        },
    ))
}

/// The messages that became others, by index.
fn changes(back: &Rewritten<'_>) -> Vec<(usize, Message)> {
    match back {
        Rewritten::Same(_) => Vec::new(),
        Rewritten::Changed(messages) => messages
            .iter()
            .enumerate()
            .filter_map(|(index, message)| match message {
                std::borrow::Cow::Owned(message) => Some((index, message.clone())),
                std::borrow::Cow::Borrowed(_) => None,
            })
            .collect(),
    }
}

/// A conversation twice: as the file has it, and in the form that the compactor reads.
struct Loaded {
    file: Value,
    messages: Vec<Message>,
    /// What each message's media are said to be.
    types: Vec<Vec<String>>,
}

impl Loaded {
    fn read(text: &str) -> Result<Self, Failure> {
        let refuse = |reason: String| Failure::new("conversation").with("reason", reason);
        let file: Value = serde_json::from_str(text).map_err(|error| refuse(error.to_string()))?;
        let mut lean = file.clone();
        let mut types = Vec::new();
        let entries = lean.get_mut("messages").and_then(Value::as_array_mut);
        for (index, entry) in entries.into_iter().flatten().enumerate() {
            let list = media_of(entry);
            let sources = entry.get_mut(list).and_then(Value::as_array_mut);
            let mut said = Vec::new();
            for (at, source) in sources.into_iter().flatten().enumerate() {
                let wrong = |fault| {
                    let path = format!("messages[{index}].{list}[{at}]");
                    refuse(ConversationError { path, fault }.to_string())
                };
                said.push(declared(source).map_err(wrong)?);
                *source = json!({ "file": "" });
            }
            types.push(said);
        }
        let pixel = normalise(Bytes::from_static(PIXEL), &Limits::default(), &|| false)
            .map_err(|reason| refuse(reason.to_string()))?
            .image;
        let image = |_: Bytes, _| Ok::<Image, _>(pixel.clone());
        let outside = Outside { load: &|_| Ok(PIXEL.to_vec()), image: &image };
        let request =
            conversation::parse(&lean.to_string(), outside).map_err(|error| refuse(error.to_string()))?;
        let mut messages = request.messages;
        for (message, types) in messages.iter_mut().zip(&types) {
            if let Message::User { attachments, .. } = message {
                *attachments = types.iter().map(|kind| file_of(kind)).collect();
            }
        }
        Ok(Self { file, messages, types })
    }

    /// For a reader of text: a result's media are files beside its text, so that each is named by what
    /// it is said to be.
    fn told(&self) -> Vec<Message> {
        let each = self.messages.iter().zip(&self.types);
        each.map(|(message, types)| match message {
            Message::Tool(ToolResult { text, images, .. }) if !images.is_empty() => Message::User {
                text: text.clone(),
                attachments: types.iter().map(|kind| file_of(kind)).collect(),
                cache: false,
            },
            other => other.clone(),
        })
        .collect()
    }

    /// Puts what changed into the file: the text, and of the media the newest that are left.
    fn put(&mut self, changed: Vec<(usize, Message)>) {
        let Some(entries) = self.file.get_mut("messages").and_then(Value::as_array_mut) else { return };
        for (index, message) in changed {
            let Some(entry) = entries.get_mut(index) else { continue };
            let list = media_of(entry);
            let Some(entry) = entry.as_object_mut() else { continue };
            let (text, left, caption) = match message {
                Message::User { text, attachments, .. } => (text, attachments.len(), None),
                Message::Tool(result) => (result.text, result.images.len(), result.caption),
                Message::Assistant { text, .. } => (text, 0, None),
            };
            entry.insert("text".to_owned(), text.into());
            if let Some(media) = entry.get_mut(list).and_then(Value::as_array_mut) {
                media.drain(..media.len().saturating_sub(left));
                if media.is_empty() {
                    entry.remove(list);
                }
            }
            entry.remove("caption");
            if let Some(caption) = caption {
                entry.insert("caption".to_owned(), caption.into());
            }
        }
    }
}

/// The member that holds a message's media.
fn media_of(entry: &Value) -> &'static str {
    if entry.get("role").and_then(Value::as_str) == Some("tool") { "images" } else { "attachments" }
}

/// A file of a declared type and of no bytes.
fn file_of(kind: &str) -> Attachment {
    Attachment::Other {
        kind: AttachmentKind::Image,
        media_type: kind.to_owned(),
        name: String::new(),
        bytes: Bytes::new(),
    }
}

/// What a source says it is; of one that says nothing, its bytes do.
fn declared(source: &Value) -> Result<String, ConversationFault> {
    if let Some(kind) = source.get("media_type").and_then(Value::as_str) {
        return Ok(kind.to_owned());
    }
    let sniffed = |bytes: &[u8]| sniff(bytes).map(|kind| kind.media_type().to_owned()).unwrap_or_default();
    match (source.get("file").and_then(Value::as_str), source.get("data").and_then(Value::as_str)) {
        (Some(file), _) => {
            read_head(file, HEAD).map(|bytes| sniffed(&bytes)).map_err(ConversationFault::File)
        }
        (None, Some(data)) => {
            let bytes = fuseforks_media::decode_base64(data, LONGEST).map_err(|_| ConversationFault::Data)?;
            Ok(sniffed(&bytes))
        }
        (None, None) => Err(ConversationFault::Missing("file or data")),
    }
}

/// As much of a file as says what it is.
const HEAD: u64 = 64 << 10;

/// Most decoded bytes of a source that does not say what it is.
const LONGEST: usize = 64 << 20;
