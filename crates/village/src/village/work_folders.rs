//! Work folders of agents: where their commands run.
//!
//! Invariant: only the person on this machine says which folder that is. A village's files do not name it.

use super::Village;
use fuseforks_contract::{Failure, agent::FolderSet};
use fuseforks_mcp::config::{ServerEntry, Transport};
use std::{path::Path, sync::Arc};

/// Longest path that is taken, in characters.
const LONGEST: usize = 4096;

impl Village {
    /// An agent's work folder on this machine; empty for none.
    pub(super) fn work_folder(&self, agent: &str) -> String {
        self.services.trust.folder(&self.place, agent).unwrap_or_default()
    }

    /// Gives agents a work folder, or takes it away. Those that run connect their servers anew.
    ///
    /// # Errors
    /// `agent-unknown`, `work-folder-missing`, `file-io`. Then nothing changed.
    pub async fn work_folders_set(self: &Arc<Self>, set: &FolderSet) -> Result<(), Failure> {
        let folder = set.folder.trim();
        let path = Path::new(folder);
        if !folder.is_empty() && (!path.is_absolute() || folder.len() > LONGEST || !path.is_dir()) {
            let shown = crate::text::one_line(folder, 200);
            return Err(Failure::new("work-folder-missing").with("folder", shown));
        }
        for agent in &set.agents {
            self.agent_file(agent)?;
        }
        let changed: Vec<&String> =
            set.agents.iter().filter(|agent| self.work_folder(agent) != folder).collect();
        self.services
            .trust
            .set_folder(&self.place, &set.agents, folder)
            .map_err(|problem| super::file_failure(&problem))?;
        for agent in changed {
            self.reconnect(agent).await;
            self.tell_agent(agent);
        }
        Ok(())
    }
}

/// A command without a folder of its own runs in the agent's.
pub(super) fn placed(mut entry: ServerEntry, folder: &str) -> ServerEntry {
    if let Transport::Stdio { cwd: cwd @ None, .. } = &mut entry.transport
        && !folder.is_empty()
    {
        *cwd = Some(folder.to_owned());
    }
    entry
}
