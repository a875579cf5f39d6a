//! What the tables are written in: short events, and effects as one line each.

use crate::{Caps, Effect, Event, Fact, Part, Sentences, Spec, Stop, ToolOutcome, Turn};
use bytes::Bytes;
use fuseforks_llm::{
    ErrorCode, LlmError, Reply,
    canonical::{Attachment, Message, Request, ToolCall, ToolChoice, Usage},
};
use fuseforks_media::{Image, ImageFormat, Limits, normalise, to_jpeg};
use image::{
    ExtendedColorType, ImageEncoder, RgbImage, codecs::jpeg::JpegEncoder, codecs::webp::WebPEncoder,
};
use serde_json::Value;
use std::sync::Arc;

/// Sentences that a test can recognise.
pub(super) struct Words;

impl Sentences for Words {
    fn caption(&self, tool: &str, images: usize) -> String {
        format!("<{tool} gave {images}>")
    }
    fn pane_line(&self, images: &[(ImageFormat, u64)]) -> String {
        let each: Vec<String> = images
            .iter()
            .map(|(format, bytes)| format!("{} {}", format.name(), bytes.div_ceil(1000)))
            .collect();
        format!("({})", each.join(", "))
    }
    fn images_only(&self, images: usize) -> String {
        format!("<images {images}>")
    }
    fn empty_result(&self) -> String {
        "<empty>".to_owned()
    }
    fn older_images_omitted(&self) -> String {
        "<older omitted>".to_owned()
    }
    fn image_not_sent(&self) -> String {
        "<not sent>".to_owned()
    }
    fn repeated_call(&self, tool: &str) -> String {
        format!("<{tool} repeats>")
    }
    fn malformed_arguments(&self, tool: &str) -> String {
        format!("<{tool} malformed>")
    }
    fn cancelled(&self) -> String {
        "<cancelled>".to_owned()
    }
}

/// A turn that answers "hello" within `max_rounds` rounds.
pub(super) fn spec(max_rounds: u32) -> Spec {
    Spec {
        request: Request { messages: vec![user("hello", Vec::new())], ..Request::default() },
        max_rounds,
        caps: Caps::default(),
        blind: false,
        jpeg_fallback: false,
        sentences: Arc::new(Words),
    }
}

pub(super) fn user(text: &str, attachments: Vec<Attachment>) -> Message {
    Message::User { text: text.to_owned(), attachments, cache: false }
}

/// A 16 x 16 picture of one colour, as JPEG; different seeds are different files.
pub(super) fn jpeg(seed: u8) -> Image {
    let mut bytes = Vec::new();
    let pixels = picture(seed);
    JpegEncoder::new(&mut bytes).write_image(&pixels, 16, 16, ExtendedColorType::Rgb8).unwrap();
    normalise(Bytes::from(bytes), &Limits::default(), &|| false).unwrap().image
}

/// The same as WebP.
pub(super) fn webp(seed: u8) -> Image {
    let mut bytes = Vec::new();
    let pixels = picture(seed);
    WebPEncoder::new_lossless(&mut bytes).write_image(&pixels, 16, 16, ExtendedColorType::Rgb8).unwrap();
    let image = normalise(Bytes::from(bytes), &Limits::default(), &|| false).unwrap().image;
    assert_eq!(image.format(), ImageFormat::WebP);
    image
}

/// A JPEG of more than 100 kB, of noise.
pub(super) fn large() -> Image {
    let noise: Vec<u8> =
        (0..600_u32 * 400 * 3).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 95)
        .write_image(&noise, 600, 400, ExtendedColorType::Rgb8)
        .unwrap();
    assert!(bytes.len() > 100_000);
    normalise(Bytes::from(bytes), &Limits::default(), &|| false).unwrap().image
}

fn picture(seed: u8) -> RgbImage {
    RgbImage::from_fn(16, 16, |x, y| {
        image::Rgb([seed, (x * 15) as u8, (y * 7) as u8 ^ seed.wrapping_mul(37)])
    })
}

/// A call `id:tool:arguments`; arguments that are no object are malformed.
pub(super) fn call(short: &str) -> ToolCall {
    let mut pieces = short.splitn(3, ':');
    let id = pieces.next().unwrap_or_default().to_owned();
    let name = pieces.next().unwrap_or("cam").to_owned();
    let raw = pieces.next().unwrap_or("{}");
    match serde_json::from_str::<Value>(raw) {
        Ok(Value::Object(arguments)) => ToolCall { id, name, arguments, malformed: None },
        _ => ToolCall { id, name, arguments: Default::default(), malformed: Some(raw.to_owned()) },
    }
}

