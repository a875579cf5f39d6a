//! One turn of an agent, from the message to the stored reply.

use super::{
    Running, Village,
    context::Remembering,
    messages::Waiting,
    servers::Servers,
    stage::TurnStage,
    store_failure,
    templates::{self, Answering},
    view,
};
use crate::{
    file::{AgentFile, TemplateFile},
    keeper::Keeper,
    log::Line,
    prompt,
    text::{TurnSentences, one_line},
    turn_driver::{Pace, drive},
};
use fuseforks_contract::{Event, Failure, agent::AgentStatus};
use fuseforks_llm::{
    Backend, ErrorCode,
    canonical::{Attachment, AttachmentKind, Message, Request, Usage},
};
use fuseforks_store::{
    AttachmentRef, Message as StoredMessage, Record, State, System, Turn as StoredTurn, Usage as StoredUsage,
};
use fuseforks_turn::{Ending, Spec, Stop, ledger};
use std::{sync::Arc, time::Instant};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

struct Prepared {
    agent: AgentFile,
    template: TemplateFile,
    backend: Arc<dyn Backend>,
    /// The model may use tools, and can as far as is known.
    calls: bool,
}

impl Village {
    /// Runs one turn. Whatever happens, the turn ends once, in the store, the log and the window.
    pub(super) async fn run_turn(self: Arc<Self>, agent: String, waiting: Waiting, stop: CancellationToken) {
        let turn = Uuid::now_v7();
        let begun = Instant::now();
        let session = waiting.session;
        let errand = Arc::clone(&waiting.errand);
        let stored = self.append(
            session,
            &[Record::Message(StoredMessage {
                id: errand.id.clone(),
                request: errand.request.id.to_string(),
                turn: Some(turn.to_string()),
                parent: errand.parent.clone(),
                hop: errand.hop,
                from: errand.from.clone(),
                to: agent.clone(),
                text: waiting.text.clone(),
                attachments: waiting.attachments.iter().map(attachment_ref).collect(),
                ..StoredMessage::default()
            })],
        );
        if let Err(failure) = stored {
            self.tell(Event::Notice { notice: failure });
            return;
        }
        self.keep_attachments(&waiting);
        self.tell(Event::TurnStarted {
            village: self.id.clone(),
            agent: agent.clone(),
            turn: turn.to_string(),
            session: session.to_string(),
        });
        self.write_log(&Line::TurnStart {
            agent: agent.clone(),
            hop: errand.hop,
            from: errand.from.clone(),
            chars: waiting.text.chars().count(),
        });
        self.set_status(&agent, Some(AgentStatus::Thinking), None);

        let prepared = self.prepare(&agent, turn, &waiting, &stop).await;
        let (ending, prepared) = match prepared {
            Ok((prepared, spec, stage)) => {
                let spending = Arc::clone(&stage);
                stage.begin(session, turn, &prepared.template);
                for seq in waiting.attachments.iter().filter_map(|pending| pending.frame_seq) {
                    self.frame_sent(seq, &prepared.template.name);
                }
                let limits = &self.services.limits;
                let pace = Pace {
                    parallel_tools: limits.parallel_tools,
                    delta_interval: limits.delta_interval,
                    media: limits.media,
                };
                let keeper = self.keeper(&prepared.template);
                let driving =
                    tokio::spawn(drive(spec, Arc::clone(&prepared.backend), stage, keeper, stop, pace));
                let mut ending = driving.await.unwrap_or_else(|_| ended(Stop::Failed("INTERNAL")));
                ledger::add(&mut ending.usage, &spending.summaries());
                (ending, Some(prepared))
            }
            Err(failure) => {
                if let Err(failure) = self.append(session, &[system(&agent, turn, failure)]) {
                    self.tell(Event::Notice { notice: failure });
                }
                let stop = if stop.is_cancelled() { Stop::Interrupted } else { Stop::Failed("NOT_STARTED") };
                (ended(stop), None)
            }
        };
        self.finish(&agent, turn, &waiting, ending, prepared.as_ref(), begun);
    }

