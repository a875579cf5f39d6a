//! What an agent writes into its own memory: a line in `Memory.md`, which the person can read and change.

use crate::{text::one_line, village::Village};
use fuseforks_contract::agent::Document;
use fuseforks_turn::ToolOutcome;
use std::sync::PoisonError;

/// Longest thing to remember at once, in characters.
const LONGEST: usize = 1000;
/// Characters that an agent may fill by itself; a person may write more.
const FULL: usize = 20_000;

impl Village {
    /// `remember`.
    pub(crate) fn remember(&self, agent: &str, what: &str) -> ToolOutcome {
        let text = self.text();
        // One line, so that a memory never begins a heading of its own.
        let line = one_line(what, LONGEST);
        if line.is_empty() || !self.agent_file(agent).is_ok_and(|agent| agent.remembers) {
            return ToolOutcome::error(text.ask_empty());
        }
        let _writing = self.delegation.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok(memory) = self.document_get(Some(agent), Document::Memory) else {
            return ToolOutcome::error(text.remember_failed());
        };
        let entry = format!("- {line}");
        let memory = memory.text;
        if memory.lines().any(|known| known.trim() == entry) {
            return ToolOutcome::text(text.remember_known());
        }
        if memory.chars().count() + entry.chars().count() > FULL {
            return ToolOutcome::error(text.remember_full());
        }
        let gap = if memory.is_empty() || memory.ends_with('\n') { "" } else { "\n" };
        match self.document_set(Some(agent), Document::Memory, &format!("{memory}{gap}{entry}\n")) {
            Ok(_) => ToolOutcome::text(text.remembered()),
            Err(_) => ToolOutcome::error(text.remember_failed()),
        }
    }
}
