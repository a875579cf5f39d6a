//! Messages and their blocks, and the pairing of calls with results.

use super::super::fault::{Check, Fault, Kind};
use super::super::node::Node;
use super::super::picture::{self, Bad, Rules};
use super::super::received::{Call as ToolCall, Image, Message, Role, ToolResult};
use super::super::tools;
use super::super::wire::Call;
use super::super::world::World;
use super::check::Ids;

/// Images in one request for models with the smaller window.
const IMAGES: usize = 100;
/// From more images than this on, none may have an edge over [`MANY_EDGE`].
const MANY: usize = 20;
const MANY_EDGE: u32 = 2_000;

const RULES: Rules = Rules {
    types: &["image/jpeg", "image/png", "image/gif", "image/webp"],
    edge: 8_000,
    characters: 10 * 1024 * 1024,
    url_safe: false,
};

/// A block may carry one; nested blocks of a result may not.
pub(super) fn cache_control(node: &Node<'_>) -> Check<()> {
    if node.value.is_null() {
        return Ok(());
    }
    node.only(&["type", "ttl"])?;
    node.need("type")?.one_of(&["ephemeral"])?;
    node.maybe("ttl", |ttl| ttl.one_of(&["5m", "1h"]))?;
    Ok(())
}

/// The text of a text block, which must say something.
pub(super) fn text<'a>(block: &Node<'a>, may_mark: bool) -> Check<&'a str> {
    block.only(if may_mark { &["type", "text", "cache_control"] } else { &["type", "text"] })?;
    block.maybe("cache_control", cache_control)?;
    let text = block.need("text")?;
    match text.text()? {
        "" => Err(block.fault("text content blocks must be non-empty")),
        blank if blank.trim().is_empty() => {
            Err(block.fault("text content blocks must contain non-whitespace text"))
        }
        filled => Ok(filled),
    }
}

/// All messages, checked. Neighbours of one role are read as one, as the vendor does.
pub(super) fn messages(call: &Call<'_>, node: &Node<'_>) -> Check<Vec<Message>> {
    let list = node.list()?;
    if list.is_empty() {
        return Err(node.fault("at least one message is required"));
    }
    let mut runs: Vec<Message> = Vec::new();
    let mut ids = Ids::new();
    let mut last_is_user = false;
    for message in &list {
        message.only(&["role", "content"])?;
        let is_user = message.need("role")?.one_of(&["user", "assistant"])? == "user";
        if runs.is_empty() && !is_user {
            return Err(message.fault("first message must use the \"user\" role"));
        }
        if runs.is_empty() || is_user != last_is_user {
            if !is_user {
                all_answered(message, &runs)?;
            }
            runs.push(Message::new(if is_user { Role::User } else { Role::Assistant }));
        }
        last_is_user = is_user;
        content(call, &message.need("content")?, is_user, &mut runs, &mut ids)?;
    }
    all_answered(node, &runs)?;
    if !last_is_user {
        return Err(Fault::invalid(
            "",
            "This model does not support assistant message prefill. The conversation must end with a user message.",
        ));
    }
    image_limits(&runs)?;
    Ok(runs)
}

/// Whether the calls of the assistant run before the last user run all have results.
fn all_answered(at: &Node<'_>, runs: &[Message]) -> Check<()> {
    let Some(position) = runs.iter().rposition(|run| run.role == Role::Assistant) else {
        return Ok(());
    };
    let answered = runs.get(position + 1).map(|run| &run.results);
    let missing = runs[position]
        .calls
        .iter()
        .find(|call| !answered.is_some_and(|results| results.iter().any(|result| result.call_id == call.id)));
    match missing {
        None => Ok(()),
        Some(call) => Err(at.fault(format!(
            "`tool_use` ids were found without `tool_result` blocks immediately after: {}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
            call.id
        ))),
    }
}

