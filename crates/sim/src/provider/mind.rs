//! The stand-in's own wits: it looks when asked to and reports what the pixels say.
//!
//! It names a colour only after measuring an image that this very request carried. That is the whole
//! point: an image lost on the way shows as an answer without colours.

use crate::colour::Colour;

use super::picture;
use super::received::{Received, Tool, ToolChoice};
use super::step::{Step, StepCall};

/// Words, one a line, that ask for a look.
const LOOK: &str = include_str!("look_words.txt");
/// Words, one a line, that ask how the camera is.
const STATUS: &str = include_str!("status_words.txt");

/// Words, one a line, that ask for a summary.
const SUMMARY: &str = include_str!("summary_words.txt");

/// What it says when no image reached it.
const NO_PICTURE: &str = "no picture received";

/// The answer to `received`. A blind model behaves as if it had received no image.
pub(super) fn answer(received: &Received, blind: bool) -> Step {
    // Some wires put it into one message with the results before it.
    let last = received.messages.last().map(|message| message.text.to_lowercase()).unwrap_or_default();
    if SUMMARY.lines().any(|words| last.contains(words)) {
        return Step::text(summary(received));
    }
    let asked = received.last_user_text().to_lowercase();
    let asks = |words: &str| words.lines().any(|word| mentions(&asked, word));
    let images = if blind { Vec::new() } else { received.turn_images() };
    if let Some(image) = images.last() {
        return Step::text(match picture::halves(&image.bytes) {
            Some((left, right)) => format!("left: {left}, right: {right}"),
            None => "unreadable picture".to_owned(),
        });
    }
    let results = received.turn_results();
    if let Some(last) = results.last() {
        if asks(STATUS) && !last.is_error && !asks(LOOK) {
            return Step::text(format!("tool: {}", last.text));
        }
        return Step::text(NO_PICTURE);
    }
    if received.tool_choice != ToolChoice::None {
        if asks(STATUS)
            && let Some(tool) = received.tools.iter().find(|tool| tool.name.ends_with("camera_status"))
        {
            return call("asking the camera", tool);
        }
        if asks(LOOK)
            && let Some(tool) = camera(received)
        {
            return call("taking a look", tool);
        }
    }
    Step::text(if asks(LOOK) { NO_PICTURE } else { "ok" })
}

/// A summary: how much there was, and the colours that were named, in the order in which they first came.
fn summary(received: &Received) -> String {
    let mut colours: Vec<&str> = Vec::new();
    for message in &received.messages {
        let texts = std::iter::once(&message.text).chain(message.results.iter().map(|result| &result.text));
        for text in texts {
            for word in text.to_lowercase().split(|letter: char| !letter.is_ascii_alphabetic()) {
                let named = Colour::all().map(Colour::name).find(|name| *name == word);
                colours.extend(named.filter(|name| !colours.contains(name)));
            }
        }
    }
    format!("{} messages; colours: {}", received.messages.len(), colours.join(", "))
}

/// Whether `asked` has `word`: a single ASCII word as a whole ("see" is not in "seem"), anything else as
/// it stands, since other scripts put no space between words.
fn mentions(asked: &str, word: &str) -> bool {
    if word.is_ascii() && !word.contains(' ') {
        return asked.split(|letter: char| !letter.is_ascii_alphanumeric()).any(|found| found == word);
    }
    asked.contains(word)
}

fn call(text: &str, tool: &Tool) -> Step {
    Step {
        text: Some(text.to_owned()),
        calls: vec![StepCall::new(&tool.name, serde_json::json!({}))],
        ..Step::default()
    }
}

/// The tool of the real camera, or else one that promises an image.
fn camera(received: &Received) -> Option<&Tool> {
    let promises = |tool: &&Tool| {
        let said = tool.description.to_lowercase();
        ["image", "jpeg", "screenshot", "picture"].iter().any(|word| said.contains(word))
    };
    let named = received.tools.iter().find(|tool| tool.name.ends_with("live_view_image"));
    named.or_else(|| received.tools.iter().find(promises))
}
