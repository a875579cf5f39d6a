//! The Responses stand-ins of four vendors.

use fuseforks_sim::provider::{ProviderOptions, Script, Step, Wire};
use serde_json::{Value, json};

use crate::support::{events, jpeg, provider, refusals, request, send, text, with};

const PATH: &str = "/responses";
const ALL: [Wire; 4] =
    [Wire::OpenaiResponses, Wire::XaiResponses, Wire::MetaResponses, Wire::PerplexityResponses];

fn tool() -> Value {
    json!({"type": "function", "name": "nik__live_view_image", "description": "one frame as a JPEG image",
        "parameters": {"type": "object", "properties": {}}})
}

fn image(base64: &str) -> Value {
    json!({"type": "input_image", "image_url": format!("data:image/jpeg;base64,{base64}")})
}

/// Two calls; the first output is a text and an image, the second a string.
fn good() -> Value {
    json!({
        "model": "sim/m", "max_output_tokens": 4096, "tools": [tool()],
        "input": [
            {"role": "system", "content": "be brief"},
            {"role": "user", "content": "look at the frame"},
            {"type": "function_call", "call_id": "c1", "name": "nik__live_view_image", "arguments": "{}"},
            {"type": "function_call", "call_id": "c2", "name": "nik__live_view_image", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "c1", "output": [{"type": "input_text", "text": "{}"}, image(&jpeg("red", "blue"))]},
            {"type": "function_call_output", "call_id": "c2", "output": "plain"},
        ],
    })
}

#[tokio::test]
async fn the_same_body_suits_all_four() {
    for wire in ALL {
        let provider = provider(wire);
        let (status, answer) = send(request(&provider, wire, PATH, &good())).await;
        assert_eq!(status, 200, "{wire}: {answer}");
        assert_eq!(answer["output"][0]["content"][0]["text"], "left: red, right: blue", "{wire}");
        assert_eq!(answer["status"], "completed");
    }
}

