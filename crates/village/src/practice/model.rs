//! The practice model behind the seam of all models.

use super::{
    asking::{Asking, asking, others, passing_on},
    colours::{Colour, Measured, measure},
    grammar::{Wish, camera, status, wish},
    memory,
};
use crate::text::{Language, Text, mentions};
use async_trait::async_trait;
use fuseforks_llm::{
    Backend, Delta, ErrorCode, LlmError, Reply, Sink,
    canonical::{Attachment, Finish, Message, Request, ToolCall, ToolChoice, ToolResult, Usage},
};
use fuseforks_media::{Image, Limits, pixels};
use serde_json::Map;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Edge of the picture that is measured, in pixels: names of colours need no more.
const MEASURED_EDGE: u32 = 160;
/// Characters of a tool's text that are repeated.
const QUOTED: usize = 2000;

/// A stand-in for a model.
#[derive(Clone)]
pub(crate) struct PracticeModel {
    language: Language,
    limits: Limits,
    pace: Duration,
}

impl PracticeModel {
    /// Answers in `language`, waiting `pace` between two pieces.
    #[must_use]
    pub(crate) fn new(language: Language, limits: Limits, pace: Duration) -> Self {
        Self { language, limits, pace }
    }

    /// Measures pictures, which blocks; asks `cancelled` while it does.
    fn answer(&self, request: &Request, cancelled: &dyn Fn() -> bool) -> Reply {
        let text = Text::of(self.language);
        let results: Vec<&ToolResult> = request
            .messages
            .iter()
            .rev()
            .map_while(|message| match message {
                Message::Tool(result) => Some(result),
                Message::User { .. } | Message::Assistant { .. } => None,
            })
            .collect();
        if !results.is_empty() {
            return said(self.report(text, &request.tools, results.into_iter().rev(), cancelled));
        }
        let Some((Message::User { text: asked, attachments, .. }, earlier)) = request.messages.split_last()
        else {
            return said(text.practice_who());
        };
        if *asked == text.summary_instruction() {
            return said(memory::summary(text, earlier));
        }
        let shown: Vec<&Image> = attachments
            .iter()
            .filter_map(|attachment| match attachment {
                Attachment::Image(image) => Some(image),
                Attachment::Other { .. } => None,
            })
            .collect();
        if !shown.is_empty() {
            return said(format!("{}\n{}", self.pictures(text, &shown, cancelled), text.practice_measured()));
        }
        let asked = body(text, asked);
        let wish = wish(text, asked);
        let tools: &[_] = if request.tool_choice == ToolChoice::None { &[] } else { &request.tools };
        if let Some(asking) = asking(text, asked, tools) {
            return calls(text, request, asking);
        }
        let tool = match wish {
            Wish::Look => camera(text, tools),
            Wish::Status => status(text, tools),
            Wish::Recall => return said(memory::recalled(text, earlier)),
            Wish::Help => None,
        };
        match (wish, tool) {
            (Wish::Help | Wish::Recall, _) => {
                let asks = mentions(asked, &text.practice_words_ask());
                let wonders = mentions(asked, &text.practice_words_help());
                let first = (asks && !wonders).then(|| self.nobody(text, tools));
                let lines: Vec<String> = first.into_iter().chain([self.introduce(text, tools)]).collect();
                said(lines.join("\n\n"))
            }
            (_, Some(tool)) => {
                calls(text, request, Asking { tool: tool.name.clone(), arguments: Map::new() })
            }
            (Wish::Look | Wish::Status, None) => match passing_on(text, asked, tools) {
                Some(asking) => calls(text, request, asking),
                None if wish == Wish::Look => said(text.practice_no_camera()),
                None => said(text.practice_no_status()),
            },
        }
    }

    fn nobody(&self, text: &Text, tools: &[fuseforks_llm::canonical::ToolSpec]) -> String {
        let names: Vec<String> = others(text, tools).into_iter().map(|other| other.name).collect();
        match names.is_empty() {
            true => text.practice_nobody_at_all(),
            false => text.practice_nobody(&names.join(&text.practice_separator())),
        }
    }

    fn introduce(&self, text: &Text, tools: &[fuseforks_llm::canonical::ToolSpec]) -> String {
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
        let tools = if names.is_empty() {
            text.practice_no_tools()
        } else {
            text.practice_tools(&names.join(&text.practice_separator()))
        };
        [text.practice_who(), text.practice_can(), tools].join("\n\n")
    }