fn content(
    call: &Call<'_>,
    node: &Node<'_>,
    is_user: bool,
    runs: &mut [Message],
    ids: &mut Ids,
) -> Check<()> {
    let (run, before) = match runs {
        [before @ .., run] => (run, before),
        [] => return Ok(()),
    };
    if let Some(text) = node.value.as_str() {
        if text.trim().is_empty() {
            return Err(node.fault("text content blocks must be non-empty"));
        }
        run.push_text(text);
        return Ok(());
    }
    let blocks = node.list()?;
    if blocks.is_empty() {
        return Err(node.fault("messages must have non-empty content"));
    }
    for block in &blocks {
        let kind = block.need("type")?;
        match (kind.text()?, is_user) {
            ("text", _) => run.push_text(text(block, true)?),
            ("image", true) => run.images.push(image(call.world, block, true)?),
            ("document", true) => run.files.push(document(block, true)?),
            ("tool_result", true) => {
                let has_other = !run.text.is_empty() || !run.images.is_empty() || !run.files.is_empty();
                let result = result(call.world, block, before.last(), &run.results, has_other)?;
                run.role = Role::Tool;
                run.results.push(result);
            }
            ("tool_use", false) => run.calls.push(tool_use(block, ids)?),
            ("thinking", false) => {
                block.only(&["type", "thinking", "signature"])?;
                block.need("thinking")?.text()?;
                block.need("signature")?.filled()?;
            }
            ("redacted_thinking", false) => {
                block.only(&["type", "data"])?;
                block.need("data")?.filled()?;
            }
            (other, _) => {
                let role = if is_user { "user" } else { "assistant" };
                return Err(
                    kind.fault(format!("Input tag '{other}' is not allowed in a message of role {role}"))
                );
            }
        }
    }
    Ok(())
}

fn tool_use(block: &Node<'_>, ids: &mut Ids) -> Check<ToolCall> {
    block.only(&["type", "id", "name", "input", "cache_control", "caller"])?;
    block.maybe("cache_control", cache_control)?;
    let id = block.need("id")?;
    let text = id.text()?;
    if text.is_empty()
        || !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    {
        return Err(id.fault("String should match pattern '^[a-zA-Z0-9_-]+$'"));
    }
    let count = ids.entry(text.to_owned()).or_default();
    *count += 1;
    if *count > 1 {
        return Err(id.fault("`tool_use` ids must be unique"));
    }
    let input = block.need("input")?;
    input.object()?;
    Ok(ToolCall {
        id: text.to_owned(),
        name: tools::name(&block.need("name")?)?.to_owned(),
        arguments: input.value.clone(),
    })
}

fn result(
    world: &World,
    block: &Node<'_>,
    before: Option<&Message>,
    earlier: &[ToolResult],
    has_other: bool,
) -> Check<ToolResult> {
    block.only(&["type", "tool_use_id", "content", "is_error", "cache_control"])?;
    block.maybe("cache_control", cache_control)?;
    let id = block.need("tool_use_id")?;
    let call_id = id.text()?;
    let Some(call) = before.and_then(|run| run.calls.iter().find(|call| call.id == call_id)) else {
        return Err(id.fault(format!(
            "unexpected `tool_use_id` found in `tool_result` blocks: {call_id}. Each `tool_result` block must have a corresponding `tool_use` block in the previous message."
        )));
    };
    if earlier.iter().any(|result| result.call_id == call_id) {
        return Err(id.fault(format!(
            "each tool_use must have a single result. Found multiple `tool_result` blocks with id: {call_id}"
        )));
    }
    if has_other {
        return Err(block.fault("`tool_result` blocks must come before other content"));
    }
    let is_error = block.maybe("is_error", Node::flag)?.unwrap_or(false);
    let mut result = ToolResult {
        call_id: call_id.to_owned(),
        name: call.name.clone(),
        text: String::new(),
        images: Vec::new(),
        is_error,
    };
    let Some(content) = block.get("content") else {
        return Ok(result);
    };
    if let Some(text) = content.value.as_str() {
        if text.trim().is_empty() {
            return Err(content.fault("text content blocks must be non-empty"));
        }
        text.clone_into(&mut result.text);
        return Ok(result);
    }
    let nested = content.list()?;
    if nested.is_empty() {
        return Err(content.fault("List should have at least 1 item"));
    }
    for inner in &nested {
        let kind = inner.need("type")?.one_of(&["text", "image", "document"])?;
        if is_error && kind != "text" {
            return Err(content.fault("all content must be type \"text\" if \"is_error\" is true"));
        }
        match kind {
            "text" => super::super::received::push_line(&mut result.text, text(inner, false)?),
            "image" => result.images.push(image(world, inner, false)?),
            _ => {
                document(inner, false)?;
            }
        }
    }
    Ok(result)
}

