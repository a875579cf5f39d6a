//! The provider protocols: one folder each, one line each in [`ALL`].
//!
//! A wire is a set of pure functions. State lives in what they return: a body, or a decoder that is fed
//! bytes. No wire reads a clock, a file or a socket, and none writes a sentence.

mod anthropic;
mod body;
mod codec;
mod decoder;
mod gemini;
mod ids;
mod ollama;
mod openai_chat;
mod responses;
mod schema;

pub use codec::{Carry, Place};
pub use decoder::Decoder;

pub(crate) use codec::Auth;
pub(crate) use decoder::carries_images;

use crate::{
    LlmError,
    canonical::{AttachmentKind, Request},
    endpoint::{Options, Vision},
};
use codec::Codec;
use fuseforks_media::Image;
use std::fmt;

/// Every wire there is. Adding one is a folder and a line here.
static ALL: [&dyn Codec; 8] = [
    &anthropic::Anthropic,
    &openai_chat::OpenAiChat,
    &gemini::Gemini,
    &responses::OPENAI,
    &responses::XAI,
    &responses::META,
    &responses::PERPLEXITY,
    &ollama::Ollama,
];

/// One wire of the table.
#[derive(Clone, Copy)]
pub struct Wire(&'static dyn Codec);

impl Wire {
    /// The wire with this id, as templates and the log spell it.
    #[must_use]
    pub fn find(id: &str) -> Option<Self> {
        ALL.iter().find(|codec| codec.id() == id).map(|codec| Self(*codec))
    }

    /// All wires, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        ALL.iter().map(|codec| Self(*codec))
    }

    /// The id.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.0.id()
    }

    /// The base URL of the vendor, or of a server on this machine.
    #[must_use]
    pub fn default_base_url(self) -> &'static str {
        self.0.default_base_url()
    }

    /// How this wire carries a kind of media in a place.
    #[must_use]
    pub fn carries(self, kind: AttachmentKind, place: Place) -> Carry {
        self.0.carries(kind, place)
    }

    /// About how many input tokens an image of this size costs.
    #[must_use]
    pub fn image_tokens(self, model: &str, width: u32, height: u32) -> u64 {
        self.0.image_tokens(model, width, height)
    }

    /// The request body, always one that streams. Blocks where JPEGs have to be made from WebP first.
    ///
    /// # Errors
    /// [`crate::ErrorCode::InvalidRequest`] if the request cannot be said as JSON.
    pub fn encode(self, request: &Request, options: &Options) -> Result<Vec<u8>, LlmError> {
        options.jpegs.make(self.jpegs_to_make(request, options), &|| false);
        self.0.encode(request, options)
    }

    /// The images that its servers cannot read as they are, and that nobody has tried to make a JPEG of yet.
    pub(crate) fn jpegs_to_make(self, request: &Request, options: &Options) -> Vec<Image> {
        match self.0.reads_webp() || options.vision != Vision::Yes {
            true => Vec::new(),
            false => options.jpegs.missing(request),
        }
    }

    /// Something that turns the bytes of the answer into deltas and a reply. Events may have
    /// `event_bytes` bytes.
    #[must_use]
    pub fn decoder(self, request: &Request, event_bytes: usize) -> Decoder {
        Decoder::new(self.0, request, event_bytes)
    }

    pub(crate) fn codec(self) -> &'static dyn Codec {
        self.0
    }
}

impl PartialEq for Wire {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Wire {}

impl fmt::Debug for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// How the wire called `wire` carries a kind of media in a place; [`Carry::No`] for an unknown wire.
#[must_use]
pub fn carries(wire: &str, kind: AttachmentKind, place: Place) -> Carry {
    Wire::find(wire).map_or(Carry::No, |wire| wire.carries(kind, place))
}

/// The body that `wire` would send for a model that sees.
///
/// # Errors
/// As [`Wire::encode`].
pub fn encode_body(wire: Wire, request: &Request) -> Result<Vec<u8>, LlmError> {
    wire.encode(request, &Options { vision: Vision::Yes, ..Options::default() })
}

/// About how many input tokens an image of this size costs on the wire called `wire`; 0 for an unknown one.
#[must_use]
pub fn image_tokens(wire: &str, model: &str, width: u32, height: u32) -> u64 {
    Wire::find(wire).map_or(0, |wire| wire.image_tokens(model, width, height))
}
