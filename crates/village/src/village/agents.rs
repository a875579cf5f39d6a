//! Making, changing, starting and stopping agents, and ties between them.

use super::{Member, Stopper, Village};
use crate::file::{AgentFile, TieFile};
use fuseforks_contract::{
    Failure,
    agent::{AgentNew, AgentSet, AgentView},
};
use std::{fs, io, path::Path};

/// Longest name of an agent or village, in characters.
const NAME_CHARS: usize = 60;

/// A name as it may be shown: one line, nothing invisible.
///
/// # Errors
/// `name-empty` when nothing is left.
pub(crate) fn clean_name(name: &str) -> Result<String, Failure> {
    let name = crate::text::one_line(name, NAME_CHARS);
    if name.is_empty() { Err(Failure::new("name-empty")) } else { Ok(name) }
}

impl Village {
    /// Makes an agent.
    ///
    /// # Errors
    /// `name-empty`, `template-unknown`, `file-io`.
    pub fn agent_new(&self, new: &AgentNew) -> Result<AgentView, Failure> {
        let name = clean_name(&new.name)?;
        if !new.template.is_empty() {
            self.template_file(&new.template)?;
        }
        let agent = self.add_agent(name, new.template.clone(), 12)?;
        Ok(self.agent_view(&agent))
    }

    fn add_agent(&self, name: String, template: String, max_rounds: u32) -> Result<AgentFile, Failure> {
        let agent = self.change(|file| {
            let taken = |number: u32| file.agents.iter().any(|agent| agent.id == format!("agent_{number}"));
            let number = (file.next_agent.max(1)..).find(|number| !taken(*number)).unwrap_or(u32::MAX);
            file.next_agent = number.saturating_add(1);
            let agent = AgentFile { max_rounds, ..AgentFile::new(format!("agent_{number}"), name, template) };
            file.agents.push(agent.clone());
            Ok(agent)
        })?;
        self.members().insert(agent.id.clone(), Member::default());
        self.tell_village();
        Ok(agent)
    }

    /// Changes an agent.
    ///
    /// # Errors
    /// `agent-unknown`, `name-empty`, `template-unknown`, `role-unknown`, `rounds-range`, `file-io`.
    pub fn agent_set(&self, set: &AgentSet) -> Result<AgentView, Failure> {
        self.agent_file(&set.agent)?;
        let name = set.name.as_deref().map(clean_name).transpose()?;
        if let Some(template) = set.template.as_deref().filter(|template| !template.is_empty()) {
            self.template_file(template)?;
        }
        if let Some(role) = set.role.as_deref().filter(|role| !role.is_empty()) {
            self.role_file(role)?;
        }
        if set.max_rounds.is_some_and(|rounds| !(1..=100).contains(&rounds)) {
            return Err(Failure::new("rounds-range"));
        }
        self.change(|file| {
            if let Some(agent) = file.agents.iter_mut().find(|agent| agent.id == set.agent) {
                agent.name = name.unwrap_or_else(|| std::mem::take(&mut agent.name));
                agent.template = set.template.clone().unwrap_or_else(|| std::mem::take(&mut agent.template));
                agent.max_rounds = set.max_rounds.unwrap_or(agent.max_rounds);
                agent.role = set.role.clone().unwrap_or_else(|| std::mem::take(&mut agent.role));
                agent.handoff = set.handoff.unwrap_or(agent.handoff);
                agent.plaza = set.plaza.unwrap_or(agent.plaza);
                agent.remembers = set.remembers.unwrap_or(agent.remembers);
                let chosen = set.position.filter(|(x, y)| x.is_finite() && y.is_finite());
                agent.position = chosen.or(agent.position);
            }
            Ok(())
        })?;
        self.tell_agent(&set.agent);
        Ok(self.agent_view(&self.agent_file(&set.agent)?))
    }

