//! Lines to deltas and a reply.

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
use serde_json::{Value, json};
use std::sync::Arc;

/// What has come so far.
pub(super) struct State {
    model: String,
    ids: CallIds,
    text: String,
    thinking: String,
    calls: Vec<ToolCall>,
    usage: Usage,
    reason: Option<String>,
    ended: bool,
}

impl State {
    pub(super) fn new(model: &str, ids: CallIds) -> Self {
        Self {
            model: model.to_owned(),
            ids,
            text: String::new(),
            thinking: String::new(),
            calls: Vec::new(),
            usage: Usage::default(),
            reason: None,
            ended: false,
        }
    }

    fn call(&mut self, call: &Value, out: &mut dyn Sink) {
        let id = self.ids.claim(call.get("id").and_then(Value::as_str));
        let name = call.pointer("/function/name").and_then(Value::as_str).unwrap_or_default();
        emit(out, Delta::Call, name);
        let arguments = match call.pointer("/function/arguments") {
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
            None => String::new(),
        };
        self.calls.push(ToolCall::parse(id, name, &arguments));
    }
}

impl Events for State {
    fn event(&mut self, _name: &str, data: Value, out: &mut dyn Sink) -> Result<(), Fault> {
        if let Some(message) = data.get("message") {
            let piece = |name: &str| message.get(name).and_then(Value::as_str).unwrap_or_default();
            self.thinking.push_str(piece("thinking"));
            emit(out, Delta::Thinking, piece("thinking"));
            self.text.push_str(piece("content"));
            emit(out, Delta::Text, piece("content"));
            for call in message.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
                self.call(call, out);
            }
        }
        if data.get("done").and_then(Value::as_bool) == Some(true) {
            let number = |name: &str| data.get(name).and_then(Value::as_u64);
            let (input, output) = (number("prompt_eval_count"), number("eval_count"));
            self.usage = Usage {
                uncached: input.unwrap_or_default(),
                output: output.unwrap_or_default(),
                reported: input.is_some() || output.is_some(),
                ..Usage::default()
            };
            self.reason = data.get("done_reason").and_then(Value::as_str).map(str::to_owned);
            self.ended = true;
        }
        Ok(())
    }

    fn whole(&mut self, answer: Value, out: &mut dyn Sink) -> Result<(), Fault> {
        self.event("", answer, out)
    }

    fn ended(&self) -> bool {
        self.ended
    }

    fn parts(&self) -> usize {
        self.calls.len()
    }

    fn reply(&mut self) -> Reply {
        let finish = match self.reason.as_deref() {
            Some("length") => Finish::Length,
            // Nothing else says that tools are wanted.
            _ if !self.calls.is_empty() => Finish::ToolCalls,
            Some("stop") | None => Finish::Stop,
            Some(_) => Finish::Other,
        };
        let echo = (!self.thinking.is_empty()).then(|| Echo {
            wire: ID,
            model: self.model.clone(),
            items: Arc::new(json!({ "thinking": self.thinking })),
        });
        Reply {
            text: self.text.clone(),
            thinking: self.thinking.clone(),
            calls: self.calls.clone(),
            echo,
            usage: self.usage,
            finish,
            reason: self.reason.clone(),
            request_id: None,
        }
    }
}