    fn finish(
        self: &Arc<Self>,
        agent: &str,
        turn: Uuid,
        waiting: &Waiting,
        mut ending: Ending,
        prepared: Option<&Prepared>,
        begun: Instant,
    ) {
        let ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        let (backend, model) = prepared
            .map_or(("-", "-"), |prepared| (prepared.backend.wire(), prepared.template.model.as_str()));
        let max_rounds = prepared.map_or(0, |prepared| prepared.agent.max_rounds);
        let errand = &waiting.errand;
        if prepared.is_some_and(|prepared| !prepared.calls) {
            self.follow_marker(agent, errand, &mut ending);
        }
        let stop = ending.stop.as_log();
        let state = match ending.stop {
            Stop::Interrupted => State::Interrupted,
            Stop::Failed(_) => State::Failed,
            Stop::Done | Stop::ToolLimit | Stop::Repeat(_) | Stop::BudgetExhausted | Stop::HandedOn => {
                State::Complete
            }
        };
        let mut records = Vec::with_capacity(3);
        if !ending.reply.is_empty() {
            records.push(Record::Message(StoredMessage {
                id: Uuid::now_v7().to_string(),
                request: errand.request.id.to_string(),
                turn: Some(turn.to_string()),
                parent: Some(errand.id.clone()),
                hop: errand.hop,
                from: agent.to_owned(),
                to: errand.reply_to.clone(),
                text: ending.reply.clone(),
                state,
                ..StoredMessage::default()
            }));
        }
        if let Some(failure) = why(&ending, prepared, waiting, self.stopped_by(agent)) {
            records.push(system(agent, turn, failure));
        }
        records.push(Record::Turn(StoredTurn {
            turn: turn.to_string(),
            request: errand.request.id.to_string(),
            agent: agent.to_owned(),
            stop: stop.clone(),
            rounds: ending.rounds,
            max_rounds,
            backend: backend.to_owned(),
            model: model.to_owned(),
            usage: usage_record(ending.usage),
            ms,
            ..StoredTurn::default()
        }));
        self.write_log(&Line::Turn {
            agent: agent.to_owned(),
            hop: errand.hop,
            rounds: ending.rounds,
            max_rounds,
            backend: backend.to_owned(),
            model: model.to_owned(),
            stop: stop.clone(),
            prompt: ending.usage.input(),
            cached: ending.usage.cache_read,
            output: ending.usage.output,
            reasoning: ending.usage.reasoning,
            ms,
        });
        if let Err(failure) = self.append(waiting.session, &records) {
            self.tell(Event::Notice { notice: failure });
        }
        self.tell(Event::TurnEnded {
            village: self.id.clone(),
            agent: agent.to_owned(),
            turn: turn.to_string(),
            stop,
            usage: view::usage(&usage_record(errand.request.usage())),
        });
        self.tell_session(waiting.session);
        if let Some(member) = self.members().get_mut(agent) {
            member.context = None;
        }
        errand.answer(self.answer_of(agent, &ending));
    }