#[tokio::test]
async fn bad_bodies_do_not_pass() {
    refusals(
        Wire::OpenaiResponses,
        PATH,
        &good(),
        &[
            ("unknown field", 400, "Unknown parameter: 'max_tokens'", |b| b["max_tokens"] = json!(1)),
            ("temperature", 400, "Unsupported parameter: 'temperature'", |b| b["temperature"] = json!(1)),
            ("previous response", 400, "Unknown parameter", |b| b["previous_response_id"] = json!("resp_1")),
            ("chat tool", 400, "Unknown parameter: 'tools.0.function'", |b| {
                b["tools"] = json!([{"type": "function", "function": {"name": "x"}}])
            }),
            ("output as object", 400, "did not match any supported type", |b| {
                b["input"][5]["output"] = json!({"a": 1})
            }),
            ("chat part", 400, "input_text", |b| b["input"][4]["output"][0]["type"] = json!("text")),
            ("image as object", 400, "expected string", |b| {
                b["input"][4]["output"][1]["image_url"] = json!({"url": "x"})
            }),
            ("empty output", 400, "must not be empty", |b| b["input"][5]["output"] = json!("")),
            ("empty list", 400, "must not be empty", |b| b["input"][5]["output"] = json!([])),
            ("no output", 400, "No tool output found for function call c2", |b| {
                b["input"].as_array_mut().expect("list").pop();
            }),
            ("message between", 400, "No tool output found for function call c2", |b| {
                b["input"].as_array_mut().expect("list").insert(5, json!({"role": "user", "content": "x"}))
            }),
            ("output of nothing", 400, "No tool call found for function call output with call_id c9", |b| {
                b["input"][5]["call_id"] = json!("c9")
            }),
            ("call id twice", 400, "duplicate call_id", |b| b["input"][3]["call_id"] = json!("c1")),
            ("arguments as object", 400, "expected string", |b| b["input"][2]["arguments"] = json!({})),
            ("name in output", 400, "Unknown parameter: 'input.5.name'", |b| {
                b["input"][5]["name"] = json!("x")
            }),
            ("empty assistant", 400, "must not be empty", |b| {
                b["input"]
                    .as_array_mut()
                    .expect("list")
                    .insert(2, json!({"role": "assistant", "content": ""}))
            }),
            ("late system", 400, "system items come first", |b| {
                b["input"].as_array_mut().expect("list").push(json!({"role": "system", "content": "x"}))
            }),
            ("foreign reasoning", 400, "could not be verified", |b| {
                b["input"].as_array_mut().expect("list").insert(
                    2,
                    json!({"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "AAAA"}),
                )
            }),
            ("unkept reasoning", 404, "not persisted", |b| {
                b["input"]
                    .as_array_mut()
                    .expect("list")
                    .insert(2, json!({"type": "reasoning", "id": "rs_1", "summary": []}))
            }),
            ("tools gone", 400, "must stay", |b| {
                b.as_object_mut().expect("object").remove("tools");
            }),
            ("strict schema", 400, "additionalProperties", |b| b["tools"][0]["strict"] = json!(true)),
            ("effort", 400, "reasoning.effort", |b| b["reasoning"] = json!({"effort": "huge"})),
            ("include", 400, "include.0", |b| b["include"] = json!(["no_inline_citations"])),
            ("tiny cap", 400, "greater than or equal to 16", |b| b["max_output_tokens"] = json!(1)),
            ("data twice", 400, "invalid_base64_image", |b| {
                b["input"][4]["output"][1]["image_url"] =
                    json!("data:image/jpeg;base64,data:image/jpeg;base64,AA")
            }),
        ],
    )
    .await;
}

#[tokio::test]
async fn each_vendor_has_its_own_no() {
    type Case = (Wire, u16, &'static str, fn(&mut Value));
    let cases: &[Case] = &[
        (Wire::XaiResponses, 422, "untagged enum", |b| b["input"][4]["output"][0]["type"] = json!("text")),
        (Wire::XaiResponses, 410, "Live search", |b| b["search_parameters"] = json!({})),
        (Wire::XaiResponses, 200, "", |b| b["include"] = json!(["no_inline_citations"])),
        (Wire::XaiResponses, 200, "", |b| b["temperature"] = json!(0.5)),
        (Wire::MetaResponses, 400, "only \\\"auto\\\" is supported for tool_choice", |b| {
            b["tool_choice"] = json!("none")
        }),
        (Wire::MetaResponses, 200, "", |b| {
            b.as_object_mut().expect("object").remove("tools");
        }),
        (Wire::MetaResponses, 400, "reasoning.effort", |b| b["reasoning"] = json!({"effort": "max"})),
        (Wire::MetaResponses, 400, "Unknown parameter: 'store'", |b| b["store"] = json!(false)),
        (Wire::PerplexityResponses, 400, "provider/model", |b| b["model"] = json!("m")),
        (Wire::PerplexityResponses, 400, "Unknown parameter: 'include'", |b| b["include"] = json!([])),
        (Wire::PerplexityResponses, 200, "", |b| b["input"][5]["name"] = json!("nik__live_view_image")),
        (Wire::PerplexityResponses, 400, "expected a string", |b| {
            b["input"]
                .as_array_mut()
                .expect("list")
                .insert(2, json!({"role": "assistant", "content": [{"type": "output_text", "text": "x"}]}))
        }),
    ];
    for (wire, expected, part, change) in cases {
        let provider = provider(*wire);
        let mut body = good();
        change(&mut body);
        let (status, answer) = send(request(&provider, *wire, PATH, &body)).await;
        assert_eq!(status, *expected, "{wire}: {answer}");
        assert!(answer.to_string().contains(part), "{wire}: {answer}");
    }
}

#[tokio::test]
async fn a_perplexity_image_refusal_says_nothing_more() {
    let wire = Wire::PerplexityResponses;
    let provider = with(ProviderOptions { refuse_images: Some(400), ..ProviderOptions::new(wire) });
    let (status, answer) = send(request(&provider, wire, PATH, &good())).await;
    assert_eq!((status, answer["error"]["message"].as_str()), (400, Some("invalid request")));
}

#[tokio::test]
async fn streams_number_their_events_and_close_once() {
    for wire in ALL {
        let provider = provider(wire);
        let mut body = good();
        body["input"] = json!([{"role": "user", "content": "look at the frame"}]);
        body["stream"] = json!(true);
        let list = events(&text(request(&provider, wire, PATH, &body)).await);
        for (number, event) in list.iter().enumerate() {
            assert_eq!(event["sequence_number"].as_u64(), Some(number as u64), "{wire}");
        }
        assert_eq!(list[0]["type"], "response.created");
        let last = list.last().expect("event");
        assert_eq!(last["type"], "response.completed", "{wire}");
        let call = last["response"]["output"].as_array().expect("output").last().expect("call");
        assert_eq!(call["name"], "nik__live_view_image");
        let has_deltas = list.iter().any(|event| event["type"] == "response.function_call_arguments.delta");
        assert_eq!(has_deltas, wire != Wire::PerplexityResponses);
        let usage = &last["response"]["usage"];
        let names = usage["input_tokens_details"].as_object().expect("details");
        assert_eq!(names.contains_key("cache_read_input_tokens"), wire == Wire::PerplexityResponses);
    }
}

#[tokio::test]
async fn reasoning_comes_back_whole_or_not_at_all() {
    let wire = Wire::OpenaiResponses;
    let provider = provider(wire);
    let mut body = good();
    body["input"] = json!([{"role": "user", "content": "look at the frame"}]);
    body["reasoning"] = json!({"effort": "low", "summary": "detailed"});
    body["store"] = json!(false);
    let (_, answer) = send(request(&provider, wire, PATH, &body)).await;
    let output = answer["output"].as_array().expect("output").clone();
    assert_eq!(
        output.iter().map(|item| item["type"].as_str()).collect::<Vec<_>>(),
        [Some("reasoning"), Some("message"), Some("function_call")]
    );
    assert_eq!(output[0]["summary"][0]["type"], "summary_text");
    let round = |items: Vec<Value>| {
        let mut body = body.clone();
        let input = body["input"].as_array_mut().expect("list");
        input.extend(items);
        input.push(json!({"type": "function_call_output", "call_id": output[2]["call_id"], "output": "ok"}));
        body
    };
    let status = async |items: Vec<Value>| send(request(&provider, wire, PATH, &round(items))).await;
    assert_eq!(status(output.clone()).await.0, 200);
    let (code, answer) = status(vec![output[0].clone(), output[2].clone()]).await;
    assert!(code == 400 && answer.to_string().contains("without its required following item"), "{answer}");
    let (code, answer) = status(vec![output[1].clone(), output[2].clone()]).await;
    assert!(code == 400 && answer.to_string().contains("without its required 'reasoning' item"), "{answer}");
    let mut bare = output[2].clone();
    bare.as_object_mut().expect("item").remove("id");
    assert_eq!(status(vec![output[1].clone(), bare]).await.0, 200);
    let mut edited = output.clone();
    edited[0]["encrypted_content"] = json!("AAAA");
    assert_eq!(status(edited).await.0, 400);
}

#[tokio::test]
async fn a_perplexity_signature_returns_on_its_call() {
    let wire = Wire::PerplexityResponses;
    let provider = with(ProviderOptions { strict_echo: true, ..ProviderOptions::new(wire) });
    let mut body = good();
    body["input"] = json!([{"role": "user", "content": "look at the frame"}]);
    let (_, answer) = send(request(&provider, wire, PATH, &body)).await;
    let mut call = answer["output"].as_array().expect("output").last().expect("call").clone();
    assert!(call["thought_signature"].is_string());
    let result = json!({"type": "function_call_output", "call_id": call["call_id"], "output": "ok"});
    let round = |call: &Value| json!({"model": "sim/m", "tools": [tool()], "input": [{"role": "user", "content": "look"}, call, result]});
    assert_eq!(send(request(&provider, wire, PATH, &round(&call))).await.0, 200);
    call.as_object_mut().expect("call").remove("thought_signature");
    assert_eq!(send(request(&provider, wire, PATH, &round(&call))).await.0, 400);
}

#[tokio::test]
async fn ends_have_the_vendors_names() {
    let stop = |stop: &str| Script::steps(vec![Step { stop: Some(stop.into()), ..Step::text("so far") }]);
    let body = json!({"model": "sim/m", "input": "hi", "stream": true});
    let cases = [
        (Wire::OpenaiResponses, "max_output_tokens", "response.incomplete"),
        (Wire::PerplexityResponses, "max_output_tokens", "response.completed"),
        (Wire::XaiResponses, "failed", "response.failed"),
    ];
    for (wire, reason, expected) in cases {
        let provider = with(ProviderOptions { script: stop(reason), ..ProviderOptions::new(wire) });
        let list = events(&text(request(&provider, wire, PATH, &body)).await);
        assert_eq!(list.last().expect("event")["type"], expected, "{wire}");
    }
    for (wire, expected) in [(Wire::OpenaiResponses, "error"), (Wire::PerplexityResponses, "response.failed")]
    {
        let script = Script::steps(vec![Step { error: Some(json!("boom")), ..Step::text("so far") }]);
        let provider = with(ProviderOptions { script, ..ProviderOptions::new(wire) });
        let list = events(&text(request(&provider, wire, PATH, &body)).await);
        let last = list.last().expect("event");
        assert_eq!(last["type"], expected);
        assert!(last.to_string().contains("boom"));
    }
}
