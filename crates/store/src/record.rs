//! The records of a conversation. Texts and references only.
//!
//! Every record keeps the fields it does not know in `extra`, so that reading and writing back a file of
//! a newer version loses nothing.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

/// A record as it stands in the store.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// Its place: unique in the village and rising, never given twice.
    pub seq: u64,
    /// When it was written, in milliseconds since 1970 UTC.
    pub at_ms: i64,
    /// What it says.
    pub record: Record,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Record {
    /// Somebody said something.
    Message(Message),
    /// A tool was called. Its arguments and its output are not kept.
    Tool(Tool),
    /// A turn ended.
    Turn(Turn),
    /// Earlier exchanges in short.
    Summary(Summary),
    /// A tool gave the user a file.
    Artifact(Artifact),
    /// A line of the system.
    System(System),
    /// Something of a newer version, or something that does not fit: kept as it is.
    #[serde(untagged)]
    Unknown(Map<String, Value>),
}

/// A message, or a piece of one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// Its id.
    pub id: String,
    /// The request it belongs to.
    pub request: String,
    /// The turn that answers it (a message to an agent) or that said it (a reply).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// The message it answers, or that it was written because of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// How many agents passed the request on before it.
    #[serde(default)]
    pub hop: u32,
    /// `user` or an agent's id.
    pub from: String,
    /// `user` or an agent's id.
    pub to: String,
    /// The words.
    pub text: String,
    /// What went with it, by reference.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<AttachmentRef>,
    /// How it ended.
    #[serde(default)]
    pub state: State,
    /// Fields of a newer version.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// How a message ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// All of it is there.
    #[default]
    Complete,
    /// Stop cut it off; what is there counts.
    Interrupted,
    /// The turn failed; it does not enter later prompts.
    Failed,
    /// Said between tool calls; the reply comes later.
    Said,
}

/// A file beside a message. The file has its own lifetime; this stays.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AttachmentRef {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// `image`, `audio`, `video`, `pdf`, `file`.
    pub kind: String,
    /// Media type from the bytes.
    pub mime: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256, hexadecimal.
    pub sha256: String,
    /// It was a camera frame: no file was ever kept.
    #[serde(default)]
    pub frame: bool,
    /// Fields of a newer version.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A tool call that is over.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// The turn.
    pub turn: String,
    /// The agent.
    pub agent: String,
    /// The call, to find its output while that is in memory.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub call: String,
    /// The name that the model called.
    pub name: String,
    /// It reported no error.
    pub ok: bool,
    /// Stop cut it off.
    #[serde(default)]
    pub interrupted: bool,
    /// How long it took, in milliseconds.
    pub ms: u64,
    /// Images for the model.
    #[serde(default)]
    pub images: u32,
    /// Reasons of what was dropped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<String>,
    /// Fields of a newer version.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A turn that is over.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Its id.
    pub turn: String,
    /// The request.
    pub request: String,
    /// The agent.
    pub agent: String,
    /// `-`, `tool_limit`, `repeat:<tool>`, `interrupted`, `budget_exhausted` or `failed:<CODE>`.
    pub stop: String,
    /// Rounds used.
    pub rounds: u32,
    /// Rounds allowed.
    pub max_rounds: u32,
    /// The wire.
    pub backend: String,
    /// The model.
    pub model: String,
    /// What it cost.
    pub usage: Usage,
    /// How long it took, in milliseconds.
    pub ms: u64,
    /// Fields of a newer version.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Usage {
    /// Input that no cache served.
    pub uncached: u64,
    /// Input read from a cache.
    pub cache_read: u64,
    /// Input written to a cache.
    pub cache_write: u64,
    /// Output.
    pub output: u64,
    /// The part of the output that was reasoning.
    pub reasoning: u64,
}

/// Earlier exchanges of an agent in short, or finished rounds of one turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The agent.
    pub agent: String,
    /// The turn that it was made for. With `rounds`, it is of that turn's rounds and of nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// The first record it covers; 0 where it covers none.
    #[serde(default)]
    pub from: u64,
    /// The last record it covers; 0 where it covers none.
    pub upto: u64,
    /// Exchanges it stands for, those of an earlier summary not counted.
    #[serde(default)]
    pub exchanges: u32,
    /// Rounds of a turn it stands for.
    #[serde(default)]
    pub rounds: u32,
    /// Characters of what it stands for.
    #[serde(default)]
    pub before: u64,
    /// The words.
    pub text: String,
    /// Fields of a newer version.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A file that a tool gave the user, in the conversation's media folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Artifact {
    /// The turn.
    pub turn: String,
    /// The agent.
    pub agent: String,
    /// The tool.
    pub tool: String,
    /// The file in the media folder.
    pub file: Uuid,
    /// A name to show and to save under.
    pub name: String,
    /// Media type from the bytes.
    pub mime: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256, hexadecimal.
    pub sha256: String,
    /// Too large to decode safely: only to be saved.
    #[serde(default)]
    pub save_only: bool,
    /// Fields of a newer version.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A line of the system, worded when shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct System {
    /// The agent it concerns; empty for none.
    #[serde(default)]
    pub agent: String,
    /// The turn it concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// The code.
    pub code: String,
    /// Its facts.
    #[serde(default)]
    pub args: std::collections::BTreeMap<String, String>,
    /// Fields of a newer version.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl Summary {
    /// It covers exchanges: the next prompt begins with it. One of rounds lived as long as its turn.
    #[must_use]
    pub fn of_exchanges(&self) -> bool {
        self.rounds == 0
    }
}

impl Record {
    /// The agents in whose threads it stands.
    pub(crate) fn agents(&self) -> Vec<&str> {
        let names = match self {
            Self::Message(message) => vec![message.from.as_str(), message.to.as_str()],
            Self::Tool(tool) => vec![tool.agent.as_str()],
            Self::Turn(turn) => vec![turn.agent.as_str()],
            Self::Summary(summary) => vec![summary.agent.as_str()],
            Self::Artifact(artifact) => vec![artifact.agent.as_str()],
            Self::System(system) => vec![system.agent.as_str()],
            Self::Unknown(map) => {
                ["agent", "from", "to"].iter().filter_map(|name| map.get(*name)?.as_str()).collect()
            }
        };
        let mut agents: Vec<&str> = Vec::new();
        for name in names {
            if !name.is_empty() && name != USER && !agents.contains(&name) {
                agents.push(name);
            }
        }
        agents
    }
}

/// The person, where an agent's id could stand.
pub(crate) const USER: &str = "user";

/// A conversation in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// Its id.
    pub id: Uuid,
    /// Given by the person, or made of the first message; empty while there is none.
    pub title: String,
    /// The person gave the title.
    #[serde(default)]
    pub named: bool,
    /// When it was begun, in milliseconds since 1970 UTC.
    pub started_ms: i64,
    /// When it was last written, in milliseconds since 1970 UTC.
    pub changed_ms: i64,
    /// Messages in it; what was said between tool calls does not count.
    #[serde(default)]
    pub messages: u64,
    /// The conversation it was forked from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forked_from: Option<Uuid>,
    /// Fields of a newer version.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}
