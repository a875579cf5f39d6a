//! A pasted configuration of another program: what it holds, before anything of it is taken.

use crate::wire_types;

wire_types! {
    /// A text that a person pasted. Reading it starts and stores nothing.
    pub struct McpPaste {
        /// The village.
        pub village: String,
        /// The agent whose file it may go into; absent for the shared file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub agent: Option<String>,
        /// The text.
        pub text: String,
    }

    /// The program a text looks written for.
    #[derive(Copy, Eq)]
    pub enum PastedClient {
        /// Claude Desktop.
        ClaudeDesktop,
        /// Claude Code.
        ClaudeCode,
        /// VS Code.
        VsCode,
        /// Cursor.
        Cursor,
        /// Windsurf.
        Windsurf,
        /// Cline or Roo.
        Cline,
        /// Gemini CLI.
        Gemini,
        /// Any of them.
        Unknown,
    }

    /// A variable that an entry names.
    #[derive(Eq)]
    pub struct PastedVariable {
        /// Its name; `input:id` for a value that a person is asked for.
        pub name: String,
        /// It has a value here now. Without one nothing starts and nothing is sent.
        pub set: bool,
        /// The text's own words for an input.
        pub description: Option<String>,
    }

    /// A server of a pasted text.
    #[derive(Eq)]
    pub struct PastedServer {
        /// Its name there.
        pub name: String,
        /// A name that is free in the file it may go into.
        pub free_name: String,
        /// The exact URL or command line.
        pub target: String,
        /// `http`, `stdio` or `sse`.
        pub transport: String,
        /// Variables that it names, defaults or not.
        pub variables: Vec<PastedVariable>,
        /// Variables and headers that hold what looks like a secret, by name.
        pub secrets: Vec<String>,
        /// `elevates`, `deletes`, `shell`, `wide_folder`.
        pub cautions: Vec<String>,
        /// The address behind a bridge command, which can be reached without it.
        pub native: Option<String>,
        /// A command line in one piece, cut into words.
        pub split: Option<String>,
        /// Fields that this program does not act on.
        pub unsupported: Vec<String>,
        /// The text switched it off.
        pub disabled: bool,
    }

    /// What a pasted text holds.
    pub struct McpPasted {
        /// Whose it looks like.
        pub client: PastedClient,
        /// Its servers.
        pub servers: Vec<PastedServer>,
        /// Servers that cannot be used: `mcp-json` with `line`, `column`, `reason`, `server`.
        pub problems: Vec<crate::Failure>,
    }

    /// A server to take.
    #[derive(Eq)]
    pub struct PastedPick {
        /// Its name in the text.
        pub name: String,
        /// Its name in the file.
        pub rename: String,
        /// By its address, without the bridge.
        pub native: bool,
        /// With its command line cut.
        pub split: bool,
        /// What looks like a secret goes into the key store, and the file only names it.
        pub store_secrets: bool,
    }

    /// Takes servers of a pasted text into an `mcp.json`. Nothing of it starts before the person agrees.
    pub struct McpTake {
        /// The village.
        pub village: String,
        /// The agent; absent for the shared file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub agent: Option<String>,
        /// The text.
        pub text: String,
        /// What of it.
        pub picks: Vec<PastedPick>,
    }

    /// Keeps a value that an entry names as `${input:id}`.
    pub struct InputSet {
        /// The village.
        pub village: String,
        /// The agent; absent for the shared file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub agent: Option<String>,
        /// The server.
        pub server: String,
        /// The id, without `input:`.
        pub input: String,
        /// The value. It goes into the key store, bound to the server's address or command.
        pub value: String,
    }
}
