//! What differs between the vendors, as one table.

use serde_json::json;

use super::super::answer::Answer;
use super::super::fault::{Fault, Kind};
use super::super::openai_compat;
use super::super::wire::Wire;
use super::super::world::World;

/// One vendor.
pub(in super::super) struct Vendor {
    pub(super) wire: Wire,
    pub(super) body_limit: usize,
    /// Fields beyond those that all take.
    pub(super) fields: &'static [&'static str],
    /// Values of `reasoning.effort`.
    pub(super) efforts: &'static [&'static str],
    /// Fields of `reasoning` beyond the effort.
    pub(super) reasoning: &'static [&'static str],
    /// Values of `include`.
    pub(super) include: &'static [&'static str],
    /// Kinds of a person's content parts.
    pub(super) parts: &'static [&'static str],
    /// Media types of images.
    pub(super) images: &'static [&'static str],
    /// Base64 characters of one image.
    pub(super) image_characters: usize,
    /// Whether `tool_choice` may say anything but `auto`.
    pub(super) free_choice: bool,
    /// Whether assistant text may come as parts.
    pub(super) assistant_parts: bool,
    /// The least `max_output_tokens`.
    pub(super) least_output: i64,
    /// Status for a part or item of an unknown type or shape.
    pub(super) shape_status: u16,
    /// Whether calls and results carry a `thought_signature`.
    pub(super) thought_signature: bool,
    /// Whether the stream has only the vendor's short list of events.
    pub(super) short_stream: bool,
}

pub(in super::super) const OPENAI: Vendor = Vendor {
    wire: Wire::OpenaiResponses,
    body_limit: 256 * 1024 * 1024,
    fields: &[
        "store",
        "include",
        "metadata",
        "parallel_tool_calls",
        "prompt_cache_key",
        "prompt_cache_options",
        "safety_identifier",
        "text",
        "truncation",
        "service_tier",
        "max_tool_calls",
        "top_p",
        "tool_choice",
    ],
    efforts: &["none", "minimal", "low", "medium", "high", "xhigh", "max"],
    reasoning: &["summary", "context", "mode"],
    include: &["reasoning.encrypted_content", "web_search_call.action.sources"],
    parts: &["input_text", "input_image", "input_file"],
    images: &["image/jpeg", "image/png", "image/webp", "image/gif"],
    image_characters: 70 * 1024 * 1024,
    free_choice: true,
    assistant_parts: true,
    least_output: 16,
    shape_status: 400,
    thought_signature: false,
    short_stream: false,
};

pub(in super::super) const XAI: Vendor = Vendor {
    wire: Wire::XaiResponses,
    fields: &[
        "store",
        "include",
        "parallel_tool_calls",
        "prompt_cache_key",
        "temperature",
        "top_p",
        "text",
        "tool_choice",
    ],
    efforts: &["none", "minimal", "low", "medium", "high", "xhigh"],
    reasoning: &["summary"],
    include: &["reasoning.encrypted_content", "no_inline_citations"],
    images: &["image/jpeg", "image/png", "image/webp"],
    image_characters: 20 * 1024 * 1024 / 3 * 4,
    least_output: 1,
    shape_status: 422,
    ..OPENAI
};

pub(in super::super) const META: Vendor = Vendor {
    wire: Wire::MetaResponses,
    fields: &["temperature", "tool_choice"],
    efforts: &["minimal", "low", "medium", "high", "xhigh"],
    reasoning: &[],
    include: &[],
    parts: &["input_text", "input_image", "input_file", "input_audio", "input_video"],
    images: &["image/jpeg", "image/png", "image/webp"],
    image_characters: 28 * 1024 * 1024,
    free_choice: false,
    least_output: 1,
    ..OPENAI
};

pub(in super::super) const PERPLEXITY: Vendor = Vendor {
    wire: Wire::PerplexityResponses,
    fields: &[
        "store",
        "max_steps",
        "response_format",
        "language_preference",
        "temperature",
        "top_p",
        "tool_choice",
        "prompt_cache_key",
        "models",
        "preset",
    ],
    efforts: &["none", "minimal", "low", "medium", "high", "xhigh"],
    reasoning: &[],
    include: &[],
    parts: &["input_text", "input_image"],
    images: &["image/jpeg", "image/png", "image/webp"],
    image_characters: 28 * 1024 * 1024,
    assistant_parts: false,
    least_output: 1,
    thought_signature: true,
    short_stream: true,
    ..OPENAI
};

impl Vendor {
    pub(super) fn is(&self, wire: Wire) -> bool {
        self.wire == wire
    }

    /// An error in this vendor's words.
    pub(super) fn error(&self, world: &World, fault: &Fault) -> Answer {
        if self.is(Wire::PerplexityResponses) && fault.kind == Kind::Image && fault.status == 400 {
            // All that this vendor says when the model behind it takes no images.
            let error = json!({"message": "invalid request", "type": "invalid_request", "code": 400});
            return Answer::json(400, &json!({"error": error}));
        }
        if self.is(Wire::XaiResponses) && fault.status == 422 {
            let text = format!(
                "Failed to deserialize the JSON body into the target type: {}: data did not match any variant of untagged enum",
                fault.path
            );
            return Answer::json(422, &json!({"code": "invalid-argument", "error": text}));
        }
        openai_compat::error(world, fault)
    }

    /// A refusal of a value whose shape is not in the vendor's list.
    pub(super) fn shape(&self, fault: Fault) -> Fault {
        Fault { status: self.shape_status, ..fault }
    }
}
