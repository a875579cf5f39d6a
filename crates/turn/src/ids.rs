//! Ids of calls: the model's own where they will do, and unique in a request whatever it sends.
//!
//! Owns the set of ids used so far. Never invents an id at random: the same answers give the same ids,
//! so a turn can be replayed.
//!
//! Invariant: no two calls of a request share an id, so an answer belongs to one call, and strict
//! providers see each call answered exactly once.

use fuseforks_llm::canonical::{Message, ToolCall};
use std::collections::{HashMap, HashSet};

/// The ids used in a request.
#[derive(Debug, Default)]
pub(crate) struct CallIds {
    used: HashSet<String>,
    /// The next number for an id that came more than once; searching from 2 each time would be quadratic.
    next: HashMap<String, u64>,
}

impl CallIds {
    /// The ids that a conversation already uses.
    pub(crate) fn of(messages: &[Message]) -> Self {
        let mut used = HashSet::new();
        for message in messages {
            match message {
                Message::Assistant { calls, .. } => used.extend(calls.iter().map(|call| call.id.clone())),
                Message::Tool(result) => {
                    used.insert(result.call.clone());
                }
                Message::User { .. } => {}
            }
        }
        Self { used, next: HashMap::new() }
    }

    /// Whether an id is used.
    pub(crate) fn knows(&self, id: &str) -> bool {
        self.used.contains(id)
    }

    /// Gives every call an id of its own. `round` counts from 1 and only names calls without an id.
    pub(crate) fn claim(&mut self, calls: &mut [ToolCall], round: u32) {
        for (index, call) in calls.iter_mut().enumerate() {
            if call.id.trim().is_empty() {
                call.id = format!("call_{round}_{}", index + 1);
            }
            if !self.used.insert(call.id.clone()) {
                call.id = self.numbered(&call.id);
            }
        }
    }

    fn numbered(&mut self, id: &str) -> String {
        let next = self.next.entry(id.to_owned()).or_insert(2);
        loop {
            let candidate = format!("{id}_{next}");
            *next += 1;
            if self.used.insert(candidate.clone()) {
                return candidate;
            }
        }
    }
}
