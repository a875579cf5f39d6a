//! The MCP servers of one started agent: connected in the background, shared where entries are equal,
//! one call at a time on each.
//!
//! Invariant: nothing here connects or starts what the person did not approve, and one server that fails
//! never stops the others or the agent.

use super::{Village, ask::AgentHost, hold, mcp, paste::Inputs, work_folders::placed};
use crate::{log::Line, trust::Rule};
use fuseforks_contract::{
    Failure,
    mcp::{Permission, ServerState as ShownState, ServerView},
};
use fuseforks_llm::canonical::ToolSpec;
use fuseforks_mcp::{
    CallError, ConnectError, Fleet, FleetEntry, Launch, OfferedTool, ServerStatus, Status,
    config::{self, ServerEntry},
    host::Progress,
    result::CallResult,
};
use serde_json::{Map, Value};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, Weak},
    time::Duration,
};
use tokio::sync::Mutex as AsyncMutex;
use tokio_util::sync::CancellationToken;

/// One entry of the files.
struct One {
    entry: ServerEntry,
    shared: bool,
    fingerprint: String,
}

/// A tool as an agent's turn finds it.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// `server__tool`.
    pub exposed: String,
    /// The server's name in `mcp.json`.
    pub server: String,
    /// Identity of the server's entry.
    pub fingerprint: String,
    /// The server's claim.
    pub read_only: bool,
    /// The server's claim.
    pub destructive: bool,
}

/// An agent's servers.
pub(crate) struct Servers {
    /// In the order of the files: shared ones first.
    all: Vec<One>,
    fleet: Fleet,
    /// One call at a time on each server, by its name.
    turns: HashMap<String, AsyncMutex<()>>,
    gone: CancellationToken,
    /// States as they were last logged, by name.
    logged: Mutex<HashMap<String, &'static str>>,
}

/// Does a tool promise a picture, by its name or description?
pub(super) fn promises_image(name: &str, description: &str) -> bool {
    let name = name.to_lowercase();
    let description = description.to_lowercase();
    let in_name = ["image", "frame", "photo", "picture", "screenshot", "snapshot", "live_view"];
    let in_text =
        ["returns an image", "image", "screenshot", "photo", "\u{753b}\u{50cf}", "\u{56fe}\u{50cf}"];
    in_name.iter().any(|word| name.contains(word)) || in_text.iter().any(|word| description.contains(word))
}

impl Servers {
    /// Waits until every server has answered or failed once, at most `patience`: a package that is still
    /// being downloaded must not hold a turn.
    pub(crate) async fn ready(&self, patience: Duration) {
        self.fleet.settled(patience).await;
    }

    /// The servers that are still on their way, by name.
    pub(crate) fn connecting(&self) -> Vec<String> {
        let status = Arc::clone(&self.fleet.status().borrow());
        let waits = |server: &&ServerStatus| server.status == Status::Connecting;
        status.iter().filter(waits).map(|server| crate::text::one_line(&server.name, 100)).collect()
    }

    /// Why servers that should be there are not.
    pub(crate) fn absent(&self) -> Vec<Failure> {
        let status = Arc::clone(&self.fleet.status().borrow());
        let why = |(one, now): (&One, &ServerStatus)| {
            let sse = matches!(one.entry.transport, config::Transport::Sse { .. });
            match shown(&one.entry.name, &now.status, sse) {
                (ShownState::NeedsApproval, _) => {
                    Some(Failure::new("server-approval").with("server", &one.entry.name))
                }
                (ShownState::Failed | ShownState::SignIn, problem) => problem,
                (ShownState::Connecting, _) => {
                    Some(Failure::new("server-slow").with("server", &one.entry.name))
                }
                (ShownState::Off | ShownState::Ready, _) => None,
            }
        };
        self.all.iter().zip(status.iter()).filter_map(why).collect()
    }

