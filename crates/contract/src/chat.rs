//! Conversations as rows, tool output, attachments, and what it all cost.

use crate::wire_types;

wire_types! {
    /// Tokens of a turn or a request.
    #[derive(Copy, Default)]
    pub struct UsageView {
        /// Input tokens that no cache served.
        #[ts(type = "number")]
        pub uncached: u64,
        /// Input tokens read from a cache.
        #[ts(type = "number")]
        pub cached: u64,
        /// Output tokens.
        #[ts(type = "number")]
        pub output: u64,
        /// The part of the output that was reasoning.
        #[ts(type = "number")]
        pub reasoning: u64,
    }

    /// One row of a conversation, oldest first.
    pub struct Row {
        /// Its id; rows of one conversation sort by it.
        pub id: String,
        /// The turn it belongs to; empty for a message that waits.
        pub turn: String,
        /// The agent whose thread it stands in.
        pub agent: String,
        /// When, in milliseconds since 1970 UTC.
        #[ts(type = "number")]
        pub at_ms: i64,
        /// What it is.
        pub body: RowBody,
    }

    /// What a row is.
    #[serde(tag = "kind")]
    pub enum RowBody {
        /// Somebody said something.
        Message {
            /// `user` or an agent id.
            from: String,
            /// `user` or an agent id.
            to: String,
            /// Markdown, untrusted.
            text: String,
            /// What went with it.
            attachments: Vec<AttachmentView>,
            /// It was cut off by Stop.
            interrupted: bool,
            /// It waits in the agent's queue and can be withdrawn.
            queued: bool,
        },
        /// A tool ran.
        Tool(ToolRow),
        /// Something for the user that a tool gave.
        Artifact {
            /// The file.
            artifact: ArtifactView,
            /// The tool that gave it.
            tool: String,
        },
        /// What an agent remembers in short instead of the words. The originals stay as they are.
        Summary {
            /// The words, untrusted.
            text: String,
            /// The first row it stands for; empty for rounds of a turn.
            from: String,
            /// Exchanges it stands for.
            exchanges: u32,
            /// Rounds of a turn it stands for.
            rounds: u32,
            /// Characters of what it stands for.
            before: u32,
            /// Characters of the words.
            after: u32,
        },
        /// A line of the system: a code and its facts, worded in the person's language.
        System(crate::Failure),
        /// A turn ended.
        Turn {
            /// `-`, `tool_limit`, `repeat:<tool>`, `interrupted`, `budget_exhausted` or `failed:<CODE>`.
            stop: String,
            /// Rounds used.
            rounds: u32,
            /// Rounds allowed.
            max_rounds: u32,
            /// Wire id.
            backend: String,
            /// Model name.
            model: String,
            /// What it cost.
            usage: UsageView,
            /// How long it took.
            ms: u32,
        },
    }

    /// A tool call in a conversation.
    pub struct ToolRow {
        /// The call's id, unique in the village's run.
        pub call: String,
        /// The exposed tool name.
        pub name: String,
        /// It still runs.
        pub running: bool,
        /// It did not report an error.
        pub ok: bool,
        /// It was cut off by Stop.
        pub interrupted: bool,
        /// How long it took.
        pub ms: u32,
        /// Images for the model.
        pub images: u32,
        /// Reasons of what was dropped.
        pub dropped: Vec<String>,
        /// The last progress it reported, cleaned.
        pub progress: Option<String>,
        /// Its output is still in memory.
        pub has_output: bool,
    }

    /// What a tool was asked and gave back; lives in memory only.
    pub struct ToolOutputView {
        /// The call.
        pub call: String,
        /// The agent.
        pub agent: String,
        /// The exposed tool name.
        pub name: String,
        /// The arguments as JSON text.
        pub input: String,
        /// The text that the model got.
        pub output: String,
        /// The line about images, in the village's language; empty without images.
        pub pane: String,
        /// Text that is for the person only.
        pub user_text: String,
        /// It did not report an error.
        pub ok: bool,
        /// The images that went to the model: ids for `media://localhost/seen/{id}`.
        pub seen: Vec<SeenImage>,
        /// Reasons of what was dropped.
        pub dropped: Vec<String>,
        /// When, in milliseconds since 1970 UTC.
        #[ts(type = "number")]
        pub at_ms: i64,
    }

    /// An image that went to a model in this run; its bytes are in memory.
    pub struct SeenImage {
        /// Id for `media://localhost/seen/{id}`.
        pub id: String,
        /// `JPEG` or `WebP`.
        pub format: String,
        /// Pixels.
        pub width: u32,
        /// Pixels.
        pub height: u32,
        /// Bytes.
        pub bytes: u32,
        /// SHA-256, hexadecimal.
        pub sha256: String,
    }

    /// A kept image or audio file of a tool result, by reference.
    pub struct ArtifactView {
        /// Its id; the bytes are at `media://localhost/{session}/{id}`.
        pub id: String,
        /// The conversation.
        pub session: String,
        /// A name to show and to save under.
        pub name: String,
        /// Media type from the bytes.
        pub mime: String,
        /// Bytes.
        #[ts(type = "number")]
        pub bytes: u64,
        /// SHA-256, hexadecimal.
        pub sha256: String,
        /// Too large to decode safely: shown as a chip to save, not as a picture.
        pub save_only: bool,
    }

    /// A file beside a person's message.
    pub struct AttachmentView {
        /// Its id.
        pub id: String,
        /// Its name.
        pub name: String,
        /// `image`, `audio`, `video` or `pdf`.
        pub kind: String,
        /// Media type from the bytes.
        pub mime: String,
        /// Bytes.
        #[ts(type = "number")]
        pub bytes: u64,
        /// A camera frame: kept in memory only.
        pub frame: bool,
        /// The bytes can still be shown at `media://localhost/attachment/{id}`.
        pub available: bool,
    }

    /// Sends a message to one agent.
    pub struct MessageSend {
        /// The village.
        pub village: String,
        /// The agent.
        pub agent: String,
        /// The text.
        pub text: String,
        /// Ids of attachments added before.
        pub attachments: Vec<String>,
    }

    /// What was sent.
    pub struct MessageSent {
        /// The request it began.
        pub request: String,
        /// The row it became.
        pub row: String,
    }

    /// Names a row.
    pub struct RowId {
        /// The village.
        pub village: String,
        /// The row.
        pub row: String,
    }

    /// Asks for rows of a conversation, newest page first.
    pub struct ThreadAsk {
        /// The village.
        pub village: String,
        /// The conversation.
        pub session: String,
        /// One agent's thread; absent means all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub agent: Option<String>,
        /// Rows before this one; absent means the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub before: Option<String>,
        /// At most so many.
        pub limit: u32,
    }

    /// A page of rows, oldest first.
    pub struct Thread {
        /// The rows.
        pub rows: Vec<Row>,
        /// There are older ones.
        pub more: bool,
    }

    /// Takes a file for a later message. The bytes come as base64, since commands are JSON.
    pub struct AttachmentAdd {
        /// The village.
        pub village: String,
        /// The agent it is meant for: its template decides what can be sent.
        pub agent: String,
        /// The file's name.
        pub name: String,
        /// Base64 of the bytes.
        pub data: String,
        /// The id it will have, a new UUID. Who gives one can take the file back while it is still looked at.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub id: Option<String>,
    }

    /// Names an attachment.
    pub struct AttachmentId {
        /// The village.
        pub village: String,
        /// The attachment.
        pub id: String,
    }

    /// Saves an artifact or a frame where the person says.
    pub struct MediaSave {
        /// The village.
        pub village: String,
        /// The path below `media://localhost/`.
        pub source: String,
        /// The file to write.
        pub path: String,
    }

    /// Tool outputs that are still in memory.
    pub struct ToolOutputs {
        /// Oldest first.
        pub outputs: Vec<ToolOutputView>,
    }
}
