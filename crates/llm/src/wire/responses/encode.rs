//! Canonical request to body.

use super::{
    types::{Content, Item, Large, Made, Part, Tool},
    vendor::Vendor,
};
use crate::{
    LlmError,
    canonical::{Attachment, AttachmentKind, Message, Request, ToolCall, ToolChoice, ToolResult},
    endpoint::Options,
    wire::{
        body::{self, Base64, Images, JsonText, blank},
        schema::ObjectSchema,
    },
};
use fuseforks_media::Image;
use serde_json::{Map, Value, json};

/// Writes the body.
pub(super) fn body(vendor: &Vendor, request: &Request, options: &Options) -> Result<Vec<u8>, LlmError> {
    let mut input = Vec::with_capacity(request.messages.len() + 1);
    let system = body::system_text(request);
    if !system.is_empty() {
        input.push(Item::Said { role: "system", content: Content::Joined(system) });
    }
    let mut signatures: Vec<(&str, &str)> = Vec::new();
    for message in &request.messages {
        match message {
            Message::User { text, attachments, .. } => input.extend(user(vendor, text, attachments)),
            Message::Assistant { text, calls, echo } => {
                signatures.clear();
                let own = echo.as_ref().filter(|e| e.wire == vendor.id && e.model == request.model);
                match own.and_then(|echo| echo.items.as_array()).filter(|items| !items.is_empty()) {
                    Some(items) => {
                        signatures.extend(items.iter().filter_map(signature));
                        input.extend(items.iter().filter_map(|item| echoed(vendor, item)));
                    }
                    None => input.extend(assistant(text, calls)),
                }
            }
            Message::Tool(result) => input.push(output(vendor, result, &signatures)),
        }
    }
    let strict = vendor.strict.then_some(false);
    let tools = request.tools.iter().filter(|_| tools_stay(vendor, request)).map(|tool| Tool {
        name: &tool.name,
        description: &tool.description,
        parameters: ObjectSchema::listed(&tool.parameters),
        strict,
    });
    let large = Large { tools: tools.collect(), input };
    body::write(head(vendor, request), &options.extra, &large, Images::DataUrl, body::room(request))
}

/// A vendor without `tool_choice: none` is told "no tools" by giving none; its history of calls stays valid.
fn tools_stay(vendor: &Vendor, request: &Request) -> bool {
    vendor.tool_choice || request.tool_choice == ToolChoice::Auto
}

fn head(vendor: &Vendor, request: &Request) -> Map<String, Value> {
    let mut head = Map::new();
    head.insert("model".into(), request.model.clone().into());
    head.insert("stream".into(), true.into());
    if vendor.store {
        head.insert("store".into(), false.into());
    }
    if let Some(most) = request.max_output_tokens {
        head.insert("max_output_tokens".into(), most.max(vendor.least_output).into());
    }
    if let Some(temperature) = request.temperature.filter(|_| (vendor.temperature)(&request.model)) {
        head.insert("temperature".into(), body::number(temperature));
    }
    if let Some(effort) = request.effort.and_then(|effort| (vendor.effort)(&request.model, effort)) {
        let mut reasoning = json!({ "effort": effort });
        if let Some(summary) = vendor.summary {
            reasoning["summary"] = summary.into();
        }
        head.insert("reasoning".into(), reasoning);
    }
    if (vendor.include_reasoning)(&request.model) {
        head.insert("include".into(), json!(["reasoning.encrypted_content"]));
    }
    if request.tool_choice == ToolChoice::None && !request.tools.is_empty() && vendor.tool_choice {
        head.insert("tool_choice".into(), "none".into());
    }
    if let Some(key) = request.cache_key.as_ref().filter(|_| vendor.cache_key) {
        head.insert("prompt_cache_key".into(), key.clone().into());
    }
    head
}

