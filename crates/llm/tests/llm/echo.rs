//! What a provider gets back inside a turn, and what it never gets.

use crate::support::{Shown, asks, call, image, json, result, user};
use fuseforks_llm::{
    Reply, Wire,
    canonical::{Effort, Message, Request, SystemPart, ToolChoice, ToolSpec},
    encode_body,
};
use serde_json::{Value, json};

fn request(model: &str, messages: Vec<Message>) -> Request {
    let tool = |name: &str| ToolSpec {
        name: name.into(),
        description: "d".into(),
        parameters: json!({"type": "object", "properties": {}}).as_object().unwrap().clone(),
    };
    Request { model: model.into(), tools: vec![tool("a"), tool("b")], messages, ..Request::default() }
}

fn body(wire: &str, request: &Request) -> Value {
    json(&encode_body(Wire::find(wire).unwrap(), request).unwrap())
}

/// Decodes a whole answer as the wire would.
fn answer(wire: &str, model: &str, whole: &Value) -> Reply {
    let request = request(model, vec![user("hi")]);
    let mut decoder = Wire::find(wire).unwrap().decoder(&request, 1 << 20);
    let mut shown = Shown::default();
    decoder.feed(whole.to_string().as_bytes(), &mut shown).unwrap();
    decoder.finish(&mut shown).unwrap()
}

fn assistant(reply: &Reply) -> Message {
    Message::Assistant { text: reply.text.clone(), calls: reply.calls.clone(), echo: reply.echo.clone() }
}

/// The messages of a turn after one round of calls, the second result with an image.
fn turn(reply: &Reply, images: bool) -> Vec<Message> {
    let mut messages = vec![user("hi"), assistant(reply)];
    for (index, call) in reply.calls.iter().enumerate() {
        let shown = if index == 1 && images { vec![image("red.jpg")] } else { Vec::new() };
        messages.push(result(&call.id, &call.name, "done", &shown));
    }
    messages
}

fn anthropic_content() -> Value {
    json!([
        {"type": "thinking", "thinking": "", "signature": "SIG"},
        {"type": "redacted_thinking", "data": "RED"},
        {"type": "text", "text": ""},
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "t1", "name": "a", "input": {}, "caller": {"type": "direct"}},
        {"type": "tool_use", "id": "t2", "name": "b", "input": {"z": 1, "a": 2}}])
}

fn anthropic_reply() -> Reply {
    let whole = json!({"type": "message", "content": anthropic_content(), "stop_reason": "tool_use", "usage": {"input_tokens": 1, "output_tokens": 1}});
    answer("anthropic", "claude-x", &whole)
}

#[test]
fn anthropic_blocks_return_as_they_came_without_empty_texts() {
    let reply = anthropic_reply();
    let sent = body("anthropic", &request("claude-x", turn(&reply, true)));
    let mut expected = anthropic_content();
    expected.as_array_mut().unwrap().remove(2);
    assert_eq!(sent["messages"][1]["content"], expected);
    assert_eq!(sent["messages"][2]["content"][1]["content"][0]["type"], "image");
}

#[test]
fn anthropic_thinking_leaves_whole_when_an_earlier_message_was_edited() {
    let reply = anthropic_reply();
    let mut edited = request("claude-x", turn(&reply, true));
    edited.drop_thinking = true;
    let sent = body("anthropic", &edited);
    let kinds: Vec<_> = sent["messages"][1]["content"]
        .as_array()
        .unwrap()
        .iter()
        .map(|block| block["type"].clone())
        .collect();
    assert_eq!(kinds, ["text", "tool_use", "tool_use"]);
    assert!(!sent.to_string().contains("SIG") && !sent.to_string().contains("RED"));
    assert_eq!(sent["messages"][1]["content"][1]["caller"]["type"], "direct", "the rest stays as it came");
}

#[test]
fn another_model_or_wire_gets_the_canonical_view_without_signatures() {
    let reply = anthropic_reply();
    let canonical = json!([
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "t1", "name": "a", "input": {}},
        {"type": "tool_use", "id": "t2", "name": "b", "input": {"z": 1, "a": 2}}]);
    assert_eq!(
        body("anthropic", &request("claude-y", turn(&reply, false)))["messages"][1]["content"],
        canonical
    );
    for wire in Wire::all() {
        let sent = body(wire.id(), &request("other", turn(&reply, false))).to_string();
        assert!(!sent.contains("SIG") && !sent.contains("RED"), "{wire:?}: {sent}");
    }
}

