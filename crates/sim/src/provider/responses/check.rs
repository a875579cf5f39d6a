//! The request around the items: fields, tools, reasoning.

use serde_json::Value;

use super::super::fault::{Check, Fault, Kind};
use super::super::node::Node;
use super::super::received::{Received, Tool, ToolChoice, push_line};
use super::super::tools;
use super::super::wire::{Call, Wire};
use super::items;
use super::vendor::Vendor;

const FIELDS: [&str; 7] =
    ["model", "input", "instructions", "tools", "reasoning", "max_output_tokens", "stream"];

pub(super) fn request(vendor: &Vendor, call: &Call<'_>) -> Check<Received> {
    let root = Node::root(call.body);
    if vendor.is(Wire::XaiResponses) && root.get("search_parameters").is_some() {
        return Err(Fault::new(
            Kind::Invalid,
            410,
            "Live search is deprecated. Please switch to the Agent Tools API.",
        ));
    }
    let allowed: Vec<&str> = FIELDS.into_iter().chain(vendor.fields.iter().copied()).collect();
    if vendor.is(Wire::OpenaiResponses) && root.get("temperature").is_some() {
        let words = "Unsupported parameter: 'temperature' is not supported with this model.";
        return Err(Fault::invalid("", words).with_code("unsupported_parameter"));
    }
    root.only(&allowed)?;
    let model = root.need("model")?.filled()?.to_owned();
    known_model(vendor, call, &model)?;
    let stream = root.maybe("stream", Node::flag)?.unwrap_or(false);
    root.maybe("max_output_tokens", |node| node.whole(vendor.least_output))?;
    for key in ["store", "parallel_tool_calls"] {
        root.maybe(key, Node::flag)?;
    }
    for key in ["temperature", "top_p"] {
        root.maybe(key, Node::number)?;
    }
    root.maybe("include", |node| {
        node.list()?.iter().try_for_each(|entry| entry.one_of(vendor.include).map(drop))
    })?;
    root.maybe("reasoning", |node| reasoning(vendor, node))?;
    let offered = root.maybe("tools", |node| functions(vendor, node))?.unwrap_or_default();
    let choice =
        root.maybe("tool_choice", |node| choice(vendor, node, &offered))?.unwrap_or(ToolChoice::Auto);
    let mut system = root.maybe("instructions", Node::filled)?.unwrap_or_default().to_owned();
    let input = root.need("input")?;
    let (more, messages) = items::read(vendor, call, &input)?;
    if !more.is_empty() {
        push_line(&mut system, &more);
    }
    // The vendor that knows no choice but "auto" can only be told "no tools" by leaving them out.
    if vendor.free_choice && offered.is_empty() && messages.iter().any(|message| !message.calls.is_empty()) {
        return Err(Fault::invalid("tools", "must stay while the input holds function calls"));
    }
    let tool_choice = if offered.is_empty() { ToolChoice::None } else { choice };
    Ok(Received {
        wire: vendor.wire,
        model,
        stream,
        system,
        messages,
        tools: offered,
        tool_choice,
        body: bytes::Bytes::new(),
    })
}

fn known_model(vendor: &Vendor, call: &Call<'_>, name: &str) -> Check<()> {
    if !call.world.knows(name) {
        if vendor.is(Wire::PerplexityResponses) {
            return Err(Fault::invalid("", format!("model \"{name}\" is not supported")));
        }
        let words = format!("The model `{name}` does not exist or you do not have access to it.");
        return Err(Fault::new(Kind::NotFound, 404, words).with_code("model_not_found"));
    }
    if vendor.is(Wire::PerplexityResponses) && !name.contains('/') {
        return Err(Fault::invalid("model", "must be of the form provider/model"));
    }
    Ok(())
}

fn reasoning(vendor: &Vendor, node: &Node<'_>) -> Check<()> {
    let allowed: Vec<&str> = ["effort"].into_iter().chain(vendor.reasoning.iter().copied()).collect();
    node.only(&allowed)?;
    node.maybe("effort", |effort| effort.one_of(vendor.efforts))?;
    node.maybe("summary", |summary| summary.one_of(&["auto", "concise", "detailed"]))?;
    node.maybe("context", |context| context.one_of(&["auto", "current_turn", "all_turns"]))?;
    Ok(())
}

fn functions(vendor: &Vendor, node: &Node<'_>) -> Check<Vec<Tool>> {
    let mut offered = Vec::new();
    for tool in node.list()? {
        tool.need("type")?.one_of(&["function", "web_search", "x_search"])?;
        if tool.value["type"] != "function" {
            tool.only(&["type"])?;
            continue;
        }
        tool.only(&["type", "name", "description", "parameters", "strict"])?;
        let name = tools::name(&tool.need("name")?)?.to_owned();
        let parameters = tool.need("parameters")?;
        tools::schema(&parameters)?;
        if let Some(strict) = tool.some("strict")
            && strict.flag()?
            && vendor.is(Wire::OpenaiResponses)
        {
            strictly(&parameters)?;
        }
        let description = tool.maybe("description", Node::filled)?.unwrap_or_default().to_owned();
        offered.push(Tool { name, description });
    }
    let names: Vec<String> = offered.iter().map(|tool| tool.name.clone()).collect();
    tools::distinct(&names, node)?;
    Ok(offered)
}

/// Strict mode wants every property required and no others.
fn strictly(node: &Node<'_>) -> Check<()> {
    if node.value["additionalProperties"] != false {
        return Err(node.fault("'additionalProperties' is required to be supplied and to be false."));
    }
    let properties = node.value["properties"].as_object().map_or(0, serde_json::Map::len);
    if node.value["required"].as_array().map_or(0, Vec::len) != properties {
        return Err(
            node.fault("'required' is required to be supplied and to include every key in properties.")
        );
    }
    Ok(())
}

fn choice(vendor: &Vendor, node: &Node<'_>, offered: &[Tool]) -> Check<ToolChoice> {
    if !vendor.free_choice && node.value != "auto" {
        return Err(Fault::invalid("", "only \"auto\" is supported for tool_choice"));
    }
    if offered.is_empty() {
        return Err(node.fault("only allowed when 'tools' are specified"));
    }
    if let Value::String(_) = node.value {
        return Ok(match node.one_of(&["none", "auto", "required"])? {
            "none" => ToolChoice::None,
            "auto" => ToolChoice::Auto,
            _ => ToolChoice::Any,
        });
    }
    node.only(&["type", "name"])?;
    node.need("type")?.one_of(&["function"])?;
    let name = node.need("name")?;
    let text = name.text()?;
    if !offered.iter().any(|tool| tool.name == text) {
        return Err(name.fault("not one of the tools"));
    }
    Ok(ToolChoice::Named(text.to_owned()))
}
