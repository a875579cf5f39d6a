//! Agents: who they are, what they run on, and how they do.

use crate::{mcp::ServerView, wire_types};

wire_types! {
    /// What an agent is doing.
    #[derive(Copy, Eq)]
    pub enum AgentStatus {
        /// Not started: its servers are not connected.
        Stopped,
        /// Started and idle.
        Idle,
        /// Its servers are still on their way; `tool` names them.
        Connecting,
        /// A model call is on its way.
        Thinking,
        /// A tool runs.
        RunningTool,
        /// It waits for the person's approval or answer.
        Waiting,
        /// It waits for another agent.
        Asking,
    }

    /// A named member of a village.
    pub struct AgentView {
        /// `agent_N`.
        pub id: String,
        /// The name a person gave.
        pub name: String,
        /// The template it runs on; empty means none yet.
        pub template: String,
        /// What it does now.
        pub status: AgentStatus,
        /// The tool it runs or waits with.
        pub tool: Option<String>,
        /// Since when it does that, in milliseconds since 1970 UTC.
        #[ts(type = "number")]
        pub since_ms: i64,
        /// Messages that wait for it.
        pub queued: u32,
        /// Round limit of a turn, 1 to 100.
        pub max_rounds: u32,
        /// Its role; empty means none.
        pub role: String,
        /// It may hand a conversation on.
        pub handoff: bool,
        /// It reads what is said in the village, and what it says is read there.
        pub plaza: bool,
        /// It may write into its memory.
        pub remembers: bool,
        /// Its servers, the village's shared ones included.
        pub servers: Vec<ServerView>,
        /// What tells its icon from another one; absent without an icon. The bytes are at
        /// `media://localhost/icon/{village}/{agent}/{icon}`.
        pub icon: Option<String>,
        /// The folder on this machine that its commands run in; empty means none.
        pub folder: String,
        /// Place on the map that the person chose; absent while the map finds one.
        pub place: Option<(f32, f32)>,
    }

    /// Names an agent.
    pub struct AgentId {
        /// The village.
        pub village: String,
        /// The agent.
        pub agent: String,
    }

    /// Makes an agent.
    pub struct AgentNew {
        /// The village.
        pub village: String,
        /// Its name.
        pub name: String,
        /// The template; empty means none yet.
        pub template: String,
    }

    /// Changes an agent; absent fields stay.
    #[derive(Default)]
    pub struct AgentSet {
        /// The village.
        pub village: String,
        /// The agent.
        pub agent: String,
        /// New name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub name: Option<String>,
        /// New template.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub template: Option<String>,
        /// New round limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub max_rounds: Option<u32>,
        /// New role; empty takes it away.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub role: Option<String>,
        /// Whether it may hand a conversation on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub handoff: Option<bool>,
        /// Whether it takes part in what is said in the village.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub plaza: Option<bool>,
        /// Whether it may write into its memory.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub remembers: Option<bool>,
        /// New place on the map.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub position: Option<(f32, f32)>,
    }

    /// Gives an agent an icon.
    pub struct IconSet {
        /// The village.
        pub village: String,
        /// The agent.
        pub agent: String,
        /// Base64 of a picture; empty takes the icon away.
        pub data: String,
    }

    /// Gives agents a work folder on this machine.
    pub struct FolderSet {
        /// The village.
        pub village: String,
        /// The agents.
        pub agents: Vec<String>,
        /// An absolute path; empty takes the folder away.
        pub folder: String,
    }

    /// The documents that go into prompts.
    #[derive(Copy, Eq)]
    pub enum Document {
        /// The village's ordinance.
        Ordinance,
        /// Who the agent is.
        Construct,
        /// What it can do.
        Skill,
        /// What it remembers.
        Memory,
    }

    /// Names a document.
    pub struct DocumentId {
        /// The village.
        pub village: String,
        /// The agent; absent for the ordinance.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub agent: Option<String>,
        /// Which one.
        pub document: Document,
    }

    /// A document's text.
    pub struct DocumentText {
        /// The text, Markdown.
        pub text: String,
    }

    /// Replaces a document.
    pub struct DocumentSet {
        /// The village.
        pub village: String,
        /// The agent; absent for the ordinance.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub agent: Option<String>,
        /// Which one.
        pub document: Document,
        /// The new text.
        pub text: String,
    }
}
