//! The compactor on a long conversation: 2,000 messages with 400 images.

use crate::Figure;
use bytes::Bytes;
use fuseforks_llm::canonical::{Attachment, Message, ToolCall, ToolResult};
use fuseforks_media::{Image, Limits, normalise};
use fuseforks_turn::compact::{Rewritten, estimate, slim, split};
use std::{borrow::Cow, hint::black_box, time::Duration};

/// Estimating and splitting together.
const LIMIT: Duration = Duration::from_millis(5);

const MESSAGES: usize = 2_000;
const PICTURES: usize = 400;

/// Measures.
pub(crate) fn run() -> Vec<Figure> {
    let Some(messages) = conversation() else { return Vec::new() };
    let plain: Vec<Message> = messages.iter().filter(|message| !pictured(message)).cloned().collect();
    let (copied, strange) = copies(&messages);
    vec![
        Figure::time("estimate and split", LIMIT, || {
            let counts = estimate(black_box(&messages), 1600);
            black_box(split(&messages, &counts));
        }),
        Figure::time("slim", LIMIT, || {
            black_box(slim(black_box(&messages)));
        }),
        Figure::count("messages that slim made anew", copied, PICTURES),
        Figure::count("messages that slim copied without a change", strange, 0),
        Figure::count("messages copied where nothing changes", usize::from(!is_same(&plain)), 0),
    ]
}

fn pictured(message: &Message) -> bool {
    match message {
        Message::User { attachments, .. } => !attachments.is_empty(),
        Message::Tool(result) => !result.images.is_empty(),
        Message::Assistant { .. } => false,
    }
}

/// How many messages are new, and how many of those had nothing to change.
fn copies(messages: &[Message]) -> (usize, usize) {
    let Rewritten::Changed(back) = slim(messages) else { return (0, 0) };
    let new: Vec<usize> = back
        .iter()
        .enumerate()
        .filter(|(index, cow)| match cow {
            Cow::Borrowed(message) => {
                !messages.get(*index).is_some_and(|given| std::ptr::eq(*message, given))
            }
            Cow::Owned(_) => true,
        })
        .map(|(index, _)| index)
        .collect();
    let strange = new.iter().filter(|index| !messages.get(**index).is_some_and(pictured)).count();
    (new.len(), strange)
}

fn is_same(messages: &[Message]) -> bool {
    matches!(slim(messages), Rewritten::Same(back) if std::ptr::eq(back, messages))
}

/// Five messages again and again: a question, two calls with results, an answer. One result in each has a
/// picture.
fn conversation() -> Option<Vec<Message>> {
    let prose = "The harbour is quiet, the light is even, and nothing has moved since noon. ".repeat(12);
    let picture = picture()?;
    let mut messages = Vec::with_capacity(MESSAGES);
    for round in 0..PICTURES {
        let call = |number: usize| ToolCall {
            id: format!("call_{round}_{number}"),
            name: "nik__live_view_image".to_owned(),
            arguments: serde_json::Map::new(),
            malformed: None,
        };
        let result = |number: usize, images: Vec<Image>| {
            Message::Tool(ToolResult {
                call: format!("call_{round}_{number}"),
                name: "nik__live_view_image".to_owned(),
                text: prose.clone(),
                is_error: false,
                caption: (!images.is_empty()).then(|| "(1)".to_owned()),
                images,
            })
        };
        // Half of the pictures are the person's own.
        let own = round % 2 == 0;
        let attachments = if own { vec![Attachment::Image(picture.clone())] } else { Vec::new() };
        let images = if own { Vec::new() } else { vec![picture.clone()] };
        messages.push(Message::User { text: prose.clone(), attachments, cache: false });
        messages.push(Message::Assistant { text: String::new(), calls: vec![call(0), call(1)], echo: None });
        messages.push(result(0, images));
        messages.push(result(1, Vec::new()));
        messages.push(Message::Assistant { text: prose.clone(), calls: Vec::new(), echo: None });
    }
    Some(messages)
}

fn picture() -> Option<Image> {
    let bytes = fuseforks_tests::picture::jpeg(1);
    normalise(Bytes::from(bytes), &Limits::default(), &|| false).ok().map(|done| done.image)
}
