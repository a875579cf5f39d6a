//! The model's turn as a completion or as a stream of chunks.

use serde_json::{Value, json};

use super::super::answer::{Answer, data, pieces};
use super::super::received::Received;
use super::super::step::{Turn, TurnCall, Usage};
use super::super::wire::Call;
use crate::digest::sha256_hex;

const TEXT: usize = 12;
const ARGUMENTS: usize = 7;
/// Any fixed moment serves; answers must not depend on the clock.
const CREATED: u64 = 1_790_000_000;

pub(super) fn turn(call: &Call<'_>, received: &Received, turn: &Turn) -> Answer {
    let id = call.world.id("chatcmpl-");
    let stop = match &turn.stop {
        Some(stop) => stop.as_str(),
        None if turn.calls.is_empty() => "stop",
        None => "tool_calls",
    };
    let request = call.world.id("req_");
    let answer = if received.stream {
        Answer::stream("text/event-stream", chunks(call, received, turn, &id, stop), turn.gap_ms)
    } else {
        Answer::json(200, &whole(call, received, turn, &id, stop))
    };
    answer.with_header("x-request-id", request)
}

fn extra(call: &Call<'_>, made: &TurnCall) -> Option<Value> {
    if !call.world.options.strict_echo {
        return None;
    }
    let signature = sha256_hex(made.id.as_bytes());
    let extra = json!({"google": {"thought_signature": signature}});
    call.world.issue(format!("extra:{}", made.id), extra.clone());
    Some(extra)
}

fn usage(usage: &Usage) -> Value {
    let prompt = usage.input + usage.cached + usage.cache_write;
    json!({
        "prompt_tokens": prompt, "completion_tokens": usage.output, "total_tokens": prompt + usage.output,
        "prompt_tokens_details": {"cached_tokens": usage.cached, "cache_write_tokens": usage.cache_write},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning},
    })
}

fn whole(call: &Call<'_>, received: &Received, turn: &Turn, id: &str, stop: &str) -> Value {
    let text = if turn.text.is_empty() { Value::Null } else { json!(turn.text) };
    let mut message = json!({"role": "assistant", "content": text, "refusal": null});
    if let Some(thinking) = &turn.thinking {
        message["reasoning_content"] = json!(thinking);
    }
    let calls: Vec<Value> =
        turn.calls.iter().map(|made| tool_call(call, made, &made.arguments_text())).collect();
    if !calls.is_empty() {
        message["tool_calls"] = json!(calls);
    }
    json!({
        "id": id, "object": "chat.completion", "created": CREATED, "model": received.model,
        "choices": [{"index": 0, "message": message, "logprobs": null, "finish_reason": stop}],
        "usage": usage(&turn.usage),
    })
}

fn tool_call(call: &Call<'_>, made: &TurnCall, arguments: &str) -> Value {
    let mut value =
        json!({"id": made.id, "type": "function", "function": {"name": made.name, "arguments": arguments}});
    if let Some(extra) = extra(call, made) {
        value["extra_content"] = extra;
    }
    value
}

fn chunks(call: &Call<'_>, received: &Received, turn: &Turn, id: &str, stop: &str) -> Vec<Vec<u8>> {
    let wants_usage = call.body["stream_options"]["include_usage"] == true;
    let chunk = |choices: Value, counts: Option<Value>| {
        let mut chunk = json!({"id": id, "object": "chat.completion.chunk", "created": CREATED,
            "model": received.model, "choices": choices});
        if wants_usage {
            chunk["usage"] = counts.unwrap_or_default();
        }
        data(&chunk)
    };
    let delta = |delta: Value, stop: Option<&str>| {
        chunk(json!([{"index": 0, "delta": delta, "logprobs": null, "finish_reason": stop}]), None)
    };
    let mut parts = vec![delta(json!({"role": "assistant", "content": ""}), None)];
    if let Some(thinking) = &turn.thinking {
        parts.extend(
            pieces(thinking, TEXT).iter().map(|piece| delta(json!({"reasoning_content": piece}), None)),
        );
    }
    parts.extend(pieces(&turn.text, TEXT).iter().map(|piece| delta(json!({"content": piece}), None)));
    for (index, made) in turn.calls.iter().enumerate() {
        let mut first = tool_call(call, made, "");
        first["index"] = json!(index);
        parts.push(delta(json!({"tool_calls": [first]}), None));
        for piece in pieces(&made.arguments_text(), ARGUMENTS) {
            let piece = json!({"tool_calls": [{"index": index, "function": {"arguments": piece}}]});
            parts.push(delta(piece, None));
        }
    }
    if let Some(broken) = &turn.broken {
        let error = if broken.is_object() {
            broken.clone()
        } else {
            let words = broken.as_str().unwrap_or("The server is overloaded, try again later");
            json!({"message": words, "type": "server_error", "param": null, "code": null})
        };
        parts.push(data(&json!({"error": error})));
        return parts;
    }
    parts.push(delta(json!({}), Some(stop)));
    if wants_usage {
        parts.push(chunk(json!([]), Some(usage(&turn.usage))));
    }
    parts.push(b"data: [DONE]\n\n".to_vec());
    parts
}
