//! Messages: the person's, the model's, and the results of tools.

use bytes::Bytes;
use fuseforks_media::Image;
use serde_json::{Map, Value};
use std::{fmt, sync::Arc};

/// One message of a conversation.
#[derive(Clone, Debug)]
pub enum Message {
    /// What the model is told by somebody.
    User {
        /// The text; empty only beside attachments.
        text: String,
        /// What goes with it in this request.
        attachments: Vec<Attachment>,
        /// A provider cache boundary stands after this message.
        cache: bool,
    },
    /// What the model said.
    Assistant {
        /// Its text, possibly empty beside calls.
        text: String,
        /// The tools it asked for, in order.
        calls: Vec<ToolCall>,
        /// What the provider wants back verbatim; see [`Echo`].
        echo: Option<Echo>,
    },
    /// What one tool gave back.
    Tool(ToolResult),
}

/// A file beside a user message.
#[derive(Clone, Debug)]
pub enum Attachment {
    /// A checked image.
    Image(Image),
    /// Audio, video or PDF, checked by magic bytes.
    Other {
        /// What it is.
        kind: AttachmentKind,
        /// IANA media type from the bytes.
        media_type: String,
        /// A file name for wires that want one.
        name: String,
        /// The bytes.
        bytes: Bytes,
    },
}

/// The kinds of attachment that the carries table knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttachmentKind {
    /// An image.
    Image,
    /// Sound.
    Audio,
    /// Moving pictures.
    Video,
    /// A PDF document.
    Pdf,
}

impl Attachment {
    /// The kind, for the carries table.
    #[must_use]
    pub fn kind(&self) -> AttachmentKind {
        match self {
            Self::Image(_) => AttachmentKind::Image,
            Self::Other { kind, .. } => *kind,
        }
    }
}

/// A call that the model made.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall {
    /// The provider's id, or one made up where the provider gave none. Unique in a request.
    pub id: String,
    /// The exposed tool name (`server__tool`).
    pub name: String,
    /// The arguments, an object; what could not be parsed stands under `malformed`.
    pub arguments: Map<String, Value>,
    /// The raw text of arguments that were no JSON object. Such a call is not run.
    pub malformed: Option<String>,
}

impl ToolCall {
    /// A call whose arguments came as JSON text. No text means no arguments; what is no JSON object is
    /// kept under `malformed`.
    #[must_use]
    pub fn parse(id: String, name: &str, arguments: &str) -> Self {
        let (arguments, malformed) = match serde_json::from_str(arguments) {
            Ok(Value::Object(arguments)) => (arguments, None),
            Ok(Value::Null) => (Map::new(), None),
            _ if arguments.trim().is_empty() => (Map::new(), None),
            _ => (Map::new(), Some(arguments.to_owned())),
        };
        Self { id, name: name.to_owned(), arguments, malformed }
    }
}

/// What a tool gave back, in the form that goes to a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolResult {
    /// The id of the call that this answers.
    pub call: String,
    /// The exposed tool name.
    pub name: String,
    /// The text; never empty.
    pub text: String,
    /// The tool reported an error.
    pub is_error: bool,
    /// Images for the model, in the order they came.
    pub images: Vec<Image>,
    /// The sentence that introduces the images on wires whose tool message takes text only.
    pub caption: Option<String>,
}

/// What a provider must get back verbatim inside a turn: its own blocks, parts or items of one
/// assistant round, tagged with the wire and model that made them. Opaque to all but that wire, and
/// ignored by every other.
#[derive(Clone)]
pub struct Echo {
    /// Wire id.
    pub wire: &'static str,
    /// Model name the round was made by.
    pub model: String,
    /// The provider's own items, in order.
    pub items: Arc<Value>,
}

impl fmt::Debug for Echo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Echo({}/{})", self.wire, self.model)
    }
}