#[test]
fn compat_calls_return_with_the_members_we_do_not_know() {
    let call = json!({"id": "c1", "type": "function", "function": {"name": "a", "arguments": "{ }"},
        "extra_content": {"google": {"thought_signature": "S"}}});
    let whole = json!({"choices": [{"message": {"content": null, "reasoning_content": "hm", "tool_calls": [call]}, "finish_reason": "tool_calls"}]});
    let reply = answer("openai-compat", "m", &whole);
    assert_eq!(reply.thinking, "hm");
    let sent = body("openai-compat", &request("m", turn(&reply, false)));
    assert_eq!(sent["messages"][1], json!({"role": "assistant", "tool_calls": [call]}));
    let other = body("openai-compat", &request("other", turn(&reply, false)));
    assert_eq!(other["messages"][1]["tool_calls"][0].get("extra_content"), None);
}

#[test]
fn arguments_that_are_no_object_never_go_back() {
    let whole = json!({"choices": [{"message": {"tool_calls": [
        {"id": "c1", "function": {"name": "a", "arguments": "{\"x\":"}}, {"id": "c2", "function": {"name": "b", "arguments": ""}}]}}]});
    let reply = answer("openai-compat", "m", &whole);
    assert_eq!(reply.calls[0].malformed.as_deref(), Some("{\"x\":"));
    assert_eq!(reply.calls[1].malformed, None, "no text means no arguments");
    let sent = body("openai-compat", &request("m", turn(&reply, false)));
    for index in 0..2 {
        assert_eq!(sent["messages"][1]["tool_calls"][index]["function"]["arguments"], "{}");
    }
}

fn gemini_parts() -> Value {
    json!([
        {"text": "I think", "thought": true},
        {"functionCall": {"name": "a", "args": {}}, "thoughtSignature": "s1"},
        {"functionCall": {"name": "b", "args": {"x": 1}}}])
}

#[test]
fn gemini_parts_return_verbatim_with_the_signature_on_its_own_part() {
    let whole = json!({"candidates": [{"content": {"role": "model", "parts": gemini_parts()}, "finishReason": "STOP"}]});
    let reply = answer("gemini", "gemini-3.7-flash", &whole);
    for drop_thinking in [false, true] {
        let mut request = request("gemini-3.7-flash", turn(&reply, true));
        request.drop_thinking = drop_thinking;
        let sent = body("gemini", &request);
        assert_eq!(sent["contents"][1], json!({"role": "model", "parts": gemini_parts()}));
        let parts = sent["contents"][2]["parts"].as_array().unwrap();
        assert_eq!(parts.len(), 2);
        assert_eq!(parts[0]["functionResponse"].get("id"), None, "an id of ours is not sent");
        assert_eq!(parts[0]["functionResponse"].get("parts"), None);
        assert_eq!(parts[1]["functionResponse"]["parts"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn gemini_answers_four_calls_in_one_content() {
    let calls: Vec<_> = (1..=4).map(|n| call(&format!("f{n}"), "a")).collect();
    let shown = [image("red.jpg")];
    let mut messages = vec![user("hi"), asks(&calls)];
    for (index, call) in calls.iter().enumerate() {
        messages.push(result(&call.id, "a", "text", if index % 2 == 1 { &shown } else { &[] }));
    }
    messages.push(user("go on"));
    let sent = body("gemini", &request("gemini-3.7-flash", messages));
    let parts = sent["contents"][2]["parts"].as_array().unwrap();
    let ids: Vec<_> = parts.iter().map(|part| part["functionResponse"]["id"].clone()).collect();
    assert_eq!(ids, ["f1", "f2", "f3", "f4"]);
    for (index, part) in parts.iter().enumerate() {
        assert!(part["functionResponse"]["response"].is_object());
        assert_eq!(part["functionResponse"].get("parts").is_some(), index % 2 == 1);
    }
}

#[test]
fn responses_items_return_in_order_and_whole() {
    let items = json!([
        {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "ENC"},
        {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "a", "arguments": "{}", "status": "completed"},
        {"type": "function_call", "id": "fc_2", "call_id": "c2", "name": "b", "arguments": "{\"x\": 1}"}]);
    let mut came = items.clone();
    came[0]["status"] = "completed".into();
    let whole = json!({"object": "response", "status": "completed", "output": came});
    for (wire, model) in [
        ("openai-responses", "gpt-5.6-terra"),
        ("xai-responses", "grok-4.7"),
        ("meta-responses", "muse"),
        ("perplexity-responses", "p/m"),
    ] {
        let reply = answer(wire, model, &whole);
        for (images, drop_thinking) in [(true, false), (false, true)] {
            let mut request = request(model, turn(&reply, images));
            request.drop_thinking = drop_thinking;
            let sent = body(wire, &request);
            let input = sent["input"].as_array().unwrap();
            assert_eq!(input[1..4], items.as_array().unwrap()[..], "{wire}");
            assert_eq!((&input[4]["call_id"], &input[5]["call_id"]), (&json!("c1"), &json!("c2")));
            assert_eq!(input[4]["output"], "done", "a text result is a bare string");
            assert_eq!(input[5]["output"].is_array(), images);
        }
    }
}

#[test]
fn a_reasoning_item_that_leads_to_nothing_is_not_replayed() {
    let whole = json!({"status": "completed", "output": [
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "hm", "annotations": []}]},
        {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "thought"}]}]});
    let reply = answer("openai-responses", "gpt-5.6-terra", &whole);
    assert_eq!(reply.thinking, "thought");
    let sent = body(
        "openai-responses",
        &request("gpt-5.6-terra", vec![user("hi"), assistant(&reply), user("go on")]),
    );
    assert!(!sent.to_string().contains("rs_1"), "{sent:#}");
    let only = json!({"status": "completed", "output": [{"type": "reasoning", "id": "rs_1", "summary": []}]});
    let reply = answer("openai-responses", "gpt-5.6-terra", &only);
    assert!(reply.echo.is_none());
}

