//! The request around the contents: configuration, functions, modes.

use super::super::fault::{Check, Fault};
use super::super::node::Node;
use super::super::received::{Received, Tool, ToolChoice, push_line};
use super::super::tools;
use super::super::wire::{Call, Wire};
use super::{contents, schema, spelling};

pub(super) fn request(call: &Call<'_>) -> Check<Received> {
    let body = spelling::camel(call.body);
    let root = Node::root(&body);
    root.only(&[
        "contents",
        "systemInstruction",
        "tools",
        "toolConfig",
        "generationConfig",
        "safetySettings",
    ])?;
    root.maybe("generationConfig", generation)?;
    root.maybe("safetySettings", |node| node.list().map(drop))?;
    let offered = root.maybe("tools", functions)?.unwrap_or_default();
    let choice = root.maybe("toolConfig", |node| mode(node, &offered))?.unwrap_or(ToolChoice::Auto);
    let model = call.target.model.clone().unwrap_or_default();
    let system = root.maybe("systemInstruction", system)?.unwrap_or_default();
    let messages = contents::read(call, &root.need("contents")?, &model, &offered)?;
    if offered.is_empty() && messages.iter().any(|message| !message.calls.is_empty()) {
        return Err(Fault::invalid("tools", "must stay while the contents hold function calls"));
    }
    Ok(Received {
        wire: Wire::Gemini,
        model,
        stream: call.target.stream.unwrap_or(false),
        system,
        messages,
        tools: offered,
        tool_choice: choice,
        body: bytes::Bytes::new(),
    })
}

fn system(node: &Node<'_>) -> Check<String> {
    node.only(&["parts", "role"])?;
    let mut text = String::new();
    for part in node.need("parts")?.list()? {
        part.only(&["text"])?;
        push_line(&mut text, part.need("text")?.filled()?);
    }
    Ok(text)
}

fn generation(node: &Node<'_>) -> Check<()> {
    node.only(&[
        "temperature",
        "topP",
        "topK",
        "maxOutputTokens",
        "stopSequences",
        "candidateCount",
        "seed",
        "presencePenalty",
        "frequencyPenalty",
        "responseMimeType",
        "responseSchema",
        "responseJsonSchema",
        "responseModalities",
        "mediaResolution",
        "thinkingConfig",
    ])?;
    node.maybe("maxOutputTokens", |value| value.whole(1))?;
    for key in ["temperature", "topP", "topK", "presencePenalty", "frequencyPenalty"] {
        node.maybe(key, Node::number)?;
    }
    node.maybe("mediaResolution", |value| {
        value.one_of(&["MEDIA_RESOLUTION_LOW", "MEDIA_RESOLUTION_MEDIUM", "MEDIA_RESOLUTION_HIGH"])
    })?;
    let Some(thinking) = node.get("thinkingConfig") else {
        return Ok(());
    };
    thinking.only(&["includeThoughts", "thinkingBudget", "thinkingLevel"])?;
    thinking.maybe("includeThoughts", Node::flag)?;
    thinking.maybe("thinkingBudget", |value| value.whole(-1))?;
    thinking.maybe("thinkingLevel", |value| {
        let upper = serde_json::Value::String(value.text()?.to_ascii_uppercase());
        let upper = Node { value: &upper, path: value.path.clone() };
        upper.one_of(&["MINIMAL", "LOW", "MEDIUM", "HIGH", "XHIGH"]).map(drop)
    })?;
    if thinking.get("thinkingBudget").is_some() && thinking.get("thinkingLevel").is_some() {
        return Err(Fault::invalid("", "You can only set only one of thinking budget and thinking level."));
    }
    Ok(())
}

fn functions(node: &Node<'_>) -> Check<Vec<Tool>> {
    let mut offered = Vec::new();
    for tool in node.list()? {
        tool.only(&["functionDeclarations", "googleSearch", "urlContext", "codeExecution"])?;
        let Some(declared) = tool.get("functionDeclarations") else {
            continue;
        };
        let list = declared.list()?;
        if list.is_empty() {
            return Err(declared.fault("must not be empty"));
        }
        for function in list {
            function.only(&["name", "description", "parameters", "parametersJsonSchema", "behavior"])?;
            let name = name(&function.need("name")?)?;
            let description = function.maybe("description", Node::filled)?.unwrap_or_default().to_owned();
            match (function.get("parameters"), function.get("parametersJsonSchema")) {
                (Some(_), Some(both)) => {
                    return Err(both.fault("parameters and parametersJsonSchema are mutually exclusive"));
                }
                (Some(parameters), None) => schema::parameters(&parameters)?,
                (None, Some(parameters)) => tools::schema(&parameters)?,
                (None, None) => {}
            }
            offered.push(Tool { name, description });
        }
    }
    let names: Vec<String> = offered.iter().map(|tool| tool.name.clone()).collect();
    tools::distinct(&names, node)?;
    Ok(offered)
}

fn name(node: &Node<'_>) -> Check<String> {
    let name = node.text()?;
    let first = name.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    let rest = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.:-".contains(&byte));
    // The vendor takes 128 characters; older models took 64.
    if first && rest && name.len() <= 64 {
        return Ok(name.to_owned());
    }
    Err(node.fault("Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64."))
}

fn mode(node: &Node<'_>, offered: &[Tool]) -> Check<ToolChoice> {
    node.only(&["functionCallingConfig", "includeServerSideToolInvocations"])?;
    node.maybe("includeServerSideToolInvocations", Node::flag)?;
    let Some(config) = node.get("functionCallingConfig") else {
        return Ok(ToolChoice::Auto);
    };
    if offered.is_empty() {
        return Err(config.fault("Function calling config is set without function_declarations."));
    }
    config.only(&["mode", "allowedFunctionNames"])?;
    let mode = config.need("mode")?.one_of(&["AUTO", "ANY", "NONE", "VALIDATED"])?;
    let mut allowed = Vec::new();
    if let Some(names) = config.get("allowedFunctionNames") {
        if mode != "ANY" && mode != "VALIDATED" {
            return Err(names.fault("only allowed with mode ANY"));
        }
        for name in names.list()? {
            let text = name.text()?;
            if !offered.iter().any(|tool| tool.name == text) {
                return Err(name.fault("not a declared function"));
            }
            allowed.push(text.to_owned());
        }
    }
    Ok(match (mode, allowed.pop()) {
        ("NONE", _) => ToolChoice::None,
        ("ANY", Some(name)) if allowed.is_empty() => ToolChoice::Named(name),
        ("ANY", _) => ToolChoice::Any,
        _ => ToolChoice::Auto,
    })
}
