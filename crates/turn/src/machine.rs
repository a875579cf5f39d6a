//! The machine: what a turn does next.
//!
//! Owns the phases of a turn and every way out of one. It must never wait or look at a clock; its driver
//! carries effects out in order and tells it what came of them. [`Turn::step`] takes no time worth naming: it
//! decodes no picture.
//!
//! Invariant: [`Turn::end`] is the only way to `Phase::Ended`, it emits [`Effect::End`], and an ended turn
//! emits nothing. Each arm that leaves `Phase::Tools` has appended a result for every call.

use crate::{
    Attempt, Caps, Effect, Ending, Event, Fact, ModelCall, Sentences, Spec, Stop, ids::CallIds,
    images::Capper, ledger, repeat::RepeatGuard, round::Round,
};
use fuseforks_llm::{
    LlmError, Reply,
    canonical::{Message, Request, ToolChoice, Usage},
};
use std::sync::Arc;

mod calling;
mod failing;
mod folding;
mod weighing;

pub use folding::Fold;

/// The code of a turn whose model said nothing at all.
const EMPTY_REPLY: &str = "EMPTY_REPLY";

/// The most rounds a turn can be given.
const MOST_ROUNDS: u32 = 100;

/// One agent handling one message.
pub struct Turn {
    request: Request,
    /// Messages that were there before the turn's own rounds.
    base: usize,
    pub(crate) phase: Phase,
    max_rounds: u32,
    caps: Caps,
    blind: bool,
    jpeg_fallback: bool,
    sentences: Arc<dyn Sentences>,
    round: u32,
    usage: Usage,
    /// A round said something beside its calls.
    said: bool,
    ids: CallIds,
    guard: RepeatGuard,
    capper: Capper,
    /// A WebP was refused: WebP goes as JPEG from then on.
    jpeg: bool,
    /// Images were refused: the rest of the turn goes without.
    stripped: bool,
    weighed: weighing::Weighed,
}

/// Where a turn stands.
#[derive(Debug)]
pub(crate) enum Phase {
    /// Before its first event.
    Fresh,
    /// A model call runs.
    Model(Asking),
    /// JPEGs are made of the images of a refused call.
    Remaking(Asking, LlmError),
    /// Tools run.
    Tools(Round),
    /// Over.
    Ended,
}

/// The running model call.
#[derive(Debug)]
pub(crate) struct Asking {
    attempt: Attempt,
    /// It is the last call, and the turn ends with this.
    wrap_up: Option<Stop>,
    /// Images that were stripped for it.
    stripped: usize,
}

impl Turn {
    /// A turn before its first event.
    #[must_use]
    pub fn new(spec: Spec) -> Self {
        Self {
            base: spec.request.messages.len(),
            ids: CallIds::of(&spec.request.messages),
            guard: RepeatGuard::new(spec.caps.repeats),
            request: spec.request,
            phase: Phase::Fresh,
            max_rounds: spec.max_rounds.clamp(1, MOST_ROUNDS),
            caps: spec.caps,
            blind: spec.blind,
            jpeg_fallback: spec.jpeg_fallback,
            sentences: spec.sentences,
            round: 0,
            usage: Usage::default(),
            said: false,
            capper: Capper::default(),
            jpeg: false,
            stripped: false,
            weighed: weighing::Weighed::default(),
        }
    }

    /// The conversation as it stands: what is sent while a model call runs. While tools run, the round's
    /// results are still missing.
    #[must_use]
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// Books a model call that is given up: what it had cost by then. Every other call books itself.
    pub fn book(&mut self, usage: &Usage) {
        ledger::add(&mut self.usage, usage);
    }

    /// The copy that is sent has an earlier message edited. What is answered to it is bound to that copy, and
    /// what was answered before to this conversation: so thinking stays out for the rest of the turn.
    pub fn sent_edited(&mut self) {
        self.request.drop_thinking = true;
    }

