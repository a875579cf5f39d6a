//! Chunks to deltas and a reply, as tolerant as the servers are different.

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
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// What has come so far.
pub(super) struct State {
    model: String,
    ids: CallIds,
    text: String,
    thinking: String,
    refusal: bool,
    calls: Vec<Open>,
    usage: Usage,
    finish: Option<String>,
    done: bool,
}

/// A call whose arguments still grow.
struct Open {
    index: Option<u64>,
    /// The id as the server gave it, empty if it gave none.
    given: String,
    id: String,
    name: String,
    arguments: String,
    /// Members we do not know, which some servers want back.
    extra: Map<String, Value>,
}

impl State {
    pub(super) fn new(model: &str, ids: CallIds) -> Self {
        Self {
            model: model.to_owned(),
            ids,
            text: String::new(),
            thinking: String::new(),
            refusal: false,
            calls: Vec::new(),
            usage: Usage::default(),
            finish: None,
            done: false,
        }
    }

    /// Takes a `delta` or a whole `message`; they have the same members.
    fn message(&mut self, message: &Value, out: &mut dyn Sink) {
        for name in ["reasoning_content", "reasoning"] {
            if let Some(thinking) = message.get(name).and_then(Value::as_str) {
                self.thinking.push_str(thinking);
                emit(out, Delta::Thinking, thinking);
                // Some routers send the same text under both names.
                break;
            }
        }
        match message.get("content") {
            Some(Value::String(text)) => self.say(text, out),
            Some(Value::Array(parts)) => {
                for text in parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str)) {
                    self.say(text, out);
                }
            }
            _ => {}
        }
        if let Some(refusal) = message.get("refusal").and_then(Value::as_str).filter(|t| !t.is_empty()) {
            self.refusal = true;
            self.say(refusal, out);
        }
        for call in message.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
            self.call(call, out);
        }
    }

    fn say(&mut self, text: &str, out: &mut dyn Sink) {
        self.text.push_str(text);
        emit(out, Delta::Text, text);
    }

    fn call(&mut self, call: &Value, out: &mut dyn Sink) {
        let index = call.get("index").and_then(Value::as_u64);
        let given = call.get("id").and_then(Value::as_str).unwrap_or_default();
        let name = call.pointer("/function/name").and_then(Value::as_str).unwrap_or_default();
        let at = self.find(index, given, name).unwrap_or_else(|| {
            self.calls.push(Open {
                index,
                given: given.to_owned(),
                id: self.ids.claim(Some(given)),
                name: String::new(),
                arguments: String::new(),
                extra: Map::new(),
            });
            self.calls.len() - 1
        });
        let open = &mut self.calls[at];
        if open.name.is_empty() && !name.is_empty() {
            open.name = name.to_owned();
            emit(out, Delta::Call, name);
        }
        match call.pointer("/function/arguments") {
            Some(Value::String(piece)) => open.arguments.push_str(piece),
            Some(object @ Value::Object(_)) => open.arguments = object.to_string(),
            _ => {}
        }
        for (key, value) in call.as_object().into_iter().flatten() {
            if !["index", "id", "type", "function"].contains(&key.as_str()) && !value.is_null() {
                open.extra.insert(key.clone(), value.clone());
            }
        }
    }

    /// Which call a fragment belongs to. Servers leave out the index, send every call of a round with
    /// index 0, or repeat id and name in every fragment.
    fn find(&self, index: Option<u64>, given: &str, name: &str) -> Option<usize> {
        let other_call = |open: &Open| !given.is_empty() && !open.given.is_empty() && open.given != given;
        match index {
            Some(_) => self.calls.iter().rposition(|open| open.index == index && !other_call(open)),
            None if !given.is_empty() => self.calls.iter().rposition(|open| open.given == given),
            None if name.is_empty() => self.calls.len().checked_sub(1),
            None => None,
        }
    }

    fn count(&mut self, usage: &Value) {
        let number = |path: &str| usage.pointer(path).and_then(Value::as_u64).unwrap_or_default();
        let first = |paths: [&str; 3]| paths.into_iter().map(number).find(|n| *n > 0).unwrap_or_default();
        let prompt = number("/prompt_tokens");
        let reasoning = number("/completion_tokens_details/reasoning_tokens");
        let mut output = number("/completion_tokens");
        // One vendor counts reasoning beside the completion; its total tells.
        if reasoning > 0 && number("/total_tokens") == prompt + output + reasoning {
            output += reasoning;
        }
        let cache_read =
            first(["/prompt_tokens_details/cached_tokens", "/prompt_cache_hit_tokens", "/cached_tokens"]);
        let cache_write = number("/prompt_tokens_details/cache_write_tokens");
        self.usage = Usage {
            uncached: prompt.saturating_sub(cache_read).saturating_sub(cache_write),
            cache_read,
            cache_write,
            output,
            reasoning,
            reported: true,
        };
    }

    fn echo(&self, calls: &[ToolCall]) -> Option<Echo> {
        if self.calls.is_empty() {
            return None;
        }
        let items: Vec<Value> = self
            .calls
            .iter()
            .zip(calls)
            .map(|(open, call)| {
                // What is no JSON object would be refused when it comes back.
                let object = call.malformed.is_none() && open.arguments.trim_start().starts_with('{');
                let arguments = if object { open.arguments.as_str() } else { "{}" };
                let mut item = Map::new();
                item.insert("id".into(), open.id.clone().into());
                item.insert("type".into(), "function".into());
                item.insert("function".into(), json!({"name": open.name, "arguments": arguments}));
                item.extend(open.extra.clone());
                Value::Object(item)
            })
            .collect();
        Some(Echo { wire: ID, model: self.model.clone(), items: Arc::new(json!({ "tool_calls": items })) })
    }
}

