//! Events to blocks, deltas and a reply.

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

/// The blocks so far.
pub(super) struct State {
    model: String,
    ids: CallIds,
    blocks: Vec<Open>,
    usage: Usage,
    stop: Option<String>,
    category: Option<String>,
    ended: bool,
}

/// A block whose text still grows.
struct Open {
    /// The `index` of the events.
    index: u64,
    /// As it began; texts are put in at the end.
    block: Map<String, Value>,
    text: String,
    signature: String,
    json: String,
    id: Option<String>,
}

impl State {
    pub(super) fn new(model: &str, ids: CallIds) -> Self {
        Self {
            model: model.to_owned(),
            ids,
            blocks: Vec::new(),
            usage: Usage::default(),
            stop: None,
            category: None,
            ended: false,
        }
    }

    fn start(&mut self, index: u64, block: Value, out: &mut dyn Sink) {
        let Value::Object(block) = block else { return };
        let word = |name: &str| block.get(name).and_then(Value::as_str).unwrap_or_default();
        let mut open = Open {
            index,
            text: String::new(),
            signature: word("signature").to_owned(),
            json: String::new(),
            id: None,
            block: Map::new(),
        };
        match word("type") {
            "text" => {
                open.text = word("text").to_owned();
                emit(out, Delta::Text, &open.text);
            }
            "thinking" => {
                open.text = word("thinking").to_owned();
                emit(out, Delta::Thinking, &open.text);
            }
            "tool_use" => {
                open.id = Some(self.ids.claim(Some(word("id"))));
                emit(out, Delta::Call, word("name"));
            }
            _ => {}
        }
        open.block = block;
        self.blocks.push(open);
    }

    fn delta(&mut self, index: u64, delta: &Value, out: &mut dyn Sink) {
        let Some(open) = self.blocks.iter_mut().rev().find(|open| open.index == index) else {
            return;
        };
        let piece = |name: &str| delta.get(name).and_then(Value::as_str).unwrap_or_default();
        match piece("type") {
            "text_delta" => {
                open.text.push_str(piece("text"));
                emit(out, Delta::Text, piece("text"));
            }
            "thinking_delta" => {
                open.text.push_str(piece("thinking"));
                emit(out, Delta::Thinking, piece("thinking"));
            }
            "signature_delta" => open.signature.push_str(piece("signature")),
            "input_json_delta" => open.json.push_str(piece("partial_json")),
            "citations_delta" => {
                if let Some(citation) = delta.get("citation") {
                    match open.block.get_mut("citations") {
                        Some(Value::Array(list)) => list.push(citation.clone()),
                        _ => {
                            open.block.insert("citations".into(), Value::Array(vec![citation.clone()]));
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// Later reports replace earlier ones, number by number.
    fn count(&mut self, usage: Option<&Value>) {
        let Some(usage @ Value::Object(_)) = usage else {
            return;
        };
        let take = |slot: &mut u64, path: &str| {
            if let Some(number) = usage.pointer(path).and_then(Value::as_u64) {
                *slot = number;
            }
        };
        take(&mut self.usage.uncached, "/input_tokens");
        take(&mut self.usage.cache_read, "/cache_read_input_tokens");
        take(&mut self.usage.cache_write, "/cache_creation_input_tokens");
        take(&mut self.usage.output, "/output_tokens");
        take(&mut self.usage.reasoning, "/output_tokens_details/thinking_tokens");
        self.usage.reported = true;
    }

    fn stopped(&mut self, message: &Value) {
        if let Some(stop) = message.get("stop_reason").and_then(Value::as_str) {
            self.stop = Some(stop.to_owned());
        }
        if let Some(category) = message.pointer("/stop_details/category").and_then(Value::as_str) {
            self.category = Some(category.to_owned());
        }
    }
}

impl Events for State {
    fn event(&mut self, _name: &str, data: Value, out: &mut dyn Sink) -> Result<(), Fault> {
        let index = data.get("index").and_then(Value::as_u64).unwrap_or_default();
        match data.get("type").and_then(Value::as_str).unwrap_or_default() {
            "message_start" => self.count(data.pointer("/message/usage")),
            "content_block_start" => {
                let block = data.get("content_block").cloned().unwrap_or_default();
                self.start(index, block, out);
            }
            "content_block_delta" => {
                self.delta(index, data.get("delta").unwrap_or(&Value::Null), out);
            }
            "message_delta" => {
                self.count(data.get("usage"));
                self.stopped(data.get("delta").unwrap_or(&Value::Null));
            }
            "message_stop" => self.ended = true,
            "error" => return Err(Fault::of(&data)),
            // `ping`, `content_block_stop`, and whatever comes in later versions.
            _ => {}
        }
        Ok(())
    }

    fn whole(&mut self, answer: Value, out: &mut dyn Sink) -> Result<(), Fault> {
        let Some(content) = answer.get("content").and_then(Value::as_array) else {
            return Err(Fault::alien(&answer));
        };
        for (index, block) in content.iter().enumerate() {
            if let Some(input) = block.get("input") {
                let json = input.to_string();
                self.start(index as u64, block.clone(), out);
                if let Some(open) = self.blocks.last_mut() {
                    open.json = json;
                }
            } else {
                self.start(index as u64, block.clone(), out);
            }
        }
        self.count(answer.get("usage"));
        self.stopped(&answer);
        self.ended = true;
        Ok(())
    }

    fn ended(&self) -> bool {
        self.ended
    }

    fn parts(&self) -> usize {
        self.blocks.len()
    }

    fn reply(&mut self) -> Reply {
        let mut reply = Reply { usage: self.usage, ..Reply::default() };
        let mut items = Vec::new();
        for open in &self.blocks {
            let mut block = open.block.clone();
            match block.get("type").and_then(Value::as_str).unwrap_or_default() {
                "text" => {
                    reply.text.push_str(&open.text);
                    // The API gives empty text blocks at times and refuses them when they come back.
                    if open.text.trim().is_empty() {
                        continue;
                    }
                    block.insert("text".into(), open.text.clone().into());
                }
                "thinking" => {
                    reply.thinking.push_str(&open.text);
                    block.insert("thinking".into(), open.text.clone().into());
                    block.insert("signature".into(), open.signature.clone().into());
                }
                "tool_use" => {
                    let id = open.id.clone().unwrap_or_default();
                    let name = block.get("name").and_then(Value::as_str).unwrap_or_default();
                    let call = ToolCall::parse(id, name, &open.json);
                    block.insert("id".into(), call.id.clone().into());
                    block.insert("input".into(), call.arguments.clone().into());
                    reply.calls.push(call);
                }
                _ => {}
            }
            items.push(Value::Object(block));
        }
        if !items.is_empty() {
            reply.echo =
                Some(Echo { wire: ID, model: self.model.clone(), items: Arc::new(Value::Array(items)) });
        }
        let stop = self.stop.as_deref();
        reply.finish = match stop {
            Some("refusal") => Finish::Refusal,
            Some("max_tokens" | "model_context_window_exceeded") => Finish::Length,
            _ if !reply.calls.is_empty() => Finish::ToolCalls,
            Some("end_turn" | "stop_sequence") => Finish::Stop,
            _ => Finish::Other,
        };
        reply.reason = stop.map(|stop| match &self.category {
            Some(category) => format!("{stop}:{category}"),
            None => stop.to_owned(),
        });
        reply
    }
}
