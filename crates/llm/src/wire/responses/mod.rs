//! The Responses API: one codec, four vendors. A vendor is a row of [`vendor`], never a copy.
//!
//! Facts that shape this folder: a tool result with images is a list of text, then images, one without is
//! a bare string; what the model made goes back as items, unchanged and in order; a reasoning item without
//! the item it led to is refused.

mod encode;
mod stream;
mod types;
mod vendor;

use super::codec::{Carry, Codec, Events, Place};
use super::ids::CallIds;
use super::openai_chat::{image_tokens, versioned};
use crate::{
    LlmError,
    canonical::{AttachmentKind, Request},
    capabilities::{self, Question},
    endpoint::Options,
};

use vendor::Vendor;
pub(super) use vendor::{META, OPENAI, PERPLEXITY, XAI};

impl Codec for Vendor {
    fn id(&self) -> &'static str {
        self.id
    }

    fn default_base_url(&self) -> &'static str {
        self.base_url
    }

    fn path(&self, base: &str, _model: &str, options: &Options) -> String {
        format!("{}/responses", versioned(base, options))
    }

    fn questions(&self, base: &str, _model: Option<&str>, options: &Options, _near: bool) -> Vec<Question> {
        let root = versioned(base, options);
        let models = Question::get(format!("{root}/models"), capabilities::openai_models);
        match self.models_with_modalities {
            Some(path) => {
                vec![Question::get(format!("{root}{path}"), capabilities::openai_models), models]
            }
            None => vec![models],
        }
    }

    fn encode(&self, request: &Request, options: &Options) -> Result<Vec<u8>, LlmError> {
        encode::body(self, request, options)
    }

    fn events(&self, request: &Request, ids: CallIds) -> Box<dyn Events> {
        Box::new(stream::State::new(*self, request, ids))
    }

    fn carries(&self, kind: AttachmentKind, place: Place) -> Carry {
        match place {
            Place::UserAttachment if self.attachments.contains(&kind) => Carry::Native,
            Place::ToolResult if kind == AttachmentKind::Image => Carry::Native,
            _ => Carry::No,
        }
    }

    fn image_tokens(&self, model: &str, width: u32, height: u32) -> u64 {
        image_tokens(model, width, height)
    }
}
