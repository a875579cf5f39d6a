//! Icons of agents: `agents/{id}/icon.webp`.

use super::{Village, hold, media::Served};
use crate::icon::{self, ICON_FILE};
use fuseforks_contract::{
    Failure,
    agent::{AgentView, IconSet},
};
use std::{collections::HashMap, path::PathBuf, sync::Arc};

/// Marks of icons, by agent, as they were last read: a view of an agent is made often.
pub(super) type Icons = HashMap<String, Option<String>>;

impl Village {
    fn icon_path(&self, agent: &str) -> PathBuf {
        self.agent_folder(agent).join(ICON_FILE)
    }

    /// What tells an agent's icon from another one.
    pub(super) fn icon_mark(&self, agent: &str) -> Option<String> {
        if let Some(known) = hold(&self.icons).get(agent) {
            return known.clone();
        }
        let mark = icon::mark(&self.icon_path(agent));
        hold(&self.icons).insert(agent.to_owned(), mark.clone());
        mark
    }

    /// The file changed.
    pub(super) fn icon_changed(&self, agent: &str) {
        hold(&self.icons).remove(agent);
    }

    /// The bytes of an agent's icon.
    pub(super) fn icon_served(&self, agent: &str) -> Option<Served> {
        self.agent_file(agent).ok()?;
        let bytes = icon::read(&self.icon_path(agent))?;
        Some(Served { mime: "image/webp".to_owned(), bytes })
    }

    /// Gives an agent an icon, or takes it away.
    ///
    /// # Errors
    /// `agent-unknown`, `icon-unreadable`, `icon-unsupported`, `icon-too-large`, `file-io`.
    pub async fn icon_set(self: &Arc<Self>, set: IconSet) -> Result<AgentView, Failure> {
        self.agent_file(&set.agent)?;
        let (path, limits) = (self.icon_path(&set.agent), self.services.limits.media);
        tokio::task::spawn_blocking(move || icon::write(&path, &set.data, &limits))
            .await
            .map_err(|_| Failure::new("internal"))??;
        self.icon_changed(&set.agent);
        self.tell_agent(&set.agent);
        Ok(self.agent_view(&self.agent_file(&set.agent)?))
    }
}