    /// What to do about an event, in order. Events that do not fit are ignored.
    pub fn step(&mut self, event: Event) -> Vec<Effect> {
        let mut out = Vec::new();
        let phase = std::mem::replace(&mut self.phase, Phase::Ended);
        self.phase = match (phase, event) {
            (Phase::Fresh, Event::Start) => self.next_round(&mut out),
            (Phase::Fresh, Event::Stop { partial }) => self.interrupted(partial, &mut out),

            (Phase::Model(asking), Event::ModelReplied(reply)) => self.replied(asking, reply, &mut out),
            (Phase::Model(asking), Event::ModelFailed(error)) => self.failed(asking, error, &mut out),
            (Phase::Model(_), Event::BudgetExhausted) => {
                self.end(Stop::BudgetExhausted, String::new(), None, &mut out)
            }
            (Phase::Model(_), Event::Stop { partial }) => {
                out.push(Effect::AbortModel);
                self.interrupted(partial, &mut out)
            }

            (Phase::Remaking(asking, error), Event::JpegsMade(made)) => {
                self.remade(asking, error, &made, &mut out)
            }
            (Phase::Remaking(..), Event::Stop { partial }) => self.interrupted(partial, &mut out),

            (Phase::Tools(round), Event::ToolDone { call, outcome, jpegs, ms }) => {
                self.tool_done(round, &call, (&outcome, &jpegs), ms, &mut out)
            }
            (Phase::Tools(round), Event::Stop { partial }) => {
                self.give_up(round, &mut out);
                self.interrupted(partial, &mut out)
            }

            (
                phase @ Phase::Fresh,
                Event::ModelReplied(_)
                | Event::ModelFailed(_)
                | Event::BudgetExhausted
                | Event::JpegsMade(_)
                | Event::ToolDone { .. },
            )
            | (phase @ Phase::Model(_), Event::Start | Event::JpegsMade(_) | Event::ToolDone { .. })
            | (
                phase @ Phase::Remaking(..),
                Event::Start
                | Event::ModelReplied(_)
                | Event::ModelFailed(_)
                | Event::BudgetExhausted
                | Event::ToolDone { .. },
            )
            | (
                phase @ Phase::Tools(_),
                Event::Start
                | Event::ModelReplied(_)
                | Event::ModelFailed(_)
                | Event::BudgetExhausted
                | Event::JpegsMade(_),
            )
            | (
                phase @ Phase::Ended,
                Event::Start
                | Event::ModelReplied(_)
                | Event::ModelFailed(_)
                | Event::BudgetExhausted
                | Event::JpegsMade(_)
                | Event::ToolDone { .. }
                | Event::Stop { .. },
            ) => phase,
        };
        out
    }

    fn next_round(&mut self, out: &mut Vec<Effect>) -> Phase {
        self.round += 1;
        self.ask(Attempt::First, None, 0, out)
    }

    fn wrap_up(&mut self, stop: Stop, out: &mut Vec<Effect>) -> Phase {
        self.request.tool_choice = ToolChoice::None;
        self.ask(Attempt::First, Some(stop), 0, out)
    }

    /// Every model call of a turn is made here, so none escapes the caps.
    fn ask(
        &mut self,
        attempt: Attempt,
        wrap_up: Option<Stop>,
        stripped: usize,
        out: &mut Vec<Effect>,
    ) -> Phase {
        let capped = self.capper.apply(&mut self.request.messages, self.caps, self.sentences.as_ref());
        if capped.removed > 0 {
            self.request.drop_thinking = true;
            out.push(Effect::Log(Fact::ImagesCapped { removed: capped.removed, kept: capped.kept }));
        }
        let asking = Asking { attempt, wrap_up, stripped };
        out.push(Effect::CallModel(self.model_call(&asking)));
        Phase::Model(asking)
    }

    fn model_call(&self, asking: &Asking) -> ModelCall {
        ModelCall {
            request: self.request.clone(),
            round: self.round,
            attempt: asking.attempt,
            wrap_up: asking.wrap_up.is_some(),
        }
    }

    fn replied(&mut self, asking: Asking, reply: Reply, out: &mut Vec<Effect>) -> Phase {
        ledger::add(&mut self.usage, &reply.usage);
        self.weigh(&reply.usage, out);
        if asking.attempt == Attempt::Stripped {
            out.push(Effect::Log(Fact::ImageFallback { removed: asking.stripped, ok: true }));
        }
        if let Some(stop) = asking.wrap_up {
            self.append_text(&reply.text);
            return self.end(stop, reply.text, None, out);
        }
        if reply.calls.is_empty() {
            let stop = match reply.text.trim().is_empty() && !self.said {
                true => Stop::Failed(EMPTY_REPLY),
                false => Stop::Done,
            };
            self.append_text(&reply.text);
            return self.end(stop, reply.text, None, out);
        }
        self.begin_round(reply, out)
    }

    fn interrupted(&mut self, partial: String, out: &mut Vec<Effect>) -> Phase {
        self.append_text(&partial);
        self.end(Stop::Interrupted, partial, None, out)
    }

    fn end(&mut self, stop: Stop, reply: String, error: Option<LlmError>, out: &mut Vec<Effect>) -> Phase {
        let reply = if reply.trim().is_empty() { String::new() } else { reply };
        out.push(Effect::End(Ending { stop, reply, rounds: self.round, usage: self.usage, error }));
        Phase::Ended
    }

    /// What the model said without calling anything. Blank text leaves no message: providers refuse one.
    fn append_text(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.request.messages.push(Message::Assistant {
                text: text.to_owned(),
                calls: Vec::new(),
                echo: None,
            });
        }
    }
}
