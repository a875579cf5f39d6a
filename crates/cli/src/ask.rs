//! `fuseforks ask`: one message, and everything that comes of it.

use crate::{
    args::{ApproveArg, AskArgs},
    context::{Context, Opened},
    output, question,
};
use base64::Engine as _;
use fuseforks_village::{
    Asking, Village,
    contract::{
        Event, Failure,
        agent::AgentStatus,
        chat::{AttachmentAdd, MessageSend, Row, RowBody, UsageView},
        mcp::{ApprovalView, Decision},
        work::WorkKind,
    },
    io_failure,
    text::Text,
};
use serde_json::json;
use std::{
    io::{BufRead as _, IsTerminal as _},
    process::ExitCode,
    sync::Arc,
    time::Duration,
};
use tokio::{sync::mpsc::UnboundedReceiver, time::Instant};

/// The person, as sender and receiver.
const PERSON: &str = "user";

/// Servers that are there sooner than this need no word.
const PATIENCE: Duration = Duration::from_secs(2);

/// A time that does not come while anybody looks.
fn far() -> Instant {
    Instant::now() + Duration::from_secs(3600)
}

/// Prints what happens, as text or as JSON lines.
struct Printer {
    json: bool,
    text: &'static Text,
    /// Something stands on the current line.
    open_line: bool,
    /// Who answers the person: the agent that was asked, or whoever it handed the conversation on to.
    speaker: String,
}

impl Printer {
    fn fresh_line(&mut self) {
        if self.open_line {
            output::line("");
            self.open_line = false;
        }
    }

    fn say(&mut self, line: &str) {
        self.fresh_line();
        output::line(line);
    }

    fn delta(&mut self, agent: &str, text: &str, thinking: &str) {
        if self.json {
            if !thinking.is_empty() {
                output::json(&json!({ "event": "thinking", "agent": agent, "text": thinking }));
            }
            if !text.is_empty() {
                output::json(&json!({ "event": "delta", "agent": agent, "text": text }));
            }
        } else if !text.is_empty() && agent == self.speaker {
            output::write(text);
            self.open_line = !text.ends_with('\n');
        }
    }

    fn tool(&mut self, agent: &str, name: &str, ok: bool, images: u32, ms: u32) {
        if self.json {
            output::json(
                &json!({ "event": "tool", "agent": agent, "name": name, "ok": ok, "images": images }),
            );
        } else {
            let ms = ms.to_string();
            let state =
                if ok { self.text.cli_tool_ok(&ms, name) } else { self.text.cli_tool_failed(&ms, name) };
            self.say(&state);
        }
    }

    fn pane(&mut self, agent: &str, text: &str, line: &str) {
        let whole = if line.is_empty() { text.to_owned() } else { format!("{text}\n{line}") };
        if self.json {
            output::json(&json!({ "event": "pane", "agent": agent, "text": whole }));
        } else if !line.is_empty() {
            self.say(line);
        }
    }

    fn reply(&mut self, agent: &str, text: &str) {
        if self.json {
            output::json(&json!({ "event": "reply", "agent": agent, "text": text }));
        } else {
            self.fresh_line();
        }
    }

    /// What agents say to each other.
    fn message(&self, agent: &str, to: &str, text: &str) {
        if self.json {
            output::json(&json!({ "event": "message", "agent": agent, "to": to, "text": text }));
        }
    }

    fn notice(&mut self, agent: &str, text: &str) {
        if self.json {
            output::json(&json!({ "event": "notice", "agent": agent, "text": text }));
        } else {
            self.fresh_line();
            output::note(text);
        }
    }

    fn error(&mut self, agent: &str, code: &str, text: &str) {
        if self.json {
            output::json(&json!({ "event": "error", "agent": agent, "code": code, "text": text }));
        }
    }

    fn turn(&mut self, agent: &str, ended: &Ended) {
        if self.json {
            output::json(&json!({
                "event": "turn", "agent": agent, "backend": ended.backend, "model": ended.model,
                "stop": ended.stop, "rounds": ended.rounds,
                "usage": {
                    "uncached": ended.usage.uncached, "cached": ended.usage.cached,
                    "output": ended.usage.output, "reasoning": ended.usage.reasoning,
                },
            }));
        }
    }
}

