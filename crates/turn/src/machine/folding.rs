//! Compaction inside a turn: finished rounds leave, a summary takes their place.
//!
//! Whole rounds leave, so no call is parted from its result. The message that the turn answers stays as
//! it is, with its attachments; the summary is a text of its own right after it. The newest round always
//! stays: the model has not seen its results yet.

use super::{Phase, Turn};
use crate::{
    ModelCall,
    compact::{accept, estimate, newest_share, worth_it},
    ids::CallIds,
};
use fuseforks_llm::canonical::Message;

/// Rounds of a turn that may leave. Good for the request that it was made of, and for no later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    start: usize,
    end: usize,
    len: usize,
    chars: usize,
}

impl Fold {
    /// What a summariser is to read: the rounds that leave, an earlier summary first.
    #[must_use]
    pub fn messages<'a>(&self, turn: &'a Turn) -> &'a [Message] {
        turn.request.messages.get(self.start..self.end).unwrap_or_default()
    }

    /// The message that the turn answers: it stays, and says what the rounds were for.
    #[must_use]
    pub fn asked<'a>(&self, turn: &'a Turn) -> Option<&'a Message> {
        turn.request.messages.get(self.start.checked_sub(1)?)
    }

    /// Characters that leave.
    #[must_use]
    pub fn chars(&self) -> usize {
        self.chars
    }
}

impl Turn {
    /// The finished rounds that may leave the request of the running model call, so that 30 % of the
    /// rounds' characters stay; `None` if that would not be worth a summary.
    #[must_use]
    pub fn foldable(&self, image_tokens: u32) -> Option<Fold> {
        if !matches!(self.phase, Phase::Model(_)) {
            return None;
        }
        let rounds = self.request.messages.get(self.base..)?;
        let counts = estimate(rounds, image_tokens);
        let mut end = newest_share(&counts, rounds.len())?;
        while end > 0 && !matches!(rounds.get(end), Some(Message::Assistant { .. })) {
            end -= 1;
        }
        let chars = counts.chars.get(..end)?.iter().sum();
        worth_it(&counts, 0, end).then_some(Fold {
            start: self.base,
            end: self.base + end,
            len: self.request.messages.len(),
            chars,
        })
    }

    /// Puts a summary in the place of rounds and gives the call to send instead of the one that runs.
    /// `None` if the summary is empty or longer than what it replaces, or the fold is not of this
    /// request: then nothing has changed, and the call goes as it is.
    pub fn fold(&mut self, fold: Fold, summary: &str) -> Option<ModelCall> {
        let summary = accept(summary, fold.chars)?;
        let fits =
            fold.start == self.base && fold.len == self.request.messages.len() && fold.start < fold.end;
        if !fits || !matches!(self.phase, Phase::Model(_)) {
            return None;
        }
        let mut messages: Vec<Message> = self.request.messages.clone();
        let summary = Message::User { text: summary.to_owned(), attachments: Vec::new(), cache: false };
        drop(messages.splice(fold.start..fold.end, [summary]));
        // The provider may use the ids of the rounds that left again, and knows nothing of ours.
        self.ids = CallIds::of(&messages);
        self.capper.forget_all_but(&self.ids);
        self.request.messages = messages;
        // What providers want back of the rounds that stay goes on with them: some refuse a call without
        // its signature. Thinking that is bound to the prefix is left out by its wire.
        self.request.drop_thinking = true;
        match &self.phase {
            Phase::Model(asking) => Some(self.model_call(asking)),
            Phase::Fresh | Phase::Remaking(..) | Phase::Tools(_) | Phase::Ended => None,
        }
    }
}
