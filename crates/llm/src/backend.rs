//! The seam that the turn layer sees: something that answers a [`Request`].

use crate::{
    LlmError,
    canonical::{Echo, Finish, Request, ToolCall, Usage},
};
use async_trait::async_trait;
use tokio_util::sync::CancellationToken;

/// A piece of an answer while it streams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delta {
    /// Answer text.
    Text(String),
    /// Thinking text; shown apart, never part of the answer.
    Thinking(String),
    /// The model began a tool call with this name.
    Call(String),
}

/// Where deltas go while a call runs.
pub trait Sink: Send {
    /// Takes one piece. Must not block.
    fn delta(&mut self, delta: Delta);
}

impl<F: FnMut(Delta) + Send> Sink for F {
    fn delta(&mut self, delta: Delta) {
        self(delta);
    }
}

/// A finished answer.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// The text.
    pub text: String,
    /// Thinking text, for display only.
    pub thinking: String,
    /// Calls, in order.
    pub calls: Vec<ToolCall>,
    /// What must go back verbatim within the turn.
    pub echo: Option<Echo>,
    /// What it cost.
    pub usage: Usage,
    /// Why it ended.
    pub finish: Finish,
    /// The provider's own word for that, such as `SAFETY` or `refusal:cyber`; for the log.
    pub reason: Option<String>,
    /// The provider's request id.
    pub request_id: Option<String>,
}

/// A model behind a wire.
#[async_trait]
pub trait Backend: Send + Sync {
    /// The wire id, as in the log's `backend=`.
    fn wire(&self) -> &'static str;

    /// Answers a request, streaming pieces into `sink`.
    ///
    /// # Errors
    /// Everything that went wrong, as facts; what was already received is in [`LlmError::partial`].
    /// Returns promptly with [`crate::ErrorCode::Cancelled`] once `cancel` fires.
    async fn call(
        &self,
        request: &Request,
        sink: &mut dyn Sink,
        cancel: &CancellationToken,
    ) -> Result<Reply, LlmError>;
}
