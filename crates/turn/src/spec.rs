//! What a turn is made of, and its limits.

use crate::Sentences;
use fuseforks_llm::canonical::Request;
use std::sync::Arc;

/// Limits of a turn's requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Tool images in one request, newest first.
    pub images: usize,
    /// Raw bytes of tool images in one request, newest first.
    pub image_bytes: usize,
    /// Identical results of the same call before the next is not run.
    pub repeats: u32,
}

impl Default for Caps {
    fn default() -> Self {
        Self { images: 20, image_bytes: 20_000_000, repeats: 2 }
    }
}

/// A turn before its first event.
pub struct Spec {
    /// The first request: system prompt, tools, history and the message that is answered.
    pub request: Request,
    /// Rounds allowed, 1 to 100.
    pub max_rounds: u32,
    /// Limits of its requests.
    pub caps: Caps,
    /// The model is known not to see, or the wire carries no tool image: images are withheld.
    pub blind: bool,
    /// A WebP that is refused with 400 is tried once as JPEG (the OpenAI-compatible wire).
    pub jpeg_fallback: bool,
    /// The words.
    pub sentences: Arc<dyn Sentences>,
}
