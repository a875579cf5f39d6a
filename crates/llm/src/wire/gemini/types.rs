//! The request as the API declares it, borrowing from the canonical one.

use crate::wire::body::Data;
use serde::Serialize;
use serde_json::{Map, Value};

/// The large members of a body.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Large<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) system_instruction: Option<System<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tools: Option<[Tools<'a>; 1]>,
    pub(super) contents: Vec<Content<'a>>,
}

#[derive(Serialize)]
pub(super) struct System<'a> {
    pub(super) parts: Vec<Part<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Tools<'a> {
    pub(super) function_declarations: Vec<Declaration<'a>>,
}

#[derive(Serialize)]
pub(super) struct Declaration<'a> {
    pub(super) name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(super) description: &'a str,
    /// Absent for a function without parameters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) parameters: Option<Value>,
}

#[derive(Serialize)]
pub(super) struct Content<'a> {
    pub(super) role: &'static str,
    pub(super) parts: Vec<Part<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Part<'a> {
    Text {
        text: &'a str,
    },
    Blob {
        #[serde(rename = "inlineData")]
        inline_data: Blob<'a>,
    },
    Call {
        #[serde(rename = "functionCall")]
        function_call: Call<'a>,
        #[serde(rename = "thoughtSignature", skip_serializing_if = "Option::is_none")]
        thought_signature: Option<&'static str>,
    },
    Response {
        #[serde(rename = "functionResponse")]
        function_response: Response<'a>,
    },
    /// A part the provider made, as it came.
    Echo(&'a Value),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Blob<'a> {
    pub(super) mime_type: &'a str,
    pub(super) data: Data<'a>,
}

#[derive(Serialize)]
pub(super) struct Call<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<&'a str>,
    pub(super) name: &'a str,
    pub(super) args: &'a Map<String, Value>,
}

#[derive(Serialize)]
pub(super) struct Response<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<&'a str>,
    pub(super) name: &'a str,
    pub(super) response: Outcome<'a>,
    /// Absent for a result without images.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) parts: Vec<Part<'a>>,
}

/// Always an object.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Outcome<'a> {
    Result(&'a str),
    Error(&'a str),
}
