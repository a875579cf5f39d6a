//! `village.json`: what a village is, without its conversations and without any secret.
//!
//! Fields of a newer version are kept. Nothing here is trusted: see `trust`.

use crate::text::Language;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The format version that this program writes.
pub(crate) const FORMAT: u32 = 1;

/// The whole file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct VillageFile {
    /// Format version.
    pub format: u32,
    /// The village's id, a UUID.
    pub id: String,
    /// The name a person gave.
    pub name: String,
    /// Its one language.
    pub language: Language,
    /// It was made with the practice model and the camera stand-in.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub practice: bool,
    /// The number of the next agent.
    #[serde(default)]
    pub next_agent: u32,
    /// Its agents, in the person's order.
    #[serde(default)]
    pub agents: Vec<AgentFile>,
    /// Directed ties.
    #[serde(default)]
    pub ties: Vec<TieFile>,
    /// Model registrations.
    #[serde(default)]
    pub templates: Vec<TemplateFile>,
    /// Roles that agents can have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<RoleFile>,
    /// Settings of the village.
    #[serde(default)]
    pub settings: VillageSettings,
    /// Fields of a newer version.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// An agent in the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct AgentFile {
    /// `agent_N`.
    pub id: String,
    /// The name a person gave.
    pub name: String,
    /// Template id; empty means none.
    #[serde(default)]
    pub template: String,
    /// Round limit of a turn, 1 to 100.
    #[serde(default = "default_rounds")]
    pub max_rounds: u32,
    /// Role id; empty means none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub role: String,
    /// It may hand a conversation on.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub handoff: bool,
    /// It reads what is said in the village, and what it says is read there.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub plaza: bool,
    /// It may write into its memory.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub remembers: bool,
    /// Place on the map that the person chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<(f32, f32)>,
    /// Deleted, but can be brought back while the village is open.
    #[serde(skip)]
    pub deleted: bool,
    /// Fields of a newer version.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

fn default_rounds() -> u32 {
    12
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_yes(value: &bool) -> bool {
    *value
}

impl AgentFile {
    /// An agent as a person gets it who only gives a name.
    pub(crate) fn new(id: String, name: String, template: String) -> Self {
        Self {
            id,
            name,
            template,
            max_rounds: default_rounds(),
            role: String::new(),
            handoff: true,
            plaza: true,
            remembers: true,
            position: None,
            deleted: false,
            rest: Map::new(),
        }
    }
}

/// What several agents can have in common.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RoleFile {
    /// `role_N`.
    pub id: String,
    /// The name a person gave.
    pub name: String,
    /// What an agent in this role is told.
    #[serde(default)]
    pub text: String,
    /// Fields of a newer version.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// A directed tie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TieFile {
    /// The agent that may ask.
    pub from: String,
    /// The agent that may be asked.
    pub to: String,
}

/// A model registration. Its key is not here.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TemplateFile {
    /// `template_N`.
    pub id: String,
    /// The name a person gave.
    pub name: String,
    /// Wire id.
    pub wire: String,
    /// Base URL; empty for the practice model.
    #[serde(default)]
    pub base_url: String,
    /// The provider's model name.
    #[serde(default)]
    pub model: String,
    /// Where the key is.
    #[serde(default)]
    pub key: KeyPlace,
    /// What the person says of its eyes; absent means: ask the server, else try.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vision: Option<bool>,
    /// `sees`, `does_not_see` or `invents`, from the last vision test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vision_test: Option<String>,
    /// What its server said about the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared: Option<Declared>,
    /// `none`, `low`, `medium` or `high`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<String>,
    /// Sampling temperature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f32>,
    /// Output cap in tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_output_tokens: Option<u32>,
    /// Context window in tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_window: Option<u32>,
    /// The model may use tools.
    #[serde(default = "yes")]
    pub tools: bool,
    /// Fields of a newer version.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

/// What a server said about a model; what it left open is absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Declared {
    /// It takes images.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vision: Option<bool>,
    /// It calls tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<bool>,
    /// Context window in tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<u32>,
    /// Most output tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_output: Option<u32>,
    /// When, in milliseconds since 1970.
    #[serde(default)]
    pub at_ms: i64,
    /// Fields of a newer version.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

fn yes() -> bool {
    true
}

/// Where a template's key is. There is no field for the key itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum KeyPlace {
    /// The endpoint wants none.
    #[default]
    None,
    /// In the OS store, under this village, template and origin.
    Store,
    /// In this environment variable.
    Env(String),
}

/// Settings of the village.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct VillageSettings {
    /// Effective tokens that one request may cost, with all it causes; absent means the usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<u64>,
    /// Fields of a newer version.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}
