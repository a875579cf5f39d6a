//! Rounds as a summariser reads them: told in words, not replayed.
//!
//! Calls and their results would need what belongs to them: the tools on offer, and on some providers
//! the signatures that came with each call, which are long runs of base64. Told as text they need
//! nothing, and any model can read them.

use super::slim_for_summary;
use fuseforks_llm::canonical::{Message, ToolCall};

/// Words for what happened in a round, in the village's language.
pub struct Telling<'a> {
    /// A tool was called: its name, and its arguments as JSON.
    pub called: &'a dyn Fn(&str, &str) -> String,
    /// A tool gave back a text: its name, and the text.
    pub returned: &'a dyn Fn(&str, &str) -> String,
}

/// The messages without media and base64, calls and results told in what the model itself said: a text
/// of a tool is then no wish of a person. Neighbours of the model become one message.
#[must_use]
pub fn told(messages: &[Message], telling: &Telling<'_>) -> Vec<Message> {
    let mut out: Vec<Message> = Vec::new();
    for message in slim_for_summary(messages).messages() {
        match message {
            Message::User { text, .. } => {
                out.push(Message::User { text: text.clone(), attachments: Vec::new(), cache: false });
            }
            Message::Assistant { text, calls, .. } => {
                say(&mut out, text);
                for call in calls {
                    say(&mut out, &(telling.called)(&call.name, &arguments(call)));
                }
            }
            Message::Tool(result) => say(&mut out, &(telling.returned)(&result.name, &result.text)),
        }
    }
    out
}

fn say(out: &mut Vec<Message>, text: &str) {
    if text.trim().is_empty() {
        return;
    }
    match out.last_mut() {
        Some(Message::Assistant { text: said, .. }) => {
            said.push_str("\n\n");
            said.push_str(text);
        }
        _ => out.push(Message::Assistant { text: text.to_owned(), calls: Vec::new(), echo: None }),
    }
}

fn arguments(call: &ToolCall) -> String {
    match &call.malformed {
        Some(raw) => raw.clone(),
        None => serde_json::to_string(&call.arguments).unwrap_or_default(),
    }
}
