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
use fuseforks_media::Image;

impl Turn {
    /// Sends a refused request again in a form that may be taken: WebP as JPEG once a turn, then without
    /// tool images once a turn. Every other failure ends the turn.
    pub(super) fn failed(&mut self, asking: Asking, error: LlmError, out: &mut Vec<Effect>) -> Phase {
        if let Some(partial) = &error.partial {
            ledger::add(&mut self.usage, &partial.usage);
        }
        if self.may_go_as_jpeg(&error) {
            let webps = images::webps(&self.request.messages);
            if !webps.is_empty() {
                out.push(Effect::MakeJpegs(webps));
                return Phase::Remaking(asking, error);
            }
        }
        self.strip_or_end(asking, error, out)
    }

    /// JPEGs were made of what was refused.
    pub(super) fn remade(
        &mut self,
        asking: Asking,
        error: LlmError,
        made: &[(Image, Image)],
        out: &mut Vec<Effect>,
    ) -> Phase {
        match error.status {
            Some(status) if images::put_jpegs(&mut self.request.messages, made) > 0 => {
                self.jpeg = true;
                self.request.drop_thinking = true;
                out.push(Effect::Log(Fact::JpegRetry { status }));
                self.ask(Attempt::Jpeg, asking.wrap_up, 0, out)
            }
            _ => self.strip_or_end(asking, error, out),
        }
    }

    fn may_go_as_jpeg(&self, error: &LlmError) -> bool {
        error.code == ErrorCode::ImagesRefused
            && error.status == Some(400)
            && self.jpeg_fallback
            && !self.jpeg
            && !self.stripped
    }

    fn strip_or_end(&mut self, asking: Asking, error: LlmError, out: &mut Vec<Effect>) -> Phase {
        let refused = error.code == ErrorCode::ImagesRefused && !self.stripped;
        if refused && images::has_tool_images(&self.request.messages) {
            let removed = images::strip(&mut self.request.messages, self.sentences.as_ref());
            self.stripped = true;
            self.request.drop_thinking = true;
            return self.ask(Attempt::Stripped, asking.wrap_up, removed, out);
        }
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
}
