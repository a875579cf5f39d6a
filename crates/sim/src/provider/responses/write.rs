//! The model's turn as a response or as its stream of events.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::super::answer::{Answer, event, pieces};
use super::super::received::Received;
use super::super::step::{Turn, Usage};
use super::super::wire::{Call, Wire};
use super::vendor::Vendor;
use crate::digest::sha256_hex;

const TEXT: usize = 12;
const ARGUMENTS: usize = 7;
/// Any fixed moment serves; answers must not depend on the clock.
const CREATED: u64 = 1_790_000_000;

pub(super) fn turn(vendor: &Vendor, call: &Call<'_>, received: &Received, turn: &Turn) -> Answer {
    let items = items(vendor, call, turn);
    let mut response = response(vendor, call, received);
    let answer = if received.stream {
        let mut stream = Stream { vendor, parts: Vec::new(), sequence: 0 };
        stream.all(&mut response, &items, turn);
        Answer::stream("text/event-stream", stream.parts, turn.gap_ms)
    } else {
        finish(vendor, &mut response, &items, turn);
        Answer::json(200, &response)
    };
    answer.with_header("x-request-id", call.world.id("req_"))
}

/// The output items; what must come back is remembered.
fn items(vendor: &Vendor, call: &Call<'_>, turn: &Turn) -> Vec<Value> {
    let mut items = Vec::new();
    let asked = call.body["reasoning"]["effort"].as_str().is_some_and(|effort| effort != "none");
    let reasons = turn.thinking.is_some() || asked || call.world.options.strict_echo;
    let mut reasoning = None;
    if reasons && !vendor.short_stream {
        let id = call.world.id("rs_");
        let shown = turn.thinking.clone().or_else(|| {
            let wanted = vendor.is(Wire::XaiResponses) || call.body["reasoning"]["summary"].is_string();
            wanted.then(|| "weighing the request".to_owned())
        });
        let summary: Vec<Value> =
            shown.iter().map(|text| json!({"type": "summary_text", "text": text})).collect();
        let item = json!({"type": "reasoning", "id": id, "summary": summary,
            "encrypted_content": STANDARD.encode(sha256_hex(id.as_bytes()))});
        call.world.issue(format!("reasoning:{id}"), item.clone());
        items.push(item);
        reasoning = Some(id);
    }
    if !turn.text.is_empty() {
        let mut part = json!({"type": "output_text", "text": turn.text, "annotations": []});
        if !vendor.short_stream {
            part["logprobs"] = json!([]);
        }
        items.push(json!({"type": "message", "id": call.world.id("msg_"), "role": "assistant",
            "status": "completed", "content": [part]}));
    }
    for made in &turn.calls {
        let mut item = json!({"type": "function_call", "id": call.world.id("fc_"), "call_id": made.id,
            "name": made.name, "arguments": made.arguments_text(), "status": "completed"});
        if vendor.thought_signature && call.world.options.strict_echo {
            item["thought_signature"] = json!(STANDARD.encode(sha256_hex(made.id.as_bytes())));
        }
        call.world.issue(
            format!("call:{}", made.id),
            json!({"thought_signature": item["thought_signature"], "reasoning": reasoning}),
        );
        items.push(item);
    }
    if let Some(id) = reasoning {
        let follows = items.get(1).map_or(Value::Null, |item| match item["type"].as_str() {
            Some("message") => json!("message"),
            _ => item["call_id"].clone(),
        });
        call.world.issue(format!("follows:{id}"), follows);
    }
    items
}

fn response(vendor: &Vendor, call: &Call<'_>, received: &Received) -> Value {
    let body = call.body;
    let mut response = json!({
        "id": call.world.id("resp_"), "object": "response", "created_at": CREATED, "status": "in_progress",
        "model": received.model, "output": [], "error": null, "usage": null,
        "store": body.get("store").cloned().unwrap_or(json!(true)),
    });
    if !vendor.short_stream {
        let more = json!({
            "incomplete_details": null, "instructions": body["instructions"], "metadata": {},
            "max_output_tokens": body["max_output_tokens"], "parallel_tool_calls": true,
            "previous_response_id": null, "temperature": 1.0, "top_p": 1.0, "truncation": "disabled",
            "reasoning": {"effort": body["reasoning"]["effort"], "summary": body["reasoning"]["summary"]},
            "text": {"format": {"type": "text"}},
            "tool_choice": body.get("tool_choice").cloned().unwrap_or(json!("auto")),
            "tools": body.get("tools").cloned().unwrap_or(json!([])),
        });
        if let (Some(response), Value::Object(more)) = (response.as_object_mut(), more) {
            response.extend(more);
        }
    }
    response
}

fn usage(vendor: &Vendor, usage: &Usage) -> Value {
    let input = usage.input + usage.cached + usage.cache_write;
    let mut counts =
        json!({"input_tokens": input, "output_tokens": usage.output, "total_tokens": input + usage.output});
    if vendor.is(Wire::PerplexityResponses) {
        counts["input_tokens_details"] = json!({"cache_creation_input_tokens": usage.cache_write,
            "cache_read_input_tokens": usage.cached});
        counts["cost"] = json!({"currency": "USD", "input_cost": 0.0, "output_cost": 0.0, "total_cost": 0.0});
        return counts;
    }
    counts["input_tokens_details"] = json!({"cached_tokens": usage.cached});
    if vendor.is(Wire::OpenaiResponses) {
        counts["input_tokens_details"]["cache_write_tokens"] = json!(usage.cache_write);
    }
    if vendor.is(Wire::XaiResponses) {
        counts["cost_in_usd_ticks"] = json!(0);
    }
    counts["output_tokens_details"] = json!({"reasoning_tokens": usage.reasoning});
    counts
}

