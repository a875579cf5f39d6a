//! What an agent is told beside its documents and its conversation: whom it can ask, what was said in the
//! village, and what it keeps in mind.
//!
//! It changes from message to message, so it stands in front of the newest message, behind everything
//! that a provider may keep.
//!
//! Invariant: nobody's words in it can look like the line that says who speaks.

mod board;
mod memory;
mod plaza;
mod roster;

pub(crate) use board::Board;
