//! The Anthropic stand-in: what it takes, what it refuses, how it answers.

use fuseforks_sim::provider::{Model, ProviderOptions, Script, Step, Wire};
use image::ImageFormat;
use serde_json::{Value, json};

use crate::http;
use crate::support::{events, jpeg, picture, provider, refusals, request, send, sized, text, with};

const WIRE: Wire = Wire::Anthropic;
const PATH: &str = "/messages";

fn tool() -> Value {
    json!({"name": "nik__live_view_image", "description": "one frame as a JPEG image",
        "input_schema": {"type": "object", "properties": {}}})
}

fn image(base64: &str, media_type: &str) -> Value {
    json!({"type": "image", "source": {"type": "base64", "media_type": media_type, "data": base64}})
}

/// A second round: a call, and its result with an image before a text.
fn good() -> Value {
    json!({
        "model": "m", "max_tokens": 1024, "system": [{"type": "text", "text": "be brief"}], "tools": [tool()],
        "messages": [
            {"role": "user", "content": "look at the frame"},
            {"role": "assistant", "content": [
                {"type": "text", "text": "looking"},
                {"type": "tool_use", "id": "toolu_a", "name": "nik__live_view_image", "input": {}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_a", "content": [
                image(&jpeg("red", "blue"), "image/jpeg"), {"type": "text", "text": "{\"seq\":1}"}]}]},
        ],
    })
}

fn source(body: &mut Value) -> &mut Value {
    &mut body["messages"][2]["content"][0]["content"][0]["source"]
}

