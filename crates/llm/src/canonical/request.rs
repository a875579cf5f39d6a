//! One request to a model.

use super::Message;
use serde_json::{Map, Value};

/// All that a model call needs, independent of any wire.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The provider's model name.
    pub model: String,
    /// The system prompt in parts; a part may end at a cache boundary.
    pub system: Vec<SystemPart>,
    /// The tools on offer.
    pub tools: Vec<ToolSpec>,
    /// Whether the model may use them.
    pub tool_choice: ToolChoice,
    /// Output cap in tokens; `None` leaves it to the wire's default.
    pub max_output_tokens: Option<u32>,
    /// Sampling temperature, only if the person set one.
    pub temperature: Option<f32>,
    /// Reasoning effort, only if the person set one.
    pub effort: Option<Effort>,
    /// The conversation, oldest first.
    pub messages: Vec<Message>,
    /// Prefix-bound thinking must not be sent back: an earlier message of this turn was edited.
    pub drop_thinking: bool,
    /// A stable id of the conversation for wires that route caches by it.
    pub cache_key: Option<String>,
}

/// A piece of the system prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemPart {
    /// The text.
    pub text: String,
    /// A provider cache boundary stands after this part.
    pub cache: bool,
}

/// A tool as the model is told of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    /// `^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$`, unique in a request.
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// JSON Schema of the arguments, an object schema.
    pub parameters: Map<String, Value>,
}

/// Whether tools may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolChoice {
    /// The model decides.
    #[default]
    Auto,
    /// No more tools: the wrap-up call. The tools stay in the request where the wire can say "none".
    None,
}

/// How hard a model should think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// No reasoning.
    None,
    /// Little.
    Low,
    /// Usual.
    Medium,
    /// Much.
    High,
}