    /// Who stopped an agent's turn, if anybody did.
    fn stopped_by(&self, agent: &str) -> &'static str {
        let members = self.members();
        members.get(agent).and_then(|member| member.running.as_ref()).map_or("asker", Running::stopped_by)
    }

    async fn prepare(
        self: &Arc<Self>,
        agent: &str,
        turn: Uuid,
        waiting: &Waiting,
        stop: &CancellationToken,
    ) -> Result<(Prepared, Spec, Arc<TurnStage>), Failure> {
        let agent = self.agent_file(agent)?;
        if agent.template.is_empty() {
            return Err(Failure::new("agent-no-template").with("name", &agent.name));
        }
        let template = self.template_file(&agent.template)?;
        let work = async {
            let answering = self.backend(&template).await?;
            let servers = self.servers(&agent.id).await?;
            self.wait_for(&agent.id, &servers).await;
            Ok::<_, Failure>((answering, servers))
        };
        let (Answering { backend, sees, calls }, servers) = tokio::select! {
            found = work => found?,
            () = stop.cancelled() => return Err(Failure::new("turn-stopped")),
        };
        self.tell_agent(&agent.id);
        let absent: Vec<Record> =
            servers.absent().into_iter().map(|failure| system(&agent.id, turn, failure)).collect();
        self.append(waiting.session, &absent)?;

        let language = self.read(|file| file.language);
        let tools = match calls {
            true => servers.tool_specs().into_iter().chain(self.own_tools(&agent)).collect(),
            false => Vec::new(),
        };
        let base = self.request(&agent, &template, waiting, tools, sees)?;
        let about =
            Remembering { agent: &agent, template: &template, session: waiting.session, turn: Some(turn) };
        let (request, summaries) = self.in_context(&about, &*backend, base, stop).await?;
        if stop.is_cancelled() {
            return Err(Failure::new("turn-stopped"));
        }
        let limits = &self.services.limits;
        // Images that another agent forwarded take up the room of images from tools.
        let forwarded: usize = waiting.images.iter().map(|image| image.bytes().len()).sum();
        let mut caps = limits.caps;
        caps.images = caps.images.saturating_sub(waiting.images.len());
        caps.image_bytes = caps.image_bytes.saturating_sub(forwarded);
        let spec = Spec {
            request,
            max_rounds: agent.max_rounds.clamp(1, 100),
            caps,
            blind: !sees,
            jpeg_fallback: template.wire == "openai-compat",
            sentences: Arc::new(TurnSentences::new(language)),
        };
        let stage = TurnStage::new(Arc::clone(self), agent.id.clone(), servers, Arc::clone(&waiting.errand));
        let shown = waiting.attachments.iter().filter(|one| one.content.kind() == AttachmentKind::Image);
        stage.images.came(if sees { shown.count() + waiting.images.len() } else { 0 });
        stage.spent(&summaries);
        Ok((Prepared { agent, template, backend, calls }, spec, stage))
    }

    /// How a turn on this template is kept inside its window.
    fn keeper(&self, template: &TemplateFile) -> Keeper {
        let clock = Arc::clone(&self.services.clock);
        Keeper::new(self.rules(), self.window(template).0, self.text(), clock)
    }

    /// Waits for servers that are on their way, and shows which; for so long only.
    async fn wait_for(&self, agent: &str, servers: &Servers) {
        let connecting = servers.connecting();
        if connecting.is_empty() {
            return;
        }
        self.set_status(agent, Some(AgentStatus::Connecting), Some(connecting.join(", ")));
        servers.ready(self.services.limits.server_patience).await;
        self.set_status(agent, Some(AgentStatus::Thinking), None);
    }

    /// The request of a turn but for what the agent remembers.
    fn request(
        &self,
        agent: &AgentFile,
        template: &TemplateFile,
        waiting: &Waiting,
        tools: Vec<fuseforks_llm::canonical::ToolSpec>,
        sees: bool,
    ) -> Result<Request, Failure> {
        let text = self.text();
        let mut said = self.surroundings(agent, !tools.is_empty(), waiting.session);
        if !said.is_empty() {
            said.push_str("\n\n");
        }
        said.push_str(&prompt::message(text, &self.speaker(&waiting.errand.from), &waiting.text));
        let mut attachments = Vec::with_capacity(waiting.attachments.len());
        for pending in &waiting.attachments {
            // Known only now: the server says that its model takes no images, or the model is another one
            // than when the message was sent.
            let kind = pending.content.kind();
            if !templates::carries(template, kind) || (kind == AttachmentKind::Image && !sees) {
                let (kind, name) =
                    (prompt::kind(text, &pending.view.kind), one_line(&pending.view.name, 120));
                said.push('\n');
                said.push_str(&text.attachment_not_carried(&kind, &name));
            } else {
                attachments.push(pending.content.clone());
            }
        }
        attachments.extend(waiting.images.iter().cloned().map(Attachment::Image));
        let messages = vec![Message::User { text: said, attachments, cache: false }];
        Ok(Request { messages, ..self.bare_request(agent, template, waiting.session, tools)? })
    }

    /// A request without messages.
    pub(super) fn bare_request(
        &self,
        agent: &AgentFile,
        template: &TemplateFile,
        session: Uuid,
        tools: Vec<fuseforks_llm::canonical::ToolSpec>,
    ) -> Result<Request, Failure> {
        Ok(Request {
            model: template.model.clone(),
            system: prompt::system(
                self.text(),
                &agent.id,
                &agent.name,
                &self.read(|file| file.name.clone()),
                &self.documents(&agent.id)?,
            ),
            tools,
            max_output_tokens: template.max_output_tokens,
            temperature: template.temperature,
            effort: templates::effort(template),
            cache_key: Some(format!("{session}-{}", agent.id)),
            ..Request::default()
        })
    }

    /// Stores records and shows them. They are stored when this returns.
    pub(super) fn append(&self, session: Uuid, records: &[Record]) -> Result<(), Failure> {
        let stored = self
            .store
            .append(session, self.services.now_ms(), records)
            .map_err(|error| store_failure(&error))?;
        for record in stored {
            if let Some(row) = self.row(session, record) {
                self.tell(Event::Row { village: self.id.clone(), session: session.to_string(), row });
            }
        }
        Ok(())
    }
}

