//! Every word that a model reads, and the errors and command-line words that a person reads.
//!
//! Owns the sentence files of `locales/` (all but the window's own `ui.ftl`) and what must be true of any
//! text that goes into a sentence or a prompt. It must never decide whether something is said, only how.
//!
//! Invariant: sentences are looked up through methods that the build script made, so a missing sentence
//! or variable does not compile; and no value put into a sentence can break its line or turn its
//! direction, because values come from strangers.

mod catalogue;
mod clean;
mod language;
mod sender;
mod sentences;
mod words;

pub use catalogue::{Number, Text};
pub use clean::{one_line, several_lines};
pub use language::Language;
pub use sender::{defuse, sender_line};
pub use sentences::{TurnSentences, dropped_notices, kilobytes};
pub use words::{first_mention, mentions, split};

#[cfg(test)]
mod tests;
