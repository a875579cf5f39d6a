//! Summaries as they are stored, logged and asked for by the person.

use super::{
    Running, Village,
    context::{Remembering, no_summary},
};
use crate::{
    file::AgentFile,
    keeper::Folded,
    log::{Line, Summarising},
    prompt,
    summariser::Asked,
};
use fuseforks_contract::{
    Event, Failure,
    agent::AgentStatus,
    context::{ContextView, Contexts, Summarise, Summarised},
};
use fuseforks_llm::canonical::{Request, Usage};
use fuseforks_store::{Record, Summary, System};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// What a summary of exchanges covers.
pub(super) struct Covered {
    /// The first record.
    pub from: u64,
    /// The last record.
    pub upto: u64,
    /// How many exchanges, those of an earlier summary not counted.
    pub exchanges: u32,
}

impl Covered {
    pub(super) fn record(&self, about: &Remembering<'_>, before: usize, text: String) -> Record {
        Record::Summary(Summary {
            agent: about.agent.id.clone(),
            turn: about.turn.map(|turn| turn.to_string()),
            from: self.from,
            upto: self.upto,
            exchanges: self.exchanges,
            before: before as u64,
            text,
            ..Summary::default()
        })
    }
}

impl Village {
    pub(super) fn log_summary(&self, about: &Remembering<'_>, older: &super::context::Older, asked: &Asked) {
        let scope = if about.turn.is_some() { "history" } else { "hand" };
        let number = older.covered.exchanges;
        self.write_log(&summary_line(&about.agent.id, scope, number, older.chars, asked));
    }

    /// Stores and logs what came of summarising rounds of a turn.
    pub(super) fn rounds_folded(&self, session: Uuid, turn: Uuid, agent: &str, folded: &Folded) {
        let Folded { rounds, before, asked } = folded;
        self.write_log(&summary_line(agent, "turn", *rounds, *before, asked));
        let turn = Some(turn.to_string());
        let record = match &asked.summary {
            Ok(text) => Record::Summary(Summary {
                agent: agent.to_owned(),
                turn,
                rounds: *rounds,
                before: *before as u64,
                text: text.clone(),
                ..Summary::default()
            }),
            Err(reason) => {
                let Failure { code, args, .. } = no_summary(reason);
                Record::System(System { agent: agent.to_owned(), turn, code, args, ..System::default() })
            }
        };
        if let Err(notice) = self.append(session, &[record]) {
            self.tell(Event::Notice { notice });
        }
    }

    /// How full the windows of all agents with a model are.
    pub fn contexts(&self) -> Contexts {
        let agents: Vec<AgentFile> =
            self.read(|file| file.agents.iter().filter(|agent| !agent.deleted).cloned().collect());
        Contexts { contexts: agents.iter().filter_map(|agent| self.context_view(agent)).collect() }
    }

    /// How full an agent's window is in the open conversation; nothing for one without a model.
    pub(super) fn context_view(&self, agent: &AgentFile) -> Option<ContextView> {
        let template = self.template_file(&agent.template).ok()?;
        let session = self.session();
        let (window, assumed) = self.window(&template);
        let about = Remembering { agent, template: &template, session, turn: None };
        let (live, busy) = {
            let members = self.members();
            let member = members.get(&agent.id);
            (member.and_then(|member| member.context.clone()), member.is_some_and(|member| member.working))
        };
        if let Some((_, view)) = live.filter(|(of, _)| *of == session) {
            return Some(view);
        }
        let history = self.remembered(session, &agent.id).ok()?;
        let base = self.base(&about).ok()?;
        let messages = prompt::remembered(self.text(), |id| self.speaker(id), &history);
        let used = self.tokens(&Request { messages, ..base.clone() });
        let older = self.older(&about, &history, &[]);
        let read = |messages| {
            let question = Request { messages, tools: Vec::new(), ..base.clone() };
            self.tokens(&question)
        };
        Some(ContextView {
            agent: agent.id.clone(),
            used,
            window,
            assumed,
            compacts_at: (f64::from(window) * self.rules().threshold).ceil() as u32,
            exchanges: older.as_ref().map_or(0, |older| older.covered.exchanges),
            cost: older.map_or(0, |older| read(older.messages)),
            busy,
        })
    }

