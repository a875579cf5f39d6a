//! The calls of one round and what has become of each.
//!
//! Owns the order: answers may come in any order, results leave in call order. It must never decide what
//! a result says.
//!
//! Invariant: a round gives exactly one result for each of its calls, and only when none is open.

use crate::{repeat::RepeatGuard, result::Made};
use fuseforks_llm::canonical::{Message, ToolCall};

/// The calls of a round, in order.
#[derive(Debug, Default)]
pub(crate) struct Round(Vec<Slot>);

#[derive(Debug)]
struct Slot {
    call: ToolCall,
    state: State,
}

#[derive(Debug)]
enum State {
    Running,
    /// It ran, or its arguments were no object: the guard counts it.
    Counted(Made),
    /// The guard did not let it run.
    Blocked(Made),
    /// It was given up.
    GivenUp(Made),
}

impl Round {
    /// Adds a call that runs.
    pub(crate) fn running(&mut self, call: ToolCall) {
        self.0.push(Slot { call, state: State::Running });
    }

    /// Adds a call that was answered without running it, and counts as a result of it.
    pub(crate) fn answered(&mut self, call: ToolCall, made: Made) {
        self.0.push(Slot { call, state: State::Counted(made) });
    }

    /// Adds a call that the guard blocked.
    pub(crate) fn blocked(&mut self, call: ToolCall, made: Made) {
        self.0.push(Slot { call, state: State::Blocked(made) });
    }

    /// The running call with this id.
    pub(crate) fn open_call(&self, id: &str) -> Option<&ToolCall> {
        self.0.iter().find(|slot| slot.is_open() && slot.call.id == id).map(|slot| &slot.call)
    }

    /// Settles the running call with this id.
    pub(crate) fn settle(&mut self, id: &str, made: Made) {
        if let Some(slot) = self.0.iter_mut().find(|slot| slot.is_open() && slot.call.id == id) {
            slot.state = State::Counted(made);
        }
    }

    /// Settles every running call with what `give_up` makes of it, in call order.
    pub(crate) fn give_up(&mut self, mut give_up: impl FnMut(&ToolCall) -> Made) {
        for slot in self.0.iter_mut().filter(|slot| slot.is_open()) {
            slot.state = State::GivenUp(give_up(&slot.call));
        }
    }

    /// Whether a call still runs.
    pub(crate) fn is_open(&self) -> bool {
        self.0.iter().any(Slot::is_open)
    }

    /// The tool of the first call, if the guard blocked every call.
    pub(crate) fn all_blocked(&self) -> Option<&str> {
        let all = self.0.iter().all(|slot| matches!(slot.state, State::Blocked(_)));
        self.0.first().filter(|_| all).map(|slot| slot.call.name.as_str())
    }

    /// The results in call order; the guard learns them in that order too.
    pub(crate) fn into_results(self, guard: &mut RepeatGuard) -> Vec<Message> {
        let mut results = Vec::with_capacity(self.0.len());
        for slot in self.0 {
            match slot.state {
                State::Counted(made) => {
                    guard.record(&slot.call, made.fingerprint);
                    results.push(Message::Tool(made.result));
                }
                State::Blocked(made) | State::GivenUp(made) => results.push(Message::Tool(made.result)),
                State::Running => {}
            }
        }
        results
    }
}

impl Slot {
    fn is_open(&self) -> bool {
        matches!(self.state, State::Running)
    }
}
