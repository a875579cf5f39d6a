//! The request around the messages: fields, tools, limits.

use serde_json::Value;

use super::super::fault::{Check, Fault, Kind};
use super::super::node::Node;
use super::super::received::{Received, Tool, ToolChoice};
use super::super::tools;
use super::super::wire::{Call, Wire};
use super::messages;

/// What the common servers all know. Vendor extras are errors somewhere, so they are errors here.
const FIELDS: [&str; 18] = [
    "model",
    "messages",
    "stream",
    "stream_options",
    "max_tokens",
    "max_completion_tokens",
    "temperature",
    "top_p",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "reasoning_effort",
    "stop",
    "seed",
    "n",
    "response_format",
    "presence_penalty",
    "frequency_penalty",
];
const TOOLS: usize = 128;

pub(super) fn request(call: &Call<'_>) -> Check<Received> {
    let root = Node::root(call.body);
    root.only(&FIELDS)?;
    let model = root.need("model")?.filled()?.to_owned();
    known_model(call, &model)?;
    let stream = root.maybe("stream", Node::flag)?.unwrap_or(false);
    if let Some(options) = root.get("stream_options") {
        options.only(&["include_usage"])?;
        options.maybe("include_usage", Node::flag)?;
        if !stream {
            return Err(
                options.fault("The 'stream_options' parameter is only allowed when 'stream' is enabled.")
            );
        }
    }
    root.maybe("max_tokens", |node| node.whole(1))?;
    root.maybe("max_completion_tokens", |node| node.whole(1))?;
    if root.get("max_tokens").is_some() && root.get("max_completion_tokens").is_some() {
        return Err(Fault::invalid(
            "max_tokens",
            "'max_tokens' and 'max_completion_tokens' cannot both be set",
        ));
    }
    for (key, most) in
        [("temperature", 2.0), ("top_p", 1.0), ("presence_penalty", 2.0), ("frequency_penalty", 2.0)]
    {
        if let Some(node) = root.get(key)
            && !(-2.0..=most).contains(&node.number()?)
        {
            return Err(node.fault("out of range"));
        }
    }
    root.maybe("seed", |node| node.whole(i64::MIN))?;
    root.maybe("n", |node| node.whole(1))?;
    root.maybe("reasoning_effort", |node| {
        node.one_of(&["none", "minimal", "low", "medium", "high", "xhigh", "max"])
    })?;
    root.maybe("response_format", |node| node.need("type")?.text().map(drop))?;
    let offered = root.maybe("tools", tool_list)?.unwrap_or_default();
    let tool_choice = match root.get("tool_choice") {
        Some(node) => choice(&node, &offered)?,
        None => ToolChoice::Auto,
    };
    if let Some(node) = root.get("parallel_tool_calls") {
        node.flag()?;
        if offered.is_empty() {
            return Err(node.fault("'parallel_tool_calls' is only allowed when 'tools' are specified."));
        }
    }
    let (system, messages) = messages::read(call, &root.need("messages")?)?;
    let uses_tools = messages.iter().any(|message| !message.calls.is_empty());
    if uses_tools && offered.is_empty() {
        return Err(Fault::invalid("tools", "tools must stay while the messages hold tool calls"));
    }
    Ok(Received {
        wire: Wire::OpenaiCompat,
        model,
        stream,
        system,
        messages,
        tools: offered,
        tool_choice,
        body: bytes::Bytes::new(),
    })
}

fn known_model(call: &Call<'_>, name: &str) -> Check<()> {
    if call.world.knows(name) {
        return Ok(());
    }
    let words = format!("The model `{name}` does not exist or you do not have access to it.");
    Err(Fault::new(Kind::NotFound, 404, words).with_code("model_not_found"))
}

fn tool_list(node: &Node<'_>) -> Check<Vec<Tool>> {
    let list = node.list()?;
    if list.is_empty() {
        return Err(node.fault("[] is too short - 'tools'"));
    }
    if list.len() > TOOLS {
        return Err(node.fault(format!("expected an array with maximum length {TOOLS}")));
    }
    let mut offered = Vec::new();
    for tool in &list {
        tool.only(&["type", "function"])?;
        tool.need("type")?.one_of(&["function"])?;
        let function = tool.need("function")?;
        function.only(&["name", "description", "parameters", "strict"])?;
        function.maybe("strict", Node::flag)?;
        let name = tools::name(&function.need("name")?)?.to_owned();
        tools::schema(&function.need("parameters")?)?;
        let description = function.maybe("description", Node::filled)?.unwrap_or_default().to_owned();
        offered.push(Tool { name, description });
    }
    let names: Vec<String> = offered.iter().map(|tool| tool.name.clone()).collect();
    tools::distinct(&names, node)?;
    Ok(offered)
}

fn choice(node: &Node<'_>, offered: &[Tool]) -> Check<ToolChoice> {
    if offered.is_empty() {
        return Err(node.fault("'tool_choice' is only allowed when 'tools' are specified."));
    }
    if let Value::String(_) = node.value {
        return Ok(match node.one_of(&["none", "auto", "required"])? {
            "none" => ToolChoice::None,
            "auto" => ToolChoice::Auto,
            _ => ToolChoice::Any,
        });
    }
    node.only(&["type", "function"])?;
    node.need("type")?.one_of(&["function"])?;
    let name = node.need("function")?.need("name")?;
    let text = name.text()?;
    if !offered.iter().any(|tool| tool.name == text) {
        return Err(name.fault("not one of the tools"));
    }
    Ok(ToolChoice::Named(text.to_owned()))
}
