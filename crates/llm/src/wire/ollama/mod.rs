//! Ollama's own `/api/chat`.
//!
//! Facts that shape this folder: images are bare base64 beside a text, on the message they belong to, and
//! only for a model that is known to see; there is no `tool_choice`, so "no tools" is said by giving none;
//! JPEG is the one format that every renderer reads.

mod encode;
mod schema;
mod stream;
mod types;

use super::codec::{Carry, Codec, Events, Framing, Place};
use super::ids::CallIds;
use crate::{
    LlmError,
    canonical::{AttachmentKind, Request},
    capabilities::{self, Question},
    endpoint::Options,
};
use serde_json::json;

/// The id, also the tag of echoes.
pub(super) const ID: &str = "ollama";

/// The wire.
pub(super) struct Ollama;

impl Codec for Ollama {
    fn id(&self) -> &'static str {
        ID
    }

    fn default_base_url(&self) -> &'static str {
        "http://localhost:11434"
    }

    fn path(&self, base: &str, _model: &str, _options: &Options) -> String {
        format!("{}/api/chat", root(base))
    }

    fn questions(&self, base: &str, model: Option<&str>, _options: &Options, _near: bool) -> Vec<Question> {
        let root = root(base);
        vec![match model {
            Some(model) => {
                Question::post(format!("{root}/api/show"), json!({"model": model}), capabilities::ollama_show)
            }
            None => Question::get(format!("{root}/api/tags"), capabilities::ollama_tags),
        }]
    }

    fn framing(&self) -> Framing {
        Framing::Ndjson
    }

    fn reads_webp(&self) -> bool {
        false
    }

    fn encode(&self, request: &Request, options: &Options) -> Result<Vec<u8>, LlmError> {
        encode::body(request, options)
    }

    fn events(&self, request: &Request, ids: CallIds) -> Box<dyn Events> {
        Box::new(stream::State::new(&request.model, ids))
    }

    fn carries(&self, kind: AttachmentKind, _place: Place) -> Carry {
        match kind {
            AttachmentKind::Image => Carry::IfVision,
            _ => Carry::No,
        }
    }

    /// A flat 768, the server's own estimate, doubled: models cost from 256 to several thousand.
    fn image_tokens(&self, _model: &str, _width: u32, _height: u32) -> u64 {
        2 * 768
    }
}

/// People paste the URL of the compatible API of the same server.
fn root(base: &str) -> &str {
    base.strip_suffix("/v1").or_else(|| base.strip_suffix("/api")).unwrap_or(base)
}
