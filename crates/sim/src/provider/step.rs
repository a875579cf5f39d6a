//! What the model says next: by a script, by a test's own function, or by itself.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use serde_json::Value;

use super::mind;
use super::received::{Received, ToolChoice};

/// One answer. What is left out keeps its default; with none of `text`, `calls`, `status`, `error` and
/// `raw_events` the model answers by itself.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Step {
    /// What it says.
    pub text: Option<String>,
    /// Tools it calls after that.
    pub calls: Vec<StepCall>,
    /// Answers with this HTTP status instead.
    pub status: Option<u16>,
    /// With `status`: the sentence of the vendor's error, or a whole body as an object. Without: an error
    /// in the middle of the stream, after `text`.
    pub error: Option<Value>,
    /// Seconds in a `Retry-After` header of an error.
    pub retry_after: Option<u64>,
    /// Waits so many milliseconds before the first byte.
    pub delay_ms: u64,
    /// Waits so many milliseconds between two events of a stream.
    pub gap_ms: u64,
    /// The vendor's word for why it stopped.
    pub stop: Option<String>,
    /// What it thinks, where the wire has a place for that.
    pub thinking: Option<String>,
    /// Token counts instead of estimates.
    pub usage: Option<Usage>,
    /// The whole stream: strings go out as they are, objects as the vendor's events.
    pub raw_events: Option<Vec<Value>>,
}

/// A call in a step.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepCall {
    /// The tool; one that is not on offer, but ends an offered `server__tool` name, means that one.
    pub name: String,
    /// An object, or a string that goes out as it is where the wire has arguments as text.
    #[serde(default)]
    pub arguments: Value,
    /// Its id; made up if left out.
    #[serde(default)]
    pub id: Option<String>,
}

impl StepCall {
    /// A call with these arguments.
    #[must_use]
    pub fn new(name: impl Into<String>, arguments: Value) -> Self {
        Self { name: name.into(), arguments, id: None }
    }
}

/// Token counts in the one form that all wires can be written from.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields, default)]
pub struct Usage {
    /// Input that was in no cache.
    pub input: u64,
    /// Input read from a cache.
    pub cached: u64,
    /// Input written to a cache.
    pub cache_write: u64,
    /// All output, reasoning included.
    pub output: u64,
    /// The part of the output that was reasoning.
    pub reasoning: u64,
}

impl Step {
    /// It says this.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    /// It calls this tool.
    #[must_use]
    pub fn call(name: impl Into<String>, arguments: Value) -> Self {
        Self { calls: vec![StepCall::new(name, arguments)], ..Self::default() }
    }

    /// It answers with an error.
    #[must_use]
    pub fn status(status: u16) -> Self {
        Self { status: Some(status), ..Self::default() }
    }

    fn is_open(&self) -> bool {
        self.text.is_none()
            && self.calls.is_empty()
            && self.status.is_none()
            && self.error.is_none()
            && self.raw_events.is_none()
    }
}

/// Who decides the answers.
#[derive(Clone, Default)]
pub struct Script(Inner);

#[derive(Clone, Default)]
enum Inner {
    #[default]
    Own,
    Steps(Arc<Mutex<VecDeque<Step>>>),
    Respond(Arc<dyn Fn(&Received) -> Step + Send + Sync>),
}

impl Script {
    /// These steps, one for each model call that passes the checks; after the last the model answers by
    /// itself.
    #[must_use]
    pub fn steps(steps: Vec<Step>) -> Self {
        Self(Inner::Steps(Arc::new(Mutex::new(steps.into()))))
    }

    /// What the function says.
    #[must_use]
    pub fn respond(respond: impl Fn(&Received) -> Step + Send + Sync + 'static) -> Self {
        Self(Inner::Respond(Arc::new(respond)))
    }

    /// A JSON list of steps.
    ///
    /// # Errors
    /// Not such a list.
    pub fn from_json(json: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(json).map(Self::steps)
    }

    /// The answer to `received`. `blind` hides its images from the model's own wits.
    pub(super) fn next(&self, received: &Received, blind: bool) -> Step {
        let mut step = match &self.0 {
            Inner::Own => Step::default(),
            Inner::Steps(steps) => {
                steps.lock().unwrap_or_else(PoisonError::into_inner).pop_front().unwrap_or_default()
            }
            Inner::Respond(respond) => respond(received),
        };
        if step.is_open() {
            let own = mind::answer(received, blind);
            step.text = own.text;
            step.calls = own.calls;
        }
        for call in &mut step.calls {
            call.name = offered_name(received, &call.name);
        }
        step
    }
}

fn offered_name(received: &Received, name: &str) -> String {
    let ending = format!("__{name}");
    let mut offered = received.tools.iter().map(|tool| &tool.name);
    if received.tool_choice != ToolChoice::None
        && !offered.clone().any(|tool| tool == name)
        && let Some(whole) = offered.find(|tool| tool.ends_with(&ending))
    {
        return whole.clone();
    }
    name.to_owned()
}

/// A turn ready to be written: a step with its numbers filled in.
#[derive(Debug)]
pub(super) struct Turn {
    pub(super) thinking: Option<String>,
    pub(super) text: String,
    pub(super) calls: Vec<TurnCall>,
    pub(super) stop: Option<String>,
    pub(super) usage: Usage,
    /// An error that ends the stream after the text.
    pub(super) broken: Option<Value>,
    pub(super) gap_ms: u64,
}

/// A call with its id.
#[derive(Debug)]
pub(super) struct TurnCall {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) arguments: Value,
}

impl TurnCall {
    /// The arguments as the text that most wires want; a string is passed on as it is.
    pub(super) fn arguments_text(&self) -> String {
        match &self.arguments {
            Value::Null => "{}".to_owned(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }
    }

    /// The arguments as the object that the other wires want.
    pub(super) fn arguments_object(&self) -> Value {
        match &self.arguments {
            Value::Object(_) => self.arguments.clone(),
            _ => Value::Object(serde_json::Map::new()),
        }
    }
}
