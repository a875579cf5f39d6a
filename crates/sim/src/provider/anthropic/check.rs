//! The request around the messages: fields, tools, thinking, cache breakpoints.

use std::collections::HashMap;

use serde_json::Value;

use super::super::fault::{Check, Fault, Kind};
use super::super::node::Node;
use super::super::received::{Received, Tool, ToolChoice, push_line};
use super::super::tools;
use super::super::wire::{Call, Wire};
use super::{blocks, echo};

const FIELDS: [&str; 17] = [
    "model",
    "max_tokens",
    "messages",
    "cache_control",
    "container",
    "diagnostics",
    "inference_geo",
    "metadata",
    "output_config",
    "service_tier",
    "stop_sequences",
    "stream",
    "system",
    "thinking",
    "tool_choice",
    "tools",
    "speed",
];
/// Gone since the second API version.
const SAMPLING: [&str; 3] = ["temperature", "top_p", "top_k"];
/// Cache breakpoints in one request.
const BREAKPOINTS: usize = 4;
const MESSAGES: usize = 100_000;

/// The first version of the API, the only one with sampling fields.
fn is_first_version(call: &Call<'_>) -> bool {
    call.headers.get("anthropic-version").is_some_and(|version| version == "2023-06-01")
}

pub(super) fn has_beta(call: &Call<'_>, name: &str) -> bool {
    let lists = call.headers.get_all("anthropic-beta").iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|beta| beta.trim() == name)
}

pub(super) fn request(call: &Call<'_>) -> Check<Received> {
    let root = Node::root(call.body);
    let mut fields = FIELDS.to_vec();
    if is_first_version(call) {
        fields.extend(SAMPLING);
    }
    root.only(&fields)?;
    let model = root.need("model")?.filled()?.to_owned();
    known_model(call, &model)?;
    let max_tokens = root.need("max_tokens")?.whole(0)?;
    for key in SAMPLING {
        root.maybe(key, Node::number)?;
    }
    let stream = root.maybe("stream", Node::flag)?.unwrap_or(false);
    root.maybe("stop_sequences", |node| node.list()?.iter().try_for_each(|stop| stop.filled().map(drop)))?;
    root.maybe("metadata", |node| node.only(&["user_id"]))?;
    root.maybe("output_config", output_config)?;
    root.maybe("service_tier", |node| node.one_of(&["auto", "standard_only"]))?;
    root.maybe("cache_control", blocks::cache_control)?;
    root.maybe("thinking", |node| thinking(call, node, max_tokens))?;
    let offered = root.maybe("tools", tool_list)?.unwrap_or_default();
    let tool_choice = root.maybe("tool_choice", |node| choice(node, &offered))?.unwrap_or(ToolChoice::Auto);
    let messages = root.need("messages")?;
    if messages.list()?.len() > MESSAGES {
        return Err(messages.fault(format!("List should have at most {MESSAGES} items")));
    }
    let received = Received {
        wire: Wire::Anthropic,
        model,
        stream,
        system: root.maybe("system", system)?.unwrap_or_default(),
        messages: blocks::messages(call, &messages)?,
        tools: offered,
        tool_choice,
        body: bytes::Bytes::new(),
    };
    let uses_tools =
        received.messages.iter().any(|message| !message.calls.is_empty() || !message.results.is_empty());
    if uses_tools && received.tools.is_empty() {
        return Err(Fault::invalid(
            "",
            "Requests which include `tool_use` or `tool_result` blocks must define tools",
        ));
    }
    breakpoints(&root)?;
    echo::check(call, &messages)?;
    Ok(received)
}

fn known_model(call: &Call<'_>, name: &str) -> Check<()> {
    if call.world.knows(name) {
        return Ok(());
    }
    Err(Fault::new(Kind::NotFound, 404, format!("model: {name}")))
}

fn system(node: &Node<'_>) -> Check<String> {
    if let Some(text) = node.value.as_str() {
        return Ok(text.to_owned());
    }
    let mut joined = String::new();
    for block in node.list()? {
        block.need("type")?.one_of(&["text"])?;
        push_line(&mut joined, blocks::text(&block, true)?);
    }
    Ok(joined)
}

fn output_config(node: &Node<'_>) -> Check<()> {
    node.only(&["effort", "format"])?;
    node.maybe("effort", |effort| effort.one_of(&["low", "medium", "high", "xhigh", "max"]))?;
    node.maybe("format", |format| format.object().map(drop))?;
    Ok(())
}

