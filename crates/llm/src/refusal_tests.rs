use super::*;

const IMAGE: &str = "{\"error\":{\"message\":\"No endpoints found that support image input\"}}";
const MMPROJ: &str =
    "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj";

#[test]
fn the_rule_as_a_table() {
    let table: &[(Option<u16>, &str, bool)] = &[
        // 400 and 422 without a known other cause are refusals, a bare one too.
        (Some(400), "invalid request", true),
        (Some(400), "", true),
        (Some(400), "{\"error\":{\"message\":\"invalid tool message\"}}", true),
        (Some(400), "{\"error\":{\"code\":\"invalid_union\",\"param\":\"input\"}}", true),
        (Some(422), "Failed to deserialize the JSON body", true),
        (Some(400), "Invalid content part type: image_url", true),
        (Some(400), "Multimodal function responses are not supported for this model", true),
        // Known other causes are not.
        (
            Some(400),
            "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.",
            false,
        ),
        (Some(400), "Function call is missing a thought_signature in functionCall parts", false),
        (
            Some(400),
            "Please ensure that the number of function response parts is equal to the number of function call parts",
            false,
        ),
        (Some(400), "prompt is too long: 210000 tokens > 200000 maximum", false),
        (Some(400), "{\"error\":{\"code\":\"context_length_exceeded\"}}", false),
        (Some(400), "The input token count (99) exceeds the maximum", false),
        (Some(400), "{\"reason\":\"API_KEY_INVALID\"}", false),
        (Some(400), "Unsupported parameter: 'max_tokens'", false),
        (Some(400), "only \"auto\" is supported for tool_choice", false),
        (Some(400), "You have reached your workspace spend limit", false),
        (Some(400), "Your credit balance is too low", false),
        // Both said: the image text is the nearer one.
        (Some(400), "thinking model does not support image", true),
        // 413 always: without the images it may fit.
        (Some(413), "<html>Payload Too Large</html>", true),
        // Other statuses by their words only.
        (Some(404), IMAGE, true),
        (Some(404), "model \"gone\" not found", false),
        (Some(500), MMPROJ, true),
        (Some(500), "internal server error", false),
        (Some(503), "server busy", false),
        (Some(401), "invalid x-api-key", false),
        (Some(429), "rate limit", false),
        (Some(200), IMAGE, false),
        // Inside a stream.
        (None, MMPROJ, true),
        (None, "Overloaded", false),
    ];
    for (status, text, expected) in table {
        assert_eq!(refused(true, *status, None, text), *expected, "{status:?} {text}");
        assert!(!refused(false, *status, None, text), "a request without images is never a refusal");
    }
}

#[test]
fn image_codes_count_where_the_message_says_little() {
    assert!(refused(true, None, Some("image_content_policy_violation"), "failed"));
    assert!(!refused(true, None, Some("server_error"), "failed"));
    assert!(refused(true, Some(500), Some("empty_image_file"), "failed"));
}
