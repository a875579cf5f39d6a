//! Which of the two protocols a server speaks, and what it says of itself.

use rmcp::model::ServerPeerInfo;
use serde::{Deserialize, Serialize};

use crate::clean;

const NAME: usize = 200;
const INSTRUCTIONS: usize = 8192;

/// The two lives of the protocol. Worth remembering per entry: asking costs a server that ignores unknown
/// requests ten seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Era {
    /// Handshake, session, standing stream: the revisions up to 2025-11-25.
    Legacy,
    /// Every request for itself: 2026-07-28.
    Modern,
}

impl Era {
    /// ASCII key for a log line or a sentence's selector.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Legacy => "legacy",
            Self::Modern => "modern",
        }
    }
}

/// What a server says of itself; bounded and cleaned, believed in nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ServerInfo {
    /// Its name.
    pub name: String,
    /// A title for display.
    pub title: Option<String>,
    /// Its version.
    pub version: String,
    /// The protocol revision in use.
    pub protocol: String,
    /// Its words to a model on how to use it.
    pub instructions: Option<String>,
    /// Whether it announces changes of its tool list.
    pub announces_tools: bool,
}

impl ServerInfo {
    pub(crate) fn of(peer: &ServerPeerInfo) -> (Era, Self) {
        let era = if peer.protocol_version.has_initialize() { Era::Legacy } else { Era::Modern };
        let known = peer.server_info.as_ref();
        let info = Self {
            name: known.map(|info| clean::line(&info.name, NAME)).unwrap_or_default(),
            title: known.and_then(|info| info.title.as_deref()).map(|text| clean::line(text, NAME)),
            version: known.map(|info| clean::line(&info.version, NAME)).unwrap_or_default(),
            protocol: clean::line(peer.protocol_version.as_str(), NAME),
            instructions: peer.instructions.as_deref().map(|text| clean::block(text, INSTRUCTIONS)),
            announces_tools: peer
                .capabilities
                .tools
                .as_ref()
                .and_then(|tools| tools.list_changed)
                .unwrap_or_default(),
        };
        (era, info)
    }
}
