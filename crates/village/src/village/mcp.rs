//! `mcp.json` of the village and of agents: read, replaced, tested, approved.
//!
//! A file that does not parse never replaces a good one, and a good one starts nothing that the person
//! did not agree to on this machine.

use super::{Village, servers};
use crate::{file::VillageFile, json_file, trust::Rule};
use fuseforks_contract::{
    Failure,
    mcp::{McpFile, McpTestReport, Permission, ServerState, ServerView, ToolView},
};
use fuseforks_mcp::{
    ConnectError, Server, Tool,
    config::{self, ConfigError, ConfigReason, ServerEntry, ServerSet, Transport},
    name::NameMap,
};
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};
use tokio_util::sync::CancellationToken;

/// Largest `mcp.json`, in bytes.
const LARGEST: usize = 1024 * 1024;

/// What an agent's folder says of tools.
const APPROVALS_FILE: &str = "approvals.json";

/// What happens when a tool is called, by its exposed name or `*`.
type Rules = BTreeMap<String, Rule>;

fn read(path: &Path) -> Result<String, Failure> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(Failure::new("file-io").with("file", path.display()).with("reason", error)),
    }
}

fn parse(path: &Path, text: &str) -> Result<ServerSet, Failure> {
    if text.trim().is_empty() {
        return Ok(ServerSet::default());
    }
    if text.len() > LARGEST {
        return Err(Failure::new("mcp-json-large").with("file", path.display()));
    }
    config::parse(text).map_err(|error| config_failure(&error).with("file", path.display()))
}

/// A text that cannot be used, as the person is told it.
pub(super) fn config_failure(error: &ConfigError) -> Failure {
    Failure::new("mcp-json")
        .with("file", "mcp.json")
        .with("line", error.line)
        .with("column", error.column)
        .with("reason", reason(&error.reason))
        .with("server", server_of(&error.reason))
}

fn reason(reason: &ConfigReason) -> &'static str {
    match reason {
        ConfigReason::Syntax => "syntax",
        ConfigReason::TooLong { .. } => "too_long",
        ConfigReason::TooMany { .. } => "too_many",
        ConfigReason::NotAnObject => "not_an_object",
        ConfigReason::NoServers => "no_servers",
        ConfigReason::EmptyName => "empty_name",
        ConfigReason::Duplicate { .. } => "duplicate",
        ConfigReason::NotAServer { .. } => "not_a_server",
        ConfigReason::NoTransport { .. } => "no_transport",
        ConfigReason::UnknownType { .. } => "unknown_type",
        ConfigReason::Missing { .. } => "missing",
        ConfigReason::BadField { .. } => "bad_field",
        ConfigReason::BadUrl { .. } => "bad_url",
    }
}

fn server_of(reason: &ConfigReason) -> String {
    match reason {
        ConfigReason::Duplicate { server }
        | ConfigReason::NotAServer { server }
        | ConfigReason::NoTransport { server }
        | ConfigReason::UnknownType { server, .. }
        | ConfigReason::Missing { server, .. }
        | ConfigReason::BadField { server, .. }
        | ConfigReason::BadUrl { server } => crate::text::one_line(server, 100),
        ConfigReason::Syntax
        | ConfigReason::TooLong { .. }
        | ConfigReason::TooMany { .. }
        | ConfigReason::NotAnObject
        | ConfigReason::NoServers
        | ConfigReason::EmptyName => String::new(),
    }
}

/// Files of a village that do not parse.
pub(super) fn problems(folder: &Path, file: &VillageFile) -> Vec<Failure> {
    let of_agents = |name: &'static str| {
        file.agents.iter().map(move |agent| folder.join("agents").join(&agent.id).join(name))
    };
    let servers = std::iter::once(folder.join("mcp.json"))
        .chain(of_agents("mcp.json"))
        .filter_map(|path| read(&path).and_then(|text| parse(&path, &text)).err());
    let rules = of_agents(APPROVALS_FILE)
        .filter_map(|path| json_file::read::<Rules>(&path).err())
        .map(|problem| super::file_failure(&problem));
    servers.chain(rules).collect()
}