#[tokio::test]
async fn good_bodies_pass_and_bad_ones_do_not() {
    refusals(WIRE, PATH, &good(), &[
        ("no model", 400, "model: Field required", |b| { b.as_object_mut().expect("object").remove("model"); }),
        ("no max_tokens", 400, "max_tokens: Field required", |b| { b.as_object_mut().expect("object").remove("max_tokens"); }),
        ("max_tokens of text", 400, "max_tokens: Input should be a valid integer", |b| b["max_tokens"] = json!("9")),
        ("unknown field", 400, "foo: Extra inputs are not permitted", |b| b["foo"] = json!(1)),
        ("role system", 400, "messages.0.role", |b| b["messages"][0]["role"] = json!("system")),
        ("no messages", 400, "at least one message", |b| b["messages"] = json!([])),
        ("empty text", 400, "text content blocks must be non-empty", |b| b["messages"][1]["content"][0]["text"] = json!("")),
        ("blank text", 400, "non-whitespace", |b| b["messages"][1]["content"][0]["text"] = json!(" \n")),
        ("empty string", 400, "non-empty", |b| b["messages"][0]["content"] = json!("")),
        ("empty content", 400, "non-empty content", |b| b["messages"][0]["content"] = json!([])),
        ("empty result list", 400, "at least 1 item", |b| b["messages"][2]["content"][0]["content"] = json!([])),
        ("field in block", 400, "Extra inputs", |b| b["messages"][2]["content"][0]["name"] = json!("x")),
        ("no result", 400, "without `tool_result` blocks immediately after: toolu_a", |b| b["messages"][2]["content"] = json!("hi")),
        ("result of nothing", 400, "unexpected `tool_use_id`", |b| b["messages"][2]["content"][0]["tool_use_id"] = json!("x")),
        ("result twice", 400, "single result", |b| {
            let again = b["messages"][2]["content"][0].clone();
            b["messages"][2]["content"].as_array_mut().expect("list").push(again);
        }),
        ("text before result", 400, "must come before other content", |b| {
            b["messages"][2]["content"].as_array_mut().expect("list").insert(0, json!({"type": "text", "text": "x"}));
        }),
        ("two uses of an id", 400, "ids must be unique", |b| {
            let again = b["messages"][1]["content"][1].clone();
            b["messages"][1]["content"].as_array_mut().expect("list").push(again);
        }),
        ("prefill", 400, "prefill", |b| {
            b["messages"].as_array_mut().expect("list").push(json!({"role": "assistant", "content": "so"}));
        }),
        ("assistant first", 400, "first message must use", |b| { b["messages"].as_array_mut().expect("list").remove(0); }),
        ("error with image", 400, "all content must be type \\\"text\\\" if \\\"is_error\\\" is true", |b| b["messages"][2]["content"][0]["is_error"] = json!(true)),
        ("no tools", 400, "must define tools", |b| b["tools"] = json!([])),
        ("tool name", 400, "should match pattern", |b| b["tools"][0]["name"] = json!("nik.live")),
        ("long tool name", 400, "should match pattern", |b| b["tools"][0]["name"] = json!("x".repeat(65))),
        ("tool twice", 400, "must be unique", |b| b["tools"] = json!([tool(), tool()])),
        ("schema type", 400, "tools.0.input_schema.type", |b| b["tools"][0]["input_schema"] = json!({"type": "string"})),
        ("root anyOf", 400, "at the top level", |b| b["tools"][0]["input_schema"]["anyOf"] = json!([])),
        ("choice without tool", 400, "not found in provided tools", |b| b["tool_choice"] = json!({"type": "tool", "name": "x"})),
        ("input as text", 400, "valid object", |b| b["messages"][1]["content"][1]["input"] = json!("{}")),
        ("base64 with line break", 400, "invalid base64", |b| { let wrapped = format!("{}\n", source(b)["data"].as_str().expect("data")); source(b)["data"] = json!(wrapped); }),
        ("data URI", 400, "invalid base64", |b| { let uri = format!("data:image/jpeg;base64,{}", source(b)["data"].as_str().expect("data")); source(b)["data"] = json!(uri); }),
        ("type against bytes", 400, "appears to be a image/jpeg", |b| source(b)["media_type"] = json!("image/png")),
        ("type nobody takes", 400, "media_type: Input should be", |b| source(b)["media_type"] = json!("image/bmp")),
        ("half a file", 400, "Could not process image", |b| { let half = source(b)["data"].as_str().expect("data")[..400].to_owned(); source(b)["data"] = json!(half); }),
        ("URL source", 400, "source.type", |b| source(b)["type"] = json!("url")),
        ("huge edge", 400, "8000 pixels", |b| *source(b) = json!({"type": "base64", "media_type": "image/png", "data": sized("red", "blue", 8001, 2, ImageFormat::Png)})),
        ("five breakpoints", 400, "maximum of 4", |b| {
            let block = json!({"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}});
            b["messages"][0]["content"] = json!([block, block, block, block, block]);
        }),
        ("short before long", 400, "must not come after", |b| {
            b["system"][0]["cache_control"] = json!({"type": "ephemeral"});
            b["messages"][0]["content"] = json!([{"type": "text", "text": "x", "cache_control": {"type": "ephemeral", "ttl": "1h"}}]);
        }),
        ("nested breakpoint", 400, "cache_control: Extra inputs", |b| b["messages"][2]["content"][0]["content"][1]["cache_control"] = json!({"type": "ephemeral"})),
        ("thinking budget", 400, "must be greater than", |b| b["thinking"] = json!({"type": "enabled", "budget_tokens": 1024})),
        ("binding without beta", 400, "thinking.block_binding: Extra inputs are not permitted", |b| b["thinking"] = json!({"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}})),
        ("foreign signature", 400, "Invalid `signature` in `thinking` block", |b| {
            b["messages"][1]["content"].as_array_mut().expect("list").insert(0, json!({"type": "thinking", "thinking": "", "signature": "AAAA"}));
        }),
    ]).await;
}

#[tokio::test]
async fn harmless_variations_pass() {
    let provider = provider(WIRE);
    let passes = async |change: fn(&mut Value)| {
        let mut body = good();
        change(&mut body);
        let (status, answer) = send(request(&provider, WIRE, PATH, &body)).await;
        assert_eq!(status, 200, "{answer}");
    };
    passes(|b| b["system"] = json!("be brief")).await;
    passes(|b| b["temperature"] = json!(0.5)).await;
    passes(|b| b["tool_choice"] = json!({"type": "none"})).await;
    passes(|b| b["tools"][0]["cache_control"] = json!({"type": "ephemeral", "ttl": "1h"})).await;
    passes(|b| b["messages"][2]["content"][0]["content"] = json!("plain")).await;
    passes(|b| {
        b["messages"][2]["content"][0] =
            json!({"type": "tool_result", "tool_use_id": "toolu_a", "content": "no", "is_error": true})
    })
    .await;
    // Results in messages of their own are read as one.
    passes(|b| {
        let list = b["messages"].as_array_mut().expect("list");
        let second = json!({"type": "tool_use", "id": "toolu_b", "name": "nik__live_view_image", "input": {}});
        list[1]["content"].as_array_mut().expect("list").push(second);
        list.push(json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_b", "content": "ok"}]}));
    })
    .await;
}

#[tokio::test]
async fn the_door_wants_a_key_and_a_version() {
    let provider = with(ProviderOptions { key: Some("right".into()), ..ProviderOptions::new(WIRE) });
    let post = || http::client().post(format!("{}{PATH}", provider.url())).json(&good());
    let version = ("anthropic-version", "2023-06-01");
    let cases = [
        (vec![version], 401, "authentication_error"),
        (vec![version, ("x-api-key", "wrong")], 401, "authentication_error"),
        (vec![("x-api-key", "right")], 400, "anthropic-version"),
        (vec![("x-api-key", "right"), ("anthropic-version", "2024-01-01")], 400, "not a valid version"),
        (vec![version, ("x-api-key", "right")], 200, "message"),
        (vec![version, ("authorization", "Bearer right")], 200, "message"),
    ];
    for (headers, expected, part) in cases {
        let request = headers.iter().fold(post(), |request, (name, value)| request.header(*name, *value));
        let (status, answer) = send(request).await;
        assert_eq!(status, expected, "{headers:?}: {answer}");
        assert!(answer.to_string().contains(part), "{answer}");
    }
    assert!(provider.requests().iter().all(|record| !format!("{record:?}").contains("right\"")));
}

#[tokio::test]
async fn the_second_version_has_no_temperature() {
    let provider = provider(WIRE);
    let mut body = good();
    let post = |body: &Value| {
        http::client()
            .post(format!("{}{PATH}", provider.url()))
            .json(body)
            .header("x-api-key", "k")
            .header("anthropic-version", "2026-10-21")
    };
    assert_eq!(send(post(&body)).await.0, 200);
    body["temperature"] = json!(1.0);
    let (status, answer) = send(post(&body)).await;
    assert_eq!(
        (status, answer["error"]["message"].as_str()),
        (400, Some("temperature: Extra inputs are not permitted"))
    );
}

#[tokio::test]
async fn a_turn_looks_calls_and_names_the_colours_it_received() {
    let provider = provider(WIRE);
    let mut body = good();
    body["stream"] = json!(true);
    body["messages"] = json!([{"role": "user", "content": "Take one frame and say what is in it"}]);
    let stream = text(request(&provider, WIRE, PATH, &body)).await;
    let list = events(&stream);
    let kinds: Vec<&str> = list.iter().filter_map(|event| event["type"].as_str()).collect();
    assert_eq!(
        (kinds[0], kinds[kinds.len() - 2], kinds[kinds.len() - 1]),
        ("message_start", "message_delta", "message_stop")
    );
    let said: String = list.iter().filter_map(|event| event["delta"]["text"].as_str()).collect();
    assert!(!said.is_empty());
    let used = list.iter().find(|event| event["content_block"]["type"] == "tool_use").expect("call");
    assert_eq!(used["content_block"]["name"], "nik__live_view_image");
    let delta = list.iter().find(|event| event["type"] == "message_delta").expect("delta");
    assert_eq!(delta["delta"]["stop_reason"], "tool_use");
    assert!(delta["usage"]["output_tokens"].as_u64() > Some(0));
    assert!(list[0]["message"]["usage"]["input_tokens"].as_u64() > Some(0));

    let (_, answer) = send(request(&provider, WIRE, PATH, &good())).await;
    assert_eq!(answer["content"][0]["text"], "left: red, right: blue");
    assert_eq!(answer["stop_reason"], "end_turn");
    let mut swapped = good();
    source(&mut swapped)["data"] = json!(jpeg("green", "magenta"));
    let (_, answer) = send(request(&provider, WIRE, PATH, &swapped)).await;
    assert_eq!(answer["content"][0]["text"], "left: green, right: magenta");
    let mut stripped = good();
    stripped["messages"][2]["content"][0]["content"] = json!("red and blue");
    let (_, answer) = send(request(&provider, WIRE, PATH, &stripped)).await;
    assert_eq!(answer["content"][0]["text"], "no picture received");
}

#[tokio::test]
async fn arguments_are_streamed_in_pieces() {
    let arguments = json!({"path": "a/long/path/to/somewhere", "n": 3});
    let script = Script::steps(vec![Step::call("read", arguments.clone())]);
    let provider = with(ProviderOptions { script, ..ProviderOptions::new(WIRE) });
    let mut body = good();
    body["stream"] = json!(true);
    let list = events(&text(request(&provider, WIRE, PATH, &body)).await);
    let pieces: Vec<&str> = list.iter().filter_map(|event| event["delta"]["partial_json"].as_str()).collect();
    assert!(pieces.len() > 3);
    assert_eq!(serde_json::from_str::<Value>(&pieces.concat()).expect("JSON"), arguments);
}

#[tokio::test]
async fn thinking_must_come_back_as_it_left() {
    let provider = with(ProviderOptions { prefix_binding: true, ..ProviderOptions::new(WIRE) });
    let mut body = good();
    body["messages"] = json!([{"role": "user", "content": "look at the frame"}]);
    body["thinking"] = json!({"type": "adaptive", "display": "summarized"});
    let (_, answer) = send(request(&provider, WIRE, PATH, &body)).await;
    let content = answer["content"].as_array().expect("content").clone();
    assert_eq!(content[0]["type"], "thinking");
    assert!(!content[0]["signature"].as_str().expect("signature").is_empty());
    let use_id = &content.last().expect("use")["id"];
    body["messages"].as_array_mut().expect("list").extend([
        json!({"role": "assistant", "content": content}),
        json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": use_id, "content": "ok"}]}),
    ]);
    let status = async |change: fn(&mut Value)| {
        let mut body = body.clone();
        change(&mut body);
        let (status, answer) = send(request(&provider, WIRE, PATH, &body)).await;
        (status, answer["error"]["message"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(status(|_| ()).await.0, 200);
    let changed = status(|b| b["messages"][1]["content"][0]["thinking"] = json!("other")).await;
    assert!(changed.0 == 400 && changed.1.contains("cannot be modified"), "{changed:?}");
    let edited = status(|b| b["messages"][0]["content"] = json!("look again")).await;
    assert!(edited.0 == 400 && edited.1.contains("bound to a different conversation"), "{edited:?}");
    let dropped = status(|b| {
        b["messages"][1]["content"].as_array_mut().expect("list").remove(0);
    })
    .await;
    assert_eq!(dropped.0, 200);
    // A breakpoint or the other spelling of a text is no edit.
    let marked = status(|b| {
        b["messages"][0]["content"] =
            json!([{"type": "text", "text": "look at the frame", "cache_control": {"type": "ephemeral"}}])
    })
    .await;
    assert_eq!(marked.0, 200, "{marked:?}");
    let input = status(|b| {
        b["messages"][1]["content"].as_array_mut().expect("list").last_mut().expect("use")["input"] =
            json!({"a": 1})
    })
    .await;
    assert_eq!(input.0, 400);
}

#[tokio::test]
async fn with_the_beta_a_changed_prefix_drops_the_block_and_says_so() {
    let provider = with(ProviderOptions { prefix_binding: true, ..ProviderOptions::new(WIRE) });
    let mut body = good();
    body["messages"] = json!([{"role": "user", "content": "look at the frame"}]);
    body["thinking"] = json!({"type": "adaptive"});
    let (_, answer) = send(request(&provider, WIRE, PATH, &body)).await;
    let content = answer["content"].as_array().expect("content").clone();
    assert_eq!(content[0]["thinking"], "", "omitted by default");
    let use_id = &content.last().expect("use")["id"];
    body["messages"] = json!([
        {"role": "user", "content": "look at it"}, {"role": "assistant", "content": content},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": use_id, "content": "ok"}]}]);
    body["thinking"]["block_binding"] = json!({"prefix_mismatch_behavior": "drop_block"});
    let request = request(&provider, WIRE, PATH, &body)
        .header("anthropic-beta", "a,thinking-binding-controls-2026-08-01");
    let (status, answer) = send(request).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer["input_transformations"][0]["path"], "messages.1.content.0");
}

#[tokio::test]
async fn a_gap_in_the_thinking_of_a_turn_is_refused() {
    let script = Script::steps(
        (0..3)
            .map(|_| Step { thinking: Some("hm".into()), ..Step::call("nik__live_view_image", json!({})) })
            .collect(),
    );
    let provider = with(ProviderOptions { script, ..ProviderOptions::new(WIRE) });
    let mut body = good();
    let mut messages = vec![json!({"role": "user", "content": "go"})];
    for _ in 0..3 {
        body["messages"] = json!(messages);
        let (status, answer) = send(request(&provider, WIRE, PATH, &body)).await;
        assert_eq!(status, 200, "{answer}");
        let id = answer["content"][1]["id"].clone();
        messages.push(json!({"role": "assistant", "content": answer["content"]}));
        messages.push(
            json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": "ok"}]}),
        );
    }
    for (without, expected) in
        [(vec![1], 200), (vec![1, 3], 200), (vec![3, 5], 200), (vec![1, 3, 5], 200), (vec![3], 400)]
    {
        let mut messages = messages.clone();
        for index in &without {
            messages[*index]["content"].as_array_mut().expect("list").remove(0);
        }
        body["messages"] = json!(messages);
        let (status, answer) = send(request(&provider, WIRE, PATH, &body)).await;
        assert_eq!(status, expected, "{without:?}: {answer}");
    }
}

#[tokio::test]
async fn many_images_have_smaller_edges_and_an_end() {
    let provider = provider(WIRE);
    let body = |count: usize, base64: &str| {
        let images = vec![image(base64, "image/png"); count];
        json!({"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": images}]})
    };
    let wide = sized("red", "blue", 2001, 2, ImageFormat::Png);
    let small = picture("red", "blue", ImageFormat::Png);
    for (count, base64, expected) in
        [(20, &wide, 200), (21, &wide, 400), (100, &small, 200), (101, &small, 400)]
    {
        let (status, answer) = send(request(&provider, WIRE, PATH, &body(count, base64))).await;
        assert_eq!(status, expected, "{count}: {answer}");
    }
}

#[tokio::test]
async fn a_body_over_32_megabytes_meets_the_edge_not_the_api() {
    let provider = provider(WIRE);
    let body = json!({"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "x".repeat(33 << 20)}]});
    let (status, answer) = send(request(&provider, WIRE, PATH, &body)).await;
    assert_eq!(status, 413);
    assert!(answer.as_str().is_some_and(|page| page.starts_with("<html>")));
}

#[tokio::test]
async fn models_say_whether_they_see() {
    let blind = |name: &str| Model { vision: false, ..Model::new(name) };
    let models = vec![Model::new("sees"), blind("blind"), blind("router/blind")];
    let provider = with(ProviderOptions { models, ..ProviderOptions::new(WIRE) });
    let get = |path: &str| {
        http::client()
            .get(format!("{}{path}", provider.url()))
            .header("x-api-key", "k")
            .header("anthropic-version", "2023-06-01")
    };
    let (_, list) = send(get("/models")).await;
    assert_eq!(list["data"][0]["capabilities"]["image_input"]["supported"], true);
    for segment in ["blind", "router%2Fblind"] {
        let (_, one) = send(get(&format!("/models/{segment}"))).await;
        assert_eq!(one["capabilities"]["image_input"]["supported"], false, "{segment}");
    }
    assert_eq!(send(get("/models/none")).await.0, 404);
    let mut body = good();
    body["model"] = json!("none");
    let (status, answer) = send(request(&provider, WIRE, PATH, &body)).await;
    assert_eq!((status, answer["error"]["type"].as_str()), (404, Some("not_found_error")));
}

#[tokio::test]
async fn a_cache_needs_a_breakpoint_and_counts_in_three_parts() {
    let provider = provider(WIRE);
    let mut body = json!({"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "word ".repeat(2000)}]});
    let usage = async |body: &Value| send(request(&provider, WIRE, PATH, body)).await.1["usage"].clone();
    for _ in 0..2 {
        let usage = usage(&body).await;
        assert_eq!(
            (usage["cache_read_input_tokens"].as_u64(), usage["cache_creation_input_tokens"].as_u64()),
            (Some(0), Some(0))
        );
    }
    body["cache_control"] = json!({"type": "ephemeral"});
    let first = usage(&body).await;
    assert!(first["cache_creation_input_tokens"].as_u64() > Some(2000));
    let second = usage(&body).await;
    assert_eq!(second["cache_read_input_tokens"], first["cache_creation_input_tokens"]);
}
