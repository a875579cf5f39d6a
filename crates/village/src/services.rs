//! What every village of this program shares, passed down as values.

use crate::{
    clock::Clock, eras::Eras, events::Events, home::Home, local::LocalSearch, secret::Secrets, trust::Trust,
};
use fuseforks_contract::app::Settings;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::Duration,
};

/// What happens with a call that needs the person's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// The person is asked and may take the time they want.
    Person,
    /// Nobody can be asked: the call is denied, and the model is told so.
    Nobody,
    /// Everything was allowed beforehand for this run.
    AllowAll,
}

/// Sizes are of 1000 bytes.
const MEGABYTE: u64 = 1_000_000;

/// Limits of the application, in one place so that tests scale them.
#[derive(Clone, Debug)]
pub struct AppLimits {
    /// Limits of model calls.
    pub model: fuseforks_llm::Limits,
    /// Limits of MCP calls.
    pub mcp: fuseforks_mcp::Limits,
    /// Limits of images.
    pub media: fuseforks_media::Limits,
    /// Limits of a turn's requests.
    pub caps: fuseforks_turn::Caps,
    /// Tool calls of one round that run at once.
    pub parallel_tools: usize,
    /// Characters of a tool's text that reach the model.
    pub tool_text_chars: usize,
    /// Messages that may wait for one agent.
    pub inbox: usize,
    /// How often one request may be passed on.
    pub hops: u32,
    /// How long an agent waits for another one's answer.
    pub ask: Duration,
    /// Questions of one plan.
    pub plan: usize,
    /// Waves of work that are kept to be looked at.
    pub waves: usize,
    /// Lines of what was said in the village, in a prompt.
    pub plaza_lines: usize,
    /// Characters of such a line.
    pub plaza_chars: usize,
    /// Characters of the whole text that an agent may read of one of them.
    pub room_log_chars: usize,
    /// Characters that fit on the blackboard.
    pub board_chars: usize,
    /// Characters of it that stand in a prompt.
    pub board_prompt_chars: usize,
    /// Exchanges that are read for a prompt at most.
    pub history: usize,
    /// Window of a model of which nobody said how large it is, in tokens.
    pub assumed_window: u32,
    /// Time between two deltas that the window is told.
    pub delta_interval: Duration,
    /// Time between two words of the practice model.
    pub practice_pace: Duration,
    /// Size at which a log becomes the old one.
    pub log_bytes: u64,
    /// Bytes of images that stay in memory to be looked at.
    pub seen_bytes: usize,
    /// Bytes of artifacts that a village keeps at the most, whatever the person chose.
    pub media_folder_bytes: u64,
    /// Where model servers of this computer are looked for.
    pub local: LocalSearch,
    /// Bytes of sent attachments that a village keeps at the most, whatever the person chose.
    pub attachments_bytes: u64,
    /// Bytes of attachments that may wait in composers and queues at once.
    pub attachments_waiting: usize,
    /// Fastest allowed chosen interval of the camera panel.
    pub camera_min: Duration,
    /// How long what a server said about a model counts.
    pub facts_life: Duration,
    /// The same where images go only to a model that declares them: it is asked again after this.
    pub facts_fresh: Duration,
    /// Until a server that did not answer such a question is asked again.
    pub facts_retry: Duration,
    /// How long a turn waits for servers that are still on their way; then it goes without them.
    pub server_patience: Duration,
}

impl Default for AppLimits {
    fn default() -> Self {
        Self {
            model: fuseforks_llm::Limits::default(),
            mcp: fuseforks_mcp::Limits::default(),
            media: fuseforks_media::Limits::default(),
            caps: fuseforks_turn::Caps::default(),
            parallel_tools: 4,
            tool_text_chars: 100_000,
            inbox: 64,
            hops: 8,
            ask: Duration::from_secs(180),
            plan: 100,
            waves: 50,
            plaza_lines: 12,
            plaza_chars: 200,
            room_log_chars: 20_000,
            board_chars: 20_000,
            board_prompt_chars: 2_000,
            history: 5_000,
            assumed_window: 128_000,
            delta_interval: Duration::from_millis(34),
            practice_pace: Duration::from_millis(18),
            log_bytes: crate::log::LOG_LIMIT,
            seen_bytes: 64 * 1024 * 1024,
            media_folder_bytes: u64::MAX,
            local: LocalSearch::usual(None),
            attachments_bytes: u64::MAX,
            attachments_waiting: 256 * 1024 * 1024,
            camera_min: Duration::from_millis(500),
            facts_life: Duration::from_secs(30 * 24 * 60 * 60),
            facts_fresh: Duration::from_secs(10 * 60),
            facts_retry: Duration::from_secs(30),
            server_patience: Duration::from_secs(15),
        }
    }
}

/// The shared services.
pub struct Services {
    /// The machine's folder.
    pub home: Home,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Keys.
    pub secrets: Arc<dyn Secrets>,
    /// What the person trusts.
    pub trust: Trust,
    /// Which protocol each MCP server spoke last.
    pub(crate) eras: Eras,
    /// Who is told.
    pub events: Events,
    /// The person's settings.
    pub settings: Mutex<Settings>,
    /// Values that win over the environment when an `mcp.json` names them.
    pub variables: HashMap<String, String>,
    /// What happens with calls that need the person's word.
    pub asking: Mutex<Asking>,
    /// Accounts that are known to have a secret.
    pub known_keys: Mutex<HashMap<String, bool>>,
    /// Connections to MCP servers, shared where entries are equal.
    pub servers: fuseforks_mcp::Pool,
    /// Connections to models, made at the first call.
    pub(crate) transport: OnceLock<fuseforks_llm::Transport>,
    /// Limits.
    pub limits: AppLimits,
}

impl Services {
    /// The time.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// Connections to models, shared by all calls of this run.
    pub(crate) fn transport(&self) -> Result<fuseforks_llm::Transport, fuseforks_llm::LlmError> {
        if let Some(transport) = self.transport.get() {
            return Ok(transport.clone());
        }
        let made = fuseforks_llm::Transport::new(self.limits.model)?;
        Ok(self.transport.get_or_init(|| made).clone())
    }

    /// The person's settings.
    #[must_use]
    pub fn settings(&self) -> Settings {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Bytes of artifacts that a village keeps.
    pub(crate) fn media_folder_bytes(&self) -> u64 {
        (u64::from(self.settings().media_folder_mb) * MEGABYTE).min(self.limits.media_folder_bytes)
    }

    /// Bytes of sent attachments that a village keeps, and how long.
    pub(crate) fn attachments_kept(&self) -> (u64, Duration) {
        let Settings { attachments_mb, attachments_days, .. } = self.settings();
        let bytes = (u64::from(attachments_mb) * MEGABYTE).min(self.limits.attachments_bytes);
        (bytes, Duration::from_secs(u64::from(attachments_days) * 24 * 3600))
    }

    /// What happens with calls that need the person's word.
    #[must_use]
    pub fn asking(&self) -> Asking {
        *self.asking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value of a variable that an `mcp.json` names.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<String> {
        self.variables.get(name).cloned().or_else(|| std::env::var(name).ok())
    }
}
