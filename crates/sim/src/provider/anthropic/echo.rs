//! What has to come back as it left: thinking blocks, signatures, tool calls; and what they are bound to.
//!
//! A caller may leave out all thinking, or a run of it from either end; it may not change a block, leave
//! a gap, or (with prefix binding) change anything before one.

use serde_json::{Map, Value, json};

use super::super::fault::{Check, Fault};
use super::super::node::Node;
use super::super::wire::Call;
use super::check::has_beta;
use crate::digest::sha256_hex;

/// Lets a request say what happens to blocks whose prefix changed.
pub(super) const BINDING_BETA: &str = "thinking-binding-controls-2026-08-01";

/// Digest of everything before message number `until`, without what may differ between calls.
pub(super) fn prefix(body: &Value, until: usize) -> String {
    let messages: Vec<Value> = body["messages"]
        .as_array()
        .into_iter()
        .flatten()
        .take(until)
        .map(|message| json!({"role": message["role"], "content": as_list(&message["content"])}))
        .collect();
    let whole = json!({"system": as_list(&body["system"]), "tools": body["tools"], "messages": messages});
    sha256_hex(without_markers(&whole).to_string().as_bytes())
}

/// A string and a list of one text block are the same content.
fn as_list(content: &Value) -> Value {
    match content {
        Value::String(text) => json!([{"type": "text", "text": text}]),
        other => other.clone(),
    }
}

fn without_markers(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let kept = map.iter().filter(|(key, _)| *key != "cache_control");
            Value::Object(
                kept.map(|(key, inner)| (key.clone(), without_markers(inner))).collect::<Map<_, _>>(),
            )
        }
        Value::Array(list) => Value::Array(list.iter().map(without_markers).collect()),
        other => other.clone(),
    }
}

/// Whether a mismatch drops the block instead of failing.
fn drops(call: &Call<'_>) -> bool {
    has_beta(call, BINDING_BETA)
        && call.body["thinking"]["block_binding"]["prefix_mismatch_behavior"] == "drop_block"
}

/// Checks every echoed block of the request.
pub(super) fn check(call: &Call<'_>, messages: &Node<'_>) -> Check<()> {
    let mut thought = Vec::new();
    for (index, message) in messages.list()?.into_iter().enumerate() {
        if message.value["role"] != "assistant" || !message.value["content"].is_array() {
            continue;
        }
        let mut has_thinking = false;
        let mut was_thinking = false;
        for block in message.need("content")?.list()? {
            match block.value["type"].as_str() {
                Some("thinking") => {
                    has_thinking = true;
                    signature(call, &block, index)?;
                }
                Some("redacted_thinking") => has_thinking = true,
                Some("tool_use") => was_thinking |= tool_use(call, &block)?,
                _ => {}
            }
        }
        if was_thinking {
            thought.push(has_thinking);
        }
    }
    let kept = thought.iter().filter(|kept| **kept).count();
    let first = thought.iter().position(|kept| *kept);
    let last = thought.iter().rposition(|kept| *kept);
    match (first, last) {
        (Some(first), Some(last)) if last - first + 1 != kept => Err(cannot_modify(messages)),
        _ => Ok(()),
    }
}

fn cannot_modify(at: &Node<'_>) -> Fault {
    at.fault("`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.")
}

fn signature(call: &Call<'_>, block: &Node<'_>, message: usize) -> Check<()> {
    let signature = block.value["signature"].as_str().unwrap_or_default();
    let Some(issued) = call.world.issued(&format!("thinking:{signature}")) else {
        return Err(block.fault("Invalid `signature` in `thinking` block"));
    };
    if issued["thinking"] != block.value["thinking"] {
        return Err(cannot_modify(block));
    }
    if call.world.options.prefix_binding && !drops(call) && issued["prefix"] != prefix(call.body, message) {
        return Err(block.fault(
            "Invalid `signature` in `thinking` block. The block is bound to a different conversation.",
        ));
    }
    Ok(())
}

/// Checks a call that this provider issued; says whether thinking came with it.
fn tool_use(call: &Call<'_>, block: &Node<'_>) -> Check<bool> {
    let id = block.value["id"].as_str().unwrap_or_default();
    let Some(issued) = call.world.issued(&format!("use:{id}")) else {
        return Ok(false);
    };
    if issued["name"] != block.value["name"] || issued["input"] != block.value["input"] {
        return Err(block.fault("`tool_use` blocks must remain as they were in the original response"));
    }
    Ok(issued["thought"] == true)
}

/// Places of the blocks that were dropped because their prefix changed, for the response to report.
pub(super) fn dropped(call: &Call<'_>) -> Vec<Value> {
    if !call.world.options.prefix_binding || !drops(call) {
        return Vec::new();
    }
    let mut dropped = Vec::new();
    for (message, value) in call.body["messages"].as_array().into_iter().flatten().enumerate() {
        for (block, value) in value["content"].as_array().into_iter().flatten().enumerate() {
            let signature = value["signature"].as_str().unwrap_or_default();
            let bound = call.world.issued(&format!("thinking:{signature}"));
            if bound.is_some_and(|issued| issued["prefix"] != prefix(call.body, message)) {
                dropped.push(json!({"type": "thinking_dropped", "reason": "prefix_binding_mismatch",
                    "path": format!("messages.{message}.content.{block}")}));
            }
        }
    }
    dropped
}
