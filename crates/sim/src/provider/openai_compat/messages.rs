//! Messages: roles, parts, and the run of tool messages that must answer every call.

use super::super::fault::{Check, Fault, Kind};
use super::super::node::Node;
use super::super::picture::{self, Bad, Rules};
use super::super::received::{Call as ToolCall, Image, Message, Role, ToolResult, push_line};
use super::super::tools;
use super::super::wire::Call;
use super::super::world::World;

const IMAGES: usize = 1_500;

const RULES: Rules = Rules {
    types: &["image/jpeg", "image/png", "image/webp", "image/gif"],
    edge: 16_384,
    characters: 28 * 1024 * 1024,
    url_safe: false,
};

/// The system text and the conversation.
pub(super) fn read(call: &Call<'_>, node: &Node<'_>) -> Check<(String, Vec<Message>)> {
    let list = node.list()?;
    if list.is_empty() {
        return Err(node.fault("[] is too short - 'messages'"));
    }
    let mut system = String::new();
    let mut messages: Vec<Message> = Vec::new();
    let mut open: Vec<ToolCall> = Vec::new();
    for entry in &list {
        let role = entry.need("role")?;
        let name = role.one_of(&["system", "developer", "user", "assistant", "tool"])?;
        if name != "tool" && !open.is_empty() {
            return Err(unanswered(node, &open));
        }
        match name {
            "user" => {
                let mut message = user(call.world, entry)?;
                message.carrier = messages.last().is_some_and(|last| last.role == Role::Tool);
                messages.push(message);
            }
            "assistant" => {
                let message = assistant(call, entry)?;
                open.clone_from(&message.calls);
                messages.push(message);
            }
            "tool" => {
                let result = tool(entry, &mut open)?;
                match messages.last_mut() {
                    Some(last) if last.role == Role::Tool => last.results.push(result),
                    _ => {
                        let mut message = Message::new(Role::Tool);
                        message.results.push(result);
                        messages.push(message);
                    }
                }
            }
            _ => {
                if !messages.is_empty() {
                    return Err(role.fault("System message must be at the beginning."));
                }
                entry.only(&["role", "content"])?;
                push_line(&mut system, entry.need("content")?.filled()?);
            }
        }
    }
    if !open.is_empty() {
        return Err(unanswered(node, &open));
    }
    match messages.last().map(|last| last.role) {
        Some(Role::User | Role::Tool) => {}
        _ => return Err(node.fault("the last message must be of role user or tool")),
    }
    let images: usize = messages.iter().map(|message| message.images.len()).sum();
    if images > IMAGES {
        return Err(Fault::new(Kind::Image, 400, format!("too many images: {images} > {IMAGES}")));
    }
    Ok((system, messages))
}

fn unanswered(at: &Node<'_>, open: &[ToolCall]) -> Fault {
    let ids: Vec<&str> = open.iter().map(|call| call.id.as_str()).collect();
    at.fault(format!(
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {}",
        ids.join(", ")
    ))
}

fn user(world: &World, entry: &Node<'_>) -> Check<Message> {
    entry.only(&["role", "content", "name"])?;
    let mut message = Message::new(Role::User);
    let content = entry.need("content")?;
    if content.value.is_string() {
        message.push_text(content.filled()?);
        return Ok(message);
    }
    let parts = content.list()?;
    if parts.is_empty() {
        return Err(content.fault("[] is too short"));
    }
    for part in &parts {
        match part.need("type")?.one_of(&["text", "image_url", "input_audio", "file"])? {
            "text" => {
                part.only(&["type", "text"])?;
                message.push_text(part.need("text")?.filled()?);
            }
            "image_url" => message.images.push(image(world, part)?),
            "input_audio" => {
                part.only(&["type", "input_audio"])?;
                let audio = part.need("input_audio")?;
                audio.only(&["data", "format"])?;
                let format = audio.need("format")?.one_of(&["wav", "mp3"])?;
                let bytes = picture::decode(audio.need("data")?.text()?, false);
                let bytes = bytes.ok_or_else(|| audio.fault("invalid base64"))?;
                message.files.push((format!("audio/{format}"), bytes.len()));
            }
            _ => {
                part.only(&["type", "file"])?;
                let file = part.need("file")?;
                file.only(&["filename", "file_data"])?;
                file.need("filename")?.filled()?;
                let data = file.need("file_data")?;
                let base64 = data.text()?.strip_prefix("data:application/pdf;base64,");
                let bytes = base64.and_then(|text| picture::decode(text, false));
                let bytes = bytes.ok_or_else(|| data.fault("expected a base64 data URL of a PDF"))?;
                message.files.push(("application/pdf".to_owned(), bytes.len()));
            }
        }
    }
    Ok(message)
}

