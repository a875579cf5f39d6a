//! The model's turn as a message or as a stream of events.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::super::answer::{Answer, event, pieces};
use super::super::received::Received;
use super::super::step::{Turn, Usage};
use super::super::wire::Call;
use super::echo;
use crate::digest::sha256_hex;

/// Characters of one text delta, and of one piece of call arguments.
const TEXT: usize = 12;
const ARGUMENTS: usize = 7;

pub(super) fn turn(call: &Call<'_>, received: &Received, turn: &Turn) -> Answer {
    let request = call.world.id("req_");
    let blocks = blocks(call, turn);
    let stop = match &turn.stop {
        Some(stop) => stop.as_str(),
        None if turn.calls.is_empty() => "end_turn",
        None => "tool_use",
    };
    let mut message = json!({
        "id": call.world.id("msg_"), "type": "message", "role": "assistant", "model": received.model,
        "content": [], "stop_reason": null, "stop_sequence": null, "stop_details": null,
        "usage": usage(&turn.usage, 1),
    });
    let dropped = echo::dropped(call);
    if !dropped.is_empty() {
        message["input_transformations"] = json!(dropped);
    }
    let answer = if received.stream {
        Answer::stream(
            "text/event-stream; charset=utf-8",
            events(call, turn, &message, &blocks, stop),
            turn.gap_ms,
        )
    } else {
        message["content"] = json!(blocks);
        message["stop_reason"] = json!(stop);
        message["usage"] = usage(&turn.usage, turn.usage.output);
        Answer::json(200, &message)
    };
    answer
        .with_header("request-id", request)
        .with_header("anthropic-organization-id", "00000000-0000-4000-8000-000000000000")
}

/// The content of the message, with everything issued that will have to come back.
fn blocks(call: &Call<'_>, turn: &Turn) -> Vec<Value> {
    let mut blocks = Vec::new();
    if let Some(thinking) = thinking(call, turn) {
        let count = call.body["messages"].as_array().map_or(0, Vec::len);
        let prefix = echo::prefix(call.body, count);
        let seal = sha256_hex(format!("{}{thinking}{prefix}", call.world.id("")).as_bytes());
        let signature = STANDARD.encode(seal);
        call.world.issue(format!("thinking:{signature}"), json!({"thinking": thinking, "prefix": prefix}));
        blocks.push(json!({"type": "thinking", "thinking": thinking, "signature": signature}));
    }
    let thought = !blocks.is_empty();
    if !turn.text.is_empty() {
        blocks.push(json!({"type": "text", "text": turn.text}));
    }
    for used in &turn.calls {
        let input = used.arguments_object();
        call.world.issue(
            format!("use:{}", used.id),
            json!({"name": used.name, "input": input, "thought": thought}),
        );
        blocks.push(json!({"type": "tool_use", "id": used.id, "name": used.name, "input": input}));
    }
    blocks
}

/// What it thinks: the script's words, or a stock thought if the request asks for thinking. Newer models
/// leave the text out unless told to summarise.
fn thinking(call: &Call<'_>, turn: &Turn) -> Option<String> {
    if let Some(thinking) = &turn.thinking {
        return Some(thinking.clone());
    }
    let asked = &call.body["thinking"];
    let shown =
        asked["display"].as_str().map_or(asked["type"] == "enabled", |display| display == "summarized");
    let thinks = matches!(asked["type"].as_str(), Some("enabled" | "adaptive"));
    if !thinks && !call.world.options.strict_echo {
        return None;
    }
    Some(if shown { "weighing the request".to_owned() } else { String::new() })
}

/// Counts of a message: those of its stream's end, and where they came from.
fn usage(usage: &Usage, output: u64) -> Value {
    let mut counts = counted(usage, output);
    counts["cache_creation"] =
        json!({"ephemeral_5m_input_tokens": usage.cache_write, "ephemeral_1h_input_tokens": 0});
    counts["service_tier"] = json!("standard");
    counts
}

/// Counts of `message_delta`, all of them cumulative.
fn counted(usage: &Usage, output: u64) -> Value {
    json!({
        "input_tokens": usage.input,
        "cache_creation_input_tokens": usage.cache_write,
        "cache_read_input_tokens": usage.cached,
        "output_tokens": output,
        "output_tokens_details": {"thinking_tokens": usage.reasoning.min(output)},
    })
}

fn events(call: &Call<'_>, turn: &Turn, message: &Value, blocks: &[Value], stop: &str) -> Vec<Vec<u8>> {
    let mut events = vec![
        event("message_start", &json!({"type": "message_start", "message": message})),
        event("ping", &json!({"type": "ping"})),
    ];
    for (index, block) in blocks.iter().enumerate() {
        let mut start = block.clone();
        let deltas: Vec<Value> = match block["type"].as_str() {
            Some("thinking") => {
                start["thinking"] = json!("");
                start["signature"] = json!("");
                let text = pieces(block["thinking"].as_str().unwrap_or_default(), TEXT).into_iter();
                let text = text.map(|piece| json!({"type": "thinking_delta", "thinking": piece}));
                text.chain([json!({"type": "signature_delta", "signature": block["signature"]})]).collect()
            }
            Some("tool_use") => {
                start["input"] = json!({});
                arguments(turn, &block["id"])
                    .into_iter()
                    .map(|piece| json!({"type": "input_json_delta", "partial_json": piece}))
                    .collect()
            }
            _ => {
                start["text"] = json!("");
                let text = pieces(block["text"].as_str().unwrap_or_default(), TEXT).into_iter();
                text.map(|piece| json!({"type": "text_delta", "text": piece})).collect()
            }
        };
        let wrap = |kind: &str, key: &str, value: &Value| {
            event(kind, &json!({"type": kind, "index": index, key: value}))
        };
        events.push(wrap("content_block_start", "content_block", &start));
        events.extend(deltas.iter().map(|delta| wrap("content_block_delta", "delta", delta)));
        events.push(event("content_block_stop", &json!({"type": "content_block_stop", "index": index})));
    }
    if let Some(broken) = &turn.broken {
        let words = broken.as_str().unwrap_or("Overloaded");
        let error = if broken.is_object() {
            broken.clone()
        } else {
            json!({"type": "overloaded_error", "message": words})
        };
        let id = call.world.id("req_");
        events.push(event("error", &json!({"type": "error", "error": error, "request_id": id})));
        return events;
    }
    events.push(event(
        "message_delta",
        &json!({"type": "message_delta",
            "delta": {"stop_reason": stop, "stop_sequence": null, "stop_details": null},
            "usage": counted(&turn.usage, turn.usage.output)}),
    ));
    events.push(event("message_stop", &json!({"type": "message_stop"})));
    events
}

/// The arguments in pieces after a first empty one; no arguments are the empty piece alone.
fn arguments(turn: &Turn, id: &Value) -> Vec<String> {
    let text = turn.calls.iter().find(|call| *id == call.id.as_str());
    let text = text.map(|call| call.arguments_text()).unwrap_or_default();
    let mut parts = vec![String::new()];
    if text != "{}" {
        parts.extend(pieces(&text, ARGUMENTS));
    }
    parts
}
