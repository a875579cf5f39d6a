//! What was said in the village lately, for those who take part.
//!
//! Invariant: an agent reads nothing here that an agent said or was told which does not take part, and
//! one that does not take part reads nothing.

use crate::{
    file::AgentFile,
    text::{defuse, one_line, sender_line},
    village::{USER, Village},
};
use fuseforks_contract::work::{Plaza, PlazaLine};
use fuseforks_store::{Message, Record, State, Stored};
use fuseforks_turn::ToolOutcome;
use uuid::Uuid;

/// Records that are looked through for lines.
const LOOKED_AT: usize = 300;

impl Village {
    /// What was said in the open conversation lately, as agents read it.
    #[must_use]
    pub fn plaza(&self) -> Plaza {
        let lines = self.remarks(self.session(), None);
        let line = |(seq, at_ms, message): (u64, i64, Message)| PlazaLine {
            id: seq.to_string(),
            from: message.from,
            to: message.to,
            at_ms,
            text: one_line(&message.text, self.services.limits.plaza_chars),
        };
        Plaza { lines: lines.into_iter().map(line).collect() }
    }

    /// The newest remarks, oldest first. A reader's own conversations are its history and not repeated.
    fn remarks(&self, session: Uuid, reader: Option<&str>) -> Vec<(u64, i64, Message)> {
        let Ok(page) = self.store.page(session, None, None, LOOKED_AT) else { return Vec::new() };
        let mut found: Vec<(u64, i64, Message)> = Vec::new();
        for Stored { seq, at_ms, record } in page.records.into_iter().rev() {
            let Record::Message(message) = record else { continue };
            let own = reader.is_some_and(|reader| message.from == reader || message.to == reader);
            if own || !self.public(&message) {
                continue;
            }
            found.push((seq, at_ms, message));
            if found.len() >= self.services.limits.plaza_lines {
                break;
            }
        }
        found.reverse();
        found
    }

    /// Both ends take part, and it is a message or a reply.
    fn public(&self, message: &Message) -> bool {
        let takes_part = |who: &str| who == USER || self.agent_file(who).is_ok_and(|agent| agent.plaza);
        matches!(message.state, State::Complete | State::Interrupted)
            && !message.text.trim().is_empty()
            && takes_part(&message.from)
            && takes_part(&message.to)
    }

    pub(super) fn plaza_part(&self, agent: &AgentFile, session: Uuid) -> Option<String> {
        if !agent.plaza || !self.several() {
            return None;
        }
        let text = self.text();
        let remarks = self.remarks(session, Some(&agent.id));
        let mut lines = vec![text.heading_plaza()];
        lines.extend(remarks.iter().map(|(seq, _, message)| {
            let said = one_line(&message.text, self.services.limits.plaza_chars);
            text.plaza_line(&seq.to_string(), &self.speaker(&message.from).name, &said)
        }));
        (!remarks.is_empty()).then(|| lines.join("\n"))
    }

    /// `room_log`: the whole of a remark.
    pub(crate) fn room_log(&self, agent: &str, session: Uuid, id: &str) -> ToolOutcome {
        let text = self.text();
        let missing = || ToolOutcome::error(text.room_log_missing());
        let reader = self.agent_file(agent).is_ok_and(|agent| agent.plaza);
        let Some(seq) = id.parse().ok().filter(|_| reader) else { return missing() };
        let Ok(Some(Stored { record: Record::Message(message), .. })) = self.store.record(session, seq)
        else {
            return missing();
        };
        if !self.public(&message) {
            return missing();
        }
        let most = self.services.limits.room_log_chars;
        let speaker = self.speaker(&message.from);
        let mut body: String = message.text.chars().take(most).collect();
        let cut = message.text.chars().count().saturating_sub(most);
        if cut > 0 {
            body.push('\n');
            body.push_str(&text.text_cut(cut));
        }
        ToolOutcome::text(format!("{}\n{}", sender_line(text, &speaker.name, &speaker.id), defuse(&body)))
    }
}
