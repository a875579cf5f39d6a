//! Canonical request to body.

use super::{
    ID, model,
    types::{Calls, Content, ImageUrl, Large, Part, Tool, Turn},
};
use crate::{
    LlmError,
    canonical::{Attachment, Echo, Effort, Message, Request, ToolCall, ToolChoice, ToolResult},
    endpoint::Options,
    wire::body::{self, Base64, Images, blank},
};
use fuseforks_media::Image;
use serde_json::{Map, Value, json};

/// Writes the body.
pub(super) fn body(request: &Request, options: &Options) -> Result<Vec<u8>, LlmError> {
    let mut messages = Vec::with_capacity(request.messages.len() + 1);
    let system = body::system_text(request);
    if !system.is_empty() {
        messages.push(Turn::System { content: system });
    }
    let mut run: Vec<&ToolResult> = Vec::new();
    for message in &request.messages {
        if !matches!(message, Message::Tool(_)) {
            messages.extend(carrier(&run));
            run.clear();
        }
        match message {
            Message::User { text, attachments, .. } => messages.extend(user(text, attachments)),
            Message::Assistant { text, calls, echo } => {
                messages.extend(assistant(text, calls, echo.as_ref(), request));
            }
            Message::Tool(result) => {
                messages.push(Turn::Tool { tool_call_id: &result.call, content: &result.text });
                run.push(result);
            }
        }
    }
    messages.extend(carrier(&run));
    let large = Large { tools: request.tools.iter().map(Tool::from).collect(), messages };
    body::write(head(request, options), &options.extra, &large, Images::DataUrl, body::room(request))
}

fn head(request: &Request, options: &Options) -> Map<String, Value> {
    let reasoning = model::is_reasoning(&request.model);
    let mut head = Map::new();
    head.insert("model".into(), request.model.clone().into());
    head.insert("stream".into(), true.into());
    head.insert("stream_options".into(), json!({"include_usage": true}));
    if let Some(most) = request.max_output_tokens {
        let name = if reasoning { "max_completion_tokens" } else { "max_tokens" };
        head.insert(name.into(), most.into());
    }
    if let Some(temperature) = request.temperature.filter(|_| !reasoning) {
        head.insert("temperature".into(), body::number(temperature));
    }
    if let Some(effort) = effort(request) {
        head.insert("reasoning_effort".into(), effort.into());
    }
    if request.tool_choice == ToolChoice::None && !request.tools.is_empty() {
        head.insert("tool_choice".into(), "none".into());
    }
    // Unknown fields make some compatible servers refuse the request.
    if let Some(key) = request.cache_key.as_ref().filter(|_| options.host == "api.openai.com") {
        head.insert("prompt_cache_key".into(), key.clone().into());
    }
    head
}

fn effort(request: &Request) -> Option<&'static str> {
    if !request.tools.is_empty() && model::wants_no_effort_with_tools(&request.model) {
        return Some("none");
    }
    Some(match request.effort? {
        Effort::None => "none",
        Effort::Low => "low",
        Effort::Medium => "medium",
        Effort::High => "high",
    })
}

fn user<'a>(text: &'a str, attachments: &'a [Attachment]) -> Option<Turn<'a>> {
    let mut parts: Vec<Part<'_>> = attachments
        .iter()
        .filter_map(|attachment| match attachment {
            Attachment::Image(checked) => Some(image(checked)),
            Attachment::Other { .. } => None,
        })
        .collect();
    let content = match (parts.is_empty(), blank(text)) {
        (true, true) => return None,
        (true, false) => Content::Text(text),
        (false, spoken) => {
            parts.extend((!spoken).then_some(Part::Text { text }));
            Content::Parts(parts)
        }
    };
    Some(Turn::User { content })
}

fn assistant<'a>(
    text: &'a str,
    calls: &'a [ToolCall],
    echo: Option<&'a Echo>,
    request: &Request,
) -> Option<Turn<'a>> {
    let content = (!blank(text)).then_some(text);
    if content.is_none() && calls.is_empty() {
        return None;
    }
    let own = echo.filter(|echo| echo.wire == ID && echo.model == request.model);
    let tool_calls = match own.and_then(|echo| echo.items.get("tool_calls")) {
        Some(items) => Calls::Echo(items),
        None => Calls::Own(calls.iter().map(Into::into).collect()),
    };
    Some(Turn::Assistant { content, tool_calls })
}

/// The one user message that carries the images of a run of tool messages: for each result in call order
/// its caption, then its images. It never stands between two tool messages: every call must be answered
/// before another role speaks.
fn carrier<'a>(run: &[&'a ToolResult]) -> Option<Turn<'a>> {
    let mut parts = Vec::new();
    for result in run.iter().filter(|result| !result.images.is_empty()) {
        if let Some(caption) = result.caption.as_deref().filter(|caption| !blank(caption)) {
            parts.push(Part::Text { text: caption });
        }
        parts.extend(result.images.iter().map(image));
    }
    (!parts.is_empty()).then_some(Turn::User { content: Content::Parts(parts) })
}

fn image(image: &Image) -> Part<'_> {
    Part::ImageUrl { image_url: ImageUrl { url: Base64(image.base64()) } }
}
