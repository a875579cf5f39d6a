//! The Ollama stand-in.

use fuseforks_sim::provider::{Model, ProviderOptions, Script, Step, Wire};
use image::ImageFormat;
use serde_json::{Value, json};

use crate::http;
use crate::support::{jpeg, picture, provider, refusals, request, send, text, with};

const WIRE: Wire = Wire::Ollama;
const PATH: &str = "/api/chat";

fn good() -> Value {
    json!({
        "model": "qwen3-vl:8b", "stream": false, "think": false, "keep_alive": "10m",
        "options": {"num_ctx": 32768, "num_predict": 4096},
        "tools": [{"type": "function", "function": {"name": "nik__live_view_image", "description": "one frame as a JPEG image",
            "parameters": {"type": "object", "properties": {}}}}],
        "messages": [
            {"role": "system", "content": "be brief"},
            {"role": "user", "content": "look at the frame"},
            {"role": "assistant", "content": "", "thinking": "hm", "tool_calls": [{"id": "call_x", "function": {"index": 0, "name": "nik__live_view_image", "arguments": {}}}]},
            {"role": "tool", "tool_name": "nik__live_view_image", "tool_call_id": "call_x", "content": "{}", "images": [jpeg("red", "blue")]},
        ],
    })
}

#[tokio::test]
async fn good_bodies_pass_and_bad_ones_do_not() {
    refusals(
        WIRE,
        PATH,
        &good(),
        &[
            ("no model", 400, "missing field model", |b| {
                b.as_object_mut().expect("object").remove("model");
            }),
            ("tool_choice", 400, "unknown field tool_choice", |b| b["tool_choice"] = json!("none")),
            ("a key that it loses", 400, "minimum", |b| {
                b["tools"][0]["function"]["parameters"]["properties"] =
                    json!({"list": {"type": "array", "items": {"type": "integer", "minimum": 1}}})
            }),
            ("a key that it loses at the root", 400, "additionalProperties", |b| {
                b["tools"][0]["function"]["parameters"]["additionalProperties"] = json!(false)
            }),
            ("a member that is no schema", 400, "", |b| {
                b["tools"][0]["function"]["parameters"]["properties"] = json!({"any": true})
            }),
            ("images at the top", 400, "unknown field images", |b| {
                b["images"] = json!([jpeg("red", "blue")])
            }),
            ("unknown option", 400, "unknown field options.max_tokens", |b| {
                b["options"]["max_tokens"] = json!(1)
            }),
            ("content as parts", 400, "cannot unmarshal", |b| {
                b["messages"][1]["content"] = json!([{"type": "text", "text": "x"}])
            }),
            ("no content", 400, "missing field messages.1.content", |b| {
                b["messages"][1].as_object_mut().expect("object").remove("content");
            }),
            ("empty content", 400, "must not be empty", |b| b["messages"][1]["content"] = json!("")),
            ("data URI", 400, "illegal base64", |b| {
                b["messages"][3]["images"][0] =
                    json!(format!("data:image/jpeg;base64,{}", jpeg("red", "blue")))
            }),
            ("image object", 400, "cannot unmarshal", |b| {
                b["messages"][3]["images"][0] = json!({"data": ""})
            }),
            ("WebP", 400, "unknown format", |b| {
                b["messages"][3]["images"][0] = json!(picture("red", "blue", ImageFormat::WebP))
            }),
            ("arguments as text", 400, "cannot unmarshal", |b| {
                b["messages"][2]["tool_calls"][0]["function"]["arguments"] = json!("{}")
            }),
            ("result of another tool", 400, "no call of this tool", |b| {
                b["messages"][3]["tool_name"] = json!("x")
            }),
            ("no result", 400, "tool calls without a tool message", |b| {
                b["messages"].as_array_mut().expect("list").pop();
            }),
            ("user before result", 400, "tool calls without a tool message", |b| {
                b["messages"].as_array_mut().expect("list").insert(3, json!({"role": "user", "content": "x"}))
            }),
            ("role developer", 400, "role", |b| b["messages"][0]["role"] = json!("developer")),
            ("think word", 400, "think", |b| b["think"] = json!("hard")),
        ],
    )
    .await;
}

