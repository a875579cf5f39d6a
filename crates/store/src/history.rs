//! What enters an agent's next prompt: its exchanges since its last summary.

use crate::{
    Message, Record, State, Store, StoreError, Stored, Summary, page::back, store::get_session,
    tables::SESSIONS,
};
use std::collections::HashMap;
use uuid::Uuid;

/// A message to an agent and its reply.
#[derive(Clone, Debug, PartialEq)]
pub struct Exchange {
    /// Place of the message.
    pub seq: u64,
    /// Place of the reply.
    pub reply_seq: u64,
    /// When the message was written, in milliseconds since 1970 UTC.
    pub at_ms: i64,
    /// The message.
    pub message: Message,
    /// What the agent answered; what it said between its tool calls stands first, an empty line between.
    pub reply: String,
    /// Stop cut the reply off.
    pub interrupted: bool,
}

/// What an agent remembers of a conversation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// The last summary, with its place.
    pub summary: Option<(u64, Summary)>,
    /// The exchanges after what it covers, oldest first.
    pub exchanges: Vec<Exchange>,
    /// There are older exchanges that it does not cover.
    pub more: bool,
}

/// An agent's answers, met on the way back before the messages that they answer.
#[derive(Default)]
struct Answer {
    reply: Option<(u64, String, bool)>,
    /// Newest first.
    said: Vec<String>,
}

impl Store {
    /// The newest `limit` exchanges of an agent that its last summary does not cover.
    ///
    /// An exchange needs a reply: a message whose turn failed or that was never answered is not there,
    /// nor is one that was stopped before it said a word.
    ///
    /// # Errors
    /// [`StoreError::NoSession`], or the disk refused.
    pub fn history(&self, session: Uuid, agent: &str, limit: usize) -> Result<History, StoreError> {
        self.db.read(|transaction| {
            get_session(&transaction.open_table(SESSIONS)?, session)?;
            let mut history = History::default();
            let mut answers: HashMap<(String, u32), Answer> = HashMap::new();
            for stored in back(transaction, session, Some(agent), u64::MAX)? {
                let Stored { seq, at_ms, record } = stored?;
                if history.summary.as_ref().is_some_and(|(_, summary)| seq <= summary.upto) {
                    break;
                }
                match record {
                    Record::Summary(summary) if history.summary.is_none() && summary.of_exchanges() => {
                        history.summary = Some((seq, summary))
                    }
                    Record::Message(message) if message.from == agent => keep(&mut answers, seq, message),
                    Record::Message(message) if message.to == agent => {
                        let answer = answers.remove(&(message.id.clone(), message.hop)).unwrap_or_default();
                        let Some(exchange) = exchange(seq, at_ms, message, answer) else { continue };
                        if history.exchanges.len() == limit {
                            history.more = true;
                            break;
                        }
                        history.exchanges.push(exchange);
                    }
                    _ => {}
                }
            }
            history.exchanges.reverse();
            Ok(history)
        })
    }
}

/// Answers by the message and its hop. What an agent asks others because of a message names that message
/// too, but is one hop further: it is no answer to it.
fn keep(answers: &mut HashMap<(String, u32), Answer>, seq: u64, message: Message) {
    let Some(parent) = message.parent else { return };
    let answer = answers.entry((parent, message.hop)).or_default();
    match message.state {
        State::Said => answer.said.push(message.text),
        State::Complete | State::Interrupted => {
            let interrupted = message.state == State::Interrupted;
            // The newest counts: a message can have been answered twice.
            answer.reply.get_or_insert((seq, message.text, interrupted));
        }
        State::Failed => {}
    }
}

fn exchange(seq: u64, at_ms: i64, message: Message, answer: Answer) -> Option<Exchange> {
    let (reply_seq, last, interrupted) = answer.reply?;
    let pieces: Vec<String> =
        answer.said.into_iter().rev().chain([last]).filter(|piece| !piece.trim().is_empty()).collect();
    if interrupted && pieces.is_empty() {
        return None;
    }
    Some(Exchange { seq, reply_seq, at_ms, message, reply: pieces.join("\n\n"), interrupted })
}
