//! Canonical request to body.

use super::{
    ID, model,
    types::{Block, Content, Large, Own, Source, Tool, Turn},
};
use crate::{
    LlmError,
    canonical::{Attachment, AttachmentKind, Message, Request, ToolChoice, ToolResult},
    endpoint::Options,
    wire::body::{self, Data, Images, blank},
};
use serde_json::{Map, Value, json};

/// Tokens of an answer if nobody said; every model since 3.5 allows as many.
const DEFAULT_MAX_TOKENS: u32 = 8192;

/// Cache boundaries a request may have.
const BOUNDARIES: usize = 4;

/// Writes the body.
pub(super) fn body(request: &Request, options: &Options) -> Result<Vec<u8>, LlmError> {
    let mut large = Large {
        system: request.system.iter().filter_map(|part| text(&part.text)).collect(),
        tools: request.tools.iter().map(Tool::from).collect(),
        messages: Vec::with_capacity(request.messages.len()),
    };
    let mut marks = Vec::new();
    for message in &request.messages {
        push(&mut large.messages, message, request, &mut marks);
    }
    place_boundaries(&mut large, request, &marks);
    body::write(head(request), &options.extra, &large, Images::Bare, body::room(request))
}

fn head(request: &Request) -> Map<String, Value> {
    let max_tokens = request.max_output_tokens.unwrap_or(DEFAULT_MAX_TOKENS);
    let mut head = Map::new();
    head.insert("model".into(), request.model.clone().into());
    head.insert("max_tokens".into(), max_tokens.into());
    head.insert("stream".into(), true.into());
    if let Some(temperature) = request.temperature.filter(|_| !model::fixed_sampling(&request.model)) {
        head.insert("temperature".into(), body::number(temperature));
    }
    if let Some(effort) = request.effort {
        model::think(&mut head, &request.model, effort, max_tokens, bare_calls(request));
    }
    // Tools stay while the history holds calls: a request without them would be refused.
    if request.tool_choice == ToolChoice::None && !request.tools.is_empty() {
        head.insert("tool_choice".into(), json!({"type": "none"}));
    }
    head
}

/// Calls since the last user message that go back without their thinking.
fn bare_calls(request: &Request) -> bool {
    request.messages.iter().rev().take_while(|message| !matches!(message, Message::User { .. })).any(|m| {
        matches!(m, Message::Assistant { calls, .. } if !calls.is_empty())
            && (request.drop_thinking || echo(m, request).is_none())
    })
}

/// Appends a message. Neighbours of one role become one message, so that all results of a round stand
/// together and roles alternate.
fn push<'a>(
    turns: &mut Vec<Turn<'a>>,
    message: &'a Message,
    request: &'a Request,
    marks: &mut Vec<(usize, usize)>,
) {
    let (role, mut blocks): (_, Vec<Block<'_>>) = match message {
        Message::User { text: said, attachments, .. } => {
            let attached = attachments.iter().filter_map(attachment);
            ("user", attached.chain(text(said)).collect())
        }
        Message::Assistant { text: said, calls, .. } => match echo(message, request) {
            Some(items) => {
                let kept = items.iter().filter(|item| !(request.drop_thinking && is_thinking(item)));
                ("assistant", kept.map(Block::Echo).collect())
            }
            None => {
                let calls = calls.iter().map(|call| {
                    Block::Own(Own::ToolUse { id: &call.id, name: &call.name, input: &call.arguments })
                });
                ("assistant", text(said).into_iter().chain(calls).collect())
            }
        },
        Message::Tool(result) => ("user", vec![tool_result(result)]),
    };
    if blocks.is_empty() {
        return;
    }
    match turns.last_mut().filter(|last| last.role == role) {
        Some(last) => last.content.0.append(&mut blocks),
        None => turns.push(Turn { role, content: Content(blocks) }),
    }
    if matches!(message, Message::User { cache: true, .. }) {
        marks.extend(last_block(turns));
    }
}

/// Where the last block stands: message, block.
fn last_block(turns: &[Turn<'_>]) -> Option<(usize, usize)> {
    turns.last().map(|turn| (turns.len() - 1, turn.content.0.len().saturating_sub(1)))
}

/// The provider's own blocks of a round, if this provider and model made them.
fn echo<'a>(message: &'a Message, request: &Request) -> Option<&'a Vec<Value>> {
    match message {
        Message::Assistant { echo: Some(echo), .. } if echo.wire == ID && echo.model == request.model => {
            echo.items.as_array().filter(|items| !items.is_empty())
        }
        _ => None,
    }
}

fn is_thinking(block: &Value) -> bool {
    matches!(block.get("type").and_then(Value::as_str), Some("thinking" | "redacted_thinking"))
}

fn tool_result(result: &ToolResult) -> Block<'_> {
    let blocks: Vec<Block<'_>> = result.images.iter().map(image).chain(text(&result.text)).collect();
    Block::Own(Own::ToolResult {
        tool_use_id: &result.call,
        content: (!blocks.is_empty()).then_some(Content(blocks)),
        is_error: result.is_error && result.images.is_empty(),
        cache_control: None,
    })
}

fn attachment(attachment: &Attachment) -> Option<Block<'_>> {
    match attachment {
        Attachment::Image(checked) => Some(image(checked)),
        Attachment::Other { kind: AttachmentKind::Pdf, media_type, name, bytes } => {
            let data = Data::Made(base64_simd::STANDARD.encode_to_string(bytes));
            Some(Block::Own(Own::Document {
                source: Source { media_type, data },
                title: name,
                cache_control: None,
            }))
        }
        Attachment::Other { .. } => None,
    }
}

fn image(image: &fuseforks_media::Image) -> Block<'_> {
    let source = Source { media_type: image.media_type(), data: Data::Shared(image.base64()) };
    Block::Own(Own::Image { source, cache_control: None })
}

/// A text block; none for a blank text, which the API refuses.
fn text(text: &str) -> Option<Block<'_>> {
    (!blank(text)).then_some(Block::Own(Own::Text { text, cache_control: None }))
}

/// Marks what the request asks to be cached, at most four boundaries: the earliest, which changes least,
/// and the latest, which cover most. A request that uses the cache inside a tool loop also gets one after
/// its last result, so that the next round reads this one.
fn place_boundaries(large: &mut Large<'_>, request: &Request, marks: &[(usize, usize)]) {
    let visible = request.system.iter().filter(|part| !blank(&part.text));
    let mut places: Vec<(Option<usize>, usize)> =
        visible.enumerate().filter(|(_, part)| part.cache).map(|(index, _)| (None, index)).collect();
    places.extend(marks.iter().map(|(turn, block)| (Some(*turn), *block)));
    if !places.is_empty() && matches!(request.messages.last(), Some(Message::Tool(_))) {
        places.extend(last_block(&large.messages).map(|(turn, block)| (Some(turn), block)));
    }
    places.dedup();
    if places.len() > BOUNDARIES {
        places.drain(1..places.len() - (BOUNDARIES - 1));
    }
    for (turn, block) in places {
        let blocks = match turn {
            None => Some(&mut large.system),
            Some(turn) => large.messages.get_mut(turn).map(|turn| &mut turn.content.0),
        };
        if let Some(block) = blocks.and_then(|blocks| blocks.get_mut(block)) {
            block.mark();
        }
    }
}