    fn report<'a>(
        &self,
        text: &Text,
        tools: &[fuseforks_llm::canonical::ToolSpec],
        results: impl Iterator<Item = &'a ToolResult>,
        cancelled: &dyn Fn() -> bool,
    ) -> String {
        let others = others(text, tools);
        let mut lines = Vec::new();
        let mut measured = false;
        for result in results {
            let quoted: String = result.text.chars().take(QUOTED).collect();
            let other = others.iter().find(|other| result.name == format!("ask_{}", other.id));
            if result.name == "plan" {
                lines.push(quoted);
            } else if let Some(other) = other {
                lines.push(format!("{}\n{quoted}", text.practice_answered(&other.name)));
            } else if result.is_error {
                lines.push(format!("{}\n{quoted}", text.practice_refused(&result.name)));
            } else if !result.images.is_empty() {
                lines.push(self.pictures(text, &result.images.iter().collect::<Vec<_>>(), cancelled));
                measured = true;
            } else {
                lines.push(format!("{}\n{quoted}", text.practice_status(&result.name)));
                let promised = result.name.contains("image") || result.name.contains("frame");
                if promised {
                    lines.push(text.practice_no_picture());
                }
            }
        }
        if measured {
            lines.push(text.practice_measured());
        }
        lines.join("\n\n")
    }

    fn pictures(&self, text: &Text, images: &[&Image], cancelled: &dyn Fn() -> bool) -> String {
        let several = images.len() > 1;
        let lines = images.iter().enumerate().map(|(index, image)| {
            let line = match pixels(image.bytes(), MEASURED_EDGE, &self.limits, cancelled) {
                Ok(pixels) => picture(text, &measure(&pixels, image.width(), image.height())),
                Err(_) => text.practice_undecodable(),
            };
            if several { format!("{} {line}", text.practice_picture_number(index + 1)) } else { line }
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// A reply that calls one tool.
fn calls(text: &Text, request: &Request, asking: Asking) -> Reply {
    Reply {
        text: text.practice_look_first(&asking.tool),
        calls: vec![ToolCall {
            id: format!("call_{}", request.messages.len()),
            name: asking.tool,
            arguments: asking.arguments,
            malformed: None,
        }],
        finish: Finish::ToolCalls,
        ..Reply::default()
    }
}

/// What was said: all behind the sender line, which nobody else can write.
fn body<'a>(text: &Text, message: &'a str) -> &'a str {
    let opening = format!("[{}", text.sender_opening());
    let mut rest = message;
    while let Some((line, behind)) = rest.split_once('\n') {
        if line.starts_with(&opening) {
            return behind;
        }
        rest = behind;
    }
    ""
}

fn picture(text: &Text, measured: &Measured) -> String {
    let sides = measured.left != measured.right || measured.top == measured.bottom;
    let places = if sides {
        [(text.practice_place_left(), measured.left), (text.practice_place_right(), measured.right)]
    } else {
        [(text.practice_place_top(), measured.top), (text.practice_place_bottom(), measured.bottom)]
    };
    let places = places.map(|(place, colour)| text.practice_at(&word(text, colour), &place));
    let places = places.join(&text.practice_separator());
    text.practice_picture(measured.height, measured.brightness, &places, measured.width)
}

/// The word for a colour.
pub(super) fn word(text: &Text, colour: Colour) -> String {
    match colour {
        Colour::Black => text.practice_colour_black(),
        Colour::White => text.practice_colour_white(),
        Colour::Grey => text.practice_colour_grey(),
        Colour::Red => text.practice_colour_red(),
        Colour::Orange => text.practice_colour_orange(),
        Colour::Yellow => text.practice_colour_yellow(),
        Colour::Green => text.practice_colour_green(),
        Colour::Blue => text.practice_colour_blue(),
        Colour::Purple => text.practice_colour_purple(),
        Colour::Pink => text.practice_colour_pink(),
        Colour::Brown => text.practice_colour_brown(),
    }
}

fn said(text: String) -> Reply {
    Reply { text, ..Reply::default() }
}

/// Pieces as a model streams them: after each space or mark, or every few characters of a script
/// without spaces.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut length) = (0, 0);
    for (at, c) in text.char_indices() {
        length += 1;
        if c.is_whitespace() || (length >= 3 && !c.is_ascii()) {
            let end = at + c.len_utf8();
            pieces.push(text.get(start..end).unwrap_or_default());
            (start, length) = (end, 0);
        }
    }
    pieces.push(text.get(start..).unwrap_or_default());
    pieces
}

/// About four bytes a token: the practice model's own measure of what it read and wrote.
fn tokens(bytes: usize) -> u64 {
    (bytes as u64).div_ceil(4)
}

#[async_trait]
impl Backend for PracticeModel {
    fn wire(&self) -> &'static str {
        "practice"
    }

    async fn call(
        &self,
        request: &Request,
        sink: &mut dyn Sink,
        cancel: &CancellationToken,
    ) -> Result<Reply, LlmError> {
        let (model, asked, stop) = (self.clone(), request.clone(), cancel.clone());
        let answering = tokio::task::spawn_blocking(move || model.answer(&asked, &|| stop.is_cancelled()));
        let mut reply = answering.await.map_err(|_| LlmError::new(ErrorCode::Internal))?;
        if cancel.is_cancelled() {
            return Err(LlmError::new(ErrorCode::Cancelled));
        }
        let mut told = String::new();
        for piece in pieces(&reply.text) {
            let stopped = tokio::select! {
                () = cancel.cancelled() => true,
                () = tokio::time::sleep(self.pace) => false,
            };
            if stopped {
                let partial = Reply { text: told, ..Reply::default() };
                return Err(LlmError {
                    partial: Some(Box::new(partial)),
                    ..LlmError::new(ErrorCode::Cancelled)
                });
            }
            told.push_str(piece);
            sink.delta(Delta::Text(piece.to_owned()));
        }
        for call in &reply.calls {
            sink.delta(Delta::Call(call.name.clone()));
        }
        let read: usize = request.system.iter().map(|part| part.text.len()).sum::<usize>()
            + request
                .messages
                .iter()
                .map(|message| match message {
                    Message::User { text, .. } | Message::Assistant { text, .. } => text.len(),
                    Message::Tool(result) => result.text.len(),
                })
                .sum::<usize>();
        reply.usage = Usage {
            uncached: tokens(read),
            output: tokens(reply.text.len()),
            reported: true,
            ..Usage::default()
        };
        Ok(reply)
    }
}