    /// The tools on offer, as the model is told of them.
    pub(crate) fn tool_specs(&self) -> Vec<ToolSpec> {
        let spec = |offered: OfferedTool| {
            let parameters = match &offered.tool.input_schema {
                Value::Object(schema) => schema.clone(),
                _ => Map::new(),
            };
            ToolSpec { name: offered.exposed, description: offered.tool.description.clone(), parameters }
        };
        self.fleet.tools().into_iter().map(spec).collect()
    }

    fn found(offered: OfferedTool) -> Found {
        Found {
            fingerprint: offered.fingerprint,
            exposed: offered.exposed,
            server: offered.server,
            read_only: offered.tool.read_only.unwrap_or(false),
            destructive: offered.tool.destructive.unwrap_or(false),
        }
    }

    /// The tool that the model calls so.
    pub(crate) fn find(&self, exposed: &str) -> Option<Found> {
        let offered = self.fleet.tools().into_iter().find(|offered| offered.exposed == exposed)?;
        Some(Self::found(offered))
    }

    /// Tools that returned or promise an image.
    pub(crate) fn image_tools(&self, gave: impl Fn(&str) -> bool) -> Vec<Found> {
        let fits = |offered: &OfferedTool| {
            gave(&offered.exposed) || promises_image(&offered.tool.name, &offered.tool.description)
        };
        self.fleet.tools().into_iter().filter(fits).map(Self::found).collect()
    }

    /// Calls a tool by its exposed name, after the calls before it on the same server.
    pub(crate) async fn call(
        &self,
        exposed: &str,
        arguments: Value,
        cancel: CancellationToken,
        progress: Arc<dyn Fn(String) + Send + Sync>,
    ) -> Result<CallResult, CallError> {
        let target = self.fleet.target(exposed).ok_or(CallError::ToolUnknown)?;
        let turns = self.turns.get(&target.server).ok_or(CallError::ToolUnknown)?;
        // A call that waited and was stopped must not run because the one before it was stopped too.
        let _turn = tokio::select! {
            biased;
            () = cancel.cancelled() => return Err(CallError::Cancelled),
            turn = turns.lock() => turn,
        };
        let sink: fuseforks_mcp::ProgressSink = Arc::new(move |got: Progress| progress(progress_text(&got)));
        self.fleet.call(exposed, arguments, cancel, Some(sink)).await
    }

    /// As [`Self::call`], but gives way: `None` while another call runs on that server.
    pub(crate) async fn call_if_free(
        &self,
        exposed: &str,
        cancel: CancellationToken,
    ) -> Option<Result<CallResult, CallError>> {
        let Some(target) = self.fleet.target(exposed) else { return Some(Err(CallError::ToolUnknown)) };
        let _turn = self.turns.get(&target.server)?.try_lock().ok()?;
        Some(self.fleet.call(exposed, Value::Object(Map::new()), cancel, None).await)
    }

    /// Tries a failed server again at once. False when there is no such server.
    pub(crate) fn retry(&self, server: &str) -> bool {
        self.fleet.retry(server);
        self.turns.contains_key(server)
    }

    /// Lets every server go.
    pub(crate) async fn close(&self) {
        self.gone.cancel();
        self.fleet.close().await;
    }
}

fn progress_text(progress: &Progress) -> String {
    let share = progress
        .total
        .filter(|total| *total > 0.0)
        .map(|total| format!("{:.0} %", (progress.progress / total * 100.0).clamp(0.0, 100.0)));
    match (share, &progress.message) {
        (Some(share), Some(message)) => format!("{share} {message}"),
        (Some(share), None) => share,
        (None, Some(message)) => message.clone(),
        (None, None) => format!("{}", progress.progress),
    }
}

/// How a server is shown, and why it failed.
fn shown(name: &str, status: &Status, sse: bool) -> (ShownState, Option<Failure>) {
    match status {
        Status::Connecting => (ShownState::Connecting, None),
        Status::Ready { .. } => (ShownState::Ready, None),
        Status::Disabled => (ShownState::Off, None),
        Status::NeedsApproval => (ShownState::NeedsApproval, None),
        Status::SignIn { .. } => {
            let error = ConnectError::SignInNeeded { challenge: None };
            (ShownState::SignIn, Some(mcp::connect_failure(name, &error)))
        }
        Status::Failed { .. } if sse => {
            (ShownState::Failed, Some(mcp::connect_failure(name, &ConnectError::OldSse)))
        }
        Status::Failed { error, .. } => (ShownState::Failed, Some(mcp::connect_failure(name, error))),
    }
}

