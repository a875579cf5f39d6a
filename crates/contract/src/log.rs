//! The log page.

use crate::wire_types;

wire_types! {
    /// How much a log line should worry a person. The file does not say it: it follows from kind and fields.
    #[derive(Copy, Eq, PartialOrd, Ord)]
    pub enum LogLevel {
        /// As it should be.
        Info,
        /// Something was left out, refused once or cut short, and the work went on.
        Warn,
        /// A call, a turn or a server failed.
        Error,
    }

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
        /// Lines of this level and above only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub level: Option<LogLevel>,
        /// Lines written at this time or later only, in milliseconds since 1970 UTC.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        pub since_ms: Option<i64>,
        /// Lines written before this time only, in milliseconds since 1970 UTC.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        pub until_ms: Option<i64>,
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
        /// Its level.
        pub level: LogLevel,
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
        /// How many tokens longer the input of the round after the first images was than that of the round
        /// that asked for them. Text alone adds some tens; a picture that the model got adds hundreds.
        #[ts(type = "number | null")]
        pub growth: Option<i64>,
    }

    /// Verdicts, newest last.
    pub struct Verdicts {
        /// One a turn.
        pub verdicts: Vec<Verdict>,
    }
}
