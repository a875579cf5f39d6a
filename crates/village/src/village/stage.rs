//! A turn's place in the village: what its driver shows, logs and runs.

use super::{Village, servers::Servers, tools::Called};
use crate::{
    delegation::{Asker, Charge, Errand, TurnImages},
    file::TemplateFile,
    keeper::Folded,
    log::Line,
    turn_driver::{Shown, Stage, Work},
};
use fuseforks_contract::{
    Event,
    agent::AgentStatus,
    chat::{Row, RowBody, ToolOutputView, ToolRow},
};
use fuseforks_llm::canonical::{Request, ToolCall, Usage};
use fuseforks_store::{Message, Record, State, System, Tool};
use fuseforks_turn::{Fact, ToolOutcome, ledger};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

struct About {
    session: Uuid,
    turn: Uuid,
    template: String,
    model: String,
}

/// The stage of one turn.
pub(crate) struct TurnStage {
    village: Arc<Village>,
    agent: String,
    servers: Arc<Servers>,
    /// The message that it works on.
    errand: Arc<Errand>,
    /// The images it has seen.
    pub(super) images: TurnImages,
    about: OnceLock<About>,
    /// Text of results that is for the person only, by call.
    user_text: Mutex<HashMap<String, String>>,
    /// What summaries cost.
    summaries: Mutex<Usage>,
}

impl TurnStage {
    pub(super) fn new(
        village: Arc<Village>,
        agent: String,
        servers: Arc<Servers>,
        errand: Arc<Errand>,
    ) -> Arc<Self> {
        Arc::new(Self {
            village,
            agent,
            servers,
            errand,
            images: TurnImages::default(),
            about: OnceLock::new(),
            user_text: Mutex::default(),
            summaries: Mutex::default(),
        })
    }

    /// A summary was asked for and cost this: it counts as the turn's own calls do.
    pub(super) fn spent(&self, usage: &Usage) {
        ledger::add(&mut super::hold(&self.summaries), usage);
        self.errand.request.book(usage);
    }

    /// What summaries cost so far.
    pub(super) fn summaries(&self) -> Usage {
        *super::hold(&self.summaries)
    }

    pub(super) fn begin(&self, session: Uuid, turn: Uuid, template: &TemplateFile) {
        let _ = self.about.set(About {
            session,
            turn,
            template: template.name.clone(),
            model: template.model.clone(),
        });
    }

    fn session(&self) -> Uuid {
        self.about.get().map_or(Uuid::nil(), |about| about.session)
    }

    fn turn(&self) -> Uuid {
        self.about.get().map_or(Uuid::nil(), |about| about.turn)
    }

    fn append(&self, records: &[Record]) {
        if let Err(notice) = self.village.append(self.session(), records) {
            self.village.tell(Event::Notice { notice });
        }
    }

    /// A row that is not stored yet: a tool that runs.
    fn live_row(&self, call: &ToolCall) -> Row {
        Row {
            id: live_id(&self.turn(), &call.id),
            turn: self.turn().to_string(),
            agent: self.agent.clone(),
            at_ms: self.village.services.now_ms(),
            body: RowBody::Tool(ToolRow {
                call: live_id(&self.turn(), &call.id),
                name: call.name.clone(),
                running: true,
                ok: true,
                interrupted: false,
                ms: 0,
                images: 0,
                dropped: Vec::new(),
                progress: None,
                has_output: false,
            }),
        }
    }

    fn tell_row(&self, row: Row) {
        let session = self.session().to_string();
        self.village.tell(Event::Row { village: self.village.id.clone(), session, row });
    }
}

/// Rows that are not stored sort behind all that are.
fn live_id(turn: &Uuid, call: &str) -> String {
    format!("r{}-{call}", turn.simple())
}

impl Stage for TurnStage {
    fn run_tool(
        self: Arc<Self>,
        call: ToolCall,
        _round: u32,
        cancel: CancellationToken,
    ) -> Work<ToolOutcome> {
        Box::pin(async move {
            let village = Arc::clone(&self.village);
            let asker = Asker { agent: &self.agent, errand: &self.errand, images: &self.images };
            if let Some(outcome) = village.run_own(&asker, &call, cancel.clone()).await {
                return outcome;
            }
            let (shown, running) = (Arc::clone(&self), call.clone());
            let progress = Arc::new(move |progress| {
                let mut row = shown.live_row(&running);
                if let RowBody::Tool(tool) = &mut row.body {
                    tool.progress = Some(progress);
                }
                shown.tell_row(row);
            });
            let called =
                Called { agent: &self.agent, session: self.session(), turn: self.turn(), call: &call };
            let done = village.run_tool(&called, &self.servers, cancel, progress).await;
            if !done.user_text.is_empty() {
                super::hold(&self.user_text).insert(call.id.clone(), done.user_text);
            }
            done.outcome
        })
    }

