//! Whom an agent can ask.

use crate::{
    delegation::{ask_name, marker},
    file::AgentFile,
    text::defuse,
    village::Village,
};
use uuid::Uuid;

impl Village {
    /// What stands in front of an agent's newest message; empty when there is nothing to tell. `calls`: its
    /// model uses tools.
    pub(crate) fn surroundings(&self, agent: &AgentFile, calls: bool, session: Uuid) -> String {
        let parts = [self.roster(agent, calls), self.plaza_part(agent, session), self.board_part(agent)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        defuse(&parts.join("\n\n")).into_owned()
    }

    fn roster(&self, agent: &AgentFile, calls: bool) -> Option<String> {
        let text = self.text();
        let tied = self.tied(&agent.id);
        let first = tied.first()?;
        let mut lines = vec![text.heading_roster()];
        for to in &tied {
            let name = match self.role_file(&to.role) {
                Ok(role) => text.roster_role(&to.name, &role.name),
                Err(_) => to.name.clone(),
            };
            if calls {
                lines.push(text.roster_line(&to.id, &name, &ask_name(&to.id)));
            } else if agent.handoff {
                lines.push(text.roster_line_marker(&to.id, &marker(&to.id), &name));
            }
        }
        if !calls {
            if !agent.handoff {
                return None;
            }
            lines.push(text.marker_instruction(&marker(&first.id)));
        }
        Some(lines.join("\n"))
    }
}