fn thinking(call: &Call<'_>, node: &Node<'_>, max_tokens: i64) -> Check<()> {
    let kind = node.need("type")?.one_of(&["adaptive", "enabled", "disabled", "between_tools"])?;
    let allowed: &[&str] = match kind {
        "enabled" => &["type", "budget_tokens", "display", "block_binding"],
        "adaptive" => &["type", "display", "block_binding"],
        _ => &["type", "block_binding"],
    };
    node.only(allowed)?;
    node.maybe("display", |display| display.one_of(&["summarized", "omitted"]))?;
    if kind == "enabled" {
        let budget = node.need("budget_tokens")?;
        if budget.whole(1024)? >= max_tokens {
            return Err(Fault::invalid("", "`max_tokens` must be greater than `thinking.budget_tokens`"));
        }
    }
    if let Some(binding) = node.get("block_binding") {
        if !has_beta(call, echo::BINDING_BETA) {
            return Err(Fault { kind: Kind::Unknown, ..binding.fault("") });
        }
        binding.only(&["prefix_mismatch_behavior"])?;
        binding.need("prefix_mismatch_behavior")?.one_of(&["error", "drop_block"])?;
    }
    Ok(())
}

fn tool_list(node: &Node<'_>) -> Check<Vec<Tool>> {
    let mut offered = Vec::new();
    for tool in node.list()? {
        tool.only(&[
            "name",
            "description",
            "input_schema",
            "cache_control",
            "type",
            "strict",
            "defer_loading",
            "eager_input_streaming",
            "input_examples",
            "allowed_callers",
        ])?;
        tool.maybe("type", |kind| kind.one_of(&["custom"]))?;
        tool.maybe("cache_control", blocks::cache_control)?;
        let name = tools::name(&tool.need("name")?)?.to_owned();
        tools::schema(&tool.need("input_schema")?)?;
        for key in ["anyOf", "oneOf", "allOf"] {
            if let Some(root) = tool.need("input_schema")?.get(key) {
                return Err(
                    root.fault("input_schema does not support oneOf, allOf, or anyOf at the top level")
                );
            }
        }
        let description = tool.maybe("description", Node::filled)?.unwrap_or_default().to_owned();
        offered.push(Tool { name, description });
    }
    let names: Vec<String> = offered.iter().map(|tool| tool.name.clone()).collect();
    tools::distinct(&names, node)?;
    Ok(offered)
}

fn choice(node: &Node<'_>, offered: &[Tool]) -> Check<ToolChoice> {
    if offered.is_empty() {
        return Err(node.fault("`tool_choice` may only be specified while providing `tools`"));
    }
    let kind = node.need("type")?.one_of(&["auto", "any", "tool", "none"])?;
    let allowed: &[&str] = match kind {
        "none" => &["type"],
        "tool" => &["type", "name", "disable_parallel_tool_use"],
        _ => &["type", "disable_parallel_tool_use"],
    };
    node.only(allowed)?;
    node.maybe("disable_parallel_tool_use", Node::flag)?;
    Ok(match kind {
        "auto" => ToolChoice::Auto,
        "any" => ToolChoice::Any,
        "none" => ToolChoice::None,
        _ => {
            let name = node.need("name")?;
            if !offered.iter().any(|tool| Some(tool.name.as_str()) == name.value.as_str()) {
                return Err(name.fault("Tool not found in provided tools"));
            }
            ToolChoice::Named(name.text()?.to_owned())
        }
    })
}

/// Every `cache_control` of the request, in the order in which the prefix is built.
fn markers<'a>(value: &'a Value, found: &mut Vec<&'a Value>) {
    match value {
        Value::Object(map) => {
            found.extend(map.get("cache_control").filter(|marker| !marker.is_null()));
            map.iter()
                .filter(|(key, _)| !matches!(key.as_str(), "input" | "input_schema" | "data"))
                .for_each(|(_, inner)| markers(inner, found));
        }
        Value::Array(list) => list.iter().for_each(|inner| markers(inner, found)),
        _ => {}
    }
}

fn ordered(body: &Value) -> Vec<&Value> {
    let mut found = Vec::new();
    for key in ["tools", "system", "messages"] {
        markers(&body[key], &mut found);
    }
    found.extend(body.get("cache_control").filter(|marker| !marker.is_null()));
    found
}

pub(super) fn has_breakpoint(body: &Value) -> bool {
    !ordered(body).is_empty()
}

fn breakpoints(root: &Node<'_>) -> Check<()> {
    let found = ordered(root.value);
    if found.len() > BREAKPOINTS {
        let message = format!(
            "A maximum of {BREAKPOINTS} blocks with cache_control may be provided. Found {}.",
            found.len()
        );
        return Err(Fault::invalid("", message));
    }
    let lasts: Vec<bool> = found.iter().map(|marker| marker["ttl"] == "1h").collect();
    if lasts.windows(2).any(|pair| !pair[0] && pair[1]) {
        return Err(Fault::invalid(
            "",
            "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block",
        ));
    }
    Ok(())
}

/// Counts of each tool-use id, for the refusal of repeated ones.
pub(super) type Ids = HashMap<String, usize>;
