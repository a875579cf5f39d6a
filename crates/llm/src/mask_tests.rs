use super::*;

fn check(text: &str, expected: &str) {
    assert_eq!(excerpt(text, Some(&Secret::new("sk-test-123"))), expected);
}

#[test]
fn the_key_and_what_looks_like_one_leave() {
    check("wrong key sk-test-123.", "wrong key [key].");
    check("{\"key\":\"sk-test-123\"}", "{\"key\":\"[key]\"}");
    check("Incorrect API key provided: sk-proj-abcdefgh123456.", "Incorrect API key provided: [key]");
    check("key sk-ab***cd", "key [key]");
    check("Authorization: Bearer abc123", "Authorization: Bearer [key]");
    check("GET /mcp?token=abc&x=1", "GET /mcp?token=[key]&x=1");
    check("GET /models?key=AIzaSyA1234567890", "GET /models?key=[key]");
}

#[test]
fn ordinary_words_stay() {
    check("ask-test is not a task-force", "ask-test is not a task-force");
    check("messages.0.content.1: image too large", "messages.0.content.1: image too large");
    check("画像は送れません", "画像は送れません");
}

#[test]
fn a_key_with_a_line_break_leaves_in_both_forms() {
    let key = Secret::new("sk-test-123\n");
    assert_eq!(excerpt("a sk-test-123 b", Some(&key)), "a [key] b");
}

#[test]
fn encoded_media_and_control_characters_leave() {
    let long = "A".repeat(300);
    check(&format!("got data:image/jpeg;base64,{long}!"), "got data:image/jpeg;base64,[...]!");
    check("a\u{0}b\nc\u{202e}d", "a b cd");
}

#[test]
fn an_excerpt_has_at_most_2000_characters() {
    let text = "語 ".repeat(3000);
    assert_eq!(excerpt(&text, None).chars().count(), 2000);
}

#[test]
fn a_code_is_one_clean_token() {
    assert_eq!(token("rate_limit exceeded\n=x", None).as_deref(), Some("rate_limitexceededx"));
    assert_eq!(token("invalid-image.v1", None).as_deref(), Some("invalid-image.v1"));
    assert_eq!(token("\n", None), None);
}
