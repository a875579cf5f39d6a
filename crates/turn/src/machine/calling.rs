//! The tools of a round: started at once, answered in any order, given up together.
//!
//! Invariant: the results of a round enter the conversation in one go and in call order, so no request
//! ever holds a call without a result.

use super::{Phase, Turn};
use crate::{Effect, Stop, ToolOutcome, WithheldReason, result::Making, round::Round};
use fuseforks_llm::{Reply, canonical::Message};
use fuseforks_media::Image;

impl Turn {
    pub(super) fn begin_round(&mut self, reply: Reply, out: &mut Vec<Effect>) -> Phase {
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
                out.push(Effect::RunTool { call: call.clone(), round: self.round, jpegs: self.jpeg });
                round.running(call);
            }
        }
        self.after_round(round, out)
    }

    pub(super) fn tool_done(
        &mut self,
        mut round: Round,
        id: &str,
        (outcome, jpegs): (&ToolOutcome, &[(Image, Image)]),
        ms: u64,
        out: &mut Vec<Effect>,
    ) -> Phase {
        let Some(call) = round.open_call(id) else {
            return Phase::Tools(round);
        };
        let made = self.making().done(call, outcome, jpegs, ms, out);
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
    pub(super) fn give_up(&mut self, mut round: Round, out: &mut Vec<Effect>) {
        let making = self.making();
        round.give_up(|call| {
            out.push(Effect::AbortTool { call: call.id.clone() });
            making.skipped(call, making.sentences.cancelled(), out)
        });
        self.request.messages.extend(round.into_results(&mut self.guard));
    }

    fn making(&self) -> Making<'_> {
        let withhold = match (self.blind, self.stripped) {
            (true, _) => Some(WithheldReason::NoVision),
            (false, true) => Some(WithheldReason::Refused),
            (false, false) => None,
        };
        Making { sentences: self.sentences.as_ref(), withhold, round: self.round }
    }
}