    /// A turn's window is fuller now.
    pub(super) fn used(&self, session: Uuid, agent: &str, tokens: u64) {
        let known = self.members().get(agent).and_then(|member| member.context.clone());
        let view = match known.filter(|(of, _)| *of == session) {
            Some((_, view)) => Some(view),
            // Once a turn: what else is in a view does not change while it runs.
            None if session == self.session() => {
                self.agent_file(agent).ok().and_then(|file| self.context_view(&file))
            }
            None => None,
        };
        let Some(view) = view else { return };
        let context = ContextView { used: tokens, busy: true, ..view };
        if let Some(member) = self.members().get_mut(agent) {
            member.context = Some((session, context.clone()));
        }
        self.tell(Event::Context { village: self.id.clone(), session: session.to_string(), context });
    }

    /// Everything of an agent's next request that is known before its message.
    fn base(&self, about: &Remembering<'_>) -> Result<Request, Failure> {
        let servers = self.members().get(&about.agent.id).and_then(|member| member.servers.clone());
        let tools = match servers {
            Some(servers) if about.template.tools => servers.tool_specs(),
            _ => Vec::new(),
        };
        self.bare_request(about.agent, about.template, about.session, tools)
    }

    /// Summarises by hand: one call for each agent. What the calls cost is in the log.
    ///
    /// # Errors
    /// `agent-unknown`; `summary-nothing` when there is nothing to summarise; `agent-busy`.
    pub async fn summarise(self: &Arc<Self>, ask: Summarise) -> Result<Summarised, Failure> {
        let wanted: Vec<AgentFile> = match &ask.agent {
            Some(agent) => vec![self.agent_file(agent)?],
            None => {
                let started: Vec<String> = {
                    let members = self.members();
                    members.iter().filter(|(_, one)| one.started).map(|(id, _)| id.clone()).collect()
                };
                self.read(|file| {
                    let alive = file.agents.iter().filter(|agent| !agent.deleted);
                    alive.filter(|agent| started.contains(&agent.id)).cloned().collect()
                })
            }
        };
        let (mut done, mut problems) = (Vec::new(), Vec::new());
        for agent in wanted {
            match self.summarise_agent(&agent).await {
                Ok(true) => done.push(agent.id),
                Ok(false) => {}
                Err(failure) => problems.push(failure.with("name", &agent.name)),
            }
        }
        if done.is_empty() && problems.is_empty() {
            return Err(Failure::new("summary-nothing"));
        }
        Ok(Summarised { done, problems, contexts: self.contexts().contexts })
    }

    /// Whether there was anything to summarise.
    async fn summarise_agent(self: &Arc<Self>, agent: &AgentFile) -> Result<bool, Failure> {
        let template = self.template_file(&agent.template)?;
        let session = self.session();
        let about = Remembering { agent, template: &template, session, turn: None };
        let history = self.remembered(session, &agent.id)?;
        let Some(older) = self.older(&about, &history, &[]) else { return Ok(false) };
        let stop = CancellationToken::new();
        {
            // As in a turn: Stop ends it, and messages wait.
            let mut members = self.members();
            let member = members.entry(agent.id.clone()).or_default();
            if member.working {
                return Err(Failure::new("agent-busy"));
            }
            member.working = true;
            member.running = Some(Running::new(stop.clone()));
        }
        let occupied = Occupied { village: Arc::clone(self), agent: agent.id.clone() };
        self.set_status(&agent.id, Some(AgentStatus::Thinking), None);
        let backend = self.backend(&template).await?.backend;
        let base = self.base(&about)?;
        let mut usage = Usage::default();
        self.summarise_older(&about, &*backend, &base, older, &mut usage, &stop).await??;
        drop(occupied);
        self.tell_context(session, &agent.id);
        self.tell_session(session);
        Ok(true)
    }
}

/// An agent that is summarising. However that ends, the agent is free again and does what waits for it.
struct Occupied {
    village: Arc<Village>,
    agent: String,
}

impl Drop for Occupied {
    fn drop(&mut self) {
        let waits = {
            let mut members = self.village.members();
            let Some(member) = members.get_mut(&self.agent) else { return };
            member.running = None;
            member.status = None;
            member.working = !member.inbox.is_empty();
            member.working
        };
        if waits {
            tokio::spawn(Arc::clone(&self.village).work(self.agent.clone()));
        }
        self.village.tell_agent(&self.agent);
    }
}

fn summary_line(agent: &str, scope: &'static str, number: u32, before: usize, asked: &Asked) -> Line {
    Line::Summary(Summarising {
        agent: agent.to_owned(),
        scope,
        number,
        before,
        after: asked.summary.as_ref().map_or(0, |text| text.chars().count()),
        outcome: asked.summary.as_ref().map_or_else(|reason| reason.as_log(), |_| "ok"),
        prompt: asked.usage.input(),
        output: asked.usage.output,
        ms: asked.ms,
    })
}
