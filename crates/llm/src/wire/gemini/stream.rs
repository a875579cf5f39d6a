//! Chunks to deltas and a reply. Every chunk is a whole answer; parts are appended.

use super::ID;
use crate::{
    Delta, Reply, Sink,
    canonical::{Echo, Finish, ToolCall, Usage},
    fault::Fault,
    wire::{
        codec::{Events, emit},
        ids::CallIds,
    },
};
use serde_json::{Map, Value};
use std::sync::Arc;

/// What has come so far.
pub(super) struct State {
    model: String,
    ids: CallIds,
    parts: Vec<Value>,
    text: String,
    thinking: String,
    calls: Vec<ToolCall>,
    usage: Usage,
    finish: Option<String>,
    blocked: Option<String>,
}

impl State {
    pub(super) fn new(model: &str, ids: CallIds) -> Self {
        Self {
            model: model.to_owned(),
            ids,
            parts: Vec::new(),
            text: String::new(),
            thinking: String::new(),
            calls: Vec::new(),
            usage: Usage::default(),
            finish: None,
            blocked: None,
        }
    }

    fn part(&mut self, mut part: Value, out: &mut dyn Sink) {
        if let Some(text) = part.get("text").and_then(Value::as_str) {
            if is_thought(&part) {
                self.thinking.push_str(text);
                emit(out, Delta::Thinking, text);
            } else {
                self.text.push_str(text);
                emit(out, Delta::Text, text);
            }
        }
        if let Some(call) = part.get_mut("functionCall").and_then(Value::as_object_mut) {
            let given = call.get("id").and_then(Value::as_str).map(str::to_owned);
            let id = self.ids.claim(given.as_deref());
            if given.is_some() {
                // The result will be sent under this id.
                call.insert("id".into(), id.clone().into());
            }
            let name = call.get("name").and_then(Value::as_str).unwrap_or_default();
            emit(out, Delta::Call, name);
            self.calls.push(match call.get("args") {
                None | Some(Value::Null) => ToolCall::parse(id, name, ""),
                Some(Value::Object(args)) => {
                    ToolCall { arguments: args.clone(), ..ToolCall::parse(id, name, "") }
                }
                Some(other) => ToolCall::parse(id, name, &other.to_string()),
            });
        }
        self.keep(part);
    }

    /// Keeps a part for the echo. Pieces of one text become one part, so that the answer is the same
    /// however it was cut; a part that has a signature is never merged with another.
    fn keep(&mut self, part: Value) {
        let Some(piece) = plain_text(&part) else {
            self.parts.push(part);
            return;
        };
        if piece.is_empty() {
            return;
        }
        let thought = is_thought(&part);
        match self.parts.last_mut() {
            Some(last) if plain_text(last).is_some() && is_thought(last) == thought => {
                if let Some(Value::String(text)) = last.get_mut("text") {
                    text.push_str(piece);
                }
            }
            _ => self.parts.push(part),
        }
    }

    fn count(&mut self, usage: &Value) {
        let number = |name: &str| usage.get(name).and_then(Value::as_u64).unwrap_or_default();
        let cache_read = number("cachedContentTokenCount");
        let reasoning = number("thoughtsTokenCount");
        self.usage = Usage {
            uncached: (number("promptTokenCount") + number("toolUsePromptTokenCount"))
                .saturating_sub(cache_read),
            cache_read,
            cache_write: 0,
            output: number("candidatesTokenCount") + reasoning,
            reasoning,
            reported: true,
        };
    }
}

impl Events for State {
    fn event(&mut self, _name: &str, mut data: Value, out: &mut dyn Sink) -> Result<(), Fault> {
        if let Some(reason) = data.pointer("/promptFeedback/blockReason").and_then(Value::as_str) {
            self.blocked = Some(reason.to_owned());
        }
        if let Some(usage @ Value::Object(_)) = data.get("usageMetadata") {
            self.count(usage);
        }
        if let Some(candidate) = data.pointer_mut("/candidates/0") {
            if let Some(finish) = candidate.get("finishReason").and_then(Value::as_str) {
                self.finish = Some(finish.to_owned());
            }
            if let Some(Value::Array(parts)) = candidate.pointer_mut("/content/parts").map(Value::take) {
                for part in parts {
                    self.part(part, out);
                }
            }
        }
        Ok(())
    }

    /// Without `alt=sse` the answer is an array of chunks.
    fn whole(&mut self, answer: Value, out: &mut dyn Sink) -> Result<(), Fault> {
        let chunks = match answer {
            Value::Array(chunks) => chunks,
            one if one.get("candidates").is_some() || one.get("promptFeedback").is_some() => vec![one],
            other => return Err(Fault::alien(&other)),
        };
        chunks.into_iter().try_for_each(|chunk| {
            if chunk.get("error").is_some() { Err(Fault::of(&chunk)) } else { self.event("", chunk, out) }
        })
    }

    /// There is no end mark: the server closes after the chunk that says why it stopped.
    fn ended(&self) -> bool {
        false
    }

    fn parts(&self) -> usize {
        self.parts.len()
    }

    fn complete(&self) -> bool {
        self.finish.is_some() || self.blocked.is_some()
    }

    fn reply(&mut self) -> Reply {
        let finish = match self.finish.as_deref() {
            _ if self.blocked.is_some() => Finish::Refusal,
            Some("MAX_TOKENS") => Finish::Length,
            Some(
                "SAFETY" | "RECITATION" | "LANGUAGE" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII"
                | "ESCALATION",
            ) => Finish::Refusal,
            Some(word) if word.starts_with("IMAGE_") => Finish::Refusal,
            // `STOP` is also said beside calls.
            _ if !self.calls.is_empty() => Finish::ToolCalls,
            Some("STOP") | None => Finish::Stop,
            Some(_) => Finish::Other,
        };
        let echo = (!self.parts.is_empty()).then(|| Echo {
            wire: ID,
            model: self.model.clone(),
            items: Arc::new(Value::Array(self.parts.clone())),
        });
        Reply {
            text: self.text.clone(),
            thinking: self.thinking.clone(),
            calls: self.calls.clone(),
            echo,
            usage: self.usage,
            finish,
            reason: self.blocked.clone().or_else(|| self.finish.clone()),
            request_id: None,
        }
    }
}

fn is_thought(part: &Value) -> bool {
    part.get("thought").and_then(Value::as_bool).unwrap_or_default()
}

/// The text of a part that is nothing but text.
fn plain_text(part: &Value) -> Option<&str> {
    let members: &Map<String, Value> = part.as_object()?;
    let only_text = members.iter().all(|(name, value)| match name.as_str() {
        "text" => value.is_string(),
        "thought" => value.is_boolean(),
        _ => false,
    });
    if only_text { members.get("text")?.as_str() } else { None }
}
