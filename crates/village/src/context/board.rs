//! The blackboard: one text that the person and the agents of a village share, in `Blackboard.md`.
//!
//! Invariant: nothing that is written makes it longer than its limit, no line of it looks to an agent like a
//! sender line or a heading of the prompt, and what somebody else wrote meanwhile is never overwritten unseen.

use crate::{
    file::AgentFile,
    text::{defuse, several_lines},
    village::{USER, Village},
};
use fuseforks_contract::{
    Event, Failure,
    board::{BoardSet, BoardView},
};
use fuseforks_turn::ToolOutcome;
use sha2::{Digest as _, Sha256};
use std::{
    fmt::Write as _,
    fs, io,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

/// Who wrote last in this run, and when. Held while anybody writes.
#[derive(Default)]
pub(crate) struct Board(Mutex<Option<(String, i64)>>);

/// Another one for another text.
fn mark(text: &str) -> String {
    let mut hex = String::with_capacity(16);
    for byte in Sha256::digest(text).iter().take(8) {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

impl Village {
    fn board_path(&self) -> PathBuf {
        self.folder.join("Blackboard.md")
    }

    fn board_text(&self) -> Result<String, Failure> {
        let path = self.board_path();
        // A character has at most four bytes.
        let most = self.services.limits.board_chars * 4;
        let failure =
            |error: io::Error| Failure::new("file-io").with("file", path.display()).with("reason", error);
        match fs::metadata(&path) {
            Ok(found) if found.len() > most as u64 => {
                Err(Failure::new("document-long").with("file", path.display()).with("limit", most / 1024))
            }
            Ok(_) => Ok(String::from_utf8_lossy(&fs::read(&path).map_err(failure)?).into_owned()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
            Err(error) => Err(failure(error)),
        }
    }

    /// The blackboard.
    ///
    /// # Errors
    /// `document-long` when somebody made the file too long by hand, `file-io`.
    pub fn board(&self) -> Result<BoardView, Failure> {
        let last = self.board.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.board_view(last)
    }

    fn board_view(&self, last: Option<(String, i64)>) -> Result<BoardView, Failure> {
        let text = self.board_text()?;
        let (by, at_ms) = last.unwrap_or_default();
        Ok(BoardView { mark: mark(&text), text, by, at_ms })
    }

    /// Replaces the text of the blackboard for the person.
    ///
    /// # Errors
    /// `board-changed` when it is another text meanwhile, `board-long`, `document-long`, `file-io`.
    pub fn board_set(&self, set: &BoardSet) -> Result<BoardView, Failure> {
        self.board_change(USER, |now| {
            if mark(now) == set.mark { Ok(set.text.clone()) } else { Err(Failure::new("board-changed")) }
        })
    }

    fn board_change(
        &self,
        who: &str,
        change: impl FnOnce(&str) -> Result<String, Failure>,
    ) -> Result<BoardView, Failure> {
        let mut last = self.board.0.lock().unwrap_or_else(PoisonError::into_inner);
        let text = several_lines(&change(&self.board_text()?)?);
        let limit = self.services.limits.board_chars;
        if text.chars().nth(limit).is_some() {
            return Err(Failure::new("board-long").with("limit", limit));
        }
        let path = self.board_path();
        fuseforks_store::write_atomic(&path, text.as_bytes())
            .map_err(|error| Failure::new("file-io").with("file", path.display()).with("reason", error))?;
        *last = Some((who.to_owned(), self.services.now_ms()));
        let board = self.board_view(last.clone())?;
        self.tell(Event::Board { village: self.id.clone(), board: board.clone() });
        Ok(board)
    }

    /// What stands on the blackboard, in front of an agent's newest message.
    pub(super) fn board_part(&self, agent: &AgentFile) -> Option<String> {
        let board = self.board_text().ok().filter(|board| agent.plaza && !board.trim().is_empty())?;
        let text = self.text();
        let most = self.services.limits.board_prompt_chars;
        let shown: String = board.trim_end().chars().take(most).collect();
        let mut lines = vec![text.heading_board()];
        // Quoted, so that no line of it can be a heading of ours.
        lines.extend(shown.lines().map(|line| format!("> {line}").trim_end().to_owned()));
        let cut = board.trim_end().chars().count().saturating_sub(most);
        if cut > 0 {
            lines.push(text.text_cut(cut));
        }
        Some(lines.join("\n"))
    }

    /// `blackboard_read`.
    pub(crate) fn board_read(&self, agent: &str) -> ToolOutcome {
        let text = self.text();
        if !self.agent_file(agent).is_ok_and(|agent| agent.plaza) {
            return ToolOutcome::error(text.board_failed());
        }
        match self.board_text() {
            Ok(board) if board.trim().is_empty() => ToolOutcome::text(text.board_empty()),
            Ok(board) => ToolOutcome::text(defuse(&board).into_owned()),
            Err(_) => ToolOutcome::error(text.board_failed()),
        }
    }

    /// `blackboard_write`: adds to the end, or replaces everything.
    pub(crate) fn board_write(&self, agent: &str, said: &str, replace: bool) -> ToolOutcome {
        let text = self.text();
        if !self.agent_file(agent).is_ok_and(|agent| agent.plaza) {
            return ToolOutcome::error(text.board_failed());
        }
        if said.trim().is_empty() && !replace {
            return ToolOutcome::error(text.ask_empty());
        }
        let written = self.board_change(agent, |now| {
            let gap = if replace || now.is_empty() || now.ends_with('\n') { "" } else { "\n" };
            let before = if replace { "" } else { now };
            Ok(format!("{before}{gap}{}\n", said.trim_end()).trim_start_matches('\n').to_owned())
        });
        match written {
            Ok(_) => ToolOutcome::text(text.board_written()),
            Err(failure) if failure.code == "board-long" => {
                ToolOutcome::error(text.board_full(self.services.limits.board_chars))
            }
            Err(_) => ToolOutcome::error(text.board_failed()),
        }
    }
}
