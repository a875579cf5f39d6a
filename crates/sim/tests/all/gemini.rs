//! The Gemini stand-in.

use fuseforks_sim::provider::{Provider, ProviderOptions, Script, Step, StepCall, Wire};
use image::ImageFormat;
use serde_json::{Value, json};

use crate::http;
use crate::support::{events, jpeg, picture, provider, send, text, with};

const WIRE: Wire = Wire::Gemini;
const MODEL: &str = "gemini-3.7-flash";
const SKIP: &str = "skip_thought_signature_validator";

fn post(provider: &Provider, model: &str, verb: &str, body: &Value) -> reqwest::RequestBuilder {
    let url = format!("{}/models/{model}:{verb}", provider.url());
    http::client().post(url).header("x-goog-api-key", "k").json(body)
}

async fn ask(provider: &Provider, model: &str, body: &Value) -> (u16, Value) {
    send(post(provider, model, "generateContent", body)).await
}

fn image(base64: &str, media_type: &str) -> Value {
    json!({"inlineData": {"mimeType": media_type, "data": base64}})
}

fn call(name: &str, signature: Option<&str>) -> Value {
    let mut part = json!({"functionCall": {"name": name, "args": {}}});
    if let Some(signature) = signature {
        part["thoughtSignature"] = json!(signature);
    }
    part
}

/// Two parallel calls; the second result has an image.
fn good() -> Value {
    json!({
        "systemInstruction": {"parts": [{"text": "be brief"}]},
        "tools": [{"functionDeclarations": [
            {"name": "nik__live_view_image", "description": "one frame as a JPEG image"},
            {"name": "read", "description": "a file", "parameters": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}}]}],
        "toolConfig": {"functionCallingConfig": {"mode": "AUTO"}},
        "generationConfig": {"maxOutputTokens": 1000, "thinkingConfig": {"includeThoughts": false}},
        "contents": [
            {"role": "user", "parts": [{"text": "look at the frame"}]},
            {"role": "model", "parts": [{"text": "looking"}, call("read", Some(SKIP)), call("nik__live_view_image", None)]},
            {"role": "user", "parts": [
                {"functionResponse": {"name": "read", "response": {"result": "text"}}},
                {"functionResponse": {"name": "nik__live_view_image", "response": {"result": "{}"},
                    "parts": [image(&jpeg("red", "blue"), "image/jpeg")]}}]},
        ],
    })
}

fn schema(body: &mut Value) -> &mut Value {
    &mut body["tools"][0]["functionDeclarations"][1]["parameters"]
}

