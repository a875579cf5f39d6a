//! What one entry says, and its identity.

use std::{collections::BTreeMap, fmt, fmt::Write as _, time::Duration};

use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

/// How a server is reached. Values may be templates until [`super::expand`].
#[derive(Clone, PartialEq, Eq)]
pub enum Transport {
    /// A local command that speaks on its standard input and output.
    Stdio {
        /// Program.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// Variables it gets besides the short allow-list.
        env: BTreeMap<String, String>,
        /// Working folder.
        cwd: Option<String>,
    },
    /// Streamable HTTP.
    Http {
        /// Address.
        url: String,
        /// Extra headers of every request.
        headers: BTreeMap<String, String>,
    },
    /// The old two-endpoint SSE transport: recognised so that it can be named, never spoken.
    Sse {
        /// Address.
        url: String,
    },
}

impl fmt::Debug for Transport {
    /// Names only: arguments, addresses and values may hold secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdio { command, args, env, cwd } => f
                .debug_struct("Stdio")
                .field("command", command)
                .field("args", &args.len())
                .field("env", &env.keys().collect::<Vec<_>>())
                .field("cwd", &cwd.is_some())
                .finish(),
            Self::Http { headers, .. } => {
                f.debug_struct("Http").field("headers", &headers.keys().collect::<Vec<_>>()).finish()
            }
            Self::Sse { .. } => f.write_str("Sse"),
        }
    }
}

/// Tools an entry offers or hides. It can only narrow.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolFilter {
    /// If present, only these.
    pub include: Option<Vec<String>>,
    /// Never these.
    pub exclude: Vec<String>,
}

impl ToolFilter {
    /// Whether `tool` (the server's own name) may be offered.
    #[must_use]
    pub fn allows(&self, tool: &str) -> bool {
        let included = self.include.as_ref().is_none_or(|names| names.iter().any(|name| name == tool));
        included && !self.exclude.iter().any(|name| name == tool)
    }
}

/// One server of a file.
#[derive(Clone, PartialEq)]
pub struct ServerEntry {
    /// The key in the file, as written.
    pub name: String,
    /// How it is reached.
    pub transport: Transport,
    /// False if the file switched it off.
    pub enabled: bool,
    /// Silence limit of its calls, if the file sets one.
    pub timeout: Option<Duration>,
    /// Tools it may offer.
    pub tools: ToolFilter,
    /// The entry as it stood in the file, unknown fields included. Holds secrets.
    pub raw: Value,
    pub(super) expanded: bool,
}

impl fmt::Debug for ServerEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerEntry")
            .field("name", &self.name)
            .field("transport", &self.transport)
            .field("enabled", &self.enabled)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

impl ServerEntry {
    /// An entry that no file wrote: a URL typed by a person.
    #[must_use]
    pub fn http(name: &str, url: &str, headers: BTreeMap<String, String>) -> Self {
        let mut raw = json!({"type": "http", "url": url});
        if !headers.is_empty() {
            raw["headers"] = json!(headers);
        }
        Self::new(name, Transport::Http { url: url.to_owned(), headers }, raw)
    }

    /// An entry that no file wrote: a command typed by a person.
    #[must_use]
    pub fn stdio(name: &str, command: &str, args: Vec<String>, env: BTreeMap<String, String>) -> Self {
        let mut raw = json!({"command": command, "args": args});
        if !env.is_empty() {
            raw["env"] = json!(env);
        }
        let transport = Transport::Stdio { command: command.to_owned(), args, env, cwd: None };
        Self::new(name, transport, raw)
    }

    pub(super) fn new(name: &str, transport: Transport, raw: Value) -> Self {
        Self {
            name: name.to_owned(),
            transport,
            enabled: true,
            timeout: None,
            tools: ToolFilter::default(),
            raw,
            expanded: false,
        }
    }

    /// Identity of what would be started or contacted, templates unexpanded: hex SHA-256.
    ///
    /// Name, switch, timeout and tool filter are not part of it: changing them changes no trust.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let mut hex = String::with_capacity(64);
        for byte in Sha256::digest(self.canonical()) {
            let _ = write!(hex, "{byte:02x}");
        }
        hex
    }

    /// What a secret of this entry belongs to: the origin of an address, or the command with its arguments.
    /// With another one, a secret that was entered for this is not found.
    #[must_use]
    pub fn binding(&self) -> String {
        match &self.transport {
            Transport::Stdio { command, args, cwd, .. } => {
                let line = json!([command, args, cwd]).to_string();
                let mut text = "command/".to_owned();
                for byte in Sha256::digest(line) {
                    let _ = write!(text, "{byte:02x}");
                }
                text
            }
            Transport::Http { url, .. } | Transport::Sse { url } => match url::Url::parse(url.trim()) {
                Ok(url) => url.origin().ascii_serialization(),
                // A template: as it stands, a variable may lead anywhere.
                Err(_) => format!("template/{url}"),
            },
        }
    }

    /// One JSON text per meaning: keys in a fixed order, header names in lower case.
    pub(crate) fn canonical(&self) -> String {
        let fields: Vec<Value> = match &self.transport {
            Transport::Stdio { command, args, env, cwd } => {
                let env: Vec<_> = env.iter().map(|(key, value)| json!([key, value])).collect();
                vec![json!("stdio"), json!(command), json!(args), json!(env), json!(cwd)]
            }
            Transport::Http { url, headers } => {
                let headers: BTreeMap<_, _> =
                    headers.iter().map(|(key, value)| (key.to_ascii_lowercase(), value)).collect();
                let headers: Vec<_> = headers.iter().map(|(key, value)| json!([key, value])).collect();
                vec![json!("http"), json!(url), json!(headers)]
            }
            Transport::Sse { url } => vec![json!("sse"), json!(url)],
        };
        Value::Array(fields).to_string()
    }

    /// Fields of the file that would change what runs and that this client does not act on.
    #[must_use]
    pub fn unsupported(&self) -> Vec<&'static str> {
        const FIELDS: [&str; 6] = ["envFile", "headersHelper", "oauth", "sandbox", "dev", "auth"];
        FIELDS
            .into_iter()
            .filter(|field| match self.raw.get(*field) {
                None | Some(Value::Null) => false,
                // A bearer string was taken over as a header.
                Some(Value::String(text)) if *field == "auth" => text == "oauth",
                Some(_) => true,
            })
            .collect()
    }

    /// Whether [`super::expand`] made this entry.
    #[must_use]
    pub fn is_expanded(&self) -> bool {
        self.expanded
    }
}

/// A file's servers, in its order.
#[derive(Clone, Default, PartialEq)]
pub struct ServerSet {
    /// The servers.
    pub servers: Vec<ServerEntry>,
    pub(super) rest: Map<String, Value>,
    /// The key of the file under which the servers stood; none where they stood bare.
    pub(super) layout: Option<&'static str>,
}

impl fmt::Debug for ServerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerSet").field("servers", &self.servers).finish_non_exhaustive()
    }
}

impl ServerSet {
    /// The set as a file of our own shape: `mcpServers`, then whatever else the source file held.
    #[must_use]
    pub fn export(&self) -> Value {
        let servers: Map<_, _> =
            self.servers.iter().map(|server| (server.name.clone(), server.raw.clone())).collect();
        let mut root = Map::new();
        root.insert("mcpServers".to_owned(), Value::Object(servers));
        root.extend(self.rest.clone());
        Value::Object(root)
    }

    /// The server of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&ServerEntry> {
        self.servers.iter().find(|server| server.name == name)
    }
}