impl Events for State {
    fn event(&mut self, _name: &str, data: Value, out: &mut dyn Sink) -> Result<(), Fault> {
        if let Some(choice) = data.pointer("/choices/0") {
            if let Some(message) = choice.get("delta").or_else(|| choice.get("message")) {
                self.message(message, out);
            }
            if let Some(finish) = choice.get("finish_reason").and_then(Value::as_str) {
                self.finish = Some(finish.to_owned());
            }
        }
        if let Some(usage @ Value::Object(_)) = data.get("usage") {
            self.count(usage);
        }
        Ok(())
    }

    fn whole(&mut self, answer: Value, out: &mut dyn Sink) -> Result<(), Fault> {
        if answer.get("choices").is_none() {
            return Err(Fault::alien(&answer));
        }
        self.event("", answer, out)?;
        self.done = true;
        Ok(())
    }

    fn done(&mut self) {
        self.done = true;
    }

    fn ended(&self) -> bool {
        self.done
    }

    fn parts(&self) -> usize {
        self.calls.len()
    }

    fn complete(&self) -> bool {
        // Some servers just close.
        self.done || self.finish.is_some()
    }

    fn reply(&mut self) -> Reply {
        let calls: Vec<ToolCall> = self
            .calls
            .iter()
            .map(|open| ToolCall::parse(open.id.clone(), &open.name, &open.arguments))
            .collect();
        let finish = match self.finish.as_deref() {
            Some("content_filter") => Finish::Refusal,
            _ if self.refusal => Finish::Refusal,
            Some("length") => Finish::Length,
            // Some servers say `stop` beside calls.
            _ if !calls.is_empty() => Finish::ToolCalls,
            Some("stop") | None => Finish::Stop,
            Some(_) => Finish::Other,
        };
        Reply {
            text: self.text.clone(),
            thinking: self.thinking.clone(),
            echo: self.echo(&calls),
            calls,
            usage: self.usage,
            finish,
            reason: self.finish.clone(),
            request_id: None,
        }
    }
}
