//! What can happen to a turn.

use crate::ToolOutcome;
use fuseforks_llm::{LlmError, Reply};
use fuseforks_media::Image;

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
        /// If JPEGs were wanted: each WebP of which one could be made, and that JPEG.
        jpegs: Vec<(Image, Image)>,
        /// How long it took, in milliseconds.
        ms: u64,
    },
    /// JPEGs were made: each image of which one could be made, and that JPEG.
    JpegsMade(Vec<(Image, Image)>),
    /// The person stopped the turn.
    Stop {
        /// The text that streamed in the running model call, if one runs.
        partial: String,
    },
}
