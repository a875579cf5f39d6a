//! Keeps the requests of a turn inside its model's window.
//!
//! Owns when finished rounds are summarised and when old media leave the copy that is sent; how is
//! decided in `turn`. It must never edit the turn's own conversation but by a fold.
//!
//! Invariant: whatever a summariser does, there is a call to send: the folded one, or the one that was
//! held back.

use crate::{
    clock::Clock,
    compaction::{Rules, is_own_tool},
    summariser::{self, Asked},
    text::Text,
};
use fuseforks_llm::canonical::{Message, Request, Usage};
use fuseforks_turn::{
    Fold, ModelCall, Turn,
    compact::{Meter, Micro, micro_request},
};
use std::sync::Arc;

/// A fold is worth a call only if this share of the request leaves with it, in hundredths.
const WORTH_PERCENT: u64 = 5;

/// Milliseconds of a minute.
const MINUTE: i64 = 60_000;

/// Rounds that are about to be summarised.
pub(crate) struct Plan {
    fold: Fold,
    /// The rounds.
    pub rounds: u32,
    /// Their characters.
    pub chars: usize,
    /// What the summariser is asked.
    pub question: Request,
}

/// What came of a plan.
pub(crate) struct Folded {
    /// Rounds that left, or would have.
    pub rounds: u32,
    /// Their characters.
    pub before: usize,
    /// What came of the question.
    pub asked: Asked,
}

/// Watches over one turn.
pub(crate) struct Keeper {
    rules: Rules,
    window: u32,
    text: &'static Text,
    clock: Arc<dyn Clock>,
    meter: Meter,
    /// Messages of the call that runs.
    sent: usize,
    replied_ms: Option<i64>,
    /// A summary failed: no other is asked for in this turn.
    gave_up: bool,
}

impl Keeper {
    pub(crate) fn new(rules: Rules, window: u32, text: &'static Text, clock: Arc<dyn Clock>) -> Self {
        let (meter, sent, replied_ms, gave_up) = (Meter::default(), 0, None, false);
        Self { rules, window, text, clock, meter, sent, replied_ms, gave_up }
    }

    /// Input tokens of a request.
    pub(crate) fn tokens(&self, request: &Request) -> u64 {
        self.meter.tokens(request, self.rules.image_tokens)
    }

    /// What is to be summarised before the running call is sent.
    pub(crate) fn plan(&self, turn: &Turn) -> Option<Plan> {
        let request = turn.request();
        let Rules { image_tokens, threshold, .. } = self.rules;
        if self.gave_up || !self.meter.due(request, image_tokens, self.window, threshold) {
            return None;
        }
        let fold = turn.foldable(image_tokens)?;
        let leaving = (fold.chars() / 4) as u64;
        if leaving.saturating_mul(100) < self.tokens(request).saturating_mul(WORTH_PERCENT) {
            return None;
        }
        let leave = fold.messages(turn);
        let rounds = leave.iter().filter(|message| matches!(message, Message::Assistant { .. })).count();
        let mut read: Vec<Message> = fold.asked(turn).into_iter().cloned().collect();
        read.extend_from_slice(leave);
        Some(Plan {
            fold,
            rounds: u32::try_from(rounds).unwrap_or(u32::MAX),
            chars: fold.chars(),
            question: summariser::question(request, &read, self.text),
        })
    }

    /// Folds what was summarised. Without a summary nothing changes, and the held call goes as it is.
    pub(crate) fn fold(&mut self, turn: &mut Turn, plan: &Plan, asked: &Asked) -> Option<ModelCall> {
        let folded = asked.summary.as_ref().ok().and_then(|summary| {
            let text = format!("{}\n\n{}", self.text.heading_rounds(), crate::text::defuse(summary));
            turn.fold(plan.fold, &text).or_else(|| turn.fold(plan.fold, summary))
        });
        match &folded {
            Some(_) => self.meter.reset(),
            None => self.gave_up = true,
        }
        folded
    }

    /// Makes the call ready to be sent; says after how many minutes of pause something was cleared.
    pub(crate) fn ready(&mut self, call: &mut ModelCall) -> Option<u64> {
        self.sent = call.request.messages.len();
        let pause = self.clock.now_ms().saturating_sub(self.replied_ms?) / MINUTE;
        let idle_minutes = u64::try_from(pause).unwrap_or_default();
        let cleared = micro_request(
            &mut call.request,
            &Micro {
                idle_minutes,
                after_minutes: self.rules.idle_minutes,
                keep: self.rules.keep,
                own: &is_own_tool,
                caption: &|name, images| self.text.caption(images, name),
            },
        );
        cleared.then_some(idle_minutes)
    }

    /// The running call was answered.
    pub(crate) fn replied(&mut self, usage: &Usage) {
        self.meter.replied(usage, self.sent);
        self.replied_ms = Some(self.clock.now_ms());
    }
}
