//! What of earlier exchanges goes into a prompt.
//!
//! Owns the choice; it must never see a tool's output or an image, which have no place in an exchange:
//! of an image, one sentence stays.
//!
//! Invariant: what is chosen is an unbroken run up to the newest exchange, so a model never reads a
//! conversation with a hole in it, and every message in it has a reply.

use crate::compact::text_chars;
use fuseforks_llm::canonical::Message;

/// A message to an agent and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The message, the sender's line included.
    pub message: String,
    /// One sentence for each image or file that went with it.
    pub notes: Vec<String>,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The agent answered.
    Replied(String),
    /// The turn was stopped; what was said by then.
    Interrupted(String),
    /// The turn failed. Such an exchange enters no later prompt.
    Failed,
}

impl Exchange {
    /// The reply, if the exchange has one: a partial one counts, an empty one does not.
    #[must_use]
    pub fn reply(&self) -> Option<&str> {
        match &self.outcome {
            Outcome::Replied(text) | Outcome::Interrupted(text) => {
                Some(text.as_str()).filter(|text| !text.trim().is_empty())
            }
            Outcome::Failed => None,
        }
    }

    /// The message with its notes, a line each.
    #[must_use]
    pub fn asked(&self) -> String {
        let mut text = self.message.clone();
        for note in &self.notes {
            crate::images::add_line(&mut text, note);
        }
        text
    }

    /// Characters it adds to a prompt.
    #[must_use]
    pub fn chars(&self) -> usize {
        text_chars(&self.asked()).saturating_add(self.reply().map_or(0, text_chars))
    }
}

/// How much of a history may go into a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Characters (Unicode scalar values), four to a token.
    pub chars: usize,
    /// Exchanges, if their number is limited too.
    pub exchanges: Option<usize>,
}

/// The exchanges that fit, oldest first: the newest ones with a reply, up to the first that does not fit.
/// `exchanges` are those since the last summary, oldest first.
#[must_use]
pub fn choose(exchanges: &[Exchange], room: Room) -> Vec<&Exchange> {
    fit(exchanges, room, |exchange| exchange.reply().map(|_| exchange.chars()))
}

/// As [`choose`], for exchanges in any form: `chars` says what one adds to a prompt, `None` if it has no
/// place in one.
#[must_use]
pub fn fit<T>(exchanges: &[T], room: Room, chars: impl Fn(&T) -> Option<usize>) -> Vec<&T> {
    let mut chosen: Vec<&T> = Vec::new();
    let mut left = room.chars;
    let most = room.exchanges.unwrap_or(usize::MAX);
    for exchange in exchanges.iter().rev() {
        let Some(chars) = chars(exchange) else { continue };
        if chosen.len() >= most || chars > left {
            break;
        }
        left -= chars;
        chosen.push(exchange);
    }
    chosen.reverse();
    chosen
}

/// Exchanges as messages: asked, replied, asked, replied.
#[must_use]
pub fn messages(chosen: &[&Exchange]) -> Vec<Message> {
    let mut messages = Vec::with_capacity(chosen.len() * 2);
    for exchange in chosen {
        if let Some(reply) = exchange.reply() {
            messages.push(Message::User { text: exchange.asked(), attachments: Vec::new(), cache: false });
            messages.push(Message::Assistant { text: reply.to_owned(), calls: Vec::new(), echo: None });
        }
    }
    messages
}