/// The exact URL or command line, as the file has it; what may be a token in a query is masked.
pub(super) fn target(entry: &ServerEntry) -> String {
    let target = match &entry.transport {
        Transport::Stdio { command, args, .. } => {
            let quote = |word: &String| {
                if word.is_empty() || word.contains(char::is_whitespace) {
                    format!("'{word}'")
                } else {
                    word.clone()
                }
            };
            std::iter::once(command).chain(args).map(quote).collect::<Vec<_>>().join(" ")
        }
        Transport::Http { url, .. } | Transport::Sse { url } => match url.split_once('?') {
            Some((address, _)) => format!("{address}?***"),
            None => url.clone(),
        },
    };
    crate::text::one_line(&target, 4000)
}

pub(super) fn transport(entry: &ServerEntry) -> &'static str {
    match entry.transport {
        Transport::Stdio { .. } => "stdio",
        Transport::Http { .. } => "http",
        Transport::Sse { .. } => "sse",
    }
}

/// A failed connection as the person is told it.
#[must_use]
pub fn connect_failure(server: &str, error: &ConnectError) -> Failure {
    let failure = Failure::new("server").with("server", server).with("code", error.code());
    let failure = match error {
        ConnectError::Timeout { after, .. } => failure.with("detail", after.as_secs()),
        ConnectError::HttpStatus { status, .. } => failure.with("detail", status),
        ConnectError::VariableUnset { name } => failure.with("detail", name),
        ConnectError::Unreachable { kind } => failure.with("detail", kind.key()),
        ConnectError::SpawnFailed { kind } => failure.with("detail", kind.key()),
        ConnectError::Protocol { breach } => failure.with("detail", breach.key()),
        _ => failure.with("detail", "-"),
    };
    match error {
        // The one line that says why, not the pages around it.
        ConnectError::Exited { .. } | ConnectError::Timeout { .. } => match error.error_line() {
            Some(line) => failure.detail(line),
            None => failure,
        },
        ConnectError::Rpc { message, .. } => failure.detail(message.clone()),
        _ => failure,
    }
}

impl Village {
    fn mcp_path(&self, agent: Option<&str>) -> Result<PathBuf, Failure> {
        match agent {
            None => Ok(self.folder.join("mcp.json")),
            Some(agent) => {
                self.agent_file(agent)?;
                Ok(self.agent_folder(agent).join("mcp.json"))
            }
        }
    }

    /// The text of a file and what it says.
    pub(super) fn mcp_text(&self, agent: Option<&str>) -> Result<(String, ServerSet), Failure> {
        let path = self.mcp_path(agent)?;
        let text = read(&path)?;
        let set = parse(&path, &text)?;
        Ok((text, set))
    }

    fn entries_of(&self, agent: Option<&str>) -> Result<Vec<ServerEntry>, Failure> {
        let path = self.mcp_path(agent)?;
        Ok(parse(&path, &read(&path)?)?.servers)
    }

    /// An agent's servers: the village's shared ones, then its own, whose tools win over a shared one's of
    /// the same name. A file that does not parse contributes none; the village says so.
    pub(super) fn entries(&self, agent: &str) -> Vec<(ServerEntry, bool)> {
        let own = self.entries_of(Some(agent)).unwrap_or_default();
        let shared = self.entries_of(None).unwrap_or_default();
        let shared = shared.into_iter().map(|entry| (entry, true));
        shared.chain(own.into_iter().map(|entry| (entry, false))).collect()
    }

    /// What the village's own `approvals.json` says; it can only narrow.
    pub(super) fn narrowed(&self, agent: &str, tool: &str) -> Option<Rule> {
        match json_file::read::<Rules>(&self.agent_folder(agent).join(APPROVALS_FILE)) {
            Ok(rules) => {
                let rules = rules?;
                rules.get(tool).or_else(|| rules.get(super::tools::ANY_TOOL)).copied()
            }
            // What cannot be read may have said no: the person decides.
            Err(_) => Some(Rule::Ask),
        }
    }

