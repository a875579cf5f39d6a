//! Messages in short.

use crate::compact::Rewritten;
pub(super) use crate::tests::support::{call, jpeg, large, saw, user, webp};
use bytes::Bytes;
use fuseforks_llm::canonical::{Attachment, AttachmentKind, Message, Request, ToolResult};
use fuseforks_media::Image;

pub(super) fn assistant(text: &str, calls: &[&str]) -> Message {
    Message::Assistant {
        text: text.to_owned(),
        calls: calls.iter().map(|short| call(short)).collect(),
        echo: None,
    }
}

pub(super) fn tool(call: &str, name: &str, text: &str, images: &[Image]) -> Message {
    Message::Tool(ToolResult {
        call: call.to_owned(),
        name: name.to_owned(),
        text: text.to_owned(),
        is_error: false,
        images: images.to_vec(),
        caption: (!images.is_empty()).then(|| format!("<{name} gave {}>", images.len())),
    })
}

pub(super) fn picture(image: Image) -> Attachment {
    Attachment::Image(image)
}

pub(super) fn file(kind: AttachmentKind, media_type: &str) -> Attachment {
    Attachment::Other {
        kind,
        media_type: media_type.to_owned(),
        name: "file".to_owned(),
        bytes: Bytes::from_static(b"%PDF-"),
    }
}

pub(super) fn lines(messages: &[Message]) -> Vec<String> {
    saw(&Request { messages: messages.to_vec(), ..Request::default() })
}

/// What a rewrite gave, a line a message.
pub(super) fn rewritten(back: &Rewritten<'_>) -> Vec<String> {
    lines(&back.clone().into_owned())
}

/// Whether the very same slice came back.
pub(super) fn is_same(given: &[Message], back: &Rewritten<'_>) -> bool {
    matches!(back, Rewritten::Same(slice) if std::ptr::eq(*slice, given)) && back.is_same()
}
