//! What compaction goes by: the person's settings, the environment, and which tools are our own.

use crate::{home::Home, settings::SettingsFile};
use fuseforks_contract::app::Settings;
use fuseforks_turn::compact::{IMAGE_TOKENS_VARIABLE, image_token_estimate, threshold};

/// Our own tools whose old results may go as a whole: what they gave can be asked for again.
const OWN_TOOLS: [&str; 3] = ["web_search", "scrape_url", "search_and_fetch"];

/// Whether an old result of this tool may go as a whole.
#[must_use]
pub fn is_own_tool(name: &str) -> bool {
    OWN_TOOLS.contains(&name)
}

/// What one image costs on this machine, in tokens, without an application.
#[must_use]
pub fn image_tokens_of(home: &Home) -> u32 {
    let settings = SettingsFile::read(home).ok().and_then(|file| file.settings);
    image_tokens(settings.as_ref())
}

fn image_tokens(settings: Option<&Settings>) -> u32 {
    let env = std::env::var(IMAGE_TOKENS_VARIABLE).ok();
    let setting = settings.map(|settings| settings.image_token_estimate.to_string());
    image_token_estimate(env.as_deref(), setting.as_deref())
}

/// How conversations are compacted now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rules {
    /// The share of the window at which a conversation is compacted.
    pub threshold: f64,
    /// What one image costs, in tokens.
    pub image_tokens: u32,
    /// Minutes since the last model call of a turn from which old things leave the copy that is sent.
    pub idle_minutes: u64,
    /// How many of each kind stay then.
    pub keep: usize,
}

impl Rules {
    /// Those of the person's settings; the environment wins where it may.
    pub(crate) fn of(settings: &Settings) -> Self {
        Self {
            threshold: threshold(Some(settings.context_percentage_threshold)),
            image_tokens: image_tokens(Some(settings)),
            idle_minutes: u64::from(settings.idle_minutes),
            keep: settings.keep_recent as usize,
        }
    }
}
