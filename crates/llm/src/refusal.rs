//! Tells "this server or model takes no images" from every other failure.
//!
//! A wrong "yes" costs the model its picture for the rest of a turn, a wrong "no" ends the turn, so the
//! rule is written once, here, as tables. Pure: a request that carried no image is never judged.

/// Words by which servers say it themselves, whatever the status. Lower case.
// not prose: what servers say, as it is found in their answers
const IMAGE_TEXTS: [&str; 10] = [
    "image input is not supported",
    "support image input",
    "mmproj",
    "does not support image",
    "does not support vision",
    "multimodal function responses",
    "invalid content part type",
    "invalid_image",
    "unsupported_image",
    "image_parse_error",
];

/// Codes of the Responses API for an image it will not take; they also come in `response.failed`.
const IMAGE_CODES: [&str; 12] = [
    "invalid_image",
    "invalid_image_format",
    "invalid_base64_image",
    "invalid_image_url",
    "image_too_large",
    "image_too_small",
    "image_parse_error",
    "image_content_policy_violation",
    "invalid_image_mode",
    "image_file_too_large",
    "unsupported_image_media_type",
    "empty_image_file",
];

/// Causes of a 400 or 422 that have nothing to do with images. Lower case.
// not prose: what servers say, as it is found in their answers
const OTHER_CAUSES: [&str; 18] = [
    "thinking",
    "signature",
    "bound to a different conversation",
    "thought_signature",
    "number of function response parts",
    "prompt is too long",
    "context_length_exceeded",
    "input token count",
    "exceed_context_size_error",
    "maximum context length",
    "api_key_invalid",
    "api key not valid",
    "unsupported parameter",
    "tool_choice",
    "tool choice requires",
    "does not support tools",
    "spend limit",
    "credit",
];

/// Whether a failure means that images were refused. `status` is `None` for a failure inside a stream,
/// `code` the vendor's own code, `text` the body or message.
#[must_use]
pub fn refused(carried_images: bool, status: Option<u16>, code: Option<&str>, text: &str) -> bool {
    if !carried_images {
        return false;
    }
    let text = text.to_lowercase();
    let says_image = IMAGE_TEXTS.iter().any(|known| text.contains(known))
        || code.is_some_and(|code| IMAGE_CODES.contains(&code));
    match status {
        None => says_image,
        Some(413) => true,
        Some(400 | 422) => says_image || !OTHER_CAUSES.iter().any(|known| text.contains(known)),
        Some(400..=599) => says_image,
        Some(_) => false,
    }
}

#[cfg(test)]
#[path = "refusal_tests.rs"]
mod tests;