fn user<'a>(vendor: &Vendor, text: &'a str, attachments: &'a [Attachment]) -> Option<Item<'a>> {
    let mut parts: Vec<Part<'_>> = attachments
        .iter()
        .filter(|attachment| vendor.attachments.contains(&attachment.kind()))
        .map(|attached| attachment(attached, vendor.detail))
        .collect();
    let content = match (parts.is_empty(), blank(text)) {
        (true, true) => return None,
        (true, false) => Content::Text(text),
        (false, wordless) => {
            parts.extend((!wordless).then_some(Part::Text { text }));
            Content::Parts(parts)
        }
    };
    Some(Item::Said { role: "user", content })
}

fn assistant<'a>(text: &'a str, calls: &'a [ToolCall]) -> impl Iterator<Item = Item<'a>> {
    let said = (!blank(text)).then_some(Item::Said { role: "assistant", content: Content::Text(text) });
    said.into_iter().chain(calls.iter().map(|call| {
        Item::Made(Made::FunctionCall {
            call_id: &call.id,
            name: &call.name,
            arguments: JsonText(&call.arguments),
        })
    }))
}

/// An item on its way back.
fn echoed<'a>(vendor: &Vendor, item: &'a Value) -> Option<Item<'a>> {
    let kind = item.get("type").and_then(Value::as_str).unwrap_or_default();
    if !vendor.echoes.is_empty() && !vendor.echoes.contains(&kind) {
        return None;
    }
    if kind == "message" && vendor.plain_messages {
        let text = message_text(item);
        let content = json!({"role": "assistant", "content": text});
        return (!blank(&text)).then_some(Item::Changed(content));
    }
    Some(Item::Echo(item))
}

/// The texts of a message item.
pub(super) fn message_text(item: &Value) -> String {
    let parts = item.get("content").and_then(Value::as_array).into_iter().flatten();
    parts.filter_map(|part| part.get("text").or_else(|| part.get("refusal"))?.as_str()).collect()
}

/// The call and the signature of an item that has both.
fn signature(item: &Value) -> Option<(&str, &str)> {
    Some((item.get("call_id")?.as_str()?, item.get("thought_signature")?.as_str()?))
}

fn output<'a>(vendor: &Vendor, result: &'a ToolResult, signatures: &[(&str, &'a str)]) -> Item<'a> {
    let output = if result.images.is_empty() {
        Content::Text(&result.text)
    } else {
        let text = (!blank(&result.text)).then_some(Part::Text { text: &result.text });
        Content::Parts(text.into_iter().chain(result.images.iter().map(|shown| image(shown, None))).collect())
    };
    let signed = signatures.iter().find(|(call, _)| *call == result.call).map(|(_, signature)| *signature);
    let thought_signature = signed.filter(|_| vendor.signed_outputs);
    Item::Made(Made::FunctionCallOutput {
        call_id: &result.call,
        output,
        name: thought_signature.map(|_| result.name.as_str()),
        thought_signature,
    })
}

fn attachment<'a>(attachment: &'a Attachment, detail: Option<&'static str>) -> Part<'a> {
    match attachment {
        Attachment::Image(checked) => image(checked, detail),
        Attachment::Other { kind, media_type, name, bytes } => {
            let base64 = base64_simd::STANDARD.encode_to_string(bytes);
            let data_url = || format!("data:{media_type};base64,{base64}");
            match kind {
                AttachmentKind::Audio => Part::Audio { data: base64, format: audio_format(media_type) },
                AttachmentKind::Video => Part::Video { video_url: data_url() },
                AttachmentKind::Image | AttachmentKind::Pdf => {
                    let filename = if name.is_empty() { "file.pdf" } else { name };
                    Part::File { filename, file_data: data_url() }
                }
            }
        }
    }
}

fn audio_format(media_type: &str) -> &str {
    match media_type {
        "audio/mpeg" => "mp3",
        other => other.strip_prefix("audio/").unwrap_or(other),
    }
}

fn image<'a>(image: &'a Image, detail: Option<&'static str>) -> Part<'a> {
    Part::Image { image_url: Base64(image.base64()), detail }
}