fn state_word(state: ShownState) -> &'static str {
    match state {
        ShownState::Off => "off",
        ShownState::NeedsApproval => "needs_approval",
        ShownState::Connecting => "connecting",
        ShownState::Ready => "ready",
        ShownState::Failed => "failed",
        ShownState::SignIn => "sign_in",
    }
}

impl Village {
    /// The servers of an agent, connected in the background if they are not yet.
    pub(crate) async fn servers(self: &Arc<Self>, agent: &str) -> Result<Arc<Servers>, Failure> {
        self.agent_file(agent)?;
        if let Some(servers) = self.members().get(agent).and_then(|member| member.servers.clone()) {
            return Ok(servers);
        }
        let entries: Vec<ServerEntry> = self.entries(agent).into_iter().map(|(entry, _)| entry).collect();
        let inputs = self.inputs(&entries).await;
        let servers = Arc::new(self.connect(agent, Arc::downgrade(self), &inputs));
        let kept = {
            let mut members = self.members();
            let member = members.entry(agent.to_owned()).or_default();
            member.started = true;
            Arc::clone(member.servers.get_or_insert_with(|| Arc::clone(&servers)))
        };
        if Arc::ptr_eq(&kept, &servers) {
            self.follow(agent, &kept);
        } else {
            servers.close().await;
        }
        Ok(kept)
    }

    fn connect(&self, agent: &str, village: Weak<Self>, inputs: &Inputs) -> Servers {
        let all: Vec<One> = self
            .entries(agent)
            .into_iter()
            .map(|(entry, shared)| One { fingerprint: entry.fingerprint(), entry, shared })
            .collect();
        let folder = self.work_folder(agent);
        let value = |one: &One, name: &str| match name {
            "workspaceFolder" if !folder.is_empty() => Some(folder.clone()),
            _ => self.value(&one.fingerprint, inputs, name),
        };
        let entry = |one: &One| {
            let launch = if self.services.trust.server(&self.place, &one.fingerprint) {
                match config::expand(&one.entry, &|name| value(one, name)) {
                    Ok(expanded) => Launch::Go(placed(expanded, &folder)),
                    Err(unset) => Launch::Unset(unset),
                }
            } else {
                Launch::NeedsApproval
            };
            let known_era = self.services.eras.get(&one.fingerprint);
            FleetEntry { entry: one.entry.clone(), launch, known_era }
        };
        let services = &self.services;
        let host = Arc::new(AgentHost { village, agent: agent.to_owned() });
        let entries = all.iter().map(entry).collect();
        Servers {
            fleet: Fleet::start(&services.servers, entries, services.limits.mcp, host),
            turns: all.iter().map(|one| (one.entry.name.clone(), AsyncMutex::new(()))).collect(),
            all,
            gone: CancellationToken::new(),
            logged: Mutex::default(),
        }
    }

    /// Tells the window and the log whenever a server's state changes.
    fn follow(self: &Arc<Self>, agent: &str, servers: &Arc<Servers>) {
        let mut status = servers.fleet.status();
        let (village, agent) = (Arc::downgrade(self), agent.to_owned());
        let (servers, gone) = (Arc::downgrade(servers), servers.gone.clone());
        tokio::spawn(async move {
            loop {
                let now = Arc::clone(&status.borrow_and_update());
                {
                    let (Some(village), Some(servers)) = (village.upgrade(), servers.upgrade()) else {
                        return;
                    };
                    for (one, server) in servers.all.iter().zip(now.iter()) {
                        village.log_server(&agent, &servers, server);
                        if let Status::Ready { era, .. } = server.status {
                            village.services.eras.remember(&one.fingerprint, era);
                        }
                    }
                    village.tell_agent(&agent);
                }
                let more = tokio::select! {
                    changed = status.changed() => changed.is_ok(),
                    () = gone.cancelled() => false,
                };
                if !more {
                    return;
                }
            }
        });
    }

