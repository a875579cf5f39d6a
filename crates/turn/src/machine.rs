//! The machine: what a turn does next.
//!
//! Owns the phases of a turn and every way out of one. It must never wait or look at a clock; its driver
//! carries effects out in order and tells it what came of them. [`Turn::step`] takes no time worth naming,
//! with one exception: after a refused WebP it decodes pictures, so a driver steps it where that may block.
//!
//! Invariant: [`Turn::end`] is the only way to `Phase::Ended`, it emits [`Effect::End`], and an ended turn
//! emits nothing. Each arm that leaves `Phase::Tools` has appended a result for every call.

use crate::{
    Attempt, Caps, Effect, Ending, Event, Fact, ModelCall, Sentences, Spec, Stop, ToolOutcome,
    WithheldReason,
    ids::CallIds,
    images::{self, Capper},
    ledger,
    repeat::RepeatGuard,
    result::Making,
    round::Round,
};
use fuseforks_llm::{
    ErrorCode, LlmError, Reply,
    canonical::{Message, Request, ToolChoice, Usage},
};
use fuseforks_media::Limits;
use std::sync::Arc;

/// The code of a turn whose model said nothing at all.
const EMPTY_REPLY: &str = "EMPTY_REPLY";

/// The most rounds a turn can be given.
const MOST_ROUNDS: u32 = 100;

/// One agent handling one message.
pub struct Turn {
    pub(crate) request: Request,
    /// Messages that were there before the turn's own rounds.
    pub(crate) base: usize,
    pub(crate) phase: Phase,
    max_rounds: u32,
    caps: Caps,
    blind: bool,
    jpeg_fallback: bool,
    media: Limits,
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
}

/// Where a turn stands.
#[derive(Debug)]
pub(crate) enum Phase {
    /// Before its first event.
    Fresh,
    /// A model call runs.
    Model(Asking),
    /// Tools run.
    Tools(Round),
    /// Over.
    Ended,
}