fn image(world: &World, block: &Node<'_>, may_mark: bool) -> Check<Image> {
    block.only(if may_mark {
        &["type", "source", "cache_control", "transformations"]
    } else {
        &["type", "source"]
    })?;
    block.maybe("cache_control", cache_control)?;
    let source = block.need("source")?;
    source.need("type")?.one_of(&["base64"])?;
    source.only(&["type", "media_type", "data"])?;
    let declared = source.need("media_type")?.text()?;
    let data = source.need("data")?;
    picture::check(world, data.text()?, Some(declared), &RULES).map_err(|bad| {
        let words = match bad {
            Bad::Base64 => "invalid base64 data".to_owned(),
            Bad::Unsupported(_) => {
                "media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'".to_owned()
            }
            Bad::Mismatch { declared, found } => format!(
                "The image was specified using the {declared} media type, but the image appears to be a {found} image"
            ),
            Bad::Unreadable => "Could not process image".to_owned(),
            Bad::Edge(most) => {
                format!("At least one of the image dimensions exceed max allowed size: {most} pixels")
            }
            Bad::Bytes(_) => "image exceeds 10 MB maximum".to_owned(),
        };
        Fault { kind: Kind::Image, ..source.fault(words) }
    })
}

fn document(block: &Node<'_>, may_mark: bool) -> Check<(String, usize)> {
    block.only(&[
        "type",
        "source",
        "title",
        "context",
        "citations",
        if may_mark { "cache_control" } else { "type" },
    ])?;
    block.maybe("cache_control", cache_control)?;
    let source = block.need("source")?;
    source.only(&["type", "media_type", "data"])?;
    let media_type = match source.need("type")?.one_of(&["base64", "text"])? {
        "base64" => source.need("media_type")?.one_of(&["application/pdf"])?,
        _ => source.need("media_type")?.one_of(&["text/plain"])?,
    };
    let data = source.need("data")?;
    let text = data.filled()?;
    if media_type == "text/plain" {
        return Ok((media_type.to_owned(), text.len()));
    }
    match picture::decode(text, false) {
        Some(bytes) if bytes.starts_with(b"%PDF-") => Ok((media_type.to_owned(), bytes.len())),
        Some(_) => Err(data.fault("The PDF specified was not valid")),
        None => Err(data.fault("invalid base64 data")),
    }
}

fn image_limits(runs: &[Message]) -> Check<()> {
    let all = || {
        runs.iter()
            .flat_map(|run| run.images.iter().chain(run.results.iter().flat_map(|result| &result.images)))
    };
    let count = all().count();
    if count > IMAGES {
        return Err(Fault::new(Kind::Image, 400, format!("too many images: {count} > {IMAGES}")));
    }
    if count > MANY && all().any(|image| image.width.max(image.height) > MANY_EDGE) {
        let words = format!(
            "At least one of the image dimensions exceed max allowed size for many-image requests: {MANY_EDGE} pixels"
        );
        return Err(Fault::new(Kind::Image, 400, words).with_code("image_dimensions_too_large"));
    }
    Ok(())
}
