//! The request as the API declares it, borrowing from the canonical one.

use crate::{
    canonical::ToolSpec,
    wire::{body::Data, schema::ObjectSchema},
};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// The large members of a body.
#[derive(Serialize)]
pub(super) struct Large<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) system: Vec<Block<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tools: Vec<Tool<'a>>,
    pub(super) messages: Vec<Turn<'a>>,
}

/// One message.
#[derive(Serialize)]
pub(super) struct Turn<'a> {
    pub(super) role: &'static str,
    pub(super) content: Content<'a>,
}

/// What a message or a tool result holds. A single bare text is written as a string.
#[derive(Default)]
pub(super) struct Content<'a>(pub(super) Vec<Block<'a>>);

impl Serialize for Content<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [Block::Own(Own::Text { text, cache_control: None })] => serializer.serialize_str(text),
            blocks => blocks.serialize(serializer),
        }
    }
}

/// A content block.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Block<'a> {
    Own(Own<'a>),
    /// A block the provider made, as it came.
    Echo(&'a Value),
}

/// A content block of our own.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Own<'a> {
    Text {
        text: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        cache_control: Option<CacheControl>,
    },
    Image {
        source: Source<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        cache_control: Option<CacheControl>,
    },
    Document {
        source: Source<'a>,
        #[serde(skip_serializing_if = "str::is_empty")]
        title: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        cache_control: Option<CacheControl>,
    },
    ToolUse {
        id: &'a str,
        name: &'a str,
        input: &'a Map<String, Value>,
    },
    ToolResult {
        tool_use_id: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        content: Option<Content<'a>>,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        is_error: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        cache_control: Option<CacheControl>,
    },
}

/// Bytes inside a block.
#[derive(Serialize)]
#[serde(tag = "type", rename = "base64")]
pub(super) struct Source<'a> {
    pub(super) media_type: &'a str,
    pub(super) data: Data<'a>,
}

/// A cache boundary after a block; five minutes, the default life.
#[derive(Clone, Copy, Serialize)]
#[serde(tag = "type", rename = "ephemeral")]
pub(super) struct CacheControl {}

/// A tool.
#[derive(Serialize)]
pub(super) struct Tool<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    description: &'a str,
    input_schema: ObjectSchema<'a>,
}

impl<'a> From<&'a ToolSpec> for Tool<'a> {
    fn from(spec: &'a ToolSpec) -> Self {
        Self {
            name: &spec.name,
            description: &spec.description,
            input_schema: ObjectSchema::typed(&spec.parameters),
        }
    }
}

impl Block<'_> {
    /// Puts a cache boundary after this block, where its kind can have one.
    pub(super) fn mark(&mut self) -> bool {
        match self {
            Self::Own(
                Own::Text { cache_control, .. }
                | Own::Image { cache_control, .. }
                | Own::Document { cache_control, .. }
                | Own::ToolResult { cache_control, .. },
            ) => {
                *cache_control = Some(CacheControl {});
                true
            }
            Self::Own(Own::ToolUse { .. }) | Self::Echo(_) => false,
        }
    }
}
