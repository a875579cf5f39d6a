use super::*;
use serde_json::json;

fn one(models: Option<Vec<ModelInfo>>) -> ModelInfo {
    let mut models = models.expect("an answer");
    assert_eq!(models.len(), 1);
    models.remove(0)
}

#[test]
fn ollama_sees_only_what_is_declared() {
    let table = [
        (json!({"capabilities": ["completion", "tools"]}), Vision::No, Some(true)),
        (json!({"capabilities": ["completion", "vision"]}), Vision::Yes, Some(false)),
        (json!({"capabilities": ["completion", "tools", "vision"]}), Vision::Yes, Some(true)),
        (json!({"details": {}}), Vision::Unknown, None),
        (json!({"capabilities": []}), Vision::No, Some(false)),
        // Making images is not seeing them.
        (json!({"capabilities": ["completion", "image"]}), Vision::No, Some(false)),
    ];
    for (answer, vision, tools) in table {
        let model = one(ollama_show(&answer));
        assert_eq!((model.vision, model.tools), (vision, tools), "{answer}");
    }
    assert_eq!(ollama_show(&json!({"error": "model 'x' not found"})), None);
    let shown = json!({"model_info": {"general.architecture": "qwen3vl", "qwen3vl.context_length": 262144}});
    assert_eq!(one(ollama_show(&shown)).window, Some(262_144));
}

#[test]
fn ollama_lists_names() {
    let tags = json!({"models": [{"name": "a:8b", "model": "a:8b"}, {"name": "b"}, {}]});
    let ids: Vec<_> = ollama_tags(&tags).unwrap().into_iter().map(|m| m.id).collect();
    assert_eq!(ids, ["a:8b", "b"]);
}

#[test]
fn anthropic_declares_image_input() {
    let model = |supported: bool| {
        json!({"type": "model", "id": "claude-x", "max_input_tokens": 200000, "max_tokens": 64000,
            "capabilities": {"image_input": {"supported": supported}}})
    };
    let expected = ModelInfo {
        id: "claude-x".into(),
        vision: Vision::Yes,
        window: Some(200_000),
        max_output: Some(64_000),
        tools: None,
    };
    assert_eq!(one(anthropic_model(&model(true))), expected);
    assert_eq!(one(anthropic_models(&json!({"data": [model(false)]}))).vision, Vision::No);
    let old = json!({"type": "model", "id": "claude-x", "capabilities": null});
    assert_eq!(one(anthropic_model(&old)).vision, Vision::Unknown);
}

#[test]
fn compatible_servers_say_it_in_many_ways() {
    let list = |model: Value| json!({"object": "list", "data": [model]});
    let check = |answer: Value, vision: Vision, window: Option<u32>| {
        let model = one(openai_models(&answer));
        assert_eq!((model.vision, model.window), (vision, window), "{answer}");
    };
    check(list(json!({"id": "gpt-4o", "object": "model"})), Vision::Unknown, None);
    check(list(json!({"id": "m", "max_model_len": 32768})), Vision::Unknown, Some(32768));
    check(
        list(
            json!({"id": "m", "context_length": 1000, "architecture": {"input_modalities": ["text", "image"]}}),
        ),
        Vision::Yes,
        Some(1000),
    );
    check(list(json!({"id": "m", "architecture": {"input_modalities": ["text"]}})), Vision::No, None);
    check(
        list(json!({"id": "m", "capabilities": {"vision": true}, "max_context_length": 5})),
        Vision::Yes,
        Some(5),
    );
    check(
        json!({"models": [{"name": "m", "capabilities": ["completion", "multimodal"]}],
            "data": [{"id": "m", "meta": {"n_ctx": 8192}}]}),
        Vision::Yes,
        Some(8192),
    );
    check(
        json!({"models": [{"model": "m", "capabilities": ["completion"]}], "data": [{"id": "m"}]}),
        Vision::No,
        None,
    );
    assert_eq!(openai_models(&json!({"ok": true})), None);
}

#[test]
fn lm_studio_tells_models_that_see() {
    let answer = json!({"data": [
        {"id": "qwen-vl", "type": "vlm", "max_context_length": 32768, "capabilities": ["tool_use"]},
        {"id": "llama", "type": "llm", "max_context_length": 8192, "loaded_context_length": 4096},
        {"id": "embed", "type": "embeddings"}]});
    let models = studio_models(&answer).unwrap();
    let facts: Vec<_> = models.iter().map(|m| (m.id.as_str(), m.vision, m.window, m.tools)).collect();
    assert_eq!(
        facts,
        [("qwen-vl", Vision::Yes, Some(32768), Some(true)), ("llama", Vision::No, Some(4096), None)]
    );
    assert_eq!(studio_models(&json!({"data": [{"id": "x"}]})), Some(vec![]));
}

#[test]
fn gemini_lists_models_that_generate() {
    let answer = json!({"models": [
        {"name": "models/gemini-3.7-flash", "inputTokenLimit": 1048576, "outputTokenLimit": 65536,
            "supportedGenerationMethods": ["generateContent"]},
        {"name": "models/embedding-001", "supportedGenerationMethods": ["embedContent"]}]});
    let model = one(gemini_models(&answer));
    assert_eq!(
        (model.id.as_str(), model.window, model.max_output),
        ("gemini-3.7-flash", Some(1_048_576), Some(65_536))
    );
}

#[test]
fn names_become_path_segments() {
    assert_eq!(path_segment("google/gemini 3"), "google%2Fgemini%203");
    assert_eq!(path_segment("qwen3-vl:8b"), "qwen3-vl:8b");
    assert_eq!(path_segment("é?#"), "%C3%A9%3F%23");
}
