//! Events to items, deltas and a reply.

use super::{encode::message_text, vendor::Vendor};
use crate::{
    Delta, Reply, Sink,
    canonical::{Echo, Finish, Request, ToolCall, Usage},
    fault::Fault,
    wire::{
        codec::{Events, emit},
        ids::CallIds,
    },
};
use serde_json::{Map, Value};
use std::{collections::HashMap, sync::Arc};

/// What has come so far.
pub(super) struct State {
    vendor: Vendor,
    model: String,
    most: Option<u32>,
    ids: CallIds,
    /// By `output_index`, in the order they began.
    items: Vec<(u64, Open)>,
    usage: Usage,
    status: Option<String>,
    reason: Option<String>,
    ended: bool,
    /// Ids given to calls, by index.
    calls: HashMap<u64, String>,
}

/// An item that is on its way or done.
#[derive(Default)]
struct Open {
    item: Map<String, Value>,
    done: bool,
    text: String,
    thinking: String,
    arguments: String,
    refused: bool,
    announced: bool,
}

impl State {
    pub(super) fn new(vendor: Vendor, request: &Request, ids: CallIds) -> Self {
        Self {
            vendor,
            model: request.model.clone(),
            most: request.max_output_tokens,
            ids,
            items: Vec::new(),
            usage: Usage::default(),
            status: None,
            reason: None,
            ended: false,
            calls: HashMap::new(),
        }
    }

    fn open(&mut self, index: u64) -> &mut Open {
        let at = self.items.iter().position(|(known, _)| *known == index).unwrap_or_else(|| {
            let at = self.items.partition_point(|(known, _)| *known < index);
            self.items.insert(at, (index, Open::default()));
            at
        });
        &mut self.items[at].1
    }

    fn begin(&mut self, index: u64, item: Value, out: &mut dyn Sink) {
        let Value::Object(item) = item else { return };
        let open = self.open(index);
        open.item = item;
        open.announce(out);
    }

    fn done(&mut self, index: u64, item: Value, out: &mut dyn Sink) {
        let given = item.get("call_id").and_then(Value::as_str).map(str::to_owned);
        let is_call = kind(&item) == "function_call";
        let text = message_text(&item);
        let summary = reasoning_text(&item);
        let Value::Object(item) = item else { return };
        if is_call && !self.calls.contains_key(&index) {
            let id = self.ids.claim(given.as_deref());
            self.calls.insert(index, id);
        }
        let open = self.open(index);
        open.item = item;
        open.done = true;
        open.announce(out);
        // A server that sends no deltas says it all here.
        if open.text.is_empty() {
            emit(out, Delta::Text, &text);
            open.text = text;
        }
        if open.thinking.is_empty() {
            emit(out, Delta::Thinking, &summary);
            open.thinking = summary;
        }
    }

    fn finish(&mut self, response: &Value, out: &mut dyn Sink) {
        if let Some(output) = response.get("output").and_then(Value::as_array) {
            for (index, item) in output.iter().enumerate() {
                let index = index as u64;
                // What came item by item is kept; the list mends what did not.
                if !self.items.iter().any(|(known, open)| *known == index && open.done) {
                    self.done(index, item.clone(), out);
                }
            }
        }
        if let Some(usage @ Value::Object(_)) = response.get("usage") {
            self.count(usage);
        }
        if let Some(status) = response.get("status").and_then(Value::as_str) {
            self.status = Some(status.to_owned());
        }
        if let Some(reason) = response.pointer("/incomplete_details/reason").and_then(Value::as_str) {
            self.reason = Some(reason.to_owned());
        }
        self.ended = true;
    }

    fn count(&mut self, usage: &Value) {
        let number = |path: &str| usage.pointer(path).and_then(Value::as_u64).unwrap_or_default();
        let either = |a: &str, b: &str| number(a).max(number(b));
        let input = number("/input_tokens");
        let cache_read =
            either("/input_tokens_details/cached_tokens", "/input_tokens_details/cache_read_input_tokens");
        let cache_write = either(
            "/input_tokens_details/cache_write_tokens",
            "/input_tokens_details/cache_creation_input_tokens",
        );
        self.usage = Usage {
            uncached: input.saturating_sub(cache_read).saturating_sub(cache_write),
            cache_read,
            cache_write,
            output: number("/output_tokens"),
            reasoning: number("/output_tokens_details/reasoning_tokens"),
            reported: true,
        };
    }

    /// The items that go back: everything whole, without a reasoning item that leads to nothing.
    fn echo(&self, calls: &HashMap<u64, ToolCall>) -> Option<Echo> {
        let mut items: Vec<Value> = Vec::new();
        for (index, open) in self.items.iter().filter(|(_, open)| !open.item.is_empty()) {
            let mut item = open.item.clone();
            match item.get("type").and_then(Value::as_str).unwrap_or_default() {
                "reasoning" => {
                    item.shift_remove("status");
                }
                "message" if open.text.trim().is_empty() => continue,
                "function_call" => {
                    let Some(call) = calls.get(index) else { continue };
                    item.insert("call_id".into(), call.id.clone().into());
                    // What is no JSON object would be refused when it comes back.
                    if call.malformed.is_some() || !text(&item, "arguments").trim_start().starts_with('{') {
                        item.insert("arguments".into(), "{}".into());
                    }
                }
                _ => {}
            }
            items.push(Value::Object(item));
        }
        while items.last().is_some_and(|item| kind(item) == "reasoning") {
            items.pop();
        }
        (!items.is_empty()).then(|| Echo {
            wire: self.vendor.id,
            model: self.model.clone(),
            items: Arc::new(Value::Array(items)),
        })
    }
}