#[tokio::test]
async fn good_bodies_pass_and_bad_ones_do_not() {
    let provider = provider(WIRE);
    let (status, answer) = ask(&provider, MODEL, &good()).await;
    assert_eq!(status, 200, "{answer}");
    type Case = (&'static str, &'static str, fn(&mut Value));
    let cases: &[Case] = &[
        ("unknown field", "Unknown name \\\"foo\\\": Cannot find field", |b| b["foo"] = json!(1)),
        ("model in body", "Unknown name \\\"model\\\"", |b| b["model"] = json!(MODEL)),
        ("nested unknown", "at 'generationConfig'", |b| b["generationConfig"]["foo"] = json!(1)),
        ("no contents", "contents", |b| {
            b.as_object_mut().expect("object").remove("contents");
        }),
        ("role system", "contents[0].role", |b| b["contents"][0]["role"] = json!("system")),
        ("empty parts", "parts must not be empty", |b| b["contents"][0]["parts"] = json!([])),
        ("empty text", "must not be empty", |b| b["contents"][0]["parts"][0]["text"] = json!("")),
        ("model first", "must start with a user turn", |b| {
            b["contents"].as_array_mut().expect("list").remove(0);
        }),
        ("model last", "must end with a user turn", |b| {
            b["contents"].as_array_mut().expect("list").pop();
        }),
        ("one response", "number of function response parts is equal", |b| {
            b["contents"][2]["parts"].as_array_mut().expect("list").pop();
        }),
        ("responses apart", "number of function response parts is equal", |b| {
            let second = b["contents"][2]["parts"].as_array_mut().expect("list").pop().expect("part");
            b["contents"].as_array_mut().expect("list").push(json!({"role": "user", "parts": [second]}));
        }),
        ("text before response", "must come before other parts", |b| {
            b["contents"][2]["parts"].as_array_mut().expect("list").insert(0, json!({"text": "x"}))
        }),
        ("other name", "does not match the name", |b| {
            b["contents"][2]["parts"][0]["functionResponse"]["name"] = json!("x")
        }),
        ("undeclared", "not a declared function", |b| {
            b["contents"][1]["parts"][1]["functionCall"]["name"] = json!("x")
        }),
        ("response as text", "expected object", |b| {
            b["contents"][2]["parts"][0]["functionResponse"]["response"] = json!("x")
        }),
        ("no signature", "missing a thought_signature", |b| {
            b["contents"][1]["parts"][1].as_object_mut().expect("part").remove("thoughtSignature");
        }),
        ("foreign signature", "Corrupted thought signature", |b| {
            b["contents"][1]["parts"][1]["thoughtSignature"] = json!("AAAA")
        }),
        ("data URI", "Base64 decoding failed", |b| {
            b["contents"][0]["parts"] = json!([image("data:image/png;base64,AAAA", "image/png")])
        }),
        ("GIF", "Unsupported MIME type: image/gif", |b| {
            b["contents"][0]["parts"] = json!([image(&picture("red", "blue", ImageFormat::Gif), "image/gif")])
        }),
        ("type against bytes", "the data is image/jpeg", |b| {
            b["contents"][0]["parts"] = json!([image(&jpeg("red", "blue"), "image/png")])
        }),
        (
            "additionalProperties",
            "Unknown name \\\"additionalProperties\\\" at 'tools[0].functionDeclarations[1].parameters'",
            |b| schema(b)["additionalProperties"] = json!(false),
        ),
        ("const", "Unknown name \\\"const\\\"", |b| schema(b)["properties"]["path"]["const"] = json!("x")),
        ("type list", "expected string", |b| {
            schema(b)["properties"]["path"]["type"] = json!(["string", "null"])
        }),
        ("number enum", "only allowed for STRING", |b| {
            schema(b)["properties"]["path"] = json!({"type": "integer", "enum": [1]})
        }),
        ("array without items", "items: missing field", |b| {
            schema(b)["properties"]["path"] = json!({"type": "array"})
        }),
        ("odd format", "format", |b| schema(b)["properties"]["path"]["format"] = json!("uri")),
        ("required unknown", "property is not defined", |b| schema(b)["required"] = json!(["x"])),
        ("no properties", "should be non-empty for OBJECT", |b| {
            *schema(b) = json!({"type": "object", "properties": {}})
        }),
        ("both thinking", "only set only one", |b| {
            b["generationConfig"]["thinkingConfig"] = json!({"thinkingBudget": 0, "thinkingLevel": "LOW"})
        }),
        ("mode without functions", "without function_declarations", |b| {
            b["contents"] = json!([{"role": "user", "parts": [{"text": "x"}]}]);
            b.as_object_mut().expect("object").remove("tools");
        }),
        ("tools gone", "must stay while", |b| {
            b.as_object_mut().expect("object").remove("tools");
            b.as_object_mut().expect("object").remove("toolConfig");
        }),
    ];
    for (name, part, change) in cases {
        let mut body = good();
        change(&mut body);
        let (status, answer) = ask(&provider, MODEL, &body).await;
        assert_eq!(status, 400, "{name}: {answer}");
        assert_eq!(answer["error"]["status"], "INVALID_ARGUMENT");
        assert!(answer.to_string().contains(part), "{name}: {answer}");
    }
}

#[tokio::test]
async fn snake_case_and_url_safe_base64_pass() {
    let provider = provider(WIRE);
    let base64 = jpeg("red", "blue").replace('+', "-").replace('/', "_");
    let body = json!({"generation_config": {"max_output_tokens": 9, "thinking_config": {"include_thoughts": true}},
        "system_instruction": {"parts": [{"text": "x"}]},
        "contents": [{"role": "user", "parts": [{"inline_data": {"mime_type": "image/jpeg", "data": base64}}]}]});
    let (status, answer) = ask(&provider, MODEL, &body).await;
    assert_eq!(status, 200, "{answer}");
    let parts = &answer["candidates"][0]["content"]["parts"];
    assert_eq!(parts[0]["thought"], true);
    assert_eq!(parts[1]["text"], "left: red, right: blue");
}

#[tokio::test]
async fn older_models_take_the_image_beside_the_response() {
    let provider = provider(WIRE);
    let (status, answer) = ask(&provider, "gemini-2.5-pro", &good()).await;
    assert_eq!(status, 400);
    assert!(answer.to_string().contains("Multimodal function responses are not supported"));
    let mut beside = good();
    let parts = beside["contents"][2]["parts"].as_array_mut().expect("list");
    let moved = parts[1]["functionResponse"].as_object_mut().expect("object").remove("parts").expect("parts");
    parts.push(moved[0].clone());
    let (status, answer) = ask(&provider, "gemini-2.5-pro", &beside).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer["candidates"][0]["content"]["parts"][0]["text"], "left: red, right: blue");
}

#[tokio::test]
async fn the_door_wants_its_own_header() {
    let provider = with(ProviderOptions { key: Some("right".into()), ..ProviderOptions::new(WIRE) });
    let url = format!("{}/models/{MODEL}:generateContent", provider.url());
    let post =
        |name: &'static str, value: &'static str| http::client().post(&url).header(name, value).json(&good());
    assert_eq!(send(post("x-none", "x")).await.0, 403);
    assert_eq!(send(post("authorization", "Bearer right")).await.0, 401);
    let (status, answer) = send(post("x-goog-api-key", "wrong")).await;
    assert_eq!((status, answer["error"]["details"][0]["reason"].as_str()), (400, Some("API_KEY_INVALID")));
    assert_eq!(send(post("x-goog-api-key", "right")).await.0, 200);
}

