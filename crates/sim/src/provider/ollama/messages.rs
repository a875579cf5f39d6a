//! Messages: text is always a string, images are raw base64 beside it.

use super::super::fault::{Check, Fault, Kind};
use super::super::node::Node;
use super::super::picture::{self, Bad, Rules};
use super::super::received::{Call as ToolCall, Image, Message, Role, ToolResult, push_line};
use super::super::tools;
use super::super::wire::Call;
use super::super::world::World;

/// What the runner's own decoder reads. WebP is not sure to be among it.
const RULES: Rules = Rules {
    types: &["image/jpeg", "image/png"],
    edge: 16_384,
    characters: 64 * 1024 * 1024,
    url_safe: false,
};

pub(super) fn read(call: &Call<'_>, node: &Node<'_>) -> Check<(String, Vec<Message>)> {
    let list = node.list()?;
    if list.is_empty() {
        return Err(node.fault("must not be empty"));
    }
    let mut system = String::new();
    let mut messages: Vec<Message> = Vec::new();
    let mut open: Vec<ToolCall> = Vec::new();
    for entry in &list {
        let role = entry.need("role")?.one_of(&["system", "user", "assistant", "tool"])?;
        if role != "tool" && !open.is_empty() {
            return Err(unanswered(node, &open));
        }
        match role {
            "system" => {
                entry.only(&["role", "content"])?;
                if !messages.is_empty() {
                    return Err(entry.fault("system messages come first"));
                }
                push_line(&mut system, entry.need("content")?.filled()?);
            }
            "user" => {
                entry.only(&["role", "content", "images"])?;
                let mut message = Message::new(Role::User);
                message.images = images(call.world, entry)?;
                let content = entry.need("content")?;
                if message.images.is_empty() || !content.text()?.is_empty() {
                    message.push_text(content.filled()?);
                }
                message.carrier = messages.last().is_some_and(|last| last.role == Role::Tool);
                messages.push(message);
            }
            "assistant" => {
                let message = assistant(entry)?;
                open.clone_from(&message.calls);
                messages.push(message);
            }
            _ => {
                let result = tool(call.world, entry, &mut open)?;
                match messages.last_mut() {
                    Some(last) if last.role == Role::Tool => last.results.push(result),
                    _ => {
                        let mut message = Message::new(Role::Tool);
                        message.results.push(result);
                        messages.push(message);
                    }
                }
            }
        }
    }
    if !open.is_empty() {
        return Err(unanswered(node, &open));
    }
    match messages.last().map(|last| last.role) {
        Some(Role::User | Role::Tool) => Ok((system, messages)),
        _ => Err(node.fault("the last message must be of role user or tool")),
    }
}

fn unanswered(at: &Node<'_>, open: &[ToolCall]) -> Fault {
    let names: Vec<&str> = open.iter().map(|call| call.name.as_str()).collect();
    at.fault(format!("tool calls without a tool message: {}", names.join(", ")))
}

fn images(world: &World, entry: &Node<'_>) -> Check<Vec<Image>> {
    let Some(list) = entry.get("images") else {
        return Ok(Vec::new());
    };
    let nodes = list.list()?;
    if nodes.is_empty() {
        return Err(list.fault("must not be empty"));
    }
    nodes.iter().map(|node| image(world, node)).collect()
}

fn image(world: &World, node: &Node<'_>) -> Check<Image> {
    picture::check(world, node.text()?, None, &RULES).map_err(|bad| {
        let words = match bad {
            Bad::Base64 => "illegal base64 data at input byte 0".to_owned(),
            Bad::Unsupported(found) => format!("image: unknown format ({found})"),
            Bad::Mismatch { .. } | Bad::Unreadable | Bad::Edge(_) | Bad::Bytes(_) => {
                "failed to decode image".to_owned()
            }
        };
        Fault { kind: Kind::Image, ..node.fault(words) }
    })
}

fn assistant(entry: &Node<'_>) -> Check<Message> {
    entry.only(&["role", "content", "thinking", "tool_calls"])?;
    let mut message = Message::new(Role::Assistant);
    entry.maybe("thinking", Node::filled)?;
    if let Some(calls) = entry.get("tool_calls") {
        let list = calls.list()?;
        if list.is_empty() {
            return Err(calls.fault("must not be empty"));
        }
        for call in list {
            call.only(&["id", "function"])?;
            let function = call.need("function")?;
            function.only(&["index", "name", "arguments"])?;
            function.maybe("index", |index| index.whole(0))?;
            let arguments = function.need("arguments")?;
            arguments.object()?;
            message.calls.push(ToolCall {
                id: call.maybe("id", Node::filled)?.unwrap_or_default().to_owned(),
                name: tools::name(&function.need("name")?)?.to_owned(),
                arguments: arguments.value.clone(),
            });
        }
    }
    match entry.maybe("content", Node::text)? {
        Some(text) if !text.is_empty() => message.push_text(text),
        _ if message.calls.is_empty() => return Err(entry.fault("neither content nor tool_calls")),
        _ => {}
    }
    Ok(message)
}

fn tool(world: &World, entry: &Node<'_>, open: &mut Vec<ToolCall>) -> Check<ToolResult> {
    entry.only(&["role", "content", "images", "tool_name", "tool_call_id"])?;
    let name = entry.need("tool_name")?;
    let text = name.filled()?;
    let id = entry.maybe("tool_call_id", Node::filled)?;
    let matches =
        |call: &ToolCall| call.name == text && id.is_none_or(|id| call.id.is_empty() || call.id == id);
    let place = open.iter().position(matches).ok_or_else(|| name.fault("no call of this tool is open"))?;
    let call = open.remove(place);
    Ok(ToolResult {
        call_id: call.id,
        name: call.name,
        text: entry.need("content")?.filled()?.to_owned(),
        images: images(world, entry)?,
        is_error: false,
    })
}