#[derive(Default)]
struct Ended {
    backend: String,
    model: String,
    stop: String,
    rounds: u32,
    usage: UsageView,
}

pub(crate) async fn run(context: &Context, arguments: AskArgs) -> Result<ExitCode, Failure> {
    let terminal = std::io::stdin().is_terminal();
    let asking = match arguments.approve {
        ApproveArg::All => Asking::AllowAll,
        ApproveArg::Ask if terminal => Asking::Person,
        ApproveArg::Ask | ApproveArg::None => Asking::Nobody,
    };
    let opened = context.open_with_camera(&arguments.dir, asking)?;
    let done = ask(context, &opened, arguments).await;
    opened.app.close_all().await;
    done
}

async fn ask(context: &Context, opened: &Opened, arguments: AskArgs) -> Result<ExitCode, Failure> {
    let village = &opened.village;
    let agent = village.find_agent(&arguments.agent)?;
    let mut attachments = Vec::with_capacity(arguments.attach.len());
    for path in &arguments.attach {
        let bytes = std::fs::read(path).map_err(|error| io_failure(path, &error))?;
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let data = base64::engine::general_purpose::STANDARD.encode(bytes);
        let add =
            AttachmentAdd { village: village.id().to_owned(), agent: agent.clone(), name, data, id: None };
        attachments.push(village.attachment_add(add).await?.id);
    }
    let mut events = opened.app.subscribe();
    let begun = choose(village, &arguments.session)?;
    let sent = village
        .message_send(MessageSend {
            village: village.id().to_owned(),
            agent: agent.clone(),
            text: arguments.text,
            attachments,
        })
        .await;
    if let (Err(_), Some(begun)) = (&sent, begun) {
        village.session_delete(&begun)?;
    }
    let sent = sent?;
    let printer = Printer { json: arguments.json, text: context.text(), open_line: false, speaker: agent };
    let follow = Follow { village, request: sent.request, printer, problem: None, ended: Ended::default() };
    follow.run(&mut events).await
}

/// Opens the conversation that was asked for; gives the id of one that was begun for it.
fn choose(village: &Arc<Village>, wanted: &str) -> Result<Option<String>, Failure> {
    match wanted {
        "last" => Ok(None),
        "new" => {
            let last = village.session().to_string();
            let new = village.session_new()?.id;
            Ok(Some(new).filter(|new| *new != last))
        }
        id => village.session_open(id).map(|_| None),
    }
}

/// One request, until it and all that it caused are over.
struct Follow<'a> {
    village: &'a Arc<Village>,
    request: String,
    printer: Printer,
    problem: Option<Failure>,
    ended: Ended,
}

