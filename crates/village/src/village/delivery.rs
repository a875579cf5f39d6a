//! Messages from agent to agent, and from a person: into the inbox of whoever works on them.

use super::{Member, Village, messages::Waiting, templates, view};
use crate::{
    delegation::{Errand, NewErrand, RequestState},
    file::AgentFile,
    prompt::Speaker,
};
use fuseforks_contract::{
    Event, Failure,
    work::{MeterView, Meters},
};
use fuseforks_llm::canonical::AttachmentKind;
use fuseforks_turn::ledger::DEFAULT_BUDGET;
use std::sync::{Arc, Weak};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

impl Village {
    /// The agents that an agent may speak to, in the order of its ties.
    pub(crate) fn tied(&self, agent: &str) -> Vec<AgentFile> {
        self.read(|file| {
            let ties = file.ties.iter().filter(|tie| tie.from == agent && tie.to != agent);
            let alive = |id: &str| file.agents.iter().find(|one| one.id == id && !one.deleted).cloned();
            ties.filter_map(|tie| alive(&tie.to)).collect()
        })
    }

    /// There is more than one agent.
    pub(crate) fn several(&self) -> bool {
        self.read(|file| file.agents.iter().filter(|agent| !agent.deleted).nth(1).is_some())
    }

    /// An agent's name; its id when it is gone.
    pub(crate) fn name_of(&self, agent: &str) -> String {
        self.agent_file(agent).map_or_else(|_| agent.to_owned(), |file| file.name)
    }

    /// Whoever speaks, as agents are told of them.
    pub(crate) fn speaker(&self, id: &str) -> Speaker {
        if id == view::USER {
            return self.person();
        }
        Speaker { id: id.to_owned(), name: self.name_of(id) }
    }

    /// The person, as agents are told of them.
    fn person(&self) -> Speaker {
        let name = self.services.settings().user_name;
        let name = if name.trim().is_empty() { self.text().user_name() } else { name };
        Speaker { id: view::USER.to_owned(), name }
    }

    /// Images that other agents forward reach this one's model, as far as is known.
    pub(crate) async fn can_see(self: &Arc<Self>, agent: &AgentFile) -> bool {
        let Ok(template) = self.template_file(&agent.template) else { return false };
        templates::carries(&template, AttachmentKind::Image)
            && self.backend(&template).await.is_ok_and(|answering| answering.sees)
    }

    /// Effective tokens that one request may cost.
    pub(crate) fn budget(&self) -> u64 {
        self.read(|file| file.settings.budget).unwrap_or(DEFAULT_BUDGET)
    }

    /// The errand of a person's message: a request begins with it.
    pub(super) fn new_request(&self, session: Uuid, text: &str) -> Arc<Errand> {
        let id = Uuid::now_v7();
        let services = Arc::clone(&self.services);
        let request = RequestState::new(id, session, &self.id, services, self.budget());
        {
            let mut requests = super::hold(&self.delegation.requests);
            requests.retain(|known| known.strong_count() > 0);
            requests.push(Arc::downgrade(&request));
        }
        Errand::new(
            request,
            NewErrand {
                id: id.to_string(),
                parent: None,
                hop: 0,
                from: view::USER.to_owned(),
                text: text.to_owned(),
                reply_to: view::USER.to_owned(),
                stop: CancellationToken::new(),
                task: None,
                awaited: None,
            },
        )
    }

    /// What the running requests cost so far.
    #[must_use]
    pub fn meters(&self) -> Meters {
        let requests = super::hold(&self.delegation.requests);
        let meters = requests.iter().filter_map(Weak::upgrade).map(|request| request.meter());
        Meters { meters: meters.filter(|meter: &MeterView| meter.open > 0).collect() }
    }

    /// Another message fits into the inbox.
    pub(crate) fn has_room(&self, agent: &str) -> bool {
        let limit = self.services.limits.inbox;
        self.members().get(agent).is_none_or(|member| member.inbox.len() < limit)
    }

    /// Puts a message into an agent's inbox, and gets it to work if it does not.
    pub(crate) fn enqueue(self: &Arc<Self>, agent: &str, waiting: Waiting) -> Result<(), Failure> {
        let session = waiting.session;
        let row = super::messages::queued_row(agent, &waiting, self.services.now_ms());
        let begin = {
            let mut members = self.members();
            let member: &mut Member = members.entry(agent.to_owned()).or_default();
            if member.inbox.len() >= self.services.limits.inbox {
                drop(members);
                return Err(Failure::new("inbox-full").with("name", self.name_of(agent)));
            }
            member.inbox.push_back(waiting);
            member.started = true;
            !std::mem::replace(&mut member.working, true)
        };
        self.tell(Event::Row { village: self.id.clone(), session: session.to_string(), row });
        if begin {
            tokio::spawn(Arc::clone(self).work(agent.to_owned()));
        } else {
            self.tell_agent(agent);
        }
        Ok(())
    }

    /// Takes a message back if it still waits.
    pub(crate) fn take_back(&self, row: &str) {
        if let Some((agent, waiting)) = self.unqueue(row) {
            self.let_go(&agent, waiting);
        }
    }

    /// Takes a message out of the inbox that holds it.
    pub(super) fn unqueue(&self, row: &str) -> Option<(String, Waiting)> {
        let mut members = self.members();
        members.iter_mut().find_map(|(agent, member)| {
            let at = member.inbox.iter().position(|waiting| waiting.row == row)?;
            member.inbox.remove(at).map(|waiting| (agent.clone(), waiting))
        })
    }

    /// A message was taken back. Whoever waits for it is told by this.
    pub(super) fn let_go(&self, agent: &str, waiting: Waiting) {
        let (session, row) = (waiting.session.to_string(), waiting.row.clone());
        for pending in &waiting.attachments {
            self.attachments.remove(&pending.view.id);
        }
        drop(waiting);
        self.tell(Event::RowGone { village: self.id.clone(), session, row });
        self.tell_agent(agent);
    }
}
