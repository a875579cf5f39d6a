//! A text that a person pastes: whose it looks like, and how its entries get into a file of ours.
//!
//! Whose it is matters where the same words mean different things; otherwise it is only said. Putting an
//! entry into a file keeps everything else of that file: order, comments, fields nobody here knows.

use jsonc_parser::{
    ParseOptions,
    cst::{CstInputValue, CstObject, CstRootNode},
};
use serde_json::{Map, Value, json};

use super::{
    entry::{ServerEntry, ServerSet, Transport},
    error::{ConfigError, ConfigReason},
    parse::{Dialect, parse_lenient},
};
use crate::clean;

/// Characters kept of an input's description.
const DESCRIPTION: usize = 300;

/// The program a text was written for, as far as it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Client {
    /// Claude Desktop.
    ClaudeDesktop,
    /// Claude Code.
    ClaudeCode,
    /// VS Code.
    VsCode,
    /// Cursor.
    Cursor,
    /// Windsurf.
    Windsurf,
    /// Cline or Roo.
    Cline,
    /// Gemini CLI.
    Gemini,
    /// It could be any of them.
    Unknown,
}

/// A value that VS Code asks a person for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// As in `${input:id}`.
    pub id: String,
    /// The file's words for it.
    pub description: String,
}

/// What a pasted text holds.
#[derive(Debug, Clone)]
pub struct Pasted {
    /// Whose it looks like.
    pub client: Client,
    /// Its servers.
    pub set: ServerSet,
    /// Servers that cannot be used, and why.
    pub problems: Vec<ConfigError>,
}

/// Reads a pasted text.
///
/// # Errors
/// A text that is no JSON with comments, or holds no servers in a known shape.
pub fn paste(text: &str) -> Result<Pasted, ConfigError> {
    let (set, problems) = parse_lenient(text, Dialect::Any)?;
    let client = client(&set, text);
    if client != Client::Gemini {
        return Ok(Pasted { client, set, problems });
    }
    let (mut set, problems) = parse_lenient(text, Dialect::Gemini)?;
    set.servers.iter_mut().for_each(normalise);
    Ok(Pasted { client, set, problems })
}

fn client(set: &ServerSet, text: &str) -> Client {
    let any = |fields: &[&str]| {
        set.servers.iter().any(|server| fields.iter().any(|field| server.raw.get(field).is_some()))
    };
    let kind = |word: &str| {
        set.servers.iter().any(|server| server.raw.get("type").and_then(Value::as_str) == Some(word))
    };
    let gemini_root = ["selectedAuthType", "security", "contextFileName", "coreTools", "general", "tools"];
    if any(&["httpUrl", "trust", "includeTools", "excludeTools"])
        || gemini_root.iter().any(|key| set.rest.contains_key(*key))
    {
        return Client::Gemini;
    }
    if any(&["serverUrl"]) {
        return Client::Windsurf;
    }
    if any(&["autoApprove", "alwaysAllow"]) || kind("streamableHttp") {
        return Client::Cline;
    }
    if set.layout == Some("servers") || set.rest.contains_key("inputs") {
        return Client::VsCode;
    }
    if any(&["headersHelper", "oauth", "type"]) || text.contains(":-") {
        return Client::ClaudeCode;
    }
    if any(&["url", "envFile", "auth"]) || text.contains("${env:") || text.contains("${workspaceFolder}") {
        return Client::Cursor;
    }
    if set.layout == Some("mcpServers") && any(&["command"]) {
        Client::ClaudeDesktop
    } else {
        Client::Unknown
    }
}

