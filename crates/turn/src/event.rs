//! What can happen to a turn.

use crate::ToolOutcome;
use fuseforks_llm::{LlmError, Reply};

/// Something that happened.
#[derive(Debug)]
pub enum Event {
    /// The turn may begin.
    Start,
    /// The model answered.
    ModelReplied(Reply),
    /// The model call failed for good; `llm` has retried what may be retried.
    ModelFailed(LlmError),
    /// The next model call may not be made: the request's budget is spent.
    BudgetExhausted,
    /// A tool finished.
    ToolDone {
        /// The call's id.
        call: String,
        /// What it gave.
        outcome: ToolOutcome,
        /// How long it took, in milliseconds.
        ms: u64,
    },
    /// The person stopped the turn.
    Stop {
        /// The text that streamed in the running model call, if one runs.
        partial: String,
    },
}