/// Fills in status, output and counts; gives the name of the closing event.
fn finish(vendor: &Vendor, response: &mut Value, items: &[Value], turn: &Turn) -> &'static str {
    response["output"] = json!(items);
    response["usage"] = usage(vendor, &turn.usage);
    match turn.stop.as_deref() {
        // A vendor without that status says "completed" even when the cap cut the answer.
        Some(reason @ ("max_output_tokens" | "content_filter" | "max_messages" | "steered"))
            if !vendor.short_stream =>
        {
            response["status"] = json!("incomplete");
            response["incomplete_details"] = json!({"reason": reason});
            "response.incomplete"
        }
        Some("failed") => {
            response["status"] = json!("failed");
            response["error"] = json!({"code": "server_error", "message": "asked for by the test"});
            "response.failed"
        }
        _ => {
            response["status"] = json!("completed");
            "response.completed"
        }
    }
}

struct Stream<'v> {
    vendor: &'v Vendor,
    parts: Vec<Vec<u8>>,
    sequence: u64,
}

impl Stream<'_> {
    fn push(&mut self, kind: &str, mut data: Value) {
        data["type"] = json!(kind);
        data["sequence_number"] = json!(self.sequence);
        self.sequence += 1;
        self.parts.push(event(kind, &data));
    }

    fn all(&mut self, response: &mut Value, items: &[Value], turn: &Turn) {
        self.push("response.created", json!({"response": response}));
        self.push("response.in_progress", json!({"response": response}));
        for (index, item) in items.iter().enumerate() {
            self.item(index, item);
        }
        if let Some(broken) = &turn.broken {
            let words = broken.as_str().unwrap_or("The server had an error while processing your request.");
            let error = json!({"code": "server_error", "message": words});
            let error = if broken.is_object() { broken.clone() } else { error };
            if self.vendor.short_stream {
                // This vendor puts the error beside the response, not into it.
                self.push("response.failed", json!({"error": error}));
            } else {
                self.push(
                    "error",
                    json!({"code": error["code"], "message": error["message"], "param": null}),
                );
            }
            return;
        }
        let end = finish(self.vendor, response, items, turn);
        if end == "response.failed" && self.vendor.short_stream {
            self.push(end, json!({"error": response["error"]}));
        } else {
            self.push(end, json!({"response": response}));
        }
    }

    fn item(&mut self, index: usize, item: &Value) {
        let id = &item["id"];
        let mut started = item.clone();
        match item["type"].as_str() {
            Some("message") => {
                started["content"] = json!([]);
                started["status"] = json!("in_progress");
            }
            Some("function_call") => {
                started["arguments"] = json!("");
                started["status"] = json!("in_progress");
            }
            _ => {
                started["summary"] = json!([]);
                // What is encrypted is whole only when the item is done.
                started["encrypted_content"] = json!("");
            }
        }
        self.push("response.output_item.added", json!({"output_index": index, "item": started}));
        match item["type"].as_str() {
            Some("message") => self.message(index, item),
            Some("function_call") if !self.vendor.short_stream => {
                let arguments = item["arguments"].as_str().unwrap_or_default();
                for piece in pieces(arguments, ARGUMENTS) {
                    let data = json!({"item_id": id, "output_index": index, "delta": piece});
                    self.push("response.function_call_arguments.delta", data);
                }
                let data = json!({"item_id": id, "output_index": index, "arguments": arguments});
                self.push("response.function_call_arguments.done", data);
            }
            Some("reasoning") => self.summary(index, item),
            _ => {}
        }
        self.push("response.output_item.done", json!({"output_index": index, "item": item}));
    }

    fn message(&mut self, index: usize, item: &Value) {
        let place = json!({"item_id": item["id"], "output_index": index, "content_index": 0});
        let text = item["content"][0]["text"].as_str().unwrap_or_default();
        if !self.vendor.short_stream {
            let mut empty = item["content"][0].clone();
            empty["text"] = json!("");
            self.push("response.content_part.added", with(&place, "part", &empty));
        }
        for piece in pieces(text, TEXT) {
            let mut data = with(&place, "delta", &json!(piece));
            if !self.vendor.short_stream {
                data["logprobs"] = json!([]);
            }
            self.push("response.output_text.delta", data);
        }
        let mut done = with(&place, "text", &json!(text));
        if !self.vendor.short_stream {
            done["logprobs"] = json!([]);
        }
        self.push("response.output_text.done", done);
        if !self.vendor.short_stream {
            self.push("response.content_part.done", with(&place, "part", &item["content"][0]));
        }
    }

    fn summary(&mut self, index: usize, item: &Value) {
        for (number, part) in item["summary"].as_array().into_iter().flatten().enumerate() {
            let place = json!({"item_id": item["id"], "output_index": index, "summary_index": number});
            let empty = json!({"type": "summary_text", "text": ""});
            self.push("response.reasoning_summary_part.added", with(&place, "part", &empty));
            for piece in pieces(part["text"].as_str().unwrap_or_default(), TEXT) {
                self.push("response.reasoning_summary_text.delta", with(&place, "delta", &json!(piece)));
            }
            self.push("response.reasoning_summary_text.done", with(&place, "text", &part["text"]));
            self.push("response.reasoning_summary_part.done", with(&place, "part", part));
        }
    }
}

fn with(place: &Value, key: &str, value: &Value) -> Value {
    let mut data = place.clone();
    data[key] = value.clone();
    data
}
