//! What the practice model knows of a conversation: the colours that were named in it.
//!
//! It is no AI, so its summary is a count and a list, and the list outlives any number of summaries.

use super::{colours::Colour, model::word};
use crate::text::{Text, first_mention};
use fuseforks_llm::canonical::Message;

/// The words of colours that were measured or summarised, in the order in which they first came. What a
/// person says is no measurement.
pub(super) fn colours(text: &Text, messages: &[Message]) -> Vec<String> {
    let summaries = [text.heading_summary(), text.heading_rounds()];
    let mut named: Vec<String> = Vec::new();
    for message in messages {
        let said = match message {
            Message::Assistant { text, .. } => text,
            Message::Tool(result) => &result.text,
            Message::User { text: said, .. } if summaries.iter().any(|heading| said.starts_with(heading)) => {
                said
            }
            Message::User { .. } => continue,
        };
        let words = Colour::ALL.map(|colour| word(text, colour));
        let mut found: Vec<(usize, String)> =
            words.into_iter().filter_map(|word| Some((first_mention(said, &word)?, word))).collect();
        found.sort();
        for (_, word) in found {
            if !named.contains(&word) {
                named.push(word);
            }
        }
    }
    named
}

/// A summary of these messages.
pub(super) fn summary(text: &Text, messages: &[Message]) -> String {
    let colours = colours(text, messages);
    let count = text.practice_summary(messages.len());
    if colours.is_empty() {
        return count;
    }
    format!("{count} {}", text.practice_summary_colours(&colours.join(&text.practice_separator())))
}

/// What was seen so far.
pub(super) fn recalled(text: &Text, messages: &[Message]) -> String {
    let colours = colours(text, messages);
    if colours.is_empty() {
        return text.practice_recalled_nothing();
    }
    text.practice_recalled(&colours.join(&text.practice_separator()))
}
