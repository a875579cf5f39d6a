//! A request as every wire can say it: what a script or a test looks at.

use std::fmt;

use bytes::Bytes;

use super::wire::Wire;

/// A checked model call.
#[derive(Clone, Debug)]
pub struct Received {
    /// The wire it came on.
    pub wire: Wire,
    /// The model asked for.
    pub model: String,
    /// Whether a stream is wanted.
    pub stream: bool,
    /// System text, all parts joined by a line break.
    pub system: String,
    /// The conversation. A wire that groups results keeps them in one message of [`Role::Tool`].
    pub messages: Vec<Message>,
    /// The tools on offer.
    pub tools: Vec<Tool>,
    /// Whether the model may call them.
    pub tool_choice: ToolChoice,
    /// The raw body.
    pub body: Bytes,
}

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The person, or the message that carries images for a tool.
    User,
    /// The model.
    Assistant,
    /// Results of tools.
    Tool,
}

/// One message.
#[derive(Clone, Debug)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// Its text parts, joined by a line break. Texts of results are in `results`.
    pub text: String,
    /// Its own images. Those of results are in `results`.
    pub images: Vec<Image>,
    /// Files that are no images: media type and size in bytes.
    pub files: Vec<(String, usize)>,
    /// Calls the assistant made.
    pub calls: Vec<Call>,
    /// Results of calls.
    pub results: Vec<ToolResult>,
    /// Whether this user message only brings the images of the results before it.
    pub carrier: bool,
}

impl Message {
    pub(super) fn new(role: Role) -> Self {
        Self {
            role,
            text: String::new(),
            images: Vec::new(),
            files: Vec::new(),
            calls: Vec::new(),
            results: Vec::new(),
            carrier: false,
        }
    }

    pub(super) fn push_text(&mut self, text: &str) {
        push_line(&mut self.text, text);
    }
}

pub(super) fn push_line(target: &mut String, text: &str) {
    if !target.is_empty() {
        target.push('\n');
    }
    target.push_str(text);
}

/// A call of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Its id; empty where the wire has none.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The arguments.
    pub arguments: serde_json::Value,
}

/// A result of a call.
#[derive(Clone, Debug)]
pub struct ToolResult {
    /// The id of the call; empty where the wire has none.
    pub call_id: String,
    /// The tool.
    pub name: String,
    /// Its text parts.
    pub text: String,
    /// Its images.
    pub images: Vec<Image>,
    /// Whether it says that it failed.
    pub is_error: bool,
}

/// An image that was really received and decodes.
#[derive(Clone)]
pub struct Image {
    /// Digest of the decoded bytes, lower-case hex.
    pub sha256: String,
    /// Media type, which is also that of the bytes.
    pub media_type: &'static str,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The decoded bytes.
    pub bytes: Bytes,
}

impl fmt::Debug for Image {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sha256, media_type, width, height, bytes } = self;
        write!(formatter, "<{media_type} {width}x{height} {} bytes sha256:{sha256}>", bytes.len())
    }
}

/// A tool on offer.
#[derive(Clone, Debug)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// What the caller says of it.
    pub description: String,
}

/// Whether the model may call tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolChoice {
    /// As it likes.
    Auto,
    /// No.
    None,
    /// It must call some tool.
    Any,
    /// It must call this one.
    Named(String),
}

impl Received {
    /// Every image, in the order of the request.
    #[must_use]
    pub fn images(&self) -> Vec<&Image> {
        self.messages
            .iter()
            .flat_map(|message| {
                message.images.iter().chain(message.results.iter().flat_map(|result| &result.images))
            })
            .collect()
    }

    /// Index of the person's newest message.
    fn turn_start(&self) -> usize {
        let own = |message: &Message| message.role == Role::User && !message.carrier;
        self.messages.iter().rposition(own).unwrap_or(0)
    }

    /// The person's newest message and all that followed.
    #[must_use]
    pub fn turn(&self) -> &[Message] {
        &self.messages[self.turn_start().min(self.messages.len())..]
    }

    /// Text of the person's newest message.
    #[must_use]
    pub fn last_user_text(&self) -> &str {
        self.turn().first().map_or("", |message| &message.text)
    }

    /// Results since the person's newest message.
    #[must_use]
    pub fn turn_results(&self) -> Vec<&ToolResult> {
        self.turn().iter().flat_map(|message| &message.results).collect()
    }

    /// Images since and in the person's newest message.
    #[must_use]
    pub fn turn_images(&self) -> Vec<&Image> {
        self.turn()
            .iter()
            .flat_map(|message| {
                message.images.iter().chain(message.results.iter().flat_map(|result| &result.images))
            })
            .collect()
    }
}
