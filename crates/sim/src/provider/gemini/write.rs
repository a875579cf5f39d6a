//! The model's turn as one response or as a stream of them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::super::answer::{Answer, data, pieces};
use super::super::received::Received;
use super::super::step::{Turn, Usage};
use super::super::wire::Call;
use super::is_old;
use crate::digest::sha256_hex;

const TEXT: usize = 24;

pub(super) fn turn(call: &Call<'_>, received: &Received, turn: &Turn) -> Answer {
    let parts = parts(call, received, turn);
    let stop = turn.stop.as_deref().unwrap_or("STOP");
    let id = call.world.id("resp_");
    let response = |parts: &[Value], stop: Option<&str>, usage: Value| {
        let mut candidate = json!({"content": {"role": "model", "parts": parts}, "index": 0});
        if let Some(stop) = stop {
            candidate["finishReason"] = json!(stop);
        }
        json!({"candidates": [candidate], "usageMetadata": usage, "modelVersion": received.model, "responseId": id})
    };
    if !received.stream {
        return Answer::json(200, &response(&parts, Some(stop), usage(received, &turn.usage, true)));
    }
    let mut chunks = Vec::new();
    for part in parts.iter().flat_map(split) {
        chunks.push(data(&response(&[part], None, usage(received, &turn.usage, false))));
    }
    match &turn.broken {
        Some(broken) => {
            let words = broken.as_str().unwrap_or("The model is overloaded. Please try again later.");
            let error = json!({"code": 503, "message": words, "status": "UNAVAILABLE"});
            chunks.push(data(&json!({"error": if broken.is_object() { broken.clone() } else { error }})));
        }
        None => {
            // The stream of a thinking model ends with a part that holds nothing but a signature.
            let last = if turn.calls.is_empty() && !is_old(&received.model) {
                json!({"text": "", "thoughtSignature": seal(&id)})
            } else {
                json!({"text": ""})
            };
            chunks.push(data(&response(&[last], Some(stop), usage(received, &turn.usage, true))));
        }
    }
    Answer::stream("text/event-stream", chunks, turn.gap_ms)
}

/// A text in several pieces; a call whole, as this vendor sends it.
fn split(part: &Value) -> Vec<Value> {
    let Some(text) = part["text"].as_str() else {
        return vec![part.clone()];
    };
    let piece = |piece: String| {
        let mut part = part.clone();
        part["text"] = json!(piece);
        part
    };
    pieces(text, TEXT).into_iter().map(piece).collect()
}

fn parts(call: &Call<'_>, received: &Received, turn: &Turn) -> Vec<Value> {
    let mut parts = Vec::new();
    // Both spellings are the vendor's; a request may mix them.
    let pick = |value: &Value, names: [&str; 2]| {
        names.map(|name| value[name].clone()).into_iter().find(|found| !found.is_null())
    };
    let config = pick(call.body, ["generationConfig", "generation_config"]).unwrap_or_default();
    let thinking = pick(&config, ["thinkingConfig", "thinking_config"]).unwrap_or_default();
    let asked = pick(&thinking, ["includeThoughts", "include_thoughts"]) == Some(Value::Bool(true));
    let stock = || asked.then(|| "weighing the request".to_owned());
    if let Some(thought) = turn.thinking.clone().or_else(stock) {
        parts.push(json!({"text": thought, "thought": true}));
    }
    if !turn.text.is_empty() {
        parts.push(json!({"text": turn.text}));
    }
    for (place, made) in turn.calls.iter().enumerate() {
        let args = made.arguments_object();
        let mut part = json!({"functionCall": {"id": made.id, "name": made.name, "args": args}});
        // Of parallel calls only the first one carries a signature.
        let signature =
            if place == 0 && !is_old(&received.model) { json!(seal(&made.id)) } else { Value::Null };
        if !signature.is_null() {
            part["thoughtSignature"] = signature.clone();
        }
        call.world.issue(
            format!("gemini:{}", made.id),
            json!({"signature": signature, "name": made.name, "args": args}),
        );
        parts.push(part);
    }
    parts
}

fn seal(of: &str) -> String {
    STANDARD.encode(sha256_hex(of.as_bytes()))
}

/// Counts grow in a stream; the last ones hold.
fn usage(received: &Received, usage: &Usage, last: bool) -> Value {
    let prompt = usage.input + usage.cached + usage.cache_write;
    let output = if last { usage.output - usage.reasoning.min(usage.output) } else { 1 };
    let thoughts = if last { usage.reasoning } else { 0 };
    let images = received.images().len() as u64 * 368;
    json!({
        "promptTokenCount": prompt, "cachedContentTokenCount": usage.cached,
        "candidatesTokenCount": output, "thoughtsTokenCount": thoughts,
        "totalTokenCount": prompt + output + thoughts,
        "promptTokensDetails": [
            {"modality": "TEXT", "tokenCount": prompt.saturating_sub(images)},
            {"modality": "IMAGE", "tokenCount": images.min(prompt)},
        ],
    })
}