#[tokio::test]
async fn a_stream_has_whole_calls_and_ends_with_a_reason() {
    let provider = provider(WIRE);
    let mut body = good();
    body["contents"] = json!([{"role": "user", "parts": [{"text": "look at the frame"}]}]);
    let list = events(&text(post(&provider, MODEL, "streamGenerateContent?alt=sse", &body)).await);
    let made: Vec<&Value> = list
        .iter()
        .flat_map(|chunk| chunk["candidates"][0]["content"]["parts"].as_array().expect("parts"))
        .filter(|part| part.get("functionCall").is_some())
        .collect();
    assert_eq!(made.len(), 1);
    assert_eq!(made[0]["functionCall"]["name"], "nik__live_view_image");
    assert!(made[0]["thoughtSignature"].is_string());
    let last = list.last().expect("chunk");
    assert_eq!(last["candidates"][0]["finishReason"], "STOP");
    let usage = &last["usageMetadata"];
    let sum = ["promptTokenCount", "candidatesTokenCount", "thoughtsTokenCount"]
        .iter()
        .filter_map(|key| usage[*key].as_u64())
        .sum::<u64>();
    assert_eq!(usage["totalTokenCount"].as_u64(), Some(sum));
    assert!(list[..list.len() - 1].iter().all(|chunk| chunk["candidates"][0].get("finishReason").is_none()));
    assert_eq!(send(post(&provider, MODEL, "streamGenerateContent", &body)).await.0, 400);
}

#[tokio::test]
async fn a_signature_returns_on_its_own_call() {
    let script = Script::steps(vec![Step {
        calls: vec![
            StepCall::new("nik__live_view_image", json!({})),
            StepCall::new("read", json!({"path": "a"})),
        ],
        ..Step::default()
    }]);
    let provider = with(ProviderOptions { script, ..ProviderOptions::new(WIRE) });
    let mut body = good();
    body["contents"] = json!([{"role": "user", "parts": [{"text": "go"}]}]);
    let (_, answer) = ask(&provider, MODEL, &body).await;
    let content = answer["candidates"][0]["content"].clone();
    let parts = content["parts"].as_array().expect("parts");
    assert!(parts[0]["thoughtSignature"].is_string() && parts[1].get("thoughtSignature").is_none());
    let response = |index: usize| {
        let made = &parts[index]["functionCall"];
        json!({"functionResponse": {"id": made["id"], "name": made["name"], "response": {"result": "ok"}}})
    };
    body["contents"]
        .as_array_mut()
        .expect("list")
        .extend([content.clone(), json!({"role": "user", "parts": [response(0), response(1)]})]);
    let status = async |change: fn(&mut Value)| {
        let mut body = body.clone();
        change(&mut body);
        ask(&provider, MODEL, &body).await.0
    };
    assert_eq!(status(|_| ()).await, 200);
    assert_eq!(
        status(|b| {
            b["contents"][1]["parts"][0].as_object_mut().expect("part").remove("thoughtSignature");
        })
        .await,
        400
    );
    assert_eq!(status(|b| b["contents"][1]["parts"].as_array_mut().expect("list").swap(0, 1)).await, 400);
    assert_eq!(status(|b| b["contents"][1]["parts"][0]["functionCall"]["args"] = json!({"a": 1})).await, 400);
    assert_eq!(status(|b| b["contents"][2]["parts"][0]["functionResponse"]["id"] = json!("x")).await, 400);
    // The vendor's client writes signatures with the URL-safe alphabet.
    assert_eq!(
        status(|b| {
            let safe = b["contents"][1]["parts"][0]["thoughtSignature"]
                .as_str()
                .expect("text")
                .replace('+', "-")
                .replace('/', "_");
            b["contents"][1]["parts"][0]["thoughtSignature"] = json!(safe);
        })
        .await,
        200
    );
}

#[tokio::test]
async fn unknown_models_and_quotas_have_the_vendors_words() {
    let options = ProviderOptions {
        models: vec![fuseforks_sim::provider::Model::new(MODEL)],
        ..ProviderOptions::new(WIRE)
    };
    let provider = with(ProviderOptions { script: Script::steps(vec![Step::status(429)]), ..options });
    let (status, answer) = ask(&provider, "gemini-9", &good()).await;
    assert_eq!((status, answer["error"]["status"].as_str()), (404, Some("NOT_FOUND")));
    let (status, answer) = ask(&provider, MODEL, &good()).await;
    assert_eq!(status, 429);
    assert!(answer["error"]["details"][0]["retryDelay"].is_string());
}