    /// Reads an `mcp.json`.
    ///
    /// # Errors
    /// `agent-unknown`, `file-io`.
    pub fn mcp_get(&self, agent: Option<&str>) -> Result<McpFile, Failure> {
        let path = self.mcp_path(agent)?;
        let text = read(&path)?;
        let (servers, problem) = match parse(&path, &text) {
            Ok(set) => {
                (set.servers.iter().map(|entry| self.entry_view(entry, agent.is_none())).collect(), None)
            }
            Err(problem) => (Vec::new(), Some(problem)),
        };
        Ok(McpFile { text, problem, servers })
    }

    /// Says whether a text can be an `mcp.json`, and of which file it is if it cannot.
    ///
    /// # Errors
    /// `mcp-json` with line, column and reason; `mcp-json-large`.
    pub fn mcp_check(file: &Path, text: &str) -> Result<(), Failure> {
        parse(file, text).map(drop)
    }

    /// Replaces an `mcp.json` and reconnects the agents that it concerns.
    ///
    /// # Errors
    /// `mcp-json` with line, column and reason; then the old file stays. `agent-unknown`, `file-io`.
    pub async fn mcp_set(
        self: &Arc<Self>,
        agent: Option<&str>,
        text: &str,
        approve: bool,
    ) -> Result<McpFile, Failure> {
        let path = self.mcp_path(agent)?;
        let set = parse(&path, text)?;
        if approve {
            let fingerprints: Vec<String> = set.servers.iter().map(ServerEntry::fingerprint).collect();
            let trust = &self.services.trust;
            trust
                .allow_servers(&self.place, &fingerprints)
                .map_err(|problem| super::file_failure(&problem))?;
        }
        let failure =
            |error: io::Error| Failure::new("file-io").with("file", path.display()).with("reason", error);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failure)?;
        }
        fuseforks_store::write_atomic(&path, text.as_bytes()).map_err(failure)?;
        let concerned: Vec<String> = match agent {
            Some(agent) => vec![agent.to_owned()],
            None => self.read(|file| file.agents.iter().map(|agent| agent.id.clone()).collect()),
        };
        for agent in concerned {
            self.reconnect(&agent).await;
        }
        self.mcp_get(agent)
    }

    /// Connects once to a server of a text that need not be saved, and lists its tools. The person
    /// pressed the button with the exact command or URL in front of them.
    ///
    /// # Errors
    /// `mcp-json`, `server-unknown`, or `server` with the code of what went wrong.
    pub async fn mcp_test(self: &Arc<Self>, text: &str, server: &str) -> Result<McpTestReport, Failure> {
        let set = parse(Path::new("mcp.json"), text)?;
        let entry = set
            .servers
            .into_iter()
            .find(|entry| entry.name == server)
            .ok_or_else(|| Failure::new("server-unknown").with("server", server))?;
        let inputs = self.inputs(std::slice::from_ref(&entry)).await;
        let fingerprint = entry.fingerprint();
        let expanded = config::expand(&entry, &|name| self.value(&fingerprint, &inputs, name))
            .map_err(|unset| connect_failure(server, &ConnectError::VariableUnset { name: unset.name }))?;
        let begun = Instant::now();
        let host = Arc::new(fuseforks_mcp::host::NoHost);
        let cancel = CancellationToken::new();
        let known = self.services.eras.get(&fingerprint);
        let connected = Server::connect(&expanded, &self.services.limits.mcp, host, known, cancel)
            .await
            .map_err(|error| connect_failure(server, &error))?;
        if let Some(era) = connected.era() {
            self.services.eras.remember(&fingerprint, era);
        }
        let ms = u32::try_from(begun.elapsed().as_millis()).unwrap_or(u32::MAX);
        let info = connected.info().unwrap_or_default();
        let tools = connected.tools();
        connected.close().await;
        let names = NameMap::new(tools.iter().map(|tool| (server, tool.name.as_str())));
        let cost: usize = tools.iter().map(|tool| schema_bytes(tool)).sum();
        Ok(McpTestReport {
            protocol: info.protocol,
            server: format!("{} {}", info.title.unwrap_or(info.name), info.version).trim().to_owned(),
            tools: tools
                .iter()
                .map(|tool| {
                    let exposed = names.exposed(server, &tool.name).unwrap_or_default().to_owned();
                    tool_view(exposed, tool, Permission::Ask, false)
                })
                .collect(),
            schema_tokens: u32::try_from(cost.div_ceil(4)).unwrap_or(u32::MAX),
            ms,
        })
    }

    /// The person agrees that a server may start.
    ///
    /// # Errors
    /// `server-unknown`, `file-io`.
    pub async fn server_approve(
        self: &Arc<Self>,
        agent: &str,
        server: &str,
        shared: bool,
    ) -> Result<(), Failure> {
        let entries = self.entries(agent);
        let (entry, _) = entries
            .iter()
            .find(|(entry, common)| entry.name == server && *common == shared)
            .ok_or_else(|| Failure::new("server-unknown").with("server", server))?;
        let trust = &self.services.trust;
        trust
            .allow_servers(&self.place, &[entry.fingerprint()])
            .map_err(|problem| super::file_failure(&problem))?;
        self.reconnect(agent).await;
        Ok(())
    }

    /// The variables of this computer that an entry reads. Those that this program sets itself, and values
    /// that the person gave for this entry alone, are no secrets of this computer.
    pub(super) fn variables_read(&self, entry: &ServerEntry) -> Vec<String> {
        let own = &self.services.variables;
        let theirs = |name: &String| !name.starts_with("input:") && !own.contains_key(name);
        let names = config::variables(entry).into_iter().filter(theirs);
        names.map(|name| crate::text::one_line(&name, 100)).collect()
    }

    /// A server that is in a file and not connected.
    pub(super) fn entry_view(&self, entry: &ServerEntry, shared: bool) -> ServerView {
        let trusted = self.services.trust.server(&self.place, &entry.fingerprint());
        ServerView {
            name: crate::text::one_line(&entry.name, 100),
            shared,
            target: target(entry),
            transport: transport(entry).to_owned(),
            variables: self.variables_read(entry),
            environment: environment(entry),
            inputs: inputs(entry),
            state: if entry.enabled && !trusted { ServerState::NeedsApproval } else { ServerState::Off },
            problem: None,
            protocol: None,
            tools: Vec::new(),
        }
    }
}

