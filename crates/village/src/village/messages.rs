//! Messages to agents: judged at the door, queued, worked through one by one.

use super::{Running, Stopper, Village};
use crate::{
    attachments::{Pending, kind_name},
    delegation::Errand,
};
use fuseforks_contract::{
    Event, Failure,
    chat::{MessageSend, MessageSent, Row, RowBody},
    work::TaskState,
};
use fuseforks_media::Image;
use std::sync::Arc;
use uuid::Uuid;

/// Longest message of a person, in characters.
const LONGEST: usize = 200_000;

/// A message that waits for its agent.
pub(crate) struct Waiting {
    pub row: String,
    pub session: Uuid,
    pub text: String,
    pub attachments: Vec<Pending>,
    /// Images that the sending agent forwards.
    pub images: Vec<Image>,
    /// What it belongs to.
    pub errand: Arc<Errand>,
}

impl Waiting {
    /// The id of a new row that waits.
    pub(crate) fn new_row() -> String {
        format!("q{}", Uuid::now_v7().simple())
    }

    /// A message of an agent.
    pub(crate) fn of(errand: Arc<Errand>, images: Vec<Image>) -> Self {
        Self {
            row: errand.task.as_ref().map_or_else(Self::new_row, |task| task.row.clone()),
            session: errand.request.session,
            text: errand.text.clone(),
            attachments: Vec::new(),
            images,
            errand,
        }
    }
}

impl Village {
    /// Sends a message to one agent; a busy agent gets it when it is free.
    ///
    /// # Errors
    /// Everything that can be known before a request is made: `message-empty`, `message-long`,
    /// `agent-no-template`, `template-origin`, `key-missing`, `key-locked`, `attachment-not-carried`,
    /// `attachment-gone`, `inbox-full`.
    pub async fn message_send(self: &Arc<Self>, send: MessageSend) -> Result<MessageSent, Failure> {
        let agent = self.agent_file(&send.agent)?;
        if send.text.trim().is_empty() && send.attachments.is_empty() {
            return Err(Failure::new("message-empty"));
        }
        if send.text.chars().nth(LONGEST).is_some() {
            return Err(Failure::new("message-long").with("limit", LONGEST));
        }
        if agent.template.is_empty() {
            return Err(Failure::new("agent-no-template").with("name", &agent.name));
        }
        let template = self.template_file(&agent.template)?;
        let village = Arc::clone(self);
        let checked = template.clone();
        tokio::task::spawn_blocking(move || village.template_key(&checked).map(|_| ()))
            .await
            .map_err(|_| Failure::new("internal"))??;
        let mut attachments = Vec::with_capacity(send.attachments.len());
        for id in &send.attachments {
            let pending = self.attachments.get(id).ok_or_else(|| Failure::new("attachment-gone"))?;
            self.carried(&template, &pending)?;
            attachments.push(pending);
        }

        let errand = self.new_request(self.session(), &send.text);
        let request = errand.request.id.to_string();
        let waiting = Waiting { attachments, ..Waiting::of(errand, Vec::new()) };
        let sent = MessageSent { request, row: waiting.row.clone() };
        self.enqueue(&send.agent, waiting)?;
        Ok(sent)
    }

    /// Can this template's wire carry the file, and does its model take it?
    fn carried(&self, template: &crate::file::TemplateFile, pending: &Pending) -> Result<(), Failure> {
        let kind = pending.content.kind();
        if super::templates::carries(template, kind) {
            return Ok(());
        }
        Err(Failure::new("attachment-not-carried")
            .with("name", &pending.view.name)
            .with("kind", kind_name(kind))
            .with("template", &template.name))
    }

    /// Takes a queued message back, of the person or of an agent. An agent that waits for it is told.
    ///
    /// # Errors
    /// `message-gone` when its turn has begun.
    pub fn message_withdraw(&self, row: &str) -> Result<(), Failure> {
        let (agent, waiting) = self.unqueue(row).ok_or_else(|| Failure::new("message-gone"))?;
        waiting.errand.answer(self.withdrawn(&agent));
        if let Some(task) = &waiting.errand.task {
            self.task(task, TaskState::Stopped, None);
        }
        self.let_go(&agent, waiting);
        Ok(())
    }

    /// Stops an agent's running turn, not its queue.
    pub fn turn_stop(&self, agent: &str) {
        if let Some(running) = self.members().get(agent).and_then(|member| member.running.clone()) {
            running.stop(Stopper::Person);
        }
    }

    /// Stops every running turn.
    pub fn stop_all(&self) {
        for member in self.members().values() {
            if let Some(running) = &member.running {
                running.stop(Stopper::Person);
            }
        }
    }

    /// Rows of messages that wait, oldest first.
    pub(crate) fn queued_rows(&self, session: Uuid, agent: Option<&str>) -> Vec<Row> {
        let now = self.services.now_ms();
        let members = self.members();
        let mut rows: Vec<Row> = members
            .iter()
            .filter(|(id, _)| agent.is_none_or(|wanted| wanted == id.as_str()))
            .flat_map(|(id, member)| member.inbox.iter().map(move |waiting| (id, waiting)))
            .filter(|(_, waiting)| waiting.session == session)
            .map(|(id, waiting)| queued_row(id, waiting, now))
            .collect();
        rows.sort_by(|a, b| a.id.cmp(&b.id));
        rows
    }

    /// Works through an agent's inbox until it is empty.
    pub(super) async fn work(self: Arc<Self>, agent: String) {
        loop {
            let (waiting, stop) = {
                let mut members = self.members();
                let Some(member) = members.get_mut(&agent) else { return };
                match member.inbox.pop_front() {
                    Some(waiting) => {
                        // Stopping the turn must not stop what it handed on.
                        let stop = waiting.errand.stop.child_token();
                        member.running = Some(Running::new(stop.clone()));
                        (waiting, stop)
                    }
                    None => {
                        member.working = false;
                        break;
                    }
                }
            };
            self.tell(Event::RowGone {
                village: self.id.clone(),
                session: waiting.session.to_string(),
                row: waiting.row.clone(),
            });
            if let Some(task) = &waiting.errand.task {
                self.task(task, TaskState::Running, None);
            }
            let errand = Arc::clone(&waiting.errand);
            // Nobody waits any more for a message that was stopped in the queue.
            if !stop.is_cancelled() {
                Arc::clone(&self).run_turn(agent.clone(), waiting, stop).await;
            }
            if let Some(member) = self.members().get_mut(&agent) {
                member.running = None;
                member.status = None;
                member.tool = None;
            }
            self.tell_agent(&agent);
            errand.close();
        }
        self.tell_agent(&agent);
        self.tell_context(self.session(), &agent);
    }
}

pub(super) fn queued_row(agent: &str, waiting: &Waiting, now_ms: i64) -> Row {
    Row {
        id: waiting.row.clone(),
        turn: String::new(),
        agent: agent.to_owned(),
        at_ms: now_ms,
        body: RowBody::Message {
            from: waiting.errand.from.clone(),
            to: agent.to_owned(),
            text: waiting.text.clone(),
            attachments: waiting.attachments.iter().map(|pending| pending.view.clone()).collect(),
            interrupted: false,
            queued: true,
        },
    }
}
