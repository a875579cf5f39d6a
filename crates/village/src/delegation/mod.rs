//! Agents work for each other: asking, planning, handing on, and what all of it may cost.
//!
//! Owns a message's way from agent to agent: who may speak to whom, how far a request may travel, who
//! waits for whom, and the one budget of all that a request causes. It must never build a prompt or call
//! a model: it puts messages into inboxes and waits for answers.
//!
//! Invariant: the graph of who waits for whom has no circle, so every wait ends by itself; and whoever
//! waits gets exactly one answer, whatever becomes of the message.

mod answer;
mod ask;
mod errand;
mod handoff;
mod images;
mod marker;
mod plan;
mod request;
mod tools;
mod waits;
mod waves;

pub(crate) use ask::Asker;
pub(crate) use errand::{Errand, NewErrand};
pub(crate) use images::TurnImages;
pub(crate) use marker::marker;
pub(crate) use request::{Charge, Held, RequestState};
pub(crate) use tools::ask_name;
pub(crate) use waits::Waits;
pub(crate) use waves::Waves;

use std::sync::{Mutex, Weak};

/// What a village keeps about delegation in this run.
#[derive(Default)]
pub(crate) struct Delegation {
    /// Who waits for whom.
    pub waits: Mutex<Waits>,
    /// Who set whom to work.
    pub waves: Mutex<Waves>,
    /// Requests that run.
    pub requests: Mutex<Vec<Weak<RequestState>>>,
    /// Held while an agent writes into its memory.
    pub writing: Mutex<()>,
}

#[cfg(test)]
mod tests;
