//! What a model is told, in an order that provider caches can use.
//!
//! The bars are cache boundaries: ordinance, documents | history | message. What changes least stands
//! first; what changes with every message stands last.

use crate::text::{Text, defuse, kilobytes, sender_line};
use fuseforks_llm::canonical::{Message, SystemPart};
use fuseforks_store::{AttachmentRef, Exchange, History};

/// The documents of an agent's prompt.
#[derive(Clone, Debug, Default)]
pub(crate) struct Documents {
    /// The village's ordinance.
    pub ordinance: String,
    /// Name and text of the agent's role; both empty for none.
    pub role: (String, String),
    /// Who the agent is.
    pub construct: String,
    /// What it can do.
    pub skill: String,
    /// What it remembers.
    pub memory: String,
}

/// Who speaks to an agent.
#[derive(Clone, Debug)]
pub(crate) struct Speaker {
    /// `user` or an agent id.
    pub id: String,
    /// The name.
    pub name: String,
}

/// The system prompt: everything in front of the first cache boundary.
#[must_use]
pub(crate) fn system(
    text: &Text,
    id: &str,
    name: &str,
    village: &str,
    documents: &Documents,
) -> Vec<SystemPart> {
    let (name, village) = (crate::text::one_line(name, 60), crate::text::one_line(village, 60));
    let section = |heading: String, body: &str| {
        (!body.trim().is_empty()).then(|| format!("{heading}\n\n{}", body.trim()))
    };
    // The village's own rules stand first: no agent's document comes before them.
    let mut parts = Vec::with_capacity(6);
    parts.extend(section(text.heading_ordinance(), &documents.ordinance));
    parts.push(text.prompt_identity(id, &name, &village));
    let (role, told) = &documents.role;
    parts.extend(section(text.heading_role(role), told));
    parts.extend(section(text.heading_construct(), &documents.construct));
    parts.extend(section(text.heading_skill(), &documents.skill));
    parts.extend(section(text.heading_memory(), &documents.memory));
    vec![SystemPart { text: parts.join("\n\n"), cache: true }]
}

/// A message as its receiver reads it: who sent it, then the words, which cannot imitate that line.
#[must_use]
pub(crate) fn message(text: &Text, speaker: &Speaker, body: &str) -> String {
    let line = sender_line(text, &speaker.name, &speaker.id);
    if body.trim().is_empty() { line } else { format!("{line}\n{}", defuse(body)) }
}

/// What an agent remembers: the summary of what is older, then the exchanges since.
#[must_use]
pub(crate) fn remembered(text: &Text, speaker: impl Fn(&str) -> Speaker, history: &History) -> Vec<Message> {
    let mut messages = Vec::with_capacity(history.exchanges.len() * 2 + 2);
    if let Some((_, summary)) = &history.summary {
        let said = format!("{}\n\n{}", text.heading_summary(), defuse(&summary.text));
        let cache = history.exchanges.is_empty();
        messages.push(Message::User { text: said, attachments: Vec::new(), cache });
    }
    messages.extend(self::history(text, speaker, &history.exchanges));
    messages
}

/// Earlier exchanges, the last of them at a cache boundary. What a file was stays as one sentence.
#[must_use]
fn history(text: &Text, speaker: impl Fn(&str) -> Speaker, exchanges: &[Exchange]) -> Vec<Message> {
    let mut messages = Vec::with_capacity(exchanges.len() * 2 + 1);
    let last = exchanges.len();
    for (index, exchange) in exchanges.iter().enumerate() {
        let mut said = message(text, &speaker(&exchange.message.from), &exchange.message.text);
        for file in &exchange.message.attachments {
            said.push('\n');
            said.push_str(&attachment_fact(text, file));
        }
        messages.push(Message::User { text: said, attachments: Vec::new(), cache: false });
        let mut reply = exchange.reply.clone();
        if reply.trim().is_empty() {
            reply = text.reply_empty();
        }
        if exchange.interrupted {
            reply.push('\n');
            reply.push_str(&text.reply_interrupted());
        }
        messages.push(Message::Assistant { text: reply, calls: Vec::new(), echo: None });
        if index + 1 == last
            && let Some(Message::User { cache, .. }) = messages.iter_mut().rev().nth(1)
        {
            *cache = true;
        }
    }
    messages
}

/// The word for a kind of file, by its code.
pub(crate) fn kind(text: &Text, code: &str) -> String {
    match code {
        "image" => text.kind_image(),
        "audio" => text.kind_audio(),
        "video" => text.kind_video(),
        "pdf" => text.kind_pdf(),
        _ => text.kind_file(),
    }
}

fn attachment_fact(text: &Text, file: &AttachmentRef) -> String {
    let name = crate::text::one_line(&file.name, 120);
    if file.frame {
        return text.frame_fact(kilobytes(file.bytes), &name, &file.sha256);
    }
    let kind = kind(text, &file.kind);
    text.attachment_fact(kilobytes(file.bytes), &kind, &name, &file.sha256)
}

#[cfg(test)]
mod tests;