/// What the person must be told about an ending beyond the turn's own line.
fn why(ending: &Ending, prepared: Option<&Prepared>, waiting: &Waiting, by: &str) -> Option<Failure> {
    let template = prepared.map_or("", |prepared| prepared.template.name.as_str());
    match &ending.stop {
        Stop::Failed(code) => match &ending.error {
            Some(error) => {
                let mut failure = templates::llm_failure(error).with("template", template);
                let images =
                    waiting.attachments.iter().filter(|one| one.content.kind() == AttachmentKind::Image);
                let names: Vec<_> = images.map(|one| one_line(&one.view.name, 120)).collect();
                if error.code == ErrorCode::ImagesRefused && !names.is_empty() {
                    failure.code = "attachment-refused".to_owned();
                    failure = failure.with("names", names.join(", "));
                }
                Some(failure)
            }
            None if prepared.is_some() => Some(Failure::new("turn-failed").with("code", code)),
            None => None,
        },
        Stop::ToolLimit => Some(Failure::new("turn-tool-limit").with("rounds", ending.rounds)),
        Stop::Repeat(tool) => Some(Failure::new("turn-repeat").with("tool", tool)),
        Stop::BudgetExhausted => {
            Some(Failure::new("turn-budget").with("tokens", waiting.errand.request.limit()))
        }
        Stop::Done if ending.reply.is_empty() => {
            Some(Failure::new("turn-no-text").with("template", template))
        }
        // What was stopped before it began has its line.
        Stop::Interrupted => prepared.map(|_| Failure::new("turn-interrupted").with("by", by)),
        Stop::Done | Stop::HandedOn => None,
    }
}

fn ended(stop: Stop) -> Ending {
    Ending { stop, reply: String::new(), rounds: 0, usage: Usage::default(), error: None }
}

/// A line of the system, by its code and facts.
fn system(agent: &str, turn: Uuid, failure: Failure) -> Record {
    let Failure { code, mut args, detail } = failure;
    if let Some(detail) = detail {
        args.insert("detail".to_owned(), detail);
    }
    Record::System(System {
        agent: agent.to_owned(),
        turn: Some(turn.to_string()),
        code,
        args,
        ..System::default()
    })
}

fn usage_record(usage: Usage) -> StoredUsage {
    StoredUsage {
        uncached: usage.uncached,
        cache_read: usage.cache_read,
        cache_write: usage.cache_write,
        output: usage.output,
        reasoning: usage.reasoning,
    }
}

fn attachment_ref(pending: &crate::attachments::Pending) -> AttachmentRef {
    AttachmentRef {
        id: pending.view.id.clone(),
        name: pending.view.name.clone(),
        kind: pending.view.kind.clone(),
        mime: pending.view.mime.clone(),
        bytes: pending.view.bytes,
        sha256: pending.sha256.clone(),
        frame: pending.view.frame,
        ..AttachmentRef::default()
    }
}
