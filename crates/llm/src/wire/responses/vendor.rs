//! Where the vendors of the Responses API differ.

use crate::{
    canonical::{AttachmentKind, Effort},
    wire::openai_chat::is_reasoning,
};

/// One vendor.
#[derive(Clone, Copy)]
pub(in crate::wire) struct Vendor {
    /// Wire id, also the tag of echoes.
    pub(super) id: &'static str,
    /// Where the vendor is.
    pub(super) base_url: &'static str,
    /// `store: false` is known: the vendor keeps nothing.
    pub(super) store: bool,
    /// `strict: false` must stand on each tool, or an omitted value could mean strict.
    pub(super) strict: bool,
    /// `detail` of an image in a message, where the vendor's types require it; never inside an output.
    pub(super) detail: Option<&'static str>,
    /// Whether `tool_choice: none` exists. Without it the tools are left out instead.
    pub(super) tool_choice: bool,
    /// Whether a temperature may be sent.
    pub(super) temperature: fn(&str) -> bool,
    /// The word for an effort; `None` for a model that takes no `reasoning`.
    pub(super) effort: fn(&str, Effort) -> Option<&'static str>,
    /// `reasoning.summary`, where asking for it is known to work.
    pub(super) summary: Option<&'static str>,
    /// Whether encrypted reasoning must be asked for.
    pub(super) include_reasoning: fn(&str) -> bool,
    /// The least output cap that leaves room for an answer.
    pub(super) least_output: u32,
    /// Whether `prompt_cache_key` is known.
    pub(super) cache_key: bool,
    /// What a user message may hold.
    pub(super) attachments: &'static [AttachmentKind],
    /// Items that may go back; an empty list lets everything back.
    pub(super) echoes: &'static [&'static str],
    /// An assistant message goes back as a bare string.
    pub(super) plain_messages: bool,
    /// A call's `thought_signature` and name stand on its output as well.
    pub(super) signed_outputs: bool,
    /// An answer that was cut says `completed`; only its length tells.
    pub(super) silent_length: bool,
    /// A list of models that says what they take.
    pub(super) models_with_modalities: Option<&'static str>,
}

/// What most vendors share.
const COMMON: Vendor = Vendor {
    id: "",
    base_url: "",
    store: true,
    strict: false,
    detail: None,
    tool_choice: true,
    temperature: |_| true,
    effort: |_, effort| Some(word(effort)),
    summary: None,
    include_reasoning: |_| false,
    least_output: 1,
    cache_key: true,
    attachments: &[AttachmentKind::Image, AttachmentKind::Pdf],
    echoes: &[],
    plain_messages: false,
    signed_outputs: false,
    silent_length: false,
    models_with_modalities: None,
};

/// OpenAI. Reasoning models refuse a temperature, the others refuse `reasoning`. `summary: auto` gives
/// no text.
pub(in crate::wire) static OPENAI: Vendor = Vendor {
    id: "openai-responses",
    base_url: "https://api.openai.com/v1",
    strict: true,
    detail: Some("auto"),
    temperature: |model| !is_reasoning(model),
    effort: |model, effort| is_reasoning(model).then_some(word(effort)),
    summary: Some("detailed"),
    include_reasoning: is_reasoning,
    ..COMMON
};

/// xAI. Older reasoning models give their encrypted reasoning only when asked.
pub(in crate::wire) static XAI: Vendor = Vendor {
    id: "xai-responses",
    base_url: "https://api.x.ai/v1",
    include_reasoning: |model| !model.contains("non-reasoning"),
    models_with_modalities: Some("/language-models"),
    ..COMMON
};

/// Meta. Knows `tool_choice: auto` only, always reasons, and needs room for it: under 2,048 tokens the
/// answer may be empty.
pub(in crate::wire) static META: Vendor = Vendor {
    id: "meta-responses",
    base_url: "https://api.meta.ai/v1",
    store: false,
    tool_choice: false,
    effort: |_, effort| {
        Some(match effort {
            Effort::None => "minimal",
            other => word(other),
        })
    },
    least_output: 2048,
    cache_key: false,
    attachments: &[AttachmentKind::Image, AttachmentKind::Audio, AttachmentKind::Video, AttachmentKind::Pdf],
    ..COMMON
};

/// Perplexity, a router over other vendors' models. It adds items of its own tools to answers, which it
/// does not take back.
pub(in crate::wire) static PERPLEXITY: Vendor = Vendor {
    id: "perplexity-responses",
    base_url: "https://api.perplexity.ai/v1",
    attachments: &[AttachmentKind::Image],
    echoes: &["message", "reasoning", "function_call"],
    plain_messages: true,
    signed_outputs: true,
    silent_length: true,
    ..COMMON
};

const fn word(effort: Effort) -> &'static str {
    match effort {
        Effort::None => "none",
        Effort::Low => "low",
        Effort::Medium => "medium",
        Effort::High => "high",
    }
}