/// The model says `text` and asks for `calls`; the call costs 10 in, 1 out.
pub(super) fn says(text: &str, calls: &[&str]) -> Event {
    Event::ModelReplied(Reply {
        text: text.to_owned(),
        calls: calls.iter().map(|short| call(short)).collect(),
        usage: cost(),
        ..Reply::default()
    })
}

pub(super) fn cost() -> Usage {
    Usage { uncached: 10, output: 1, reported: true, ..Usage::default() }
}

pub(super) fn asks(calls: &[&str]) -> Event {
    says("", calls)
}

pub(super) fn done(id: &str, outcome: ToolOutcome) -> Event {
    Event::ToolDone { call: id.to_owned(), outcome, jpegs: Vec::new(), ms: 5 }
}

/// The same with JPEGs made of its WebPs.
pub(super) fn done_as_jpeg(id: &str, outcome: ToolOutcome) -> Event {
    let jpegs = pairs(&outcome.images());
    Event::ToolDone { call: id.to_owned(), outcome, jpegs, ms: 5 }
}

/// JPEGs were made of these.
pub(super) fn made(images: &[Image]) -> Event {
    Event::JpegsMade(pairs(images))
}

fn pairs(images: &[Image]) -> Vec<(Image, Image)> {
    let webps = images.iter().filter(|image| image.format() == ImageFormat::WebP);
    webps.map(|image| (image.clone(), to_jpeg(image, &Limits::default(), &|| false).unwrap())).collect()
}

pub(super) fn text(text: &str) -> ToolOutcome {
    ToolOutcome::text(text)
}

/// Text, then images.
pub(super) fn with(text: &str, images: &[Image]) -> ToolOutcome {
    let mut outcome = ToolOutcome::text(text);
    outcome.parts.extend(images.iter().cloned().map(Part::Image));
    outcome
}

pub(super) fn stop(partial: &str) -> Event {
    Event::Stop { partial: partial.to_owned() }
}

/// A failure of this code and status, with `partial` text and its cost.
pub(super) fn fails(code: ErrorCode, status: Option<u16>, partial: &str) -> Event {
    let mut error = LlmError::new(code);
    error.status = status;
    error.partial = Some(Box::new(Reply { text: partial.to_owned(), usage: cost(), ..Reply::default() }));
    Event::ModelFailed(error)
}

pub(super) fn refused(status: u16) -> Event {
    fails(ErrorCode::ImagesRefused, Some(status), "")
}

/// Runs a table. Each row is an event and its effects, a line each; what is about the log only is left
/// out unless the row asks for it by a line that begins with `log`.
pub(super) fn check(spec: Spec, rows: Vec<(Event, &str)>) -> Turn {
    let mut turn = Turn::new(spec);
    play(&mut turn, rows);
    turn
}

pub(super) fn play(turn: &mut Turn, rows: Vec<(Event, &str)>) {
    for (number, (event, expected)) in rows.into_iter().enumerate() {
        let shown = format!("{event:?}");
        let effects = turn.step(event);
        let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let with_log = expected.iter().any(|line| line.starts_with("log "));
        let lines: Vec<String> =
            effects.iter().map(line).filter(|line| with_log || !line.starts_with("log ")).collect();
        assert_eq!(lines, expected, "row {number}: {shown}");
        for effect in &effects {
            if let Effect::CallModel(call) = effect {
                assert_eq!(saw(&call.request), saw(turn.request()), "a call carries the whole conversation");
                assert_paired(&call.request);
                assert_eq!(call.wrap_up, call.request.tool_choice == ToolChoice::None);
            }
        }
    }
    if is_over(turn) {
        assert_paired(turn.request());
    }
}

/// Whether a turn has ended: it takes nothing any more.
pub(super) fn is_over(turn: &Turn) -> bool {
    matches!(turn.phase, crate::machine::Phase::Ended)
}

/// Every call has exactly one result right after it, in call order, under an id of its own.
pub(super) fn assert_paired(request: &Request) {
    let mut open: Vec<String> = Vec::new();
    let mut ids = std::collections::HashSet::new();
    for message in &request.messages {
        match message {
            Message::Tool(result) => {
                assert!(!open.is_empty(), "a result without a call: {}", result.call);
                assert_eq!(open.remove(0), result.call, "results stand in call order");
                assert!(!result.text.trim().is_empty(), "a blank result");
                assert_eq!(result.caption.is_some(), !result.images.is_empty(), "a caption needs images");
            }
            Message::Assistant { calls, .. } => {
                assert!(open.is_empty(), "calls without results: {open:?}");
                open = calls.iter().map(|call| call.id.clone()).collect();
                for id in &open {
                    assert!(ids.insert(id.clone()), "id twice: {id}");
                }
            }
            Message::User { .. } => assert!(open.is_empty(), "calls without results: {open:?}"),
        }
    }
    assert!(open.is_empty(), "calls without results: {open:?}");
}

