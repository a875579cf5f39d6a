//! The request as the server reads it, borrowing from the canonical one.

use crate::wire::body::Base64;
use serde::Serialize;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// The large members of a body.
#[derive(Serialize)]
pub(super) struct Large<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tools: Vec<Tool<'a>>,
    pub(super) messages: Vec<Turn<'a>>,
}

/// One message. `content` is always a string.
#[derive(Serialize)]
pub(super) struct Turn<'a> {
    pub(super) role: &'static str,
    pub(super) content: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) thinking: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tool_calls: Vec<Call<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tool_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tool_call_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) images: Vec<Base64<'a>>,
}

/// A call; arguments are an object here.
#[derive(Serialize)]
pub(super) struct Call<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<&'a str>,
    pub(super) function: CallFunction<'a>,
}

#[derive(Serialize)]
pub(super) struct CallFunction<'a> {
    pub(super) name: &'a str,
    pub(super) arguments: &'a Map<String, Value>,
}

/// A tool.
#[derive(Serialize)]
#[serde(tag = "type", rename = "function")]
pub(super) struct Tool<'a> {
    pub(super) function: Function<'a>,
}

#[derive(Serialize)]
pub(super) struct Function<'a> {
    pub(super) name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) description: &'a str,
    pub(super) parameters: Map<String, Value>,
}
