//! How full an agent's window is, and making it emptier.

use crate::wire_types;

wire_types! {
    /// How full an agent's window is, in the open conversation.
    pub struct ContextView {
        /// The agent.
        pub agent: String,
        /// Input tokens: of the running turn as last known, else of the next prompt before its message.
        #[ts(type = "number")]
        pub used: u64,
        /// The model's window, in tokens.
        pub window: u32,
        /// Nobody said how large the window is: this one is assumed.
        pub assumed: bool,
        /// From so many tokens on a conversation is summarised by itself.
        pub compacts_at: u32,
        /// Exchanges that a summary by hand would stand for; 0 when there is nothing to summarise.
        pub exchanges: u32,
        /// Tokens that the summarising model would read for it.
        #[ts(type = "number")]
        pub cost: u64,
        /// A turn or a summary runs: nothing can be summarised by hand now.
        pub busy: bool,
    }

    /// The windows of a village's agents that have a model.
    pub struct Contexts {
        /// In the order of the agents.
        pub contexts: Vec<ContextView>,
    }

    /// Summarises what agents remember of the open conversation: one model call for each agent.
    pub struct Summarise {
        /// The village.
        pub village: String,
        /// One agent; absent means every started one that has something to summarise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub agent: Option<String>,
    }

    /// What came of it.
    pub struct Summarised {
        /// Agents whose conversation has a new summary.
        pub done: Vec<String>,
        /// Why others have none.
        pub problems: Vec<crate::Failure>,
        /// The windows afterwards.
        pub contexts: Vec<ContextView>,
    }
}
