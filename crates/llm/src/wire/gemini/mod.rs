//! Gemini `generateContent`, streamed.
//!
//! Facts that shape this folder: all function responses of a model turn stand in one user content, as
//! many as there were calls; images stand inside a response from Gemini 3 on and beside the responses
//! before it; a thought signature goes back on the very part that had it; schemas are an OpenAPI subset
//! whose unknown keys are a 400.

mod encode;
mod model;
mod schema;
mod stream;
mod types;

use super::codec::{Auth, Carry, Codec, Events, Place};
use super::ids::CallIds;
use crate::{
    LlmError,
    canonical::{AttachmentKind, Request},
    capabilities::{self, Question, path_segment},
    endpoint::Options,
};

/// The id, also the tag of echoes.
pub(super) const ID: &str = "gemini";

/// The wire.
pub(super) struct Gemini;

impl Codec for Gemini {
    fn id(&self) -> &'static str {
        ID
    }

    fn default_base_url(&self) -> &'static str {
        "https://generativelanguage.googleapis.com/v1beta"
    }

    fn path(&self, base: &str, model: &str, _options: &Options) -> String {
        format!("{}/models/{}:streamGenerateContent", versioned(base), bare(model))
    }

    fn query(&self) -> Option<&'static str> {
        Some("alt=sse")
    }

    fn questions(&self, base: &str, model: Option<&str>, _options: &Options, _near: bool) -> Vec<Question> {
        let models = format!("{}/models", versioned(base));
        vec![match model {
            Some(model) => {
                Question::get(format!("{models}/{}", bare(&path_segment(model))), capabilities::gemini_model)
            }
            None => Question::get(format!("{models}?pageSize=1000"), capabilities::gemini_models),
        }]
    }

    fn auth(&self) -> Auth {
        Auth::Header("x-goog-api-key")
    }

    fn encode(&self, request: &Request, options: &Options) -> Result<Vec<u8>, LlmError> {
        encode::body(request, options)
    }

    fn events(&self, request: &Request, ids: CallIds) -> Box<dyn Events> {
        Box::new(stream::State::new(&request.model, ids))
    }

    fn carries(&self, kind: AttachmentKind, place: Place) -> Carry {
        match (kind, place) {
            (_, Place::UserAttachment) | (AttachmentKind::Image, Place::ToolResult) => Carry::Native,
            _ => Carry::No,
        }
    }

    fn image_tokens(&self, model: &str, width: u32, height: u32) -> u64 {
        model::image_tokens(model, width, height)
    }
}

/// The name without the collection that lists put before it.
fn bare(model: &str) -> &str {
    model.trim_start_matches("models%2F").trim_start_matches("models/")
}

fn versioned(base: &str) -> String {
    if base.is_empty() { "/v1beta".to_owned() } else { base.to_owned() }
}