/// What the model saw, a line a message.
pub(super) fn saw(request: &Request) -> Vec<String> {
    request
        .messages
        .iter()
        .map(|message| match message {
            Message::User { text, attachments, .. } => {
                let images: Vec<&str> = attachments
                    .iter()
                    .map(|attachment| match attachment {
                        Attachment::Image(image) => image.format().name(),
                        Attachment::Other { media_type, .. } => media_type,
                    })
                    .collect();
                format!("user {text:?} [{}]", images.join(" "))
            }
            Message::Assistant { text, calls, echo } => {
                let ids: Vec<&str> = calls.iter().map(|call| call.id.as_str()).collect();
                let echo = if echo.is_some() { " echo" } else { "" };
                format!("model {text:?} [{}]{echo}", ids.join(" "))
            }
            Message::Tool(result) => {
                let images: Vec<String> = result
                    .images
                    .iter()
                    .map(|image| format!("{}:{:.6}", image.format().name(), image.digest().to_string()))
                    .collect();
                let error = if result.is_error { " error" } else { "" };
                let caption = result.caption.as_deref().unwrap_or("-");
                format!("tool {} {:?} {caption} [{}]{error}", result.call, result.text, images.join(" "))
            }
        })
        .collect()
}

/// The tool results of a request: text, caption and number of images of each.
pub(super) fn results(turn: &Turn) -> Vec<(String, Option<String>, usize)> {
    turn.request()
        .messages
        .iter()
        .filter_map(|message| match message {
            Message::Tool(result) => Some((result.text.clone(), result.caption.clone(), result.images.len())),
            _ => None,
        })
        .collect()
}

pub(super) fn texts(turn: &Turn) -> Vec<String> {
    results(turn).into_iter().map(|(text, _, _)| text).collect()
}

pub(super) fn line(effect: &Effect) -> String {
    match effect {
        Effect::CallModel(call) => {
            let wrap = if call.wrap_up { " wrap-up" } else { "" };
            format!("model {} {:?}{wrap}", call.round, call.attempt)
        }
        Effect::AbortModel => "abort model".to_owned(),
        Effect::MakeJpegs(images) => format!("jpegs of {}", images.len()),
        Effect::RunTool { call, round, jpegs } => {
            format!("run {} {} {round}{}", call.id, call.name, if *jpegs { " jpegs" } else { "" })
        }
        Effect::AbortTool { call } => format!("abort {call}"),
        Effect::Said(text) => format!("said {text:?}"),
        Effect::Pane { call, text, line, images, ok, skipped, ms, dropped } => {
            let how = match (*skipped, *ok) {
                (true, false) => "skipped",
                (true, true) => "skipped ok",
                (false, true) => "ok",
                (false, false) => "error",
            };
            let reasons: Vec<&str> = dropped.iter().map(|reason| reason.code()).collect();
            format!("pane {} {how} {text:?} {line:?} {} {ms} [{}]", call.id, images.len(), reasons.join(" "))
        }
        Effect::Log(fact) => format!("log {}", fact_line(fact)),
        Effect::End(end) => {
            format!("end {} {:?} {} {}", stop_word(&end.stop), end.reply, end.rounds, end.usage.input())
        }
    }
}

fn stop_word(stop: &Stop) -> String {
    match stop {
        Stop::HandedOn => "handed_on".to_owned(),
        Stop::Done => "done".to_owned(),
        other => other.as_log(),
    }
}

fn fact_line(fact: &Fact) -> String {
    match fact {
        Fact::Tool { round, name, ok, args_chars, body_chars, ms, images } => {
            format!("tool {round} {name} ok={ok} args={args_chars} body={body_chars} ms={ms} images={images}")
        }
        Fact::ImageDropped { name, reason } => format!("dropped {name} {}", reason.code()),
        Fact::ImagesCapped { removed, kept } => format!("capped {removed} {kept}"),
        Fact::ImagesWithheld { removed, reason } => format!("withheld {removed} {reason:?}"),
        Fact::JpegRetry { status } => format!("jpeg {status}"),
        Fact::ImageFallback { removed, ok } => format!("fallback {removed} {ok}"),
        Fact::ImagesHeavy { images, bytes, tokens } => format!("heavy {images} {bytes} {tokens}"),
        Fact::ModelFailed { status, code, vendor_code } => {
            format!("failed {status:?} {code} {}", vendor_code.as_deref().unwrap_or("-"))
        }
    }
}
