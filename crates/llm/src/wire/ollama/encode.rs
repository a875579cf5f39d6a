//! Canonical request to body.

use super::{
    ID, schema,
    types::{Call, CallFunction, Function, Large, Tool, Turn},
};
use crate::{
    LlmError,
    canonical::{Attachment, Effort, Message, Request, ToolChoice},
    endpoint::{Options, Vision},
    wire::{
        body::{self, Base64, Images, blank},
        ids::is_local,
    },
};
use fuseforks_media::Image;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// Writes the body.
pub(super) fn body(request: &Request, options: &Options) -> Result<Vec<u8>, LlmError> {
    let jpegs = Jpegs::of(request, options);
    let mut messages = Vec::with_capacity(request.messages.len() + 1);
    let system = body::system_text(request);
    if !system.is_empty() {
        messages.push(Turn { content: system.into(), ..turn("system") });
    }
    for message in &request.messages {
        messages.extend(match message {
            Message::User { text, attachments, .. } => {
                let images: Vec<Base64<'_>> = attachments
                    .iter()
                    .filter_map(|attachment| match attachment {
                        Attachment::Image(image) => jpegs.get(image),
                        Attachment::Other { .. } => None,
                    })
                    .collect();
                let said = !blank(text) || !images.is_empty();
                said.then(|| Turn { content: text.into(), images, ..turn("user") })
            }
            Message::Assistant { text, calls, echo } => {
                let own = echo.as_ref().filter(|echo| echo.wire == ID && echo.model == request.model);
                let thinking = own.and_then(|echo| echo.items.get("thinking")?.as_str());
                let said = !blank(text) || !calls.is_empty();
                said.then(|| Turn {
                    content: text.into(),
                    thinking: thinking.filter(|thinking| !thinking.is_empty()),
                    tool_calls: calls
                        .iter()
                        .map(|call| Call {
                            id: sent_id(&call.id),
                            function: CallFunction { name: &call.name, arguments: &call.arguments },
                        })
                        .collect(),
                    ..turn("assistant")
                })
            }
            Message::Tool(result) => Some(Turn {
                content: (&result.text).into(),
                tool_name: Some(&result.name),
                tool_call_id: sent_id(&result.call),
                images: result.images.iter().filter_map(|image| jpegs.get(image)).collect(),
                ..turn("tool")
            }),
        });
    }
    let offered = request.tools.iter().filter(|_| request.tool_choice == ToolChoice::Auto);
    let tools = offered.map(|tool| Tool {
        function: Function {
            name: &tool.name,
            description: &tool.description,
            parameters: schema::degrade(&tool.parameters),
        },
    });
    let large = Large { tools: tools.collect(), messages };
    body::write(head(request, options), &options.extra, &large, Images::Bare, body::room(request))
}

fn head(request: &Request, options: &Options) -> Map<String, Value> {
    let mut inner = Map::new();
    // The server's own default is small and it cuts the oldest messages silently.
    if let Some(window) = options.window {
        inner.insert("num_ctx".into(), window.into());
    }
    if let Some(most) = request.max_output_tokens {
        inner.insert("num_predict".into(), most.into());
    }
    if let Some(temperature) = request.temperature {
        inner.insert("temperature".into(), body::number(temperature));
    }
    let mut head = Map::new();
    head.insert("model".into(), request.model.clone().into());
    head.insert("stream".into(), true.into());
    if let Some(effort) = request.effort {
        head.insert(
            "think".into(),
            match effort {
                Effort::None => false.into(),
                Effort::Low => "low".into(),
                Effort::Medium => "medium".into(),
                Effort::High => "high".into(),
            },
        );
    }
    if !inner.is_empty() {
        head.insert("options".into(), inner.into());
    }
    head
}

fn turn(role: &'static str) -> Turn<'static> {
    Turn {
        role,
        content: Cow::Borrowed(""),
        thinking: None,
        tool_calls: Vec::new(),
        tool_name: None,
        tool_call_id: None,
        images: Vec::new(),
    }
}

fn sent_id(id: &str) -> Option<&str> {
    (!is_local(id)).then_some(id)
}

/// The images of a request as this wire sends them: none to a model that is not known to see, and WebP as
/// JPEG. What cannot be re-encoded goes as it is.
struct Jpegs {
    send: bool,
    made: Vec<(Image, Image)>,
}

impl Jpegs {
    fn of(request: &Request, options: &Options) -> Self {
        Self { send: options.vision == Vision::Yes, made: options.jpegs.of(request) }
    }

    fn get<'a>(&'a self, image: &'a Image) -> Option<Base64<'a>> {
        let made = self.made.iter().find(|(from, _)| from == image).map(|(_, to)| to);
        self.send.then(|| Base64(made.unwrap_or(image).base64()))
    }
}
