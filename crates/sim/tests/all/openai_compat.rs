//! The Chat Completions stand-in.

use fuseforks_sim::provider::{ProviderOptions, Script, Step, Wire};
use image::ImageFormat;
use serde_json::{Value, json};

use crate::http;
use crate::support::{events, jpeg, picture, provider, refusals, request, send, text, with};

const WIRE: Wire = Wire::OpenaiCompat;
const PATH: &str = "/chat/completions";

fn tool() -> Value {
    json!({"type": "function", "function": {"name": "nik__live_view_image", "description": "one frame as a JPEG image",
        "parameters": {"type": "object", "properties": {}}}})
}

fn image(base64: &str, media_type: &str) -> Value {
    json!({"type": "image_url", "image_url": {"url": format!("data:{media_type};base64,{base64}")}})
}

fn call(id: &str) -> Value {
    json!({"id": id, "type": "function", "function": {"name": "nik__live_view_image", "arguments": "{}"}})
}

/// Two calls, two tool messages, one carrier.
fn good() -> Value {
    json!({
        "model": "m", "max_tokens": 1024, "tools": [tool()],
        "messages": [
            {"role": "system", "content": "be brief"},
            {"role": "user", "content": "look at the frame"},
            {"role": "assistant", "tool_calls": [call("c1"), call("c2")]},
            {"role": "tool", "tool_call_id": "c1", "content": "{\"seq\":1}"},
            {"role": "tool", "tool_call_id": "c2", "content": "{\"seq\":2}"},
            {"role": "user", "content": [{"type": "text", "text": "(images from the result of nik__live_view_image: 1)"},
                image(&jpeg("red", "blue"), "image/jpeg")]},
        ],
    })
}

fn url(body: &mut Value) -> &mut Value {
    &mut body["messages"][5]["content"][1]["image_url"]["url"]
}

#[tokio::test]
async fn good_bodies_pass_and_bad_ones_do_not() {
    refusals(
        WIRE,
        PATH,
        &good(),
        &[
            ("no model", 400, "Missing required parameter: 'model'", |b| {
                b.as_object_mut().expect("object").remove("model");
            }),
            ("unknown field", 400, "Unknown parameter: 'store'", |b| b["store"] = json!(false)),
            ("both caps", 400, "cannot both be set", |b| b["max_completion_tokens"] = json!(9)),
            ("stream_options without stream", 400, "only allowed when 'stream'", |b| {
                b["stream_options"] = json!({"include_usage": true})
            }),
            ("unknown role", 400, "messages.0.role", |b| b["messages"][0]["role"] = json!("function")),
            ("late system", 400, "at the beginning", |b| {
                b["messages"].as_array_mut().expect("list").push(json!({"role": "system", "content": "x"}))
            }),
            ("empty text", 400, "must not be empty", |b| b["messages"][1]["content"] = json!("")),
            ("empty parts", 400, "too short", |b| b["messages"][1]["content"] = json!([])),
            ("empty assistant", 400, "must not be empty", |b| b["messages"][2]["content"] = json!("")),
            ("assistant of nothing", 400, "expected 'content' or 'tool_calls'", |b| {
                b["messages"][2] = json!({"role": "assistant", "content": null})
            }),
            ("no calls", 400, "too short", |b| b["messages"][2]["tool_calls"] = json!([])),
            ("arguments as object", 400, "expected string", |b| {
                b["messages"][2]["tool_calls"][0]["function"]["arguments"] = json!({})
            }),
            ("arguments of nothing", 400, "JSON text of an object", |b| {
                b["messages"][2]["tool_calls"][0]["function"]["arguments"] = json!("")
            }),
            ("image in tool message", 400, "Invalid content part type: image_url", |b| {
                let picture = b["messages"][5]["content"][1].clone();
                b["messages"][3]["content"] = json!([{"type": "text", "text": "x"}, picture]);
            }),
            ("parts in tool message", 400, "must be a string", |b| {
                b["messages"][3]["content"] = json!([{"type": "text", "text": "x"}])
            }),
            ("name in tool message", 400, "Unknown parameter: 'messages.3.name'", |b| {
                b["messages"][3]["name"] = json!("x")
            }),
            ("carrier between", 400, "did not have response messages: c2", |b| {
                b["messages"].as_array_mut().expect("list").swap(4, 5)
            }),
            ("one unanswered", 400, "did not have response messages: c2", |b| {
                b["messages"].as_array_mut().expect("list").remove(4);
            }),
            ("result of nothing", 400, "must be a response", |b| {
                b["messages"][3]["tool_call_id"] = json!("c9")
            }),
            ("result twice", 400, "must be a response", |b| b["messages"][4]["tool_call_id"] = json!("c1")),
            ("tools gone", 400, "tools must stay", |b| {
                b.as_object_mut().expect("object").remove("tools");
            }),
            ("empty tools", 400, "too short", |b| b["tools"] = json!([])),
            ("flat tool", 400, "Unknown parameter", |b| {
                b["tools"] = json!([{"type": "function", "name": "x", "parameters": {}}])
            }),
            ("tool name", 400, "match pattern", |b| b["tools"][0]["function"]["name"] = json!("a.b")),
            ("fetched image", 400, "invalid_image_url", |b| *url(b) = json!("https://example.com/a.png")),
            ("image_url as string", 400, "expected object", |b| {
                b["messages"][5]["content"][1]["image_url"] = json!("data:")
            }),
            ("data twice", 400, "invalid_base64_image", |b| {
                let twice = url(b).as_str().expect("url").replace("base64,", "base64,data:image/png;base64,");
                *url(b) = json!(twice);
            }),
            ("type against bytes", 400, "invalid_image_format", |b| {
                let png = url(b).as_str().expect("url").replace("jpeg", "png");
                *url(b) = json!(png);
            }),
            ("foreign extra", 400, "Unknown parameter", |b| {
                b["messages"][2]["tool_calls"][0]["extra_content"] = json!({})
            }),
            ("assistant last", 400, "last message", |b| {
                b["messages"].as_array_mut().expect("list").push(json!({"role": "assistant", "content": "x"}))
            }),
            ("temperature", 400, "out of range", |b| b["temperature"] = json!(3)),
            ("choice without tools", 400, "not one of the tools", |b| {
                b["tool_choice"] = json!({"type": "function", "function": {"name": "x"}})
            }),
        ],
    )
    .await;
}