    /// Makes a copy of an agent with its documents and servers. What was approved for the original's
    /// servers holds for the same entries of the copy; "always allow" of its tools does not.
    ///
    /// # Errors
    /// `agent-unknown`, `file-io`.
    pub fn agent_duplicate(&self, agent: &str) -> Result<AgentView, Failure> {
        let original = self.agent_file(agent)?;
        let name = clean_name(&self.text().agent_copy_name(&original.name))?;
        let copy = self.add_agent(name, original.template, original.max_rounds)?.id;
        let copy = self.change(|file| {
            let place = file.agents.iter_mut().find(|one| one.id == copy);
            let place = place.ok_or_else(|| Failure::new("agent-unknown").with("agent", &copy))?;
            place.role.clone_from(&original.role);
            (place.handoff, place.plaza, place.remembers) =
                (original.handoff, original.plaza, original.remembers);
            Ok(place.clone())
        })?;
        let (from, to) = (self.agent_folder(agent), self.agent_folder(&copy.id));
        copy_documents(&from, &to)
            .map_err(|error| Failure::new("file-io").with("file", to.display()).with("reason", error))?;
        let folder = self.work_folder(agent);
        if !folder.is_empty() {
            let trusted =
                self.services.trust.set_folder(&self.place, std::slice::from_ref(&copy.id), &folder);
            trusted.map_err(|problem| super::file_failure(&problem))?;
        }
        self.icon_changed(&copy.id);
        self.tell_village();
        Ok(self.agent_view(&copy))
    }

    /// Takes an agent out of the village; its folder stays until the village is closed, so that it can be
    /// brought back.
    ///
    /// # Errors
    /// `agent-unknown`, `file-io`.
    pub async fn agent_delete(&self, agent: &str) -> Result<(), Failure> {
        self.agent_file(agent)?;
        self.halt(agent).await;
        self.change(|file| {
            if let Some(one) = file.agents.iter_mut().find(|one| one.id == agent) {
                one.deleted = true;
            }
            Ok(())
        })?;
        self.tell_village();
        Ok(())
    }

    /// Brings a deleted agent back.
    ///
    /// # Errors
    /// `agent-unknown` when it was not deleted in this run.
    pub fn agent_restore(&self, agent: &str) -> Result<AgentView, Failure> {
        let back = self.change(|file| {
            let one = file
                .agents
                .iter_mut()
                .find(|one| one.id == agent && one.deleted)
                .ok_or_else(|| Failure::new("agent-unknown").with("agent", agent))?;
            one.deleted = false;
            Ok(one.clone())
        })?;
        self.tell_village();
        Ok(self.agent_view(&back))
    }

    fn alive(&self) -> Vec<AgentFile> {
        self.read(|file| file.agents.iter().filter(|agent| !agent.deleted).cloned().collect())
    }

    /// Starts every agent that has a model.
    ///
    /// # Errors
    /// `agent-unknown` when one is deleted at that moment.
    pub async fn start_all(self: &std::sync::Arc<Self>) -> Result<(), Failure> {
        for agent in self.alive().iter().filter(|agent| !agent.template.is_empty()) {
            self.agent_start(&agent.id).await?;
        }
        Ok(())
    }

    /// Stops every agent. First all turns end, so that none asks one that is gone.
    pub async fn halt_all(&self) {
        self.stop_all();
        for agent in self.alive() {
            self.halt(&agent.id).await;
        }
    }

    /// Stops an agent: its turn ends, what waits for it is let go, its servers are disconnected.
    pub(crate) async fn halt(&self, agent: &str) {
        let (servers, withdrawn) = {
            let mut members = self.members();
            let Some(member) = members.get_mut(agent) else { return };
            member.started = false;
            if let Some(running) = &member.running {
                running.stop(Stopper::Person);
            }
            (member.servers.take(), std::mem::take(&mut member.inbox))
        };
        for waiting in withdrawn {
            self.tell(fuseforks_contract::Event::RowGone {
                village: self.id.clone(),
                session: waiting.session.to_string(),
                row: waiting.row,
            });
        }
        if let Some(servers) = servers {
            servers.close().await;
        }
        self.tell_agent(agent);
    }

    /// Ties or unties two agents.
    ///
    /// # Errors
    /// `agent-unknown`, `tie-self`, `file-io`.
    pub fn tie_set(&self, from: &str, to: &str, on: bool) -> Result<(), Failure> {
        self.agent_file(from)?;
        self.agent_file(to)?;
        if from == to {
            return Err(Failure::new("tie-self"));
        }
        self.change(|file| {
            let tie = TieFile { from: from.to_owned(), to: to.to_owned() };
            file.ties.retain(|one| *one != tie);
            if on {
                file.ties.push(tie);
            }
            Ok(())
        })?;
        self.tell_village();
        Ok(())
    }
}

fn copy_documents(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for name in ["Construct.md", "SKILL.md", "Memory.md", "mcp.json", "approvals.json", "icon.webp"] {
        match fs::read(from.join(name)) {
            Ok(bytes) => fuseforks_store::write_atomic(&to.join(name), &bytes)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