impl Open {
    /// Tells of a call, once its name is known.
    fn announce(&mut self, out: &mut dyn Sink) {
        let name = text(&self.item, "name");
        if !self.announced && text(&self.item, "type") == "function_call" && !name.is_empty() {
            emit(out, Delta::Call, name);
            self.announced = true;
        }
    }
}

impl Events for State {
    fn event(&mut self, name: &str, mut data: Value, out: &mut dyn Sink) -> Result<(), Fault> {
        let index = data.get("output_index").and_then(Value::as_u64).unwrap_or_default();
        let delta = data.get("delta").and_then(Value::as_str).unwrap_or_default().to_owned();
        let event = data.get("type").and_then(Value::as_str).unwrap_or(name).to_owned();
        match event.as_str() {
            "response.output_item.added" => {
                self.begin(index, data["item"].take(), out);
            }
            "response.output_item.done" => {
                self.done(index, data["item"].take(), out);
            }
            "response.output_text.delta" => {
                self.open(index).text.push_str(&delta);
                emit(out, Delta::Text, &delta);
            }
            "response.refusal.delta" => {
                let open = self.open(index);
                open.text.push_str(&delta);
                open.refused = true;
                emit(out, Delta::Text, &delta);
            }
            "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" => {
                self.open(index).thinking.push_str(&delta);
                emit(out, Delta::Thinking, &delta);
            }
            "response.function_call_arguments.delta" => {
                self.open(index).arguments.push_str(&delta);
            }
            "response.function_call_arguments.done" => {
                if let Some(arguments) = data.get("arguments").and_then(Value::as_str) {
                    self.open(index).arguments = arguments.to_owned();
                }
            }
            "response.completed" | "response.incomplete" => {
                self.finish(data.get("response").unwrap_or(&Value::Null), out);
            }
            "response.failed" | "response.cancelled" => {
                let response = data.get("response").unwrap_or(&Value::Null);
                self.finish(response, out);
                let told =
                    [response, &data].into_iter().find(|v| v.get("error").is_some_and(|e| !e.is_null()));
                return Err(Fault::of(told.unwrap_or(&data)));
            }
            "error" => return Err(Fault::of(&data)),
            // Progress of the vendor's own tools, and whatever comes in later versions.
            _ => {}
        }
        Ok(())
    }

    fn whole(&mut self, answer: Value, out: &mut dyn Sink) -> Result<(), Fault> {
        if answer.get("output").is_none() {
            return Err(Fault::alien(&answer));
        }
        self.finish(&answer, out);
        if answer.get("status").and_then(Value::as_str) == Some("failed") {
            return Err(Fault::of(&answer));
        }
        Ok(())
    }

    fn ended(&self) -> bool {
        self.ended
    }

    fn parts(&self) -> usize {
        self.items.len()
    }

    fn reply(&mut self) -> Reply {
        let mut calls = HashMap::new();
        let mut reply = Reply { usage: self.usage, ..Reply::default() };
        let mut refused = false;
        for (index, open) in &self.items {
            refused |= open.refused || (kind_of(&open.item) == "message" && has_refusal(&open.item));
            reply.text.push_str(&open.text);
            reply.thinking.push_str(&open.thinking);
            if kind_of(&open.item) == "function_call" {
                let given = Some(text(&open.item, "call_id"));
                let id = self.calls.entry(*index).or_insert_with(|| self.ids.claim(given)).clone();
                let whole = text(&open.item, "arguments");
                let arguments = if open.done && !whole.is_empty() { whole } else { &open.arguments };
                let call = ToolCall::parse(id, text(&open.item, "name"), arguments);
                calls.insert(*index, call.clone());
                reply.calls.push(call);
            }
        }
        reply.echo = self.echo(&calls);
        let cut =
            self.vendor.silent_length && self.most.is_some_and(|most| self.usage.output >= u64::from(most));
        reply.finish = match (self.status.as_deref(), self.reason.as_deref()) {
            (_, Some("content_filter")) => Finish::Refusal,
            _ if refused => Finish::Refusal,
            (_, Some("max_output_tokens")) => Finish::Length,
            _ if cut => Finish::Length,
            _ if !reply.calls.is_empty() => Finish::ToolCalls,
            (Some("completed") | None, None) => Finish::Stop,
            _ => Finish::Other,
        };
        reply.reason = self.reason.clone().or_else(|| self.status.clone());
        reply
    }
}

fn kind(item: &Value) -> &str {
    item.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn kind_of(item: &Map<String, Value>) -> &str {
    text(item, "type")
}

fn text<'a>(item: &'a Map<String, Value>, name: &str) -> &'a str {
    item.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn has_refusal(item: &Map<String, Value>) -> bool {
    let parts = item.get("content").and_then(Value::as_array).into_iter().flatten();
    parts.into_iter().any(|part| kind(part) == "refusal")
}

/// The visible thinking of a reasoning item.
fn reasoning_text(item: &Value) -> String {
    let list = |name: &str| item.get(name).and_then(Value::as_array).into_iter().flatten();
    if kind(item) != "reasoning" {
        return String::new();
    }
    list("summary").chain(list("content")).filter_map(|part| part.get("text")?.as_str()).collect()
}
