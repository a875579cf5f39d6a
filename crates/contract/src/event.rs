//! What the UI is told without asking.

use crate::{
    agent::AgentView,
    app::{Settings, VillageRef},
    board::BoardView,
    camera::CameraView,
    chat::{Row, ToolOutputView, UsageView},
    context::ContextView,
    mcp::ApprovalView,
    question::QuestionView,
    village::{SessionView, VillageView},
    wire_types,
    work::{MeterView, TaskView, WaveView},
};

wire_types! {
    /// One thing that happened in one village, or in the application.
    #[serde(tag = "event")]
    pub enum Event {
        /// The settings changed.
        Settings {
            /// All of them.
            settings: Settings,
        },
        /// The list of villages changed.
        Villages {
            /// All of them.
            villages: Vec<VillageRef>,
        },
        /// A village changed in a way that is not told apart.
        Village {
            /// The whole of it.
            village: VillageView,
        },
        /// An agent changed: name, status, queue, servers.
        Agent {
            /// The village.
            village: String,
            /// The whole of it.
            agent: AgentView,
        },
        /// The open conversation, or the title or size of one, changed.
        Session {
            /// The village.
            village: String,
            /// The conversation.
            session: SessionView,
            /// It is the open one.
            open: bool,
        },
        /// A turn began.
        TurnStarted {
            /// The village.
            village: String,
            /// The agent.
            agent: String,
            /// The turn.
            turn: String,
            /// The conversation.
            session: String,
        },
        /// Text of the answer, in order; at most 30 a second.
        Delta {
            /// The village.
            village: String,
            /// The agent.
            agent: String,
            /// The turn.
            turn: String,
            /// Answer text.
            text: String,
            /// Thinking text, shown apart.
            thinking: String,
        },
        /// A row is new, or the one with its id changed.
        Row {
            /// The village.
            village: String,
            /// The conversation.
            session: String,
            /// The whole of it.
            row: Row,
        },
        /// A row is gone: a queued message was withdrawn.
        RowGone {
            /// The village.
            village: String,
            /// The conversation.
            session: String,
            /// The row.
            row: String,
        },
        /// A tool gave its output.
        ToolOutput {
            /// The village.
            village: String,
            /// The whole of it.
            output: ToolOutputView,
        },
        /// A turn ended; its rows were told before.
        TurnEnded {
            /// The village.
            village: String,
            /// The agent.
            agent: String,
            /// The turn.
            turn: String,
            /// How: see the turn row.
            stop: String,
            /// What the whole request cost so far.
            usage: UsageView,
        },
        /// A request and all that it caused are over. Told after the end of its last turn.
        RequestEnded {
            /// The village.
            village: String,
            /// What it cost.
            meter: MeterView,
        },
        /// A running request costs more, or holds more or less.
        Meter {
            /// The village.
            village: String,
            /// The whole of it.
            meter: MeterView,
        },
        /// An agent set others to work.
        Wave {
            /// The village.
            village: String,
            /// The whole of it.
            wave: WaveView,
        },
        /// A task of a wave got further.
        Task {
            /// The village.
            village: String,
            /// The wave.
            wave: String,
            /// Which of its tasks, from 0.
            index: u32,
            /// The whole of it.
            task: TaskView,
        },
        /// Somebody wrote on the blackboard.
        Board {
            /// The village.
            village: String,
            /// The whole of it.
            board: BoardView,
        },
        /// An agent's window is fuller or emptier now.
        Context {
            /// The village.
            village: String,
            /// The conversation.
            session: String,
            /// The whole of it.
            context: ContextView,
        },
        /// A call waits for the person.
        ApprovalAsked {
            /// The village.
            village: String,
            /// The whole of it.
            approval: ApprovalView,
        },
        /// A call waits no more.
        ApprovalGone {
            /// The village.
            village: String,
            /// The approval.
            id: String,
        },
        /// A server asks the person something in the middle of a call.
        QuestionAsked {
            /// The village.
            village: String,
            /// The whole of it.
            question: QuestionView,
        },
        /// A question waits no more.
        QuestionGone {
            /// The village.
            village: String,
            /// The question.
            id: String,
        },
        /// The camera panel changed.
        Camera {
            /// The village.
            village: String,
            /// The whole of it.
            camera: CameraView,
        },
        /// Lines were added to the log.
        Log {
            /// The village.
            village: String,
            /// Lines in both files.
            total: u32,
        },
        /// Something to say to the person that belongs to no row.
        Notice {
            /// A code and its facts.
            notice: crate::Failure,
        },
    }
}