fn image(world: &World, part: &Node<'_>) -> Check<Image> {
    part.only(&["type", "image_url"])?;
    let holder = part.need("image_url")?;
    holder.only(&["url", "detail"])?;
    holder.maybe("detail", |detail| detail.one_of(&["low", "high", "auto", "original"]))?;
    data_url(world, &holder.need("url")?, &RULES)
}

/// An image as a data URL; a URL to fetch is refused, as servers on one's own machine do.
pub(in super::super) fn data_url(world: &World, node: &Node<'_>, rules: &Rules) -> Check<Image> {
    let bad = |words: String, code| Fault { kind: Kind::Image, ..node.fault(words).with_code(code) };
    let url = node.text()?;
    let (media_type, data) = url
        .strip_prefix("data:")
        .and_then(|rest| rest.split_once(";base64,"))
        .ok_or_else(|| bad("expected a base64 data URL".to_owned(), "invalid_image_url"))?;
    picture::check(world, data, Some(media_type), rules).map_err(|why| match why {
        Bad::Base64 => bad("invalid base64 image".to_owned(), "invalid_base64_image"),
        Bad::Unsupported(found) => {
            bad(format!("unsupported image media type: {found}"), "unsupported_image_media_type")
        }
        Bad::Mismatch { declared, found } => {
            bad(format!("the data URL says {declared}, the image is {found}"), "invalid_image_format")
        }
        Bad::Unreadable => {
            bad("the image data does not represent a valid image".to_owned(), "image_parse_error")
        }
        Bad::Edge(most) => bad(format!("the image has an edge over {most} pixels"), "image_too_large"),
        Bad::Bytes(size) => bad(format!("the image has {size} characters"), "image_file_too_large"),
    })
}

fn assistant(call: &Call<'_>, entry: &Node<'_>) -> Check<Message> {
    entry.only(&["role", "content", "tool_calls"])?;
    let mut message = Message::new(Role::Assistant);
    if let Some(calls) = entry.get("tool_calls") {
        let list = calls.list()?;
        if list.is_empty() {
            return Err(calls.fault("[] is too short - 'messages.tool_calls'"));
        }
        for each in &list {
            let made = tool_call(call, each)?;
            if message.calls.iter().any(|other| other.id == made.id) {
                return Err(each.fault("duplicate tool call id"));
            }
            message.calls.push(made);
        }
    }
    match entry.some("content") {
        Some(content) => message.push_text(content.filled()?),
        None if message.calls.is_empty() => {
            return Err(entry.fault("expected 'content' or 'tool_calls' in an assistant message"));
        }
        None => {}
    }
    Ok(message)
}

fn tool_call(call: &Call<'_>, node: &Node<'_>) -> Check<ToolCall> {
    node.only(&["id", "type", "function", "extra_content"])?;
    node.need("type")?.one_of(&["function"])?;
    let id = node.need("id")?.filled()?.to_owned();
    let function = node.need("function")?;
    function.only(&["name", "arguments"])?;
    if let Some(issued) = call.world.issued(&format!("extra:{id}")) {
        if node.value.get("extra_content") != Some(&issued) {
            return Err(node.fault("Function call is missing a thought_signature in functionCall parts."));
        }
    } else if let Some(extra) = node.get("extra_content") {
        return Err(Fault { kind: Kind::Unknown, ..extra.fault("") });
    }
    Ok(ToolCall {
        id,
        name: tools::name(&function.need("name")?)?.to_owned(),
        arguments: tools::arguments(&function.need("arguments")?)?,
    })
}

fn tool(entry: &Node<'_>, open: &mut Vec<ToolCall>) -> Check<ToolResult> {
    entry.only(&["role", "tool_call_id", "content"])?;
    let id = entry.need("tool_call_id")?;
    let call_id = id.text()?;
    let Some(place) = open.iter().position(|call| call.id == call_id) else {
        return Err(id.fault(
            "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        ));
    };
    let content = entry.need("content")?;
    if let Some(parts) = content.value.as_array() {
        let image = parts.iter().find_map(|part| part["type"].as_str().filter(|kind| *kind != "text"));
        return Err(match image {
            Some(kind) => {
                Fault { kind: Kind::Image, ..content.fault(format!("Invalid content part type: {kind}")) }
            }
            None => content.fault("must be a string"),
        });
    }
    let text = content.filled()?.to_owned();
    let call = open.remove(place);
    Ok(ToolResult { call_id: call.id, name: call.name, text, images: Vec::new(), is_error: false })
}
