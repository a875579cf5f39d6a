//! The wires by name, and what each must be able to do.

use std::fmt;
use std::str::FromStr;

use axum::http::{HeaderMap, Method};
use serde_json::Value;

use super::answer::Answer;
use super::fault::{Check, Fault};
use super::received::Received;
use super::step::Turn;
use super::usage::Caching;
use super::world::World;
use super::{anthropic, gemini, ollama, openai_compat, responses};

/// A vendor's protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wire {
    /// Anthropic Messages.
    Anthropic,
    /// Chat Completions as many servers speak it.
    OpenaiCompat,
    /// Gemini `generateContent`.
    Gemini,
    /// OpenAI Responses.
    OpenaiResponses,
    /// xAI Responses.
    XaiResponses,
    /// Meta Responses.
    MetaResponses,
    /// Perplexity Responses.
    PerplexityResponses,
    /// Ollama `/api/chat`.
    Ollama,
}

impl Wire {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Anthropic,
        Self::OpenaiCompat,
        Self::Gemini,
        Self::OpenaiResponses,
        Self::XaiResponses,
        Self::MetaResponses,
        Self::PerplexityResponses,
        Self::Ollama,
    ];

    /// The name on the command line and in templates.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic",
            Self::OpenaiCompat => "openai-compat",
            Self::Gemini => "gemini",
            Self::OpenaiResponses => "openai-responses",
            Self::XaiResponses => "xai-responses",
            Self::MetaResponses => "meta-responses",
            Self::PerplexityResponses => "perplexity-responses",
            Self::Ollama => "ollama",
        }
    }

    /// What follows the host in the base URL of a template.
    pub(super) fn base_path(self) -> &'static str {
        match self {
            Self::Gemini => "/v1beta",
            Self::Ollama => "",
            _ => "/v1",
        }
    }

    pub(super) fn dialect(self) -> &'static dyn Dialect {
        match self {
            Self::Anthropic => &anthropic::Anthropic,
            Self::OpenaiCompat => &openai_compat::OpenaiCompat,
            Self::Gemini => &gemini::Gemini,
            Self::OpenaiResponses => &responses::OPENAI,
            Self::XaiResponses => &responses::XAI,
            Self::MetaResponses => &responses::META,
            Self::PerplexityResponses => &responses::PERPLEXITY,
            Self::Ollama => &ollama::Ollama,
        }
    }
}

impl fmt::Display for Wire {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Text that names no wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWire(String);

impl fmt::Display for UnknownWire {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Wire::ALL.iter().map(|wire| wire.name()).collect();
        write!(formatter, "unknown wire {:?}: {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownWire {}

impl FromStr for Wire {
    type Err = UnknownWire;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.iter().copied().find(|wire| wire.name() == text).ok_or_else(|| UnknownWire(text.to_owned()))
    }
}

/// What a request is for.
pub(super) enum Route {
    /// A model call. Some vendors put the model and the wish for a stream into the path.
    Chat(Target),
    /// A question about models, answered with JSON.
    Info(Value),
}

/// What the path of a model call says.
#[derive(Default)]
pub(super) struct Target {
    pub(super) model: Option<String>,
    pub(super) stream: Option<bool>,
}

/// A model call as it came.
pub(super) struct Call<'a> {
    pub(super) world: &'a World,
    pub(super) headers: &'a HeaderMap,
    pub(super) target: &'a Target,
    pub(super) body: &'a Value,
}

/// One vendor's way of reading and writing. Pure but for the issued items in the world.
pub(super) trait Dialect: Sync {
    /// The largest request body in bytes.
    fn body_limit(&self) -> usize;
    /// The key the caller shows, or why it may not come in.
    fn admit(&self, world: &World, headers: &HeaderMap) -> Check<()>;
    /// What the request is for. `body` is that of a POST.
    fn route(&self, world: &World, method: &Method, path: &str, query: &str, body: &[u8]) -> Check<Route>;
    /// The request, checked as strictly as the vendor's documents allow.
    fn read(&self, call: &Call<'_>) -> Check<Received>;
    /// The model's turn in the vendor's shape.
    fn write(&self, call: &Call<'_>, received: &Received, turn: &Turn) -> Answer;
    /// An error in the vendor's shape.
    fn fault(&self, world: &World, fault: &Fault) -> Answer;
    /// Media type of its streams.
    fn stream_type(&self) -> &'static str {
        "text/event-stream"
    }
    /// Beginning of the ids it gives to calls.
    fn call_prefix(&self) -> &'static str {
        "call_"
    }
    /// How its cache is switched.
    fn caching(&self, _call: &Call<'_>) -> Caching {
        Caching::Implicit
    }
    /// Events for a script that brings its own: strings go out as they are, JSON as one event.
    fn raw_event(&self, event: &Value) -> Vec<u8>;
}
