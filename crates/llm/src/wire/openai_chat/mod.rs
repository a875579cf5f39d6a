//! OpenAI-compatible chat completions: one adapter, many servers, so the smallest common subset.
//!
//! Facts that shape this folder: a tool message takes text only, so all images of a run of tool messages
//! stand in one user message after it; text-only messages are bare strings; a server may answer 200 and
//! never look at an image, so nothing is probed by status.

mod encode;
mod model;
mod stream;
mod types;

use super::codec::{Carry, Codec, Events, Place};
use super::ids::CallIds;
use crate::{
    LlmError,
    canonical::{AttachmentKind, Request},
    capabilities::{self, Question},
    endpoint::Options,
};

pub(super) use model::{image_tokens, is_reasoning};

/// The id, also the tag of echoes.
pub(super) const ID: &str = "openai-compat";

/// The wire.
pub(super) struct OpenAiChat;

impl Codec for OpenAiChat {
    fn id(&self) -> &'static str {
        ID
    }

    fn default_base_url(&self) -> &'static str {
        "https://api.openai.com/v1"
    }

    fn path(&self, base: &str, _model: &str, options: &Options) -> String {
        format!("{}/chat/completions", versioned(base, options))
    }

    fn questions(&self, base: &str, _model: Option<&str>, options: &Options, near: bool) -> Vec<Question> {
        let models =
            Question::get(format!("{}/models", versioned(base, options)), capabilities::openai_models);
        // LM Studio says there which models see; nobody else answers at that path.
        let studio = Question::get("/api/v0/models".into(), capabilities::studio_models);
        if near { vec![studio, models] } else { vec![models] }
    }

    fn request_header(&self, request: &Request, options: &Options) -> Option<(&'static str, String)> {
        // Pins the conversation to the server that has its prefix.
        let key = request.cache_key.as_ref().filter(|_| options.host == "api.x.ai")?;
        Some(("x-grok-conv-id", key.clone()))
    }

    fn encode(&self, request: &Request, options: &Options) -> Result<Vec<u8>, LlmError> {
        encode::body(request, options)
    }

    fn events(&self, request: &Request, ids: CallIds) -> Box<dyn Events> {
        Box::new(stream::State::new(&request.model, ids))
    }

    fn carries(&self, kind: AttachmentKind, place: Place) -> Carry {
        match (kind, place) {
            (AttachmentKind::Image, Place::UserAttachment) => Carry::Native,
            (AttachmentKind::Image, Place::ToolResult) => Carry::Carrier,
            _ => Carry::No,
        }
    }

    fn image_tokens(&self, model: &str, width: u32, height: u32) -> u64 {
        image_tokens(model, width, height)
    }
}

/// Vendors that are known to want a version where the person left it out.
pub(super) fn versioned(base: &str, options: &Options) -> String {
    const HOSTS: [&str; 4] = ["api.openai.com", "api.x.ai", "api.meta.ai", "api.perplexity.ai"];
    if base.is_empty() && HOSTS.contains(&options.host.as_str()) { "/v1".to_owned() } else { base.to_owned() }
}
