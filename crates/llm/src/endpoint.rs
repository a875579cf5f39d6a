//! Where a model is and what is known about it, as one template says it.

use crate::{Secret, Wire, jpegs::Jpegs};
use serde_json::{Map, Value};
use std::fmt;

/// Whether a model can see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Vision {
    /// It takes images.
    Yes,
    /// It does not.
    No,
    /// Nobody said.
    #[default]
    Unknown,
}

/// A server that speaks a wire.
#[derive(Clone)]
pub struct Endpoint {
    /// The protocol.
    pub wire: Wire,
    /// The base URL as the person wrote it, such as `https://api.anthropic.com/v1`.
    pub base_url: String,
    /// The key, if the server wants one.
    pub key: Option<Secret>,
    /// What wires want to know beyond the request.
    pub options: Options,
}

/// What an encoder wants to know beyond the request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Whether the model sees. `ollama` sends images only for [`Vision::Yes`].
    pub vision: Vision,
    /// The context window in tokens, where the server lets the client choose it.
    pub window: Option<u32>,
    /// The host name of the base URL, lower case; some fields are safe for one vendor only.
    pub host: String,
    /// Members laid over the head of the body: objects are merged, `null` removes. The conversation, the
    /// system prompt and the tools cannot be replaced.
    pub extra: Map<String, Value>,
    /// JPEGs already made from WebP.
    pub(crate) jpegs: Jpegs,
}

impl Endpoint {
    /// An endpoint without a key.
    #[must_use]
    pub fn new(wire: Wire, base_url: impl Into<String>) -> Self {
        let base_url = base_url.into();
        let host = url::Url::parse(&base_url)
            .ok()
            .and_then(|url| url.host_str().map(str::to_ascii_lowercase))
            .unwrap_or_default();
        Self { wire, base_url, key: None, options: Options { host, ..Options::default() } }
    }

    /// The same with a key.
    #[must_use]
    pub fn with_key(mut self, key: Option<Secret>) -> Self {
        self.key = key;
        self
    }

    /// The same with what is known about the model's eyes.
    #[must_use]
    pub fn with_vision(mut self, vision: Vision) -> Self {
        self.options.vision = vision;
        self
    }

    /// The same with a context window.
    #[must_use]
    pub fn with_window(mut self, window: Option<u32>) -> Self {
        self.options.window = window;
        self
    }

    /// The same with members for the body.
    #[must_use]
    pub fn with_extra(mut self, extra: Map<String, Value>) -> Self {
        self.options.extra = extra;
        self
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The URL may hold a password or a token in its query.
        f.debug_struct("Endpoint")
            .field("wire", &self.wire.id())
            .field("host", &self.options.host)
            .field("key", &self.key.is_some())
            .finish_non_exhaustive()
    }
}