#[tokio::test]
async fn it_answers_what_it_sees_and_streams_lines() {
    let provider = provider(WIRE);
    let (_, answer) = send(request(&provider, WIRE, PATH, &good())).await;
    assert_eq!(answer["message"]["content"], "left: red, right: blue");
    assert_eq!((answer["done"].as_bool(), answer["done_reason"].as_str()), (Some(true), Some("stop")));
    let mut body = good();
    body["messages"] = json!([{"role": "user", "content": "look at the frame"}]);
    body["think"] = json!(true);
    body.as_object_mut().expect("object").remove("stream");
    let stream = text(request(&provider, WIRE, PATH, &body)).await;
    let lines: Vec<Value> = stream.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(lines[0]["message"]["thinking"].is_string());
    let calls: Vec<&Value> = lines.iter().filter_map(|line| line["message"].get("tool_calls")).collect();
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0][0]["function"]["name"], "nik__live_view_image");
    let last = lines.last().expect("line");
    assert!(
        last["done"] == true
            && last["prompt_eval_count"].as_u64() > Some(0)
            && last["eval_count"].as_u64() > Some(0)
    );
    assert!(lines[..lines.len() - 1].iter().all(|line| line["done"] == false));
}

#[tokio::test]
async fn models_declare_what_they_can() {
    let models = vec![
        Model { tools: false, thinking: false, ..Model::new("vision") },
        Model { vision: false, ..Model::new("blind") },
        Model { silent: true, ..Model::new("old") },
    ];
    let provider = with(ProviderOptions { models, ..ProviderOptions::new(WIRE) });
    let show = async |name: &str| send(request(&provider, WIRE, "/api/show", &json!({"model": name}))).await;
    assert_eq!(show("vision").await.1["capabilities"], json!(["completion", "vision"]));
    assert_eq!(show("blind").await.1["capabilities"], json!(["completion", "tools", "thinking"]));
    let (status, old) = show("old").await;
    assert!(status == 200 && old.get("capabilities").is_none());
    assert_eq!(old["model_info"]["sim.context_length"], 128_000);
    assert_eq!(show("none").await.0, 404);
    let tags = send(http::client().get(format!("{}/api/tags", provider.url()))).await.1;
    assert_eq!(tags["models"].as_array().map(Vec::len), Some(3));

    let mut body = good();
    body["model"] = json!("none");
    let (status, answer) = send(request(&provider, WIRE, PATH, &body)).await;
    assert_eq!((status, answer["error"].as_str()), (404, Some("model 'none' not found")));
    body["model"] = json!("vision");
    let (status, answer) = send(request(&provider, WIRE, PATH, &body)).await;
    assert_eq!((status, answer["error"].as_str()), (400, Some("\"vision\" does not support tools")));
    // A model without eyes takes the picture and does not see it.
    body["model"] = json!("blind");
    let (status, answer) = send(request(&provider, WIRE, PATH, &body)).await;
    assert_eq!((status, answer["message"]["content"].as_str()), (200, Some("no picture received")));
}

#[tokio::test]
async fn an_error_in_the_stream_is_a_line() {
    let script = Script::steps(vec![Step { error: Some(json!("out of memory")), ..Step::text("so far") }]);
    let provider = with(ProviderOptions { script, ..ProviderOptions::new(WIRE) });
    let body = json!({"model": "m", "messages": [{"role": "user", "content": "hi"}]});
    let stream = text(request(&provider, WIRE, PATH, &body)).await;
    assert_eq!(stream.lines().last(), Some(r#"{"error":"out of memory"}"#));
}
