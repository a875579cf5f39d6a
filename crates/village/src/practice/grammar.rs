//! What the practice model takes a message for, and which tool it then wants.

use crate::text::{Text, mentions, split};
use fuseforks_llm::canonical::ToolSpec;

/// What a message asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// A picture.
    Look,
    /// Words from a tool.
    Status,
    /// What it saw before.
    Recall,
    /// What it is and can do.
    Help,
}

/// Takes a message for a wish.
#[must_use]
pub(crate) fn wish(text: &Text, message: &str) -> Wish {
    if mentions(message, &text.practice_words_status()) {
        Wish::Status
    } else if mentions(message, &text.practice_words_recall()) {
        Wish::Recall
    } else if mentions(message, &text.practice_words_look()) {
        Wish::Look
    } else {
        Wish::Help
    }
}

/// The tool that promises a picture: by its name or description, in any of the languages.
#[must_use]
pub(crate) fn camera<'a>(text: &Text, tools: &'a [ToolSpec]) -> Option<&'a ToolSpec> {
    let words = text.practice_words_look();
    let score = |tool: &ToolSpec| {
        let name = tool.name.rsplit("__").next().unwrap_or_default().replace('_', " ");
        let strong = ["image", "frame", "photo", "picture", "snapshot", "screenshot"];
        let by_name = strong.iter().any(|word| name.contains(word));
        let by_words = mentions(&tool.description, &words) || split(&words).any(|word| name == word);
        usize::from(by_name) * 2 + usize::from(by_words)
    };
    // A tool that needs arguments cannot be called without knowing them.
    let callable = tools.iter().filter(|tool| required(tool).is_empty());
    callable
        .map(|tool| (score(tool), tool))
        .filter(|(score, _)| *score > 0)
        .max_by_key(|(score, _)| *score)
        .map(|(_, tool)| tool)
}

/// The tool that answers in words.
#[must_use]
pub(crate) fn status<'a>(text: &Text, tools: &'a [ToolSpec]) -> Option<&'a ToolSpec> {
    let picture = camera(text, tools).map(|tool| tool.name.as_str());
    // Only a server's tool answers of the world.
    let mut others = tools
        .iter()
        .filter(|tool| tool.name.contains("__"))
        .filter(|tool| Some(tool.name.as_str()) != picture && required(tool).is_empty());
    let named = others.clone().find(|tool| tool.name.contains("status") || tool.name.contains("state"));
    named.or_else(|| others.next())
}

fn required(tool: &ToolSpec) -> &[serde_json::Value] {
    tool.parameters.get("required").and_then(serde_json::Value::as_array).map_or(&[], Vec::as_slice)
}