    fn log_server(&self, agent: &str, servers: &Servers, server: &ServerStatus) {
        let (state, problem) = shown(&server.name, &server.status, false);
        let word = state_word(state);
        if hold(&servers.logged).insert(server.name.clone(), word) == Some(word) {
            return;
        }
        let code = problem.and_then(|problem| problem.args.get("code").cloned());
        self.write_log(&Line::Server {
            agent: agent.to_owned(),
            name: server.name.clone(),
            state: word,
            code,
        });
    }

    /// Starts an agent.
    ///
    /// # Errors
    /// `agent-unknown`.
    pub async fn agent_start(self: &Arc<Self>, agent: &str) -> Result<(), Failure> {
        self.servers(agent).await?;
        if let Some(member) = self.members().get_mut(agent) {
            member.started = true;
        }
        self.tell_agent(agent);
        Ok(())
    }

    /// Connects anew after a file or an approval changed, if the agent is started.
    pub(super) async fn reconnect(self: &Arc<Self>, agent: &str) {
        let (old, started) = match self.members().get_mut(agent) {
            Some(member) => (member.servers.take(), member.started),
            None => return,
        };
        if let Some(old) = old {
            old.close().await;
        }
        if started {
            // An agent that is gone has nothing to connect.
            let _ = self.servers(agent).await;
        }
        self.tell_agent(agent);
    }

    /// Tries a failed server again.
    ///
    /// # Errors
    /// `server-unknown`.
    pub async fn server_retry(self: &Arc<Self>, agent: &str, server: &str) -> Result<(), Failure> {
        if self.servers(agent).await?.retry(server) {
            Ok(())
        } else {
            Err(Failure::new("server-unknown").with("server", server))
        }
    }

    /// How an agent's servers do.
    pub(crate) fn server_views(&self, agent: &str) -> Vec<ServerView> {
        let servers = self.members().get(agent).and_then(|member| member.servers.clone());
        let Some(servers) = servers else {
            return self
                .entries(agent)
                .iter()
                .map(|(entry, shared)| self.entry_view(entry, *shared))
                .collect();
        };
        let status = Arc::clone(&servers.fleet.status().borrow());
        let offered = servers.fleet.tools();
        let gave = hold(&self.gave_images).clone();
        let view = |(index, one): (usize, &One)| {
            let now = status.get(index).map_or(&Status::Connecting, |server| &server.status);
            let sse = matches!(one.entry.transport, config::Transport::Sse { .. });
            let (state, problem) = shown(&one.entry.name, now, sse);
            let tools = offered
                .iter()
                .filter(|tool| tool.server == one.entry.name && tool.fingerprint == one.fingerprint)
                .map(|tool| {
                    let permission = match self.rule(agent, &one.fingerprint, &tool.exposed) {
                        Rule::Allow => Permission::Allow,
                        Rule::Ask => Permission::Ask,
                        Rule::Deny => Permission::Deny,
                    };
                    let gave = gave.contains(&(agent.to_owned(), tool.exposed.clone()));
                    mcp::tool_view(tool.exposed.clone(), &tool.tool, permission, gave)
                });
            let protocol = servers.fleet.server(&one.entry.name).and_then(|server| server.info());
            ServerView {
                name: crate::text::one_line(&one.entry.name, 100),
                shared: one.shared,
                target: mcp::target(&one.entry),
                transport: mcp::transport(&one.entry).to_owned(),
                variables: self.variables_read(&one.entry),
                environment: mcp::environment(&one.entry),
                inputs: mcp::inputs(&one.entry),
                state,
                problem,
                protocol: protocol.map(|info| info.protocol),
                tools: tools.collect(),
            }
        };
        servers.all.iter().enumerate().map(view).collect()
    }
}
