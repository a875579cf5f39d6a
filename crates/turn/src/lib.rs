//! The turn as a pure machine: events in, effects out.
//!
//! Owns every decision of a turn: rounds, the repeat guard, image caps, the answer to an image refusal,
//! stopping, and what the turn's ledger says. It must never wait, do IO, read a clock, know a language
//! or a wire's JSON: sentences, limits and times come in as values, and a dull driver elsewhere carries
//! the effects out.
//!
//! Invariant: every turn ends in exactly one [`Effect::End`], and every call that a model made has exactly
//! one result in the conversation by then, whatever happened in between.

pub mod compact;
mod effect;
mod event;
pub mod history;
mod ids;
mod images;
pub mod ledger;
mod machine;
mod outcome;
mod repeat;
mod result;
mod round;
mod sentences;
mod spec;

pub use effect::{Attempt, Effect, Ending, Fact, ModelCall, Stop, WithheldReason};
pub use event::Event;
pub use machine::{Fold, Turn};
pub use outcome::{Part, ToolOutcome};
pub use sentences::Sentences;
pub use spec::{Caps, Spec};

#[cfg(test)]
mod tests;
