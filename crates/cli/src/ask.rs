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
        chat::{AttachmentAdd, MessageSend, RowBody, UsageView},
        mcp::{ApprovalView, Decision},
    },
    text::Text,
};
use serde_json::json;
use std::{
    io::{BufRead as _, IsTerminal as _},
    process::ExitCode,
    sync::Arc,
};
use tokio::sync::mpsc::UnboundedReceiver;

/// Prints what happens, as text or as JSON lines.
struct Printer {
    json: bool,
    text: &'static Text,
    /// Something stands on the current line.
    open_line: bool,
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
        } else if !text.is_empty() {
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
    match arguments.session.as_str() {
        "last" => {}
        "new" => {
            village.session_new()?;
        }
        id => {
            village.session_open(id)?;
        }
    }
    let mut attachments = Vec::with_capacity(arguments.attach.len());
    for path in &arguments.attach {
        let bytes = std::fs::read(path)
            .map_err(|error| Failure::new("file-io").with("file", path.display()).with("reason", error))?;
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let data = base64::engine::general_purpose::STANDARD.encode(bytes);
        let add = AttachmentAdd { village: village.id().to_owned(), agent: agent.clone(), name, data };
        attachments.push(village.attachment_add(add).await?.id);
    }
    let mut events = opened.app.subscribe();
    village
        .message_send(MessageSend {
            village: village.id().to_owned(),
            agent: agent.clone(),
            text: arguments.text,
            attachments,
        })
        .await?;
    let printer = Printer { json: arguments.json, text: context.text(), open_line: false };
    follow(village, &agent, &mut events, printer).await
}

/// Prints until the agent's turn has ended. Interrupting once stops the turn; the rest is still told.
async fn follow(
    village: &Arc<Village>,
    agent: &str,
    events: &mut UnboundedReceiver<Event>,
    mut printer: Printer,
) -> Result<ExitCode, Failure> {
    let mut problem: Option<Failure> = None;
    let mut ended = Ended::default();
    let mut waited = false;
    loop {
        let event = tokio::select! {
            event = events.recv() => event,
            _ = tokio::signal::ctrl_c() => {
                village.stop_all();
                continue;
            }
        };
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
                village.answer(&approval.id, decision);
            }
            Some(Event::QuestionAsked { question, .. }) => {
                printer.fresh_line();
                question::ask(printer.text, village, &question).await;
            }
            Some(Event::Agent { agent: view, .. })
                if view.status == AgentStatus::Connecting && view.id == agent && !waited =>
            {
                waited = true;
                printer.notice(agent, &printer.text.cli_waits(&view.tool.unwrap_or_default()));
            }
            Some(Event::Notice { notice }) => printer.notice(agent, &output::sentence(printer.text, &notice)),
            Some(Event::Row { row, .. }) => match row.body {
                RowBody::Tool(tool) if !tool.running => {
                    printer.tool(&row.agent, &tool.name, tool.ok, tool.images, tool.ms);
                }
                RowBody::Message { from, text, .. } if from == row.agent => printer.reply(&row.agent, &text),
                RowBody::System(failure) => {
                    if failure.code != "llm" && failure.code != "turn-failed" {
                        printer.notice(&row.agent, &output::sentence(printer.text, &failure));
                    }
                    problem = Some(failure);
                }
                RowBody::Turn { stop, rounds, backend, model, usage, .. } => {
                    ended = Ended { backend, model, stop, rounds, usage };
                }
                RowBody::Tool(_)
                | RowBody::Message { .. }
                | RowBody::Artifact { .. }
                | RowBody::Summary { .. } => {}
            },
            Some(Event::TurnEnded { agent: whose, .. }) if whose == agent => break,
            Some(_) => {}
        }
    }
    printer.fresh_line();
    let failed = ended.stop.starts_with("failed:");
    if failed {
        let failure = problem.unwrap_or_else(|| Failure::new("turn-failed").with("code", &ended.stop));
        let sentence = output::sentence(printer.text, &failure);
        let code = ended.stop.trim_start_matches("failed:").to_owned();
        printer.error(agent, &code, &sentence);
        printer.turn(agent, &ended);
        return Ok(output::failed(&sentence));
    }
    printer.turn(agent, &ended);
    Ok(if ended.stop == "interrupted" { ExitCode::from(1) } else { ExitCode::SUCCESS })
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