impl Follow<'_> {
    /// Prints until the end. Interrupting once stops the turns; the rest is still told.
    async fn run(mut self, events: &mut UnboundedReceiver<Event>) -> Result<ExitCode, Failure> {
        // What is said once if servers take their time: which, and when.
        let mut waits: Option<(String, Instant)> = None;
        let mut waited = false;
        loop {
            let due = waits.as_ref().map_or_else(far, |(_, due)| *due);
            let event = tokio::select! {
                event = events.recv() => event,
                () = tokio::time::sleep_until(due), if waits.is_some() => {
                    if let Some((servers, _)) = waits.take() {
                        waited = true;
                        let agent = self.printer.speaker.clone();
                        let line = self.printer.text.cli_waits(&servers);
                        self.printer.notice(&agent, &line);
                    }
                    continue;
                }
                _ = tokio::signal::ctrl_c() => {
                    self.village.stop_all();
                    continue;
                }
            };
            let printer = &mut self.printer;
            match event {
                None => return Err(Failure::new("internal")),
                Some(Event::Delta { agent, text, thinking, .. }) => printer.delta(&agent, &text, &thinking),
                Some(Event::ToolOutput { output, .. }) => {
                    printer.pane(&output.agent, &output.output, &output.pane);
                    if !output.ok && !printer.json {
                        printer.say(&output.output);
                    }
                }
                Some(Event::ApprovalAsked { approval, .. }) => {
                    printer.fresh_line();
                    let decision = decide(printer.text, &approval).await;
                    self.village.answer(&approval.id, decision);
                }
                Some(Event::QuestionAsked { question, .. }) => {
                    printer.fresh_line();
                    question::ask(printer.text, self.village, &question).await;
                }
                Some(Event::Agent { agent: view, .. }) if view.id == printer.speaker && !waited => {
                    waits = (view.status == AgentStatus::Connecting)
                        .then(|| (view.tool.unwrap_or_default(), Instant::now() + PATIENCE));
                }
                Some(Event::Notice { notice }) => {
                    let agent = printer.speaker.clone();
                    printer.notice(&agent, &output::sentence(printer.text, &notice));
                }
                Some(Event::Wave { wave, .. }) => {
                    let handed = wave.kind == WorkKind::Handoff && wave.agent == printer.speaker;
                    if let Some(task) = wave.tasks.first().filter(|_| handed) {
                        printer.fresh_line();
                        printer.speaker.clone_from(&task.to);
                    }
                }
                Some(Event::Row { row, .. }) => self.row(row),
                Some(Event::RequestEnded { meter, .. }) if meter.request == self.request => break,
                Some(_) => {}
            }
        }
        Ok(self.end())
    }

    fn row(&mut self, row: Row) {
        let printer = &mut self.printer;
        match row.body {
            RowBody::Tool(tool) if !tool.running => {
                printer.tool(&row.agent, &tool.name, tool.ok, tool.images, tool.ms);
            }
            RowBody::Message { from, to, text, queued: false, .. } if from == row.agent => {
                if to == PERSON {
                    printer.reply(&from, &text)
                } else {
                    printer.message(&from, &to, &text)
                }
            }
            RowBody::System(failure) => {
                let own = row.agent == printer.speaker;
                if !own || (failure.code != "llm" && failure.code != "turn-failed") {
                    printer.notice(&row.agent, &output::sentence(printer.text, &failure));
                }
                if own {
                    self.problem = Some(failure);
                }
            }
            RowBody::Turn { stop, rounds, backend, model, usage, .. } => {
                let ended = Ended { backend, model, stop, rounds, usage };
                if row.agent == printer.speaker {
                    self.ended = ended;
                } else {
                    printer.turn(&row.agent, &ended);
                }
            }
            RowBody::Tool(_)
            | RowBody::Message { .. }
            | RowBody::Artifact { .. }
            | RowBody::Summary { .. } => {}
        }
    }

    fn end(self) -> ExitCode {
        let Self { mut printer, problem, ended, .. } = self;
        let agent = printer.speaker.clone();
        printer.fresh_line();
        if ended.stop.starts_with("failed:") {
            let failure = problem.unwrap_or_else(|| Failure::new("turn-failed").with("code", &ended.stop));
            let sentence = output::sentence(printer.text, &failure);
            let code = ended.stop.trim_start_matches("failed:").to_owned();
            printer.error(&agent, &code, &sentence);
            printer.turn(&agent, &ended);
            return output::failed(&sentence);
        }
        printer.turn(&agent, &ended);
        if ended.stop == "interrupted" { ExitCode::from(1) } else { ExitCode::SUCCESS }
    }
}

/// Asks on the terminal.
async fn decide(text: &'static Text, approval: &ApprovalView) -> Decision {
    output::note(&text.cli_approval(&approval.arguments, &approval.tool));
    let read = tokio::task::spawn_blocking(|| {
        let mut answer = String::new();
        // Ended input is no yes.
        let _ = std::io::stdin().lock().read_line(&mut answer);
        answer
    });
    match read.await.unwrap_or_default().trim().to_lowercase().as_str() {
        "y" | "o" | "once" | "yes" => Decision::Once,
        "c" | "conversation" => Decision::Conversation,
        "a" | "always" => Decision::Always,
        _ => Decision::Deny,
    }
}