/// Writes an entry's meaning in the words of this client, unknown fields kept: its own words would mean
/// something else in a file of ours.
fn normalise(entry: &mut ServerEntry) {
    const OWN: [&str; 11] = [
        "httpUrl",
        "serverUrl",
        "url",
        "type",
        "transport",
        "command",
        "args",
        "env",
        "cwd",
        "headers",
        "timeout",
    ];
    let mut raw = match &entry.transport {
        Transport::Stdio { command, args, env, cwd } => {
            let mut raw = Map::from_iter([("command".to_owned(), json!(command))]);
            if !args.is_empty() {
                raw.insert("args".to_owned(), json!(args));
            }
            if !env.is_empty() {
                raw.insert("env".to_owned(), json!(env));
            }
            if let Some(cwd) = cwd {
                raw.insert("cwd".to_owned(), json!(cwd));
            }
            raw
        }
        Transport::Http { url, headers } => {
            let mut raw =
                Map::from_iter([("type".to_owned(), json!("http")), ("url".to_owned(), json!(url))]);
            if !headers.is_empty() {
                raw.insert("headers".to_owned(), json!(headers));
            }
            raw
        }
        Transport::Sse { url } => {
            Map::from_iter([("type".to_owned(), json!("sse")), ("url".to_owned(), json!(url))])
        }
    };
    if let Some(timeout) = entry.timeout {
        raw.insert("timeout".to_owned(), json!(u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX)));
    }
    if let Value::Object(old) = &entry.raw {
        let others = old.iter().filter(|(key, _)| !OWN.contains(&key.as_str()));
        raw.extend(others.map(|(key, value)| (key.clone(), value.clone())));
    }
    entry.raw = Value::Object(raw);
}

impl ServerSet {
    /// The values that the file says a person must be asked for.
    #[must_use]
    pub fn inputs(&self) -> Vec<Input> {
        let Some(inputs) = self.rest.get("inputs").and_then(Value::as_array) else { return Vec::new() };
        let input = |input: &Value| {
            let text = |field: &str| input.get(field).and_then(Value::as_str);
            Some(Input {
                id: text("id")?.to_owned(),
                description: clean::line(text("description").unwrap_or_default(), DESCRIPTION),
            })
        };
        inputs.iter().filter_map(input).collect()
    }
}

impl ServerEntry {
    /// This entry under another name.
    #[must_use]
    pub fn renamed(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// This entry with its command line cut into program and arguments.
    #[must_use]
    pub fn split(mut self) -> Self {
        let Some((program, words)) = super::import::split_command(&self) else { return self };
        if let Some(raw) = self.raw.as_object_mut() {
            raw.insert("command".to_owned(), json!(program));
            raw.insert("args".to_owned(), json!(words));
        }
        if let Transport::Stdio { command, args, .. } = &mut self.transport {
            *command = program;
            *args = words;
        }
        self
    }
}

/// `text` with these entries put in and everything else as it was, comments included. A name that is there
/// already is refused: nothing is replaced behind a person's back.
///
/// # Errors
/// A text that is no JSON with comments, or a name that is taken.
pub fn insert(text: &str, entries: &[ServerEntry]) -> Result<String, ConfigError> {
    let bad = |reason| ConfigError { line: 1, column: 1, reason };
    let source = if text.trim().is_empty() { "{}\n" } else { text };
    let root = CstRootNode::parse(source, &ParseOptions::default()).map_err(|_| bad(ConfigReason::Syntax))?;
    let object = root.object_value_or_create().ok_or_else(|| bad(ConfigReason::NotAnObject))?;
    let has_list = |name: &str| object.get(name).is_some();
    let key = if !has_list("mcpServers") && has_list("servers") { "servers" } else { "mcpServers" };
    let bare = !has_list(key) && !object.properties().is_empty();
    let list: CstObject = if bare && is_map(source) {
        object
    } else {
        object.object_value_or_create(key).ok_or_else(|| bad(ConfigReason::NotAnObject))?
    };
    for entry in entries {
        if list.get(&entry.name).is_some() {
            return Err(bad(ConfigReason::Duplicate { server: entry.name.clone() }));
        }
        list.append(&entry.name, input(&entry.raw));
    }
    Ok(root.to_string())
}

/// A file that is the map of servers itself.
fn is_map(text: &str) -> bool {
    parse_lenient(text, Dialect::Any).is_ok_and(|(set, _)| set.layout.is_none() && !set.servers.is_empty())
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(flag) => CstInputValue::Bool(*flag),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::Object(map) => {
            CstInputValue::Object(map.iter().map(|(key, value)| (key.clone(), input(value))).collect())
        }
    }
}