/// Ids of the values that an entry names as `${input:id}`.
pub(super) fn inputs(entry: &ServerEntry) -> Vec<String> {
    let names = config::variables(entry);
    names
        .iter()
        .filter_map(|name| name.strip_prefix("input:"))
        .map(|id| crate::text::one_line(id, 100))
        .collect()
}

/// Names of the variables that an entry sets for its process.
pub(super) fn environment(entry: &ServerEntry) -> Vec<String> {
    match &entry.transport {
        config::Transport::Stdio { env, .. } => {
            env.keys().map(|name| crate::text::one_line(name, 100)).collect()
        }
        config::Transport::Http { .. } | config::Transport::Sse { .. } => Vec::new(),
    }
}

fn schema_bytes(tool: &Tool) -> usize {
    tool.name.len() + tool.description.len() + tool.input_schema.to_string().len()
}

pub(super) fn tool_view(name: String, tool: &Tool, permission: Permission, gave_image: bool) -> ToolView {
    let promises = servers::promises_image(&tool.name, &tool.description);
    ToolView {
        name,
        original: crate::text::one_line(&tool.name, 128),
        description: tool.description.clone(),
        read_only: tool.read_only.unwrap_or(false),
        destructive: tool.destructive.unwrap_or(false),
        gives_image: gave_image || promises,
        permission,
    }
}