#[tokio::test]
async fn the_carrier_brings_the_pictures_of_the_turn() {
    let provider = provider(WIRE);
    let (_, answer) = send(request(&provider, WIRE, PATH, &good())).await;
    assert_eq!(answer["choices"][0]["message"]["content"], "left: red, right: blue");
    assert_eq!(answer["choices"][0]["finish_reason"], "stop");
    let usage = &answer["usage"];
    assert_eq!(
        usage["total_tokens"].as_u64(),
        Some(usage["prompt_tokens"].as_u64().unwrap_or(0) + usage["completion_tokens"].as_u64().unwrap_or(0))
    );
    let received = provider.chats().pop().expect("chat");
    assert!(received.messages.last().expect("carrier").carrier);
    assert_eq!(received.last_user_text(), "look at the frame");
    let mut stripped = good();
    stripped["messages"].as_array_mut().expect("list").pop();
    let (_, answer) = send(request(&provider, WIRE, PATH, &stripped)).await;
    assert_eq!(answer["choices"][0]["message"]["content"], "no picture received");
}

#[tokio::test]
async fn a_stream_ends_with_usage_and_done() {
    let provider = provider(WIRE);
    let mut body = good();
    body["messages"] = json!([{"role": "user", "content": "Take one frame and say what is in it"}]);
    body["stream"] = json!(true);
    body["stream_options"] = json!({"include_usage": true});
    let list = events(&text(request(&provider, WIRE, PATH, &body)).await);
    let count = list.len();
    assert_eq!(list[count - 1], "[DONE]");
    assert_eq!(list[count - 2]["choices"], json!([]));
    assert!(list[count - 2]["usage"]["total_tokens"].as_u64() > Some(0));
    assert_eq!(list[count - 3]["choices"][0]["finish_reason"], "tool_calls");
    let calls: Vec<&Value> =
        list.iter().filter_map(|chunk| chunk["choices"][0]["delta"]["tool_calls"].get(0)).collect();
    assert_eq!(calls[0]["function"]["name"], "nik__live_view_image");
    let arguments: String = calls.iter().filter_map(|call| call["function"]["arguments"].as_str()).collect();
    assert_eq!(arguments, "{}");
    body.as_object_mut().expect("object").remove("stream_options");
    let list = events(&text(request(&provider, WIRE, PATH, &body)).await);
    assert!(list.iter().all(|chunk| chunk.get("usage").is_none()));
}

#[tokio::test]
async fn a_thought_signature_must_come_back_in_its_place() {
    let script = Script::steps(vec![Step::call("nik__live_view_image", json!({}))]);
    let provider = with(ProviderOptions { script, strict_echo: true, ..ProviderOptions::new(WIRE) });
    let mut body = good();
    body["messages"] = json!([{"role": "user", "content": "go"}]);
    let (_, answer) = send(request(&provider, WIRE, PATH, &body)).await;
    let mut made = answer["choices"][0]["message"]["tool_calls"][0].clone();
    assert!(made["extra_content"]["google"]["thought_signature"].is_string());
    let round = |made: &Value| {
        let mut body = body.clone();
        body["messages"].as_array_mut().expect("list").extend([
            json!({"role": "assistant", "tool_calls": [made]}),
            json!({"role": "tool", "tool_call_id": made["id"], "content": "ok"}),
        ]);
        body
    };
    assert_eq!(send(request(&provider, WIRE, PATH, &round(&made))).await.0, 200);
    made.as_object_mut().expect("object").remove("extra_content");
    let (status, answer) = send(request(&provider, WIRE, PATH, &round(&made))).await;
    assert_eq!(status, 400);
    assert!(answer.to_string().contains("missing a thought_signature"));
}

#[tokio::test]
async fn attachments_of_a_person_are_taken() {
    let provider = provider(WIRE);
    let parts = json!([
        image(&picture("yellow", "purple", ImageFormat::WebP), "image/webp"),
        {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}},
        {"type": "file", "file": {"filename": "a.pdf", "file_data": "data:application/pdf;base64,JVBERi0="}},
        {"type": "text", "text": "what is this"}]);
    let body = json!({"model": "m", "messages": [{"role": "user", "content": parts}]});
    let (status, answer) = send(request(&provider, WIRE, PATH, &body)).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer["choices"][0]["message"]["content"], "left: yellow, right: purple");
    assert_eq!(provider.chats()[0].messages[0].files.len(), 2);
}

#[tokio::test]
async fn a_key_is_wanted_only_if_there_is_one() {
    let post = |provider: &fuseforks_sim::provider::Provider| {
        http::client().post(format!("{}{PATH}", provider.url())).json(&good())
    };
    let open = provider(WIRE);
    assert_eq!(send(post(&open)).await.0, 200);
    let locked = with(ProviderOptions { key: Some("right".into()), ..ProviderOptions::new(WIRE) });
    assert_eq!(send(post(&locked)).await.0, 401);
    assert_eq!(send(post(&locked).header("authorization", "Bearer right")).await.0, 200);
}
