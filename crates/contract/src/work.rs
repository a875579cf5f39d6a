//! Who works for whom: what agents ask each other, and what a request costs while it runs.

use crate::wire_types;

wire_types! {
    /// How agents were set to work.
    #[derive(Copy, Eq)]
    pub enum WorkKind {
        /// One agent asked one other and waits.
        Ask,
        /// One agent asked several at once and waits for all.
        Plan,
        /// One agent handed the conversation on and is done.
        Handoff,
    }

    /// How far one piece of work is.
    #[derive(Copy, Eq)]
    pub enum TaskState {
        /// It waits in the agent's queue.
        Queued,
        /// The agent works on it.
        Running,
        /// It was answered.
        Done,
        /// It came to nothing; `code` says why.
        Failed,
        /// It was stopped.
        Stopped,
    }

    /// One message from an agent to another, and what came of it.
    pub struct TaskView {
        /// The agent that works.
        pub to: String,
        /// What it was told, cut to one line of 200 characters. Untrusted.
        pub text: String,
        /// Its row in the agent's queue: while it waits there, `message_withdraw` takes it back.
        pub row: String,
        /// How far it is.
        pub state: TaskState,
        /// Why it failed: `TIMEOUT`, `CYCLE`, `HOPS`, `INBOX`, `BUDGET`, `GONE`, or the code of the turn.
        pub code: Option<String>,
        /// When it was sent, in milliseconds since 1970 UTC.
        #[ts(type = "number")]
        pub begun_ms: i64,
        /// When it was over; absent while it is not.
        #[ts(type = "number | null")]
        pub ended_ms: Option<i64>,
    }

    /// What one agent set going with one call: its tasks run at the same time.
    pub struct WaveView {
        /// Its id, rising in a run of the program.
        pub id: String,
        /// The conversation.
        pub session: String,
        /// The request it belongs to.
        pub request: String,
        /// The agent that asks.
        pub agent: String,
        /// How.
        pub kind: WorkKind,
        /// How many agents passed the request on before the tasks.
        pub hop: u32,
        /// In the order of the call, duplicates folded.
        pub tasks: Vec<TaskView>,
    }

    /// The newest waves of this run, at most 50.
    pub struct Waves {
        /// Oldest first.
        pub waves: Vec<WaveView>,
    }

    /// What a request has cost so far, over all its agents, in effective tokens: uncached input once,
    /// cached input a tenth, output four times.
    pub struct MeterView {
        /// The request.
        pub request: String,
        /// The conversation.
        pub session: String,
        /// Tenths of a token that were used.
        #[ts(type = "number")]
        pub spent_tenths: u64,
        /// Tenths of a token that running model calls hold.
        #[ts(type = "number")]
        pub held_tenths: u64,
        /// Tokens it may use.
        #[ts(type = "number")]
        pub limit: u64,
        /// Messages of it that wait or are worked on.
        pub open: u32,
    }

    /// What the running requests cost so far.
    pub struct Meters {
        /// Oldest first.
        pub meters: Vec<MeterView>,
    }

    /// What was said in the village lately, as agents read it.
    pub struct Plaza {
        /// Oldest first.
        pub lines: Vec<PlazaLine>,
    }

    /// One thing that was said.
    pub struct PlazaLine {
        /// Its id; agents read the whole of it by this.
        pub id: String,
        /// `user` or an agent id.
        pub from: String,
        /// `user` or an agent id.
        pub to: String,
        /// When, in milliseconds since 1970 UTC.
        #[ts(type = "number")]
        pub at_ms: i64,
        /// Cut to one line. Untrusted.
        pub text: String,
    }

    /// Makes or changes a role.
    pub struct RoleSave {
        /// The village.
        pub village: String,
        /// The role; absent makes a new one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub id: Option<String>,
        /// Its name.
        pub name: String,
        /// What an agent in this role is told.
        pub text: String,
    }

    /// Names a role.
    pub struct RoleId {
        /// The village.
        pub village: String,
        /// The role.
        pub role: String,
    }

    /// What several agents can have in common.
    pub struct RoleView {
        /// `role_N`.
        pub id: String,
        /// Its name.
        pub name: String,
        /// What an agent in this role is told.
        pub text: String,
    }
}
