//! The village as the window shows it.

use super::Village;
use fuseforks_contract::{
    Event, Failure,
    agent::{AgentStatus, AgentView},
    app::Language as ViewLanguage,
    chat::{ArtifactView, AttachmentView, Row, RowBody, Thread, ToolRow, UsageView},
    village::{Tie, VillageView},
    work::RoleView,
};
use fuseforks_store::{Record, State, Stored, Usage};
use uuid::Uuid;

/// The person, as sender and receiver.
pub(crate) const USER: &str = "user";

/// Most rows of one page.
const PAGE: u32 = 500;

/// A stored row's id: sorts as its number does.
pub(crate) fn row_id(seq: u64) -> String {
    format!("{seq:016}")
}

pub(crate) fn usage(usage: &Usage) -> UsageView {
    UsageView {
        uncached: usage.uncached + usage.cache_write,
        cached: usage.cache_read,
        output: usage.output,
        reasoning: usage.reasoning,
    }
}

/// A language at the boundary.
#[must_use]
pub fn view_language(language: crate::text::Language) -> ViewLanguage {
    match language {
        crate::text::Language::En => ViewLanguage::En,
        crate::text::Language::Ja => ViewLanguage::Ja,
        crate::text::Language::Zh => ViewLanguage::Zh,
    }
}

/// A language from the boundary.
#[must_use]
pub fn language_of(language: ViewLanguage) -> crate::text::Language {
    match language {
        ViewLanguage::En => crate::text::Language::En,
        ViewLanguage::Ja => crate::text::Language::Ja,
        ViewLanguage::Zh => crate::text::Language::Zh,
    }
}

