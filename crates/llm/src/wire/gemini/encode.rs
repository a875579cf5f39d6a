//! Canonical request to body.

use super::{
    ID, model, schema,
    types::{Blob, Call, Content, Declaration, Large, Outcome, Part, Response, System, Tools},
};
use crate::{
    LlmError,
    canonical::{Attachment, Echo, Message, Request, ToolCall, ToolChoice, ToolResult},
    endpoint::Options,
    wire::{
        body::{self, Data, Images, blank},
        ids::is_local,
    },
};
use fuseforks_media::Image;
use serde_json::{Map, Value, json};

/// Stands where a signature is wanted and none is at hand: the provider's blob of this round was thrown
/// away. The API takes it for any call.
const NO_SIGNATURE: &str = "skip_thought_signature_validator";

/// Writes the body.
pub(super) fn body(request: &Request, options: &Options) -> Result<Vec<u8>, LlmError> {
    let mut contents = Vec::with_capacity(request.messages.len());
    let mut run: Vec<&ToolResult> = Vec::new();
    for message in &request.messages {
        if !matches!(message, Message::Tool(_)) {
            contents.extend(responses(&run, &request.model));
            run.clear();
        }
        match message {
            Message::User { text, attachments, .. } => {
                let attached = attachments.iter().map(attachment);
                contents.extend(content("user", attached.chain(said(text)).collect()));
            }
            Message::Assistant { text, calls, echo } => {
                contents.extend(content("model", model_parts(text, calls, echo.as_ref(), request)));
            }
            Message::Tool(result) => run.push(result),
        }
    }
    contents.extend(responses(&run, &request.model));
    let system: Vec<Part<'_>> = request.system.iter().filter_map(|part| said(&part.text)).collect();
    let declarations: Vec<Declaration<'_>> = request
        .tools
        .iter()
        .map(|tool| Declaration {
            name: &tool.name,
            description: &tool.description,
            parameters: schema::degrade(&tool.parameters),
        })
        .collect();
    let large = Large {
        system_instruction: (!system.is_empty()).then_some(System { parts: system }),
        tools: (!declarations.is_empty()).then_some([Tools { function_declarations: declarations }]),
        contents,
    };
    body::write(head(request), &options.extra, &large, Images::Bare, body::room(request))
}

/// The model's name is in the path.
fn head(request: &Request) -> Map<String, Value> {
    let mut generation = Map::new();
    if let Some(most) = request.max_output_tokens {
        generation.insert("maxOutputTokens".into(), most.into());
    }
    if let Some(temperature) = request.temperature {
        generation.insert("temperature".into(), body::number(temperature));
    }
    if let Some(thinking) = model::thinking(&request.model, request.effort) {
        generation.insert("thinkingConfig".into(), thinking);
    }
    let mut head = Map::new();
    if !generation.is_empty() {
        head.insert("generationConfig".into(), generation.into());
    }
    if request.tool_choice == ToolChoice::None && !request.tools.is_empty() {
        head.insert("toolConfig".into(), json!({"functionCallingConfig": {"mode": "NONE"}}));
    }
    head
}

fn content<'a>(role: &'static str, parts: Vec<Part<'a>>) -> Option<Content<'a>> {
    (!parts.is_empty()).then_some(Content { role, parts })
}

fn model_parts<'a>(
    text: &'a str,
    calls: &'a [ToolCall],
    echo: Option<&'a Echo>,
    request: &Request,
) -> Vec<Part<'a>> {
    let own = echo.filter(|echo| echo.wire == ID && echo.model == request.model);
    // Signatures are not bound to what came before, so an edited history keeps them.
    if let Some(items) = own.and_then(|echo| echo.items.as_array()).filter(|items| !items.is_empty()) {
        return items.iter().map(Part::Echo).collect();
    }
    let signature = model::wants_signatures(&request.model).then_some(NO_SIGNATURE);
    let calls = calls.iter().enumerate().map(|(index, call)| Part::Call {
        function_call: Call { id: sent_id(&call.id), name: &call.name, args: &call.arguments },
        // Of parallel calls the first one has it.
        thought_signature: signature.filter(|_| index == 0),
    });
    said(text).into_iter().chain(calls).collect()
}

/// The one user content that answers a model turn.
fn responses<'a>(run: &[&'a ToolResult], model: &str) -> Option<Content<'a>> {
    let inside = model::images_in_responses(model);
    let mut parts: Vec<Part<'a>> = run
        .iter()
        .map(|result| Part::Response {
            function_response: Response {
                id: sent_id(&result.call),
                name: &result.name,
                response: if result.is_error {
                    Outcome::Error(&result.text)
                } else {
                    Outcome::Result(&result.text)
                },
                parts: if inside { result.images.iter().map(image).collect() } else { Vec::new() },
            },
        })
        .collect();
    if !inside {
        parts.extend(run.iter().flat_map(|result| &result.images).map(image));
    }
    content("user", parts)
}

/// An id the provider gave; one of ours means nothing to it.
fn sent_id(id: &str) -> Option<&str> {
    (!is_local(id)).then_some(id)
}

fn attachment(attachment: &Attachment) -> Part<'_> {
    match attachment {
        Attachment::Image(checked) => image(checked),
        Attachment::Other { media_type, bytes, .. } => {
            let data = Data::Made(base64_simd::STANDARD.encode_to_string(bytes));
            Part::Blob { inline_data: Blob { mime_type: media_type, data } }
        }
    }
}

fn image(image: &Image) -> Part<'_> {
    Part::Blob { inline_data: Blob { mime_type: image.media_type(), data: Data::Shared(image.base64()) } }
}

fn said(text: &str) -> Option<Part<'_>> {
    (!blank(text)).then_some(Part::Text { text })
}
