//! Whom the practice model asks what: `ask NAME` and what follows it.

use crate::text::{Text, mentions, split};
use fuseforks_llm::canonical::ToolSpec;
use serde_json::{Map, Value, json};

/// An agent that can be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Other {
    /// `agent_N`.
    pub id: String,
    /// The name, from the tool's description.
    pub name: String,
}

/// A call that asks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Asking {
    /// The tool.
    pub tool: String,
    /// What it is called with.
    pub arguments: Map<String, Value>,
}

/// The agents that the tools can ask, in their order.
pub(super) fn others(text: &Text, tools: &[ToolSpec]) -> Vec<Other> {
    let known = |tool: &ToolSpec| {
        let id = tool.name.strip_prefix("ask_").filter(|id| id.starts_with("agent_"))?;
        Some(Other { id: id.to_owned(), name: name_in(text, &tool.description)? })
    };
    tools.iter().filter_map(known).collect()
}

/// The name in a description that was made of [`Text::ask_description`].
fn name_in(text: &Text, description: &str) -> Option<String> {
    const MARK: &str = "(((NAME)))";
    let whole = text.ask_description(MARK);
    let (before, after) = whole.split_once(MARK)?;
    Some(description.strip_prefix(before)?.strip_suffix(after)?.to_owned())
}

/// The others that a message names, in the order in which it does, and where the last name ends.
fn named<'a>(message: &str, others: &'a [Other]) -> (Vec<&'a Other>, usize) {
    let lower = message.to_lowercase();
    let mut found: Vec<(usize, usize, &Other)> = others
        .iter()
        .filter(|other| mentions(message, &other.name) || mentions(message, &other.id))
        .filter_map(|other| {
            let name = other.name.to_lowercase();
            let (at, word) = lower
                .find(&name)
                .map(|at| (at, name))
                .or_else(|| lower.find(&other.id).map(|at| (at, other.id.clone())))?;
            Some((at, at + word.len(), other))
        })
        .collect();
    found.sort_by_key(|(at, ..)| *at);
    let end = found.iter().map(|(_, end, _)| *end).max().unwrap_or(0);
    (found.into_iter().map(|(_, _, other)| other).collect(), end)
}

/// What a message wants asked; `None` when it names nobody, or does not ask.
pub(super) fn asking(text: &Text, message: &str, tools: &[ToolSpec]) -> Option<Asking> {
    if !mentions(message, &text.practice_words_ask()) {
        return None;
    }
    let others = others(text, tools);
    let (named, end) = named(message, &others);
    let first = named.first()?;
    let question = question(text, tail(message, end));
    let plan = tools.iter().any(|tool| tool.name == "plan");
    if named.len() > 1 && plan {
        let asks: Vec<Value> =
            named.iter().map(|other| json!({ "to": other.id, "message": question })).collect();
        return Some(Asking { tool: "plan".to_owned(), arguments: object(&json!({ "asks": asks })) });
    }
    Some(Asking { tool: format!("ask_{}", first.id), arguments: object(&json!({ "message": question })) })
}

/// The first agent that could look in one's place.
pub(super) fn passing_on(text: &Text, message: &str, tools: &[ToolSpec]) -> Option<Asking> {
    let other = others(text, tools).into_iter().next()?;
    let arguments = object(&json!({ "message": message.trim() }));
    Some(Asking { tool: format!("ask_{}", other.id), arguments })
}

/// Bytes of the small letters need not be those of the message; what does not fit is the whole of it.
fn tail(message: &str, end: usize) -> &str {
    if message.len() == message.to_lowercase().len() {
        message.get(end..).unwrap_or(message)
    } else {
        message
    }
}

/// What follows the names, without the words for asking; a usual question where nothing is left.
fn question(text: &Text, rest: &str) -> String {
    let mut rest = rest.to_owned();
    for word in split(&text.practice_words_ask()) {
        if !word.is_ascii() {
            rest = rest.replace(word, "");
        }
    }
    let rest = rest.trim_matches(|c: char| !c.is_alphanumeric());
    let telling = mentions(rest, &text.practice_words_status())
        || mentions(rest, &text.practice_words_look())
        || mentions(rest, &text.practice_words_help());
    if telling { rest.to_owned() } else { text.practice_default_question() }
}

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}
