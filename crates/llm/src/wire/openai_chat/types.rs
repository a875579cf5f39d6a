//! The request in the subset that compatible servers share, borrowing from the canonical one.

use crate::{
    canonical::{ToolCall, ToolSpec},
    wire::{
        body::{Base64, JsonText},
        schema::ObjectSchema,
    },
};
use serde::Serialize;
use serde_json::Value;

/// The large members of a body.
#[derive(Serialize)]
pub(super) struct Large<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tools: Vec<Tool<'a>>,
    pub(super) messages: Vec<Turn<'a>>,
}

/// One message.
#[derive(Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
pub(super) enum Turn<'a> {
    System {
        content: String,
    },
    User {
        content: Content<'a>,
    },
    Assistant {
        #[serde(skip_serializing_if = "Option::is_none")]
        content: Option<&'a str>,
        #[serde(skip_serializing_if = "Calls::is_empty")]
        tool_calls: Calls<'a>,
    },
    Tool {
        tool_call_id: &'a str,
        content: &'a str,
    },
}

/// What a user message holds.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Content<'a> {
    Text(&'a str),
    Parts(Vec<Part<'a>>),
}

/// A part of a user message.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Part<'a> {
    Text { text: &'a str },
    ImageUrl { image_url: ImageUrl<'a> },
}

/// An object here, a string on the Responses wires.
#[derive(Serialize)]
pub(super) struct ImageUrl<'a> {
    pub(super) url: Base64<'a>,
}

/// The calls of an assistant message: as the provider made them, or our own.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Calls<'a> {
    Echo(&'a Value),
    Own(Vec<Call<'a>>),
}

impl Calls<'_> {
    fn is_empty(&self) -> bool {
        match self {
            Self::Echo(value) => value.as_array().is_none_or(Vec::is_empty),
            Self::Own(calls) => calls.is_empty(),
        }
    }
}

/// A call of our own making.
#[derive(Serialize)]
#[serde(tag = "type", rename = "function")]
pub(super) struct Call<'a> {
    id: &'a str,
    function: CallFunction<'a>,
}

#[derive(Serialize)]
struct CallFunction<'a> {
    name: &'a str,
    arguments: JsonText<'a>,
}

impl<'a> From<&'a ToolCall> for Call<'a> {
    fn from(call: &'a ToolCall) -> Self {
        let function = CallFunction { name: &call.name, arguments: JsonText(&call.arguments) };
        Self { id: &call.id, function }
    }
}

/// A tool.
#[derive(Serialize)]
#[serde(tag = "type", rename = "function")]
pub(super) struct Tool<'a> {
    function: Function<'a>,
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    description: &'a str,
    parameters: ObjectSchema<'a>,
}

impl<'a> From<&'a ToolSpec> for Tool<'a> {
    fn from(spec: &'a ToolSpec) -> Self {
        Self {
            function: Function {
                name: &spec.name,
                description: &spec.description,
                parameters: ObjectSchema::listed(&spec.parameters),
            },
        }
    }
}
