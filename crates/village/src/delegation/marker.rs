//! Handing on by a line of text, for models that may use no tools.

use super::{Asker, Errand, TurnImages};
use crate::village::Village;
use fuseforks_turn::{Ending, Stop};
use std::sync::Arc;

/// The line that names who takes over.
pub(crate) fn marker(agent: &str) -> String {
    format!("[[{agent}]]")
}

/// The agent that a reply names in its first line with words, and what follows.
pub(super) fn marked(reply: &str) -> Option<(&str, &str)> {
    let (line, rest) = reply.trim_start().split_once('\n').unwrap_or((reply.trim(), ""));
    let agent = line.trim().strip_prefix("[[")?.strip_suffix("]]")?.trim();
    let named = agent
        .strip_prefix("agent_")
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()));
    named.then(|| (agent, rest.trim()))
}

impl Village {
    /// A reply that hands on does so; one that may not stays a reply.
    pub(crate) fn follow_marker(self: &Arc<Self>, agent: &str, errand: &Arc<Errand>, ending: &mut Ending) {
        if ending.stop != Stop::Done {
            return;
        }
        let Some((to, note)) = marked(&ending.reply) else { return };
        let images = TurnImages::default();
        let asker = Asker { agent, errand, images: &images };
        match self.hand_on(&asker, to, note) {
            Ok(_) => {
                ending.stop = Stop::HandedOn;
                ending.reply.clear();
            }
            Err(refused) => {
                ending.reply.push('\n');
                ending.reply.push_str(&refused);
            }
        }
    }
}
