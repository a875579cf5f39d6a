//! One village as the window shows it.

use crate::{agent::AgentView, app::Language, template::TemplateView, wire_types, work::RoleView};

wire_types! {
    /// Everything about an open village but its conversations.
    pub struct VillageView {
        /// Its id.
        pub id: String,
        /// Its name.
        pub name: String,
        /// Its one language.
        pub language: Language,
        /// Its folder.
        pub path: String,
        /// It is the practice village: the built-in camera stand-in belongs to it.
        pub practice: bool,
        /// Its agents, in the person's order.
        pub agents: Vec<AgentView>,
        /// Its model registrations.
        pub templates: Vec<TemplateView>,
        /// Who may speak to whom.
        pub ties: Vec<Tie>,
        /// Roles that its agents can have.
        pub roles: Vec<RoleView>,
        /// Effective tokens that one request may cost, with all it causes.
        #[ts(type = "number")]
        pub budget: u64,
        /// The open conversation.
        pub session: SessionView,
        /// Files that did not parse and were left alone.
        pub problems: Vec<crate::Failure>,
        /// The first request offered to a newcomer, in the village's language.
        pub offer: Option<String>,
    }

    /// A directed permission to speak.
    pub struct Tie {
        /// The agent that may ask.
        pub from: String,
        /// The agent that may be asked.
        pub to: String,
    }

    /// A conversation in a list.
    pub struct SessionView {
        /// Its id.
        pub id: String,
        /// Its title: given, or made of its first message; empty while it has none.
        pub title: String,
        /// When it was started, in milliseconds since 1970 UTC.
        #[ts(type = "number")]
        pub started_ms: i64,
        /// When it was last written, in milliseconds since 1970 UTC.
        #[ts(type = "number")]
        pub changed_ms: i64,
        /// How many messages it has.
        pub messages: u32,
    }

    /// Names a village.
    pub struct VillageId {
        /// Its id.
        pub village: String,
    }

    /// Makes a village and opens it.
    pub struct VillageNew {
        /// Its name.
        pub name: String,
        /// Its language.
        pub language: Language,
        /// With the practice model and the camera stand-in.
        pub practice: bool,
        /// Where; absent means the machine's villages folder.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub path: Option<String>,
    }

    /// Opens a folder as a village.
    pub struct VillageAdd {
        /// The folder.
        pub path: String,
    }

    /// Changes a village's name, language or budget; absent fields stay.
    #[derive(Default)]
    pub struct VillageSet {
        /// Its id.
        pub village: String,
        /// New name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub name: Option<String>,
        /// New language, from the next turn on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub language: Option<Language>,
        /// New budget of a request in effective tokens; 0 takes the usual one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        pub budget: Option<u64>,
    }

    /// Ties or unties two agents.
    pub struct TieSet {
        /// The village.
        pub village: String,
        /// The agent that may ask.
        pub from: String,
        /// The agent that may be asked.
        pub to: String,
        /// Tie or cut.
        pub on: bool,
    }

    /// Names a conversation of a village.
    pub struct SessionId {
        /// The village.
        pub village: String,
        /// The conversation.
        pub session: String,
    }

    /// Renames a conversation.
    pub struct SessionRename {
        /// The village.
        pub village: String,
        /// The conversation.
        pub session: String,
        /// The new title.
        pub title: String,
    }

    /// Looks for text in a village's conversations.
    pub struct SessionSearch {
        /// The village.
        pub village: String,
        /// What to look for.
        pub query: String,
    }

    /// One place where the text was found.
    pub struct SearchHit {
        /// The conversation.
        pub session: SessionView,
        /// The message.
        pub message: String,
        /// A piece of the text around the hit.
        pub excerpt: String,
    }

    /// Conversations.
    pub struct Sessions {
        /// Last changed first.
        pub sessions: Vec<SessionView>,
    }

    /// Places where a text was found.
    pub struct SearchHits {
        /// Best first.
        pub hits: Vec<SearchHit>,
    }

    /// What a village keeps of media, on the disk.
    pub struct MediaUse {
        /// Bytes of artifacts: images and sounds that tools gave to the person.
        #[ts(type = "number")]
        pub artifacts: u64,
        /// Bytes of sent attachments.
        #[ts(type = "number")]
        pub attachments: u64,
    }

    /// A file written for the person.
    pub struct SavedFile {
        /// Where it is.
        pub path: String,
    }
}
