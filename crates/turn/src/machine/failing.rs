//! What a failed model call means: another form of the request, or the end.
//!
//! Owns the answer to an image refusal. It must never send a request again that was not refused because
//! of images: `llm` has retried what may be retried.
//!
//! Invariant: a round sends at most three requests (as it is, WebP as JPEG, without tool images), and a
//! turn strips images once.

use super::{Asking, Phase, Turn};
use crate::{Attempt, Effect, Fact, Stop, images, ledger};
use fuseforks_llm::{ErrorCode, LlmError};

impl Turn {
    pub(super) fn failed(&mut self, asking: Asking, error: LlmError, out: &mut Vec<Effect>) -> Phase {
        if let Some(partial) = &error.partial {
            ledger::add(&mut self.usage, &partial.usage);
        }
        let asking = match self.remedy(asking, &error, out) {
            Ok(phase) => return phase,
            Err(asking) => asking,
        };
        let partial = error.partial.as_ref().map_or_else(String::new, |partial| partial.text.clone());
        if error.code == ErrorCode::Cancelled {
            return self.interrupted(partial, out);
        }
        if asking.attempt == Attempt::Stripped {
            out.push(Effect::Log(Fact::ImageFallback { removed: asking.stripped, ok: false }));
        }
        out.push(Effect::Log(Fact::ModelFailed {
            status: error.status,
            code: error.code.as_str(),
            vendor_code: error.vendor_code.clone(),
        }));
        self.append_text(&partial);
        self.end(Stop::Failed(error.code.as_str()), partial, Some(error), out)
    }

    /// Sends a refused request again in a form that may be taken: WebP as JPEG once a turn, then without
    /// tool images once a turn. Gives the call back where nothing is left to try.
    fn remedy(&mut self, asking: Asking, error: &LlmError, out: &mut Vec<Effect>) -> Result<Phase, Asking> {
        if error.code != ErrorCode::ImagesRefused || self.stripped {
            return Err(asking);
        }
        if let Some(status) = error.status.filter(|status| *status == 400)
            && self.jpeg_fallback
            && !self.jpeg
            && images::make_jpeg(&mut self.request.messages, &self.media) > 0
        {
            self.jpeg = true;
            self.request.drop_thinking = true;
            out.push(Effect::Log(Fact::JpegRetry { status }));
            return Ok(self.ask(Attempt::Jpeg, asking.wrap_up, 0, out));
        }
        if !images::has_tool_images(&self.request.messages) {
            return Err(asking);
        }
        let removed = images::strip(&mut self.request.messages, self.sentences.as_ref());
        self.stripped = true;
        self.request.drop_thinking = true;
        Ok(self.ask(Attempt::Stripped, asking.wrap_up, removed, out))
    }
}
