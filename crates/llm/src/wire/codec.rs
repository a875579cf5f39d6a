//! What a wire has to be able to do.

use super::ids::CallIds;
use crate::{
    Delta, LlmError, Reply, Sink,
    canonical::{AttachmentKind, Request},
    capabilities::Question,
    endpoint::Options,
    fault::Fault,
};
use serde_json::Value;

/// Where media can stand in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Beside a user message.
    UserAttachment,
    /// In what a tool gave back.
    ToolResult,
}

/// How a wire carries media.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Carry {
    /// Not at all.
    No,
    /// In the place itself.
    Native,
    /// In a user message after the tool messages.
    Carrier,
    /// In the place itself, but only to a model that is known to see.
    IfVision,
}

impl Carry {
    /// Whether a model that sees would get it.
    #[must_use]
    pub fn possible(self) -> bool {
        self != Self::No
    }
}

/// The header that carries the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Auth {
    /// `authorization: Bearer KEY`
    Bearer,
    /// This header with the bare key.
    Header(&'static str),
}

/// How the pieces of an answer are framed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// Server-sent events.
    Sse,
    /// One JSON text a line.
    Ndjson,
}

/// A wire.
pub(crate) trait Codec: Send + Sync {
    /// The id in templates and the log.
    fn id(&self) -> &'static str;

    /// The vendor's base URL, or that of a server on this machine.
    fn default_base_url(&self) -> &'static str;

    /// The full path of the model call: `base` is the path of the base URL without a slash at its end.
    fn path(&self, base: &str, model: &str, options: &Options) -> String;

    /// The query of the model call.
    fn query(&self) -> Option<&'static str> {
        None
    }

    /// What to ask a server about its models, or about one of them; the first question that is answered
    /// counts. `near`: the server is on this machine.
    fn questions(&self, base: &str, model: Option<&str>, options: &Options, near: bool) -> Vec<Question>;

    /// Where the key goes.
    fn auth(&self) -> Auth {
        Auth::Bearer
    }

    /// Fixed headers.
    fn headers(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// A header made from the request.
    fn request_header(&self, _request: &Request, _options: &Options) -> Option<(&'static str, String)> {
        None
    }

    /// The framing of the answer.
    fn framing(&self) -> Framing {
        Framing::Sse
    }

    /// Whether its servers read WebP. Those that do not get the JPEGs that [`Options`] has.
    fn reads_webp(&self) -> bool {
        true
    }

    /// The body.
    fn encode(&self, request: &Request, options: &Options) -> Result<Vec<u8>, LlmError>;

    /// The state that turns events into a reply.
    fn events(&self, request: &Request, ids: CallIds) -> Box<dyn Events>;

    /// See [`super::carries`].
    fn carries(&self, kind: AttachmentKind, place: Place) -> Carry;

    /// See [`super::Wire::image_tokens`].
    fn image_tokens(&self, model: &str, width: u32, height: u32) -> u64;
}

/// The state of one answer while its events come in.
pub(crate) trait Events: Send {
    /// Takes one event of a stream. `name` is the event field, empty on wires that have none.
    fn event(&mut self, name: &str, data: Value, out: &mut dyn Sink) -> Result<(), Fault>;

    /// Takes a whole answer that came without a stream.
    fn whole(&mut self, answer: Value, out: &mut dyn Sink) -> Result<(), Fault>;

    /// The bare end mark `[DONE]` came.
    fn done(&mut self) {}

    /// The end mark came, nothing more is expected.
    fn ended(&self) -> bool;

    /// The answer may end here: the end mark came, or the wire has none and said why it stopped.
    fn complete(&self) -> bool {
        self.ended()
    }

    /// How many blocks, parts, items or calls have come.
    fn parts(&self) -> usize;

    /// What has come, as far as it has come.
    fn reply(&mut self) -> Reply;
}

/// Sends text to the sink unless there is none.
pub(crate) fn emit(out: &mut dyn Sink, make: fn(String) -> Delta, text: &str) {
    if !text.is_empty() {
        out.delta(make(text.to_owned()));
    }
}