#[test]
fn perplexity_signs_outputs_and_takes_messages_as_text() {
    let whole = json!({"status": "completed", "output": [
        {"type": "search_results", "results": []},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "I look."}]},
        {"type": "function_call", "call_id": "c1", "name": "a", "arguments": "{}", "thought_signature": "TS"}]});
    let reply = answer("perplexity-responses", "m", &whole);
    let sent = body("perplexity-responses", &request("m", turn(&reply, false)));
    assert_eq!(
        sent["input"].as_array().unwrap()[1..],
        [
            json!({"role": "assistant", "content": "I look."}),
            json!({"type": "function_call", "call_id": "c1", "name": "a", "arguments": "{}", "thought_signature": "TS"}),
            json!({"type": "function_call_output", "call_id": "c1", "output": "done", "name": "a", "thought_signature": "TS"})
        ]
    );
}

#[test]
fn ollama_gets_its_thinking_back_beside_the_calls() {
    let line = json!({"message": {"role": "assistant", "content": "", "thinking": "hm", "tool_calls": [{"function": {"name": "a", "arguments": {"x": 1}}}]}, "done": true, "done_reason": "stop"});
    let reply = answer("ollama", "m", &line);
    let sent = body("ollama", &request("m", turn(&reply, false)));
    assert_eq!(
        sent["messages"][1],
        json!({"role": "assistant", "content": "", "thinking": "hm", "tool_calls": [{"function": {"name": "a", "arguments": {"x": 1}}}]})
    );
    assert_eq!(sent["messages"][2], json!({"role": "tool", "content": "done", "tool_name": "a"}));
}

#[test]
fn no_more_tools_is_said_in_the_way_of_the_wire() {
    let messages = || vec![user("hi"), asks(&[call("1", "a")]), result("1", "a", "done", &[])];
    for (wire, path, none, kept) in [
        ("anthropic", "/tool_choice", json!({"type": "none"}), true),
        ("openai-compat", "/tool_choice", json!("none"), true),
        ("gemini", "/toolConfig/functionCallingConfig/mode", json!("NONE"), true),
        ("openai-responses", "/tool_choice", json!("none"), true),
        ("xai-responses", "/tool_choice", json!("none"), true),
        ("perplexity-responses", "/tool_choice", json!("none"), true),
        ("meta-responses", "/tool_choice", Value::Null, false),
        ("ollama", "/tool_choice", Value::Null, false),
    ] {
        let mut request = request("m", messages());
        let auto = body(wire, &request);
        assert_eq!(auto.pointer(path), None, "{wire}: auto is the default and not said");
        request.tool_choice = ToolChoice::None;
        let sent = body(wire, &request);
        assert_eq!(sent.pointer(path).cloned().unwrap_or_default(), none, "{wire}");
        assert_eq!(sent.get("tools").is_some(), kept, "{wire}");
        request.tools.clear();
        assert_eq!(body(wire, &request).pointer(path), None, "{wire}: nothing to choose from");
    }
}

#[test]
fn anthropic_cache_boundaries_are_at_most_four() {
    let mut messages = Vec::new();
    for turn in 0..6 {
        messages.push(Message::User { text: format!("q{turn}"), attachments: Vec::new(), cache: turn > 0 });
        messages.push(Message::Assistant { text: format!("a{turn}"), calls: Vec::new(), echo: None });
    }
    messages.push(user("now"));
    let mut request = request("claude-x", messages);
    request.system = vec![
        SystemPart { text: "stable".into(), cache: true },
        SystemPart { text: "  ".into(), cache: true },
        SystemPart { text: "fresh".into(), cache: false },
    ];
    let sent = body("anthropic", &request);
    assert_eq!(sent.to_string().matches("cache_control").count(), 4);
    assert_eq!(sent["system"][0]["cache_control"], json!({"type": "ephemeral"}), "the earliest stays");
    assert_eq!(sent["system"].as_array().unwrap().len(), 2, "no blank part");
    assert_eq!(sent["messages"][10]["content"][0]["cache_control"]["type"], "ephemeral", "and the latest");
    for other in Wire::all().filter(|wire| wire.id() != "anthropic") {
        assert!(!body(other.id(), &request).to_string().contains("cache_control"), "{other:?}");
    }
}

