//! The repeat guard: the same call with the same result is not run for ever.
//!
//! Owns the count for each pair of tool and arguments. It must never look at anything but what the model
//! was given: the result's text and the images that went with it, in order.
//!
//! Invariant: the memory of the guard is one small entry for each distinct call, whatever the results
//! weigh, because it keeps digests only.

use fuseforks_llm::canonical::ToolCall;
use fuseforks_media::{Digest, Image};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;

type Sum = [u8; 32];

/// What a result is for the guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fingerprint(Sum);

impl Fingerprint {
    /// Of a result's text and the images that went to the model with it, in order.
    pub(crate) fn of(text: &str, images: &[Image]) -> Self {
        let mut hash = Sha256::new();
        hash.update(Digest::of(text.as_bytes()).as_bytes());
        for image in images {
            hash.update(image.digest().as_bytes());
        }
        Self(hash.finalize().into())
    }
}

/// Counts equal results of equal calls.
#[derive(Debug)]
pub(crate) struct RepeatGuard {
    repeats: u32,
    seen: HashMap<Sum, Seen>,
}

#[derive(Debug)]
struct Seen {
    result: Fingerprint,
    times: u32,
}

impl RepeatGuard {
    /// Blocks a call once it gave the same result `repeats` times.
    pub(crate) fn new(repeats: u32) -> Self {
        Self { repeats, seen: HashMap::new() }
    }

    /// Whether the call would only repeat itself.
    pub(crate) fn blocks(&self, call: &ToolCall) -> bool {
        self.seen.get(&key(call)).is_some_and(|seen| seen.times >= self.repeats)
    }

    /// Counts a result. A different one starts the count again.
    pub(crate) fn record(&mut self, call: &ToolCall, result: Fingerprint) {
        let seen = self.seen.entry(key(call)).or_insert(Seen { result, times: 0 });
        if seen.result == result {
            seen.times = seen.times.saturating_add(1);
        } else {
            *seen = Seen { result, times: 1 };
        }
    }
}

/// Tool and arguments, the arguments in a form that does not depend on the order of their keys.
fn key(call: &ToolCall) -> Sum {
    let arguments = match &call.malformed {
        Some(raw) => raw.clone(),
        None => canonical(&call.arguments),
    };
    let mut hash = Sha256::new();
    hash.update(Digest::of(call.name.as_bytes()).as_bytes());
    hash.update([u8::from(call.malformed.is_some())]);
    hash.update(arguments.as_bytes());
    hash.finalize().into()
}

fn canonical(arguments: &Map<String, Value>) -> String {
    let mut out = String::new();
    write_object(arguments, &mut out);
    out
}

fn write_object(object: &Map<String, Value>, out: &mut String) {
    let mut entries: Vec<(&String, &Value)> = object.iter().collect();
    entries.sort_unstable_by_key(|(name, _)| *name);
    out.push('{');
    for (index, (name, value)) in entries.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        out.push_str(&Value::from(name.as_str()).to_string());
        out.push(':');
        write_value(value, out);
    }
    out.push('}');
}

fn write_value(value: &Value, out: &mut String) {
    match value {
        Value::Object(object) => write_object(object, out),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_value(item, out);
            }
            out.push(']');
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            out.push_str(&value.to_string());
        }
    }
}