/// The running model call.
#[derive(Debug)]
pub(crate) struct Asking {
    pub(crate) attempt: Attempt,
    /// It is the last call, and the turn ends with this.
    pub(crate) wrap_up: Option<Stop>,
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
            media: spec.media,
            sentences: spec.sentences,
            round: 0,
            usage: Usage::default(),
            said: false,
            capper: Capper::default(),
            jpeg: false,
            stripped: false,
        }
    }

    /// The conversation as it stands: what is sent while a model call runs. While tools run, the round's
    /// results are still missing.
    #[must_use]
    pub fn request(&self) -> &Request {
        &self.request
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

            (Phase::Tools(round), Event::ToolDone { call, outcome, ms }) => {
                self.tool_done(round, &call, &outcome, ms, &mut out)
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
                | Event::ToolDone { .. },
            )
            | (phase @ Phase::Model(_), Event::Start | Event::ToolDone { .. })
            | (
                phase @ Phase::Tools(_),
                Event::Start | Event::ModelReplied(_) | Event::ModelFailed(_) | Event::BudgetExhausted,
            )
            | (
                phase @ Phase::Ended,
                Event::Start
                | Event::ModelReplied(_)
                | Event::ModelFailed(_)
                | Event::BudgetExhausted
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
        let capped = self
            .capper
            .apply(&mut self.request.messages, self.caps, self.sentences.as_ref());
        if capped.removed > 0 {
            self.request.drop_thinking = true;
            out.push(Effect::Log(Fact::ImagesCapped {
                removed: capped.removed,
                kept: capped.kept,
            }));
        }
        let asking = Asking {
            attempt,
            wrap_up,
            stripped,
        };
        out.push(Effect::CallModel(self.model_call(&asking)));
        Phase::Model(asking)
    }

    pub(crate) fn model_call(&self, asking: &Asking) -> ModelCall {
        ModelCall {
            request: self.request.clone(),
            round: self.round,
            attempt: asking.attempt,
            wrap_up: asking.wrap_up.is_some(),
        }
    }

    fn replied(&mut self, asking: Asking, reply: Reply, out: &mut Vec<Effect>) -> Phase {
        ledger::add(&mut self.usage, &reply.usage);
        if asking.attempt == Attempt::Stripped {
            out.push(Effect::Log(Fact::ImageFallback {
                removed: asking.stripped,
                ok: true,
            }));
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

    fn begin_round(&mut self, reply: Reply, out: &mut Vec<Effect>) -> Phase {
        let mut calls = reply.calls;
        self.ids.claim(&mut calls, self.round);
        if !reply.text.trim().is_empty() {
            self.said = true;
            out.push(Effect::Said(reply.text.clone()));
        }
        self.request.messages.push(Message::Assistant {
            text: reply.text,
            calls: calls.clone(),
            echo: reply.echo,
        });
        let mut round = Round::default();
        for call in calls {
            if self.guard.blocks(&call) {
                let text = self.sentences.repeated_call(&call.name);
                let made = self.making().skipped(&call, text, out);
                round.blocked(call, made);
            } else if call.malformed.is_some() {
                let text = self.sentences.malformed_arguments(&call.name);
                let made = self.making().skipped(&call, text, out);
                round.answered(call, made);
            } else {
                out.push(Effect::RunTool {
                    call: call.clone(),
                    round: self.round,
                });
                round.running(call);
            }
        }
        self.after_round(round, out)
    }

    fn tool_done(
        &mut self,
        mut round: Round,
        id: &str,
        outcome: &ToolOutcome,
        ms: u64,
        out: &mut Vec<Effect>,
    ) -> Phase {
        let Some(call) = round.open_call(id) else {
            return Phase::Tools(round);
        };
        let made = self.making().done(call, outcome, ms, out);
        round.settle(id, made);
        if outcome.ends_turn {
            self.give_up(round, out);
            return self.end(Stop::HandedOn, String::new(), None, out);
        }
        self.after_round(round, out)
    }

    fn after_round(&mut self, round: Round, out: &mut Vec<Effect>) -> Phase {
        if round.is_open() {
            return Phase::Tools(round);
        }
        let repeated = round.all_blocked().map(str::to_owned);
        self.request.messages.extend(round.into_results(&mut self.guard));
        match repeated {
            Some(tool) => self.wrap_up(Stop::Repeat(tool), out),
            None if self.round >= self.max_rounds => self.wrap_up(Stop::ToolLimit, out),
            None => self.next_round(out),
        }
    }

    /// Ends the tools of a round that still run and gives every call its result.
    fn give_up(&mut self, mut round: Round, out: &mut Vec<Effect>) {
        let making = self.making();
        round.give_up(|call| {
            out.push(Effect::AbortTool {
                call: call.id.clone(),
            });
            making.skipped(call, making.sentences.cancelled(), out)
        });
        self.request.messages.extend(round.into_results(&mut self.guard));
    }

    fn failed(&mut self, asking: Asking, error: LlmError, out: &mut Vec<Effect>) -> Phase {
        if let Some(partial) = &error.partial {
            ledger::add(&mut self.usage, &partial.usage);
        }
        let asking = match self.remedy(asking, &error, out) {
            Ok(phase) => return phase,
            Err(asking) => asking,
        };
        let partial = error
            .partial
            .as_ref()
            .map_or_else(String::new, |partial| partial.text.clone());
        if error.code == ErrorCode::Cancelled {
            return self.interrupted(partial, out);
        }
        if asking.attempt == Attempt::Stripped {
            out.push(Effect::Log(Fact::ImageFallback {
                removed: asking.stripped,
                ok: false,
            }));
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

    fn interrupted(&mut self, partial: String, out: &mut Vec<Effect>) -> Phase {
        self.append_text(&partial);
        self.end(Stop::Interrupted, partial, None, out)
    }

    fn end(&mut self, stop: Stop, reply: String, error: Option<LlmError>, out: &mut Vec<Effect>) -> Phase {
        out.push(Effect::End(Ending {
            stop,
            reply,
            rounds: self.round,
            usage: self.usage,
            error,
        }));
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

    fn making(&self) -> Making<'_> {
        let withhold = match (self.blind, self.stripped) {
            (true, _) => Some(WithheldReason::NoVision),
            (false, true) => Some(WithheldReason::Refused),
            (false, false) => None,
        };
        Making {
            sentences: self.sentences.as_ref(),
            withhold,
            jpeg: self.jpeg.then_some(self.media),
            round: self.round,
        }
    }
}
