//! Asking a model for a summary.
//!
//! Owns the form of the question and what counts as an answer. It must never send a picture, a file or
//! base64: what a summariser reads is text alone, whatever the conversation held. It never fails a turn:
//! what comes back is a summary or the reason why there is none.

use crate::text::Text;
use fuseforks_llm::{
    Backend, Delta, ErrorCode, LlmError,
    canonical::{Message, Request, ToolChoice, Usage},
};
use fuseforks_turn::compact::{Telling, accept, told};
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// Why there is no summary.
#[derive(Debug)]
pub(crate) enum NoSummary {
    /// The call failed.
    Failed(LlmError),
    /// The model said nothing.
    Empty,
    /// What it said is longer than what it was to replace.
    Longer,
}

impl NoSummary {
    /// The value of `outcome=` in the log.
    pub(crate) fn as_log(&self) -> &'static str {
        match self {
            Self::Failed(error) if error.code == ErrorCode::Cancelled => "stopped",
            Self::Failed(_) => "failed",
            Self::Empty => "empty",
            Self::Longer => "longer",
        }
    }
}

/// What came of a question.
#[derive(Debug)]
pub(crate) struct Asked {
    /// The summary.
    pub summary: Result<String, NoSummary>,
    /// What the call cost, whatever came of it.
    pub usage: Usage,
    /// Milliseconds.
    pub ms: u64,
}

impl Asked {
    /// The call broke down on our side.
    pub(crate) fn broken() -> Self {
        let summary = Err(NoSummary::Failed(LlmError::new(ErrorCode::Internal)));
        Self { summary, usage: Usage::default(), ms: 0 }
    }
}

/// The question: these messages as text, then the instruction. What is asked holds no call, so it needs no
/// tool beside it and nothing that a provider wants back.
pub(crate) fn question(base: &Request, messages: &[Message], text: &Text) -> Request {
    let called = |tool: &str, arguments: &str| text.summary_called(arguments, tool);
    let returned = |tool: &str, result: &str| format!("{}\n{result}", text.summary_returned(tool));
    let mut read = told(messages, &Telling { called: &called, returned: &returned });
    let instruction = text.summary_instruction();
    read.push(Message::User { text: instruction, attachments: Vec::new(), cache: false });
    Request {
        model: base.model.clone(),
        system: base.system.clone(),
        tools: Vec::new(),
        tool_choice: ToolChoice::None,
        max_output_tokens: base.max_output_tokens,
        temperature: base.temperature,
        effort: base.effort,
        messages: read,
        drop_thinking: true,
        cache_key: base.cache_key.clone(),
    }
}

/// Asks; `replaced` is how many characters the summary may have at most.
pub(crate) async fn ask(
    backend: &dyn Backend,
    question: &Request,
    replaced: usize,
    cancel: &CancellationToken,
) -> Asked {
    let begun = Instant::now();
    let mut unread = |_: Delta| {};
    let answered = backend.call(question, &mut unread, cancel).await;
    let ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    match answered {
        Ok(reply) => {
            let summary = match accept(&reply.text, replaced) {
                Some(summary) => Ok(summary.to_owned()),
                None if reply.text.trim().is_empty() => Err(NoSummary::Empty),
                None => Err(NoSummary::Longer),
            };
            Asked { summary, usage: reply.usage, ms }
        }
        Err(error) => {
            let usage = error.partial.as_ref().map(|partial| partial.usage).unwrap_or_default();
            Asked { summary: Err(NoSummary::Failed(error)), usage, ms }
        }
    }
}
