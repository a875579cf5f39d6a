//! Anthropic Messages, version 2023-06-01.
//!
//! Facts that shape this folder: a tool result with images is an array of images, then text, one without
//! is a bare string; all results of a round stand in one user message; an error result may hold text only,
//! so one with images goes without the flag; blank text blocks are refused; thinking blocks are bound to
//! everything before them and go back exactly as they came, or not at all.

mod encode;
mod model;
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
pub(super) const ID: &str = "anthropic";

/// The wire.
pub(super) struct Anthropic;

impl Codec for Anthropic {
    fn id(&self) -> &'static str {
        ID
    }

    fn default_base_url(&self) -> &'static str {
        "https://api.anthropic.com/v1"
    }

    fn path(&self, base: &str, _model: &str, _options: &Options) -> String {
        format!("{}/messages", versioned(base))
    }

    fn questions(&self, base: &str, model: Option<&str>, _options: &Options, _near: bool) -> Vec<Question> {
        let models = format!("{}/models", versioned(base));
        match model {
            Some(model) => {
                let one = format!("{models}/{}", path_segment(model));
                vec![Question::get(one, capabilities::anthropic_model)]
            }
            None => vec![Question::get(format!("{models}?limit=1000"), capabilities::anthropic_models)],
        }
    }

    fn auth(&self) -> Auth {
        Auth::Header("x-api-key")
    }

    fn headers(&self) -> &'static [(&'static str, &'static str)] {
        &[("anthropic-version", "2023-06-01")]
    }

    fn encode(&self, request: &Request, options: &Options) -> Result<Vec<u8>, LlmError> {
        encode::body(request, options)
    }

    fn events(&self, request: &Request, ids: CallIds) -> Box<dyn Events> {
        Box::new(stream::State::new(&request.model, ids))
    }

    fn carries(&self, kind: AttachmentKind, place: Place) -> Carry {
        match (kind, place) {
            (AttachmentKind::Image, _) | (AttachmentKind::Pdf, Place::UserAttachment) => Carry::Native,
            _ => Carry::No,
        }
    }

    fn image_tokens(&self, model: &str, width: u32, height: u32) -> u64 {
        model::image_tokens(model, width, height)
    }
}

/// The vendor's own SDKs take the base URL without the version.
fn versioned(base: &str) -> String {
    if base.is_empty() { "/v1".to_owned() } else { base.to_owned() }
}
