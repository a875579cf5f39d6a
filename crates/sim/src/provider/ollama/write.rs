//! The model's turn as one object or as a line for each piece.

use serde_json::{Value, json};

use super::super::answer::{Answer, pieces};
use super::super::received::Received;
use super::super::step::Turn;
use super::super::wire::Call;

const TEXT: usize = 10;
/// Any fixed moment serves; answers must not depend on the clock.
const CREATED: &str = "2026-11-30T00:00:00.000000000Z";

/// An object and the end of its line.
pub(super) fn line(value: &Value) -> Vec<u8> {
    format!("{value}\n").into_bytes()
}

pub(super) fn turn(call: &Call<'_>, received: &Received, turn: &Turn) -> Answer {
    let base = |message: Value, done: bool| json!({"model": received.model, "created_at": CREATED, "message": message, "done": done});
    let calls: Vec<Value> = turn.calls.iter().enumerate().map(|(index, made)| {
        json!({"id": made.id, "function": {"index": index, "name": made.name, "arguments": made.arguments_object()}})
    }).collect();
    let asked = call.body.get("think").is_some_and(|think| *think != json!(false));
    let thinking = turn.thinking.clone().or_else(|| asked.then(|| "weighing the request".to_owned()));
    let finish = |mut last: Value| {
        let usage = &turn.usage;
        last["done_reason"] = json!(turn.stop.as_deref().unwrap_or("stop"));
        last["total_duration"] = json!(2_000_000);
        last["load_duration"] = json!(500_000);
        last["prompt_eval_count"] = json!(usage.input + usage.cached + usage.cache_write);
        last["prompt_eval_duration"] = json!(500_000);
        last["eval_count"] = json!(usage.output);
        last["eval_duration"] = json!(1_000_000);
        last
    };
    if !received.stream {
        let mut message = json!({"role": "assistant", "content": turn.text});
        if let Some(thinking) = thinking {
            message["thinking"] = json!(thinking);
        }
        if !calls.is_empty() {
            message["tool_calls"] = json!(calls);
        }
        return Answer::json(200, &finish(base(message, true)));
    }
    let mut lines = Vec::new();
    for piece in pieces(thinking.as_deref().unwrap_or_default(), TEXT) {
        lines.push(line(&base(json!({"role": "assistant", "content": "", "thinking": piece}), false)));
    }
    for piece in pieces(&turn.text, TEXT) {
        lines.push(line(&base(json!({"role": "assistant", "content": piece}), false)));
    }
    for made in &calls {
        lines.push(line(&base(json!({"role": "assistant", "content": "", "tool_calls": [made]}), false)));
    }
    match &turn.broken {
        Some(broken) => lines.push(line(
            &json!({"error": broken.as_str().unwrap_or("an error was encountered while running the model")}),
        )),
        None => lines.push(line(&finish(base(json!({"role": "assistant", "content": ""}), true)))),
    }
    Answer::stream("application/x-ndjson", lines, turn.gap_ms)
}