impl Village {
    /// Everything but conversations.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn view(&self) -> Result<VillageView, Failure> {
        let file = self.read(Clone::clone);
        let agents =
            file.agents.iter().filter(|agent| !agent.deleted).map(|agent| self.agent_view(agent)).collect();
        Ok(VillageView {
            id: file.id.clone(),
            name: file.name.clone(),
            language: view_language(file.language),
            path: self.folder.display().to_string(),
            practice: file.practice,
            agents,
            templates: file.templates.iter().map(|template| self.template_view(template)).collect(),
            ties: file.ties.iter().map(|tie| Tie { from: tie.from.clone(), to: tie.to.clone() }).collect(),
            roles: file
                .roles
                .iter()
                .map(|role| RoleView {
                    id: role.id.clone(),
                    name: role.name.clone(),
                    text: role.text.clone(),
                })
                .collect(),
            budget: self.budget(),
            session: self.session_view()?,
            problems: self.problems.clone(),
            offer: file.practice.then(|| self.text().practice_offer()),
        })
    }

    /// Files of the village that could not be read when it was opened.
    #[must_use]
    pub fn problems(&self) -> &[Failure] {
        &self.problems
    }

    pub(crate) fn agent_view(&self, agent: &crate::file::AgentFile) -> AgentView {
        let servers = self.server_views(&agent.id);
        let (icon, folder) = (self.icon_mark(&agent.id), self.work_folder(&agent.id));
        let members = self.members();
        let member = members.get(&agent.id);
        let status = match member {
            Some(member) if member.started => member.status.unwrap_or(AgentStatus::Idle),
            _ => AgentStatus::Stopped,
        };
        AgentView {
            id: agent.id.clone(),
            name: agent.name.clone(),
            template: agent.template.clone(),
            status,
            tool: member.and_then(|member| member.tool.clone()),
            since_ms: member.map_or(0, |member| member.since_ms),
            queued: member.map_or(0, |member| u32::try_from(member.inbox.len()).unwrap_or(u32::MAX)),
            max_rounds: agent.max_rounds,
            role: agent.role.clone(),
            handoff: agent.handoff,
            plaza: agent.plaza,
            remembers: agent.remembers,
            servers,
            icon,
            folder,
            place: agent.position,
        }
    }

    pub(crate) fn tell_agent(&self, agent: &str) {
        if let Ok(file) = self.agent_file(agent) {
            self.tell(Event::Agent { village: self.id.clone(), agent: self.agent_view(&file) });
        }
    }

    pub(crate) fn tell_village(&self) {
        if let Ok(village) = self.view() {
            self.tell(Event::Village { village });
        }
    }

    pub(crate) fn set_status(&self, agent: &str, status: Option<AgentStatus>, tool: Option<String>) {
        if let Some(member) = self.members().get_mut(agent) {
            if member.status != status || member.tool != tool {
                member.since_ms = self.services.now_ms();
            }
            member.status = status;
            member.tool = tool;
        }
        self.tell_agent(agent);
    }

    /// Rows of a conversation, a page at a time from its end.
    ///
    /// # Errors
    /// `session-unknown`, or when the store cannot be read.
    pub fn thread(
        &self,
        session: &str,
        agent: Option<&str>,
        before: Option<&str>,
        limit: u32,
    ) -> Result<Thread, Failure> {
        let session = Self::session_id(session)?;
        let limit = limit.clamp(1, PAGE) as usize;
        let seq = before.and_then(|row| row.parse().ok());
        let page =
            self.store.page(session, agent, seq, limit).map_err(|error| super::store_failure(&error))?;
        let mut rows: Vec<Row> =
            page.records.into_iter().filter_map(|record| self.row(session, record)).collect();
        if before.is_none() {
            rows.extend(self.queued_rows(session, agent));
        }
        Ok(Thread { rows, more: page.more })
    }

    /// A stored record as a row; those of a newer version have none.
    pub(crate) fn row(&self, session: Uuid, stored: Stored) -> Option<Row> {
        let (turn, agent, body) = match stored.record {
            Record::Message(message) => {
                let agent = if message.from == USER { message.to.clone() } else { message.from.clone() };
                let attachments = message
                    .attachments
                    .into_iter()
                    .map(|file| AttachmentView {
                        available: self.attachment_available(&file.id),
                        id: file.id,
                        name: file.name,
                        kind: file.kind,
                        mime: file.mime,
                        bytes: file.bytes,
                        frame: file.frame,
                    })
                    .collect();
                let body = RowBody::Message {
                    from: message.from,
                    to: message.to,
                    text: message.text,
                    attachments,
                    interrupted: message.state == State::Interrupted,
                    queued: false,
                };
                (message.turn, agent, body)
            }
            Record::Tool(tool) => {
                let row = ToolRow {
                    has_output: self.outputs.has(&tool.call),
                    call: tool.call,
                    name: tool.name,
                    running: false,
                    ok: tool.ok,
                    interrupted: tool.interrupted,
                    ms: u32::try_from(tool.ms).unwrap_or(u32::MAX),
                    images: tool.images,
                    dropped: tool.dropped,
                    progress: None,
                };
                (Some(tool.turn), tool.agent, RowBody::Tool(row))
            }
            Record::Artifact(file) => {
                let artifact = ArtifactView {
                    id: file.file.to_string(),
                    session: session.to_string(),
                    name: file.name,
                    mime: file.mime,
                    bytes: file.bytes,
                    sha256: file.sha256,
                    save_only: file.save_only,
                };
                (Some(file.turn), file.agent, RowBody::Artifact { artifact, tool: file.tool })
            }
            Record::System(system) => {
                let mut failure = Failure { code: system.code, args: system.args, detail: None };
                // The `server` sentence has a variable of that name; every other `detail` is a quote.
                if failure.code != "server" {
                    failure.detail = failure.args.remove("detail");
                }
                (system.turn, system.agent, RowBody::System(failure))
            }
            Record::Turn(turn) => {
                let body = RowBody::Turn {
                    stop: turn.stop,
                    rounds: turn.rounds,
                    max_rounds: turn.max_rounds,
                    backend: turn.backend,
                    model: turn.model,
                    usage: usage(&turn.usage),
                    ms: u32::try_from(turn.ms).unwrap_or(u32::MAX),
                };
                (Some(turn.turn), turn.agent, body)
            }
            Record::Summary(summary) => {
                let body = RowBody::Summary {
                    from: if summary.from > 0 { row_id(summary.from) } else { String::new() },
                    exchanges: summary.exchanges,
                    rounds: summary.rounds,
                    before: u32::try_from(summary.before).unwrap_or(u32::MAX),
                    after: u32::try_from(summary.text.chars().count()).unwrap_or(u32::MAX),
                    text: summary.text,
                };
                (summary.turn, summary.agent, body)
            }
            Record::Unknown(_) => return None,
        };
        Some(Row { id: row_id(stored.seq), turn: turn.unwrap_or_default(), agent, at_ms: stored.at_ms, body })
    }
}