    fn tool_broke(&self) -> ToolOutcome {
        let text = self.village.text();
        ToolOutcome::error(format!("{}\nINTERNAL", text.tool_error_prefix()))
    }

    fn charge(&self, request: &Request) -> Option<Charge> {
        self.errand.request.charge(request)
    }

    fn delta(&self, text: String, thinking: String) {
        self.village.tell(Event::Delta {
            village: self.village.id.clone(),
            agent: self.agent.clone(),
            turn: self.turn().to_string(),
            text,
            thinking,
        });
    }

    fn thinking(&self, _model_calls: u32) {
        self.village.set_status(&self.agent, Some(AgentStatus::Thinking), None);
    }

    fn tool_started(&self, call: &ToolCall) {
        self.village.set_status(&self.agent, Some(AgentStatus::RunningTool), Some(call.name.clone()));
        self.tell_row(self.live_row(call));
    }

    fn said(&self, text: String) {
        self.append(&[Record::Message(Message {
            id: Uuid::now_v7().to_string(),
            request: self.errand.request.id.to_string(),
            // History finds what was said on the way by the message and its hop.
            parent: Some(self.errand.id.clone()),
            hop: self.errand.hop,
            turn: Some(self.turn().to_string()),
            from: self.agent.clone(),
            to: self.errand.reply_to.clone(),
            text,
            state: State::Said,
            ..Message::default()
        })]);
    }

    fn shown(&self, shown: Shown) {
        let id = live_id(&self.turn(), &shown.call.id);
        let dropped: Vec<String> = shown.dropped.iter().map(|reason| reason.code().to_owned()).collect();
        let output = ToolOutputView {
            call: id.clone(),
            agent: self.agent.clone(),
            name: shown.call.name.clone(),
            input: shown
                .call
                .malformed
                .clone()
                .unwrap_or_else(|| serde_json::Value::Object(shown.call.arguments.clone()).to_string()),
            output: shown.text,
            pane: shown.line,
            user_text: super::hold(&self.user_text).remove(&shown.call.id).unwrap_or_default(),
            ok: shown.ok,
            seen: self.village.outputs.keep_images(&shown.images),
            dropped: dropped.clone(),
            at_ms: self.village.services.now_ms(),
        };
        self.images.given(&shown.images);
        if !shown.images.is_empty() {
            self.village.gave_image(&self.agent, &shown.call.name);
            let template = self.about.get().map_or("", |about| about.template.as_str());
            for image in &shown.images {
                self.village.camera_note(image.clone(), template);
            }
        }
        self.village.outputs.push(output.clone());
        let session = self.session().to_string();
        self.village.tell(Event::RowGone { village: self.village.id.clone(), session, row: id.clone() });
        self.append(&[Record::Tool(Tool {
            turn: self.turn().to_string(),
            agent: self.agent.clone(),
            call: id,
            name: shown.call.name,
            ok: shown.ok,
            interrupted: shown.skipped,
            ms: shown.ms,
            images: u32::try_from(shown.images.len()).unwrap_or(u32::MAX),
            dropped,
            ..Tool::default()
        })]);
        self.village.tell(Event::ToolOutput { village: self.village.id.clone(), output });
    }

    fn folded(&self, folded: &Folded) {
        self.spent(&folded.asked.usage);
        self.village.rounds_folded(self.session(), self.turn(), &self.agent, folded);
    }

    fn cleared(&self, idle_minutes: u64) {
        self.village.write_log(&Line::Cleared { agent: self.agent.clone(), idle_minutes });
    }

    fn used(&self, tokens: u64) {
        self.village.used(self.session(), &self.agent, tokens);
    }

    fn replied(&self, round: u32, usage: Usage) {
        self.village.write_log(&Line::Round {
            agent: self.agent.clone(),
            round,
            prompt: usage.input(),
            cached: usage.cache_read,
            output: usage.output,
        });
    }

    fn log(&self, fact: Fact) {
        if let Fact::ImageFallback { removed, .. } = &fact {
            let template = self.about.get().map_or("", |about| about.template.as_str());
            let args = [("count", removed.to_string()), ("template", template.to_owned())];
            self.append(&[Record::System(System {
                agent: self.agent.clone(),
                turn: Some(self.turn().to_string()),
                code: "images-not-sent".to_owned(),
                args: args.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
                ..System::default()
            })]);
        }
        let model = self.about.get().map_or_else(String::new, |about| about.model.clone());
        self.village.write_log(&Line::Fact { agent: self.agent.clone(), model, fact });
    }
}
