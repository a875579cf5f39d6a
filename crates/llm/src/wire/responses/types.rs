//! The request as the API declares it, borrowing from the canonical one.

use crate::wire::{
    body::{Base64, JsonText},
    schema::ObjectSchema,
};
use serde::Serialize;
use serde_json::Value;

/// The large members of a body.
#[derive(Serialize)]
pub(super) struct Large<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tools: Vec<Tool<'a>>,
    pub(super) input: Vec<Item<'a>>,
}

/// One item of the conversation.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Item<'a> {
    Said {
        role: &'static str,
        content: Content<'a>,
    },
    Made(Made<'a>),
    /// An item the provider made, as it came.
    Echo(&'a Value),
    /// The same with a change.
    Changed(Value),
}

/// Items of our own making.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Made<'a> {
    FunctionCall {
        call_id: &'a str,
        name: &'a str,
        arguments: JsonText<'a>,
    },
    FunctionCallOutput {
        call_id: &'a str,
        output: Content<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        thought_signature: Option<&'a str>,
    },
}

/// What a message or an output holds.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Content<'a> {
    Text(&'a str),
    Joined(String),
    Parts(Vec<Part<'a>>),
}

/// A part; `image_url` is a string here.
#[derive(Serialize)]
#[serde(tag = "type")]
pub(super) enum Part<'a> {
    #[serde(rename = "input_text")]
    Text { text: &'a str },
    #[serde(rename = "input_image")]
    Image {
        image_url: Base64<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        detail: Option<&'static str>,
    },
    #[serde(rename = "input_file")]
    File { filename: &'a str, file_data: String },
    #[serde(rename = "input_audio")]
    Audio { data: String, format: &'a str },
    #[serde(rename = "input_video")]
    Video { video_url: String },
}

/// A tool; flat, unlike chat completions.
#[derive(Serialize)]
#[serde(tag = "type", rename = "function")]
pub(super) struct Tool<'a> {
    pub(super) name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) description: &'a str,
    pub(super) parameters: ObjectSchema<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) strict: Option<bool>,
}
