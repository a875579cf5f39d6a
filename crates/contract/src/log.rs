//! The log page.

use crate::wire_types;

wire_types! {
    /// Asks for log lines, newest page first.
    pub struct LogAsk {
        /// The village.
        pub village: String,
        /// Lines of this agent only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub agent: Option<String>,
        /// Lines of this kind only (`turn`, `tool`, `tool image dropped`, ...).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub kind: Option<String>,
        /// Lines that contain this text only, whatever the case.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub text: Option<String>,
        /// Lines before this number; absent means the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub before: Option<u32>,
        /// At most so many.
        pub limit: u32,
    }

    /// A log line.
    pub struct LogLine {
        /// Its number over both files, oldest is 0.
        pub number: u32,
        /// Its time as written.
        pub time: String,
        /// Its kind.
        pub kind: String,
        /// The agent, where it names one.
        pub agent: Option<String>,
        /// The whole line without its time.
        pub text: String,
    }

    /// A page of lines, oldest first.
    pub struct LogPage {
        /// The lines.
        pub lines: Vec<LogLine>,
        /// There are older ones.
        pub more: bool,
        /// Lines that match in all.
        pub matching: u32,
        /// Lines in both files.
        pub total: u32,
        /// Agents that occur.
        pub agents: Vec<String>,
        /// Kinds that occur.
        pub kinds: Vec<String>,
    }

    /// What the log proves about a turn.
    pub struct Verdict {
        /// The turn's line number.
        pub line: u32,
        /// Its time.
        pub time: String,
        /// The agent.
        pub agent: String,
        /// Images that tools brought.
        pub images: u32,
        /// Images that were dropped, by reason.
        pub dropped: Vec<String>,
        /// `reached`, `withheld`, `fallback` or `none`: what became of the images.
        pub outcome: String,
        /// How the turn ended.
        pub stop: String,
        /// Rounds used.
        pub rounds: u32,
        /// Input tokens of the turn, all rounds.
        #[ts(type = "number")]
        pub prompt: u64,
    }

    /// Verdicts, newest last.
    pub struct Verdicts {
        /// One a turn.
        pub verdicts: Vec<Verdict>,
    }
}
