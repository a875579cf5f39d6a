//! What an agent that waits is told, whatever became of its message.

use super::errand::Answer;
use crate::{text::defuse, village::Village};
use fuseforks_contract::work::TaskState;
use fuseforks_turn::{Ending, Stop};

impl Answer {
    /// It came to nothing.
    pub(super) fn failed(code: &str, text: String) -> Self {
        Self { text, ok: false, state: TaskState::Failed, code: Some(code.to_owned()) }
    }

    fn said(text: String, line: Option<String>) -> Self {
        let text = match (text.trim().is_empty(), line) {
            (_, None) => text,
            (true, Some(line)) => line,
            (false, Some(line)) => format!("{}\n{line}", text.trim_end()),
        };
        Self { text, ok: true, state: TaskState::Done, code: None }
    }
}

impl Village {
    /// The answer to a message that the person took out of the queue.
    pub(crate) fn withdrawn(&self, agent: &str) -> Answer {
        let text = self.text().ask_withdrawn(&self.name_of(agent));
        Answer { text, ok: false, state: TaskState::Stopped, code: None }
    }

    /// The answer that a turn's ending is. What is said cannot imitate a sender line.
    pub(crate) fn answer_of(&self, agent: &str, ending: &Ending) -> Answer {
        let text = self.text();
        let name = self.name_of(agent);
        let reply = defuse(&ending.reply).into_owned();
        let empty = reply.trim().is_empty();
        match &ending.stop {
            Stop::Interrupted => Answer {
                ok: false,
                state: TaskState::Stopped,
                ..Answer::said(reply, Some(text.ask_stopped(&name)))
            },
            Stop::BudgetExhausted => Answer {
                ok: false,
                state: TaskState::Failed,
                code: Some("BUDGET".to_owned()),
                ..Answer::said(reply, Some(text.ask_budget(&name)))
            },
            Stop::Failed(code) => Answer {
                ok: false,
                state: TaskState::Failed,
                code: Some((*code).to_owned()),
                ..Answer::said(reply, Some(text.ask_failed(code, &name)))
            },
            Stop::Done | Stop::ToolLimit | Stop::Repeat(_) | Stop::HandedOn if empty => {
                Answer::said(text.reply_empty(), None)
            }
            Stop::Done | Stop::ToolLimit | Stop::Repeat(_) | Stop::HandedOn => Answer::said(reply, None),
        }
    }
}