#[test]
fn a_cached_tool_loop_marks_its_last_result_and_nothing_inside_it() {
    let mut messages =
        vec![user("hi"), asks(&[call("1", "a")]), result("1", "a", "done", &[image("red.jpg")])];
    messages.insert(0, Message::User { text: "before".into(), attachments: Vec::new(), cache: true });
    messages.insert(1, Message::Assistant { text: "ok".into(), calls: Vec::new(), echo: None });
    let sent = body("anthropic", &request("claude-x", messages));
    let last = &sent["messages"][4]["content"][0];
    assert_eq!(last["cache_control"]["type"], "ephemeral");
    assert!(!last["content"].to_string().contains("cache_control"));
    assert_eq!(sent.to_string().matches("cache_control").count(), 2);
}

#[test]
fn settings_go_only_where_they_are_taken() {
    let with = |model: &str| Request {
        temperature: Some(0.7),
        effort: Some(Effort::High),
        max_output_tokens: Some(1000),
        cache_key: Some("conversation".into()),
        ..request(model, vec![user("hi")])
    };
    let sent = body("anthropic", &with("claude-opus-4-7"));
    assert_eq!(sent.get("temperature"), None, "fixed from 4.7 on");
    assert_eq!(sent["thinking"], json!({"type": "adaptive", "display": "summarized"}));
    assert_eq!(sent["output_config"], json!({"effort": "high"}));
    let sent = body("anthropic", &Request { max_output_tokens: Some(8000), ..with("claude-sonnet-4-5") });
    assert_eq!(sent["thinking"], json!({"type": "enabled", "budget_tokens": 4000}));
    assert_eq!(sent.get("temperature"), None, "not beside a thinking budget");
    let sent = body("anthropic", &Request { effort: None, ..with("claude-sonnet-4-5") });
    assert_eq!((&sent["temperature"], sent.get("thinking")), (&json!(0.7), None));

    let sent = body("openai-compat", &with("o4-mini"));
    assert_eq!((sent.get("temperature"), sent.get("max_tokens")), (None, None));
    assert_eq!((&sent["max_completion_tokens"], &sent["reasoning_effort"]), (&json!(1000), &json!("high")));
    assert_eq!(
        body("openai-compat", &with("gpt-5.6-terra"))["reasoning_effort"],
        "none",
        "tools beside reasoning"
    );
    let sent = body("openai-compat", &with("deepseek-v4"));
    assert_eq!((&sent["temperature"], &sent["max_tokens"]), (&json!(0.7), &json!(1000)));
    assert_eq!(sent.get("prompt_cache_key"), None, "unknown servers refuse it");

    let sent = body("openai-responses", &with("gpt-5.6-terra"));
    assert_eq!((sent.get("temperature"), &sent["max_output_tokens"]), (None, &json!(1000)));
    assert_eq!(sent["reasoning"], json!({"effort": "high", "summary": "detailed"}));
    assert_eq!(sent["prompt_cache_key"], "conversation");
    assert_eq!(body("openai-responses", &with("gpt-4.1")).get("reasoning"), None);
    let sent = body("meta-responses", &Request { effort: Some(Effort::None), ..with("muse") });
    assert_eq!(
        (&sent["max_output_tokens"], &sent["reasoning"]),
        (&json!(2048), &json!({"effort": "minimal"}))
    );
    for unknown in ["store", "include", "prompt_cache_key"] {
        assert_eq!(sent.get(unknown), None, "meta does not know {unknown}");
    }
    let sent = body("gemini", &with("gemini-3.7-flash"));
    assert_eq!(
        sent["generationConfig"]["thinkingConfig"],
        json!({"includeThoughts": true, "thinkingLevel": "HIGH"})
    );
    let sent = body("gemini", &Request { effort: Some(Effort::None), ..with("gemini-2.5-flash") });
    assert_eq!(
        sent["generationConfig"]["thinkingConfig"],
        json!({"includeThoughts": true, "thinkingBudget": 0})
    );
    let sent = body("ollama", &with("m"));
    assert_eq!(
        (&sent["think"], &sent["options"]),
        (&json!("high"), &json!({"num_predict": 1000, "temperature": 0.7}))
    );
}
