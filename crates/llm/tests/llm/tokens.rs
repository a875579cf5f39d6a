//! Image token estimates against the vendors' examples.

use fuseforks_llm::image_tokens;

#[test]
fn estimates_are_the_vendors_examples() {
    let table = [
        ("anthropic", "claude-sonnet-5", 640, 424, 368),
        ("anthropic", "claude-sonnet-5", 1568, 882, 1792),
        ("anthropic", "claude-opus-4-7", 1568, 1568, 3136),
        ("anthropic", "claude-sonnet-4-5", 1568, 1568, 1568),
        ("anthropic", "claude-3-5-sonnet-20241022", 1568, 1568, 1568),
        ("openai-compat", "gpt-5.6-terra", 640, 424, 336),
        ("openai-compat", "gpt-5.6-terra", 1568, 882, 1647),
        ("openai-responses", "gpt-5.6-terra", 1568, 1568, 2882),
        // Tiles: 2 x 2 of 512 px after the short side is 768.
        ("openai-compat", "gpt-4o", 1024, 1024, 85 + 4 * 170),
        ("openai-compat", "gpt-4.1", 640, 424, 85 + 2 * 170),
        ("openai-compat", "gpt-5.1", 640, 424, 70 + 2 * 140),
        ("gemini", "gemini-3.7-flash", 640, 424, 1120),
        ("gemini", "gemini-2.5-flash", 384, 384, 258),
        ("gemini", "gemini-2.5-flash", 1568, 700, 3 * 258),
        ("perplexity-responses", "google/gemini-3.7-flash", 640, 424, 1120),
    ];
    for (wire, model, width, height, expected) in table {
        assert_eq!(image_tokens(wire, model, width, height), expected, "{wire} {model} {width}x{height}");
    }
    assert_eq!(image_tokens("no such wire", "m", 1, 1), 0);
    for wire in fuseforks_llm::Wire::all() {
        assert!(image_tokens(wire.id(), "m", 0, 0) > 0, "{wire:?}: no image is free");
    }
}
