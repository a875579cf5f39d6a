//! MCP servers of a village or an agent, and approvals.

use crate::wire_types;

wire_types! {
    /// How a server does.
    #[derive(Copy, Eq)]
    pub enum ServerState {
        /// Not wanted now.
        Off,
        /// It may not start before the person agrees.
        NeedsApproval,
        /// On its way.
        Connecting,
        /// Its tools are there.
        Ready,
        /// It failed; see `problem`.
        Failed,
        /// It wants a sign-in.
        SignIn,
    }

    /// A server on an agent's card.
    pub struct ServerView {
        /// Its name in `mcp.json`.
        pub name: String,
        /// It comes from the village's shared file.
        pub shared: bool,
        /// The exact URL or command line, secrets masked.
        pub target: String,
        /// `http` or `stdio`.
        pub transport: String,
        /// Variables of this computer whose values it gets, wherever in the entry they are named.
        pub variables: Vec<String>,
        /// Names of the variables that are set for its process.
        pub environment: Vec<String>,
        /// Ids of the values that the person enters and the key store keeps.
        pub inputs: Vec<String>,
        /// How it does.
        pub state: ServerState,
        /// Why it failed.
        pub problem: Option<crate::Failure>,
        /// The protocol version spoken.
        pub protocol: Option<String>,
        /// Its tools.
        pub tools: Vec<ToolView>,
    }

    /// What happens when an agent calls a tool.
    #[derive(Copy, Eq)]
    pub enum Permission {
        /// It runs.
        Allow,
        /// The person is asked.
        Ask,
        /// It does not run.
        Deny,
    }

    /// A tool of a server.
    pub struct ToolView {
        /// The exposed name, `server__tool`.
        pub name: String,
        /// The server's own name for it.
        pub original: String,
        /// What the server says it does; bounded, cleaned, untrusted.
        pub description: String,
        /// The server's claim that it only reads.
        pub read_only: bool,
        /// The server's claim that it may destroy.
        pub destructive: bool,
        /// It returned an image in this run, or its description promises one.
        pub gives_image: bool,
        /// What happens when it is called.
        pub permission: Permission,
    }

    /// Names an `mcp.json`: an agent's, or the village's shared one.
    pub struct McpId {
        /// The village.
        pub village: String,
        /// The agent; absent for the shared file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub agent: Option<String>,
    }

    /// An `mcp.json` and what became of it.
    pub struct McpFile {
        /// Its text, as the person left it.
        pub text: String,
        /// Line, column and reason, where it does not parse.
        pub problem: Option<crate::Failure>,
        /// The servers it names.
        pub servers: Vec<ServerView>,
    }

    /// Replaces an `mcp.json`. Refused with `mcp-json` and `line`, `column`, `reason` when it does not
    /// parse; then the old one stays.
    pub struct McpSet {
        /// The village.
        pub village: String,
        /// The agent; absent for the shared file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub agent: Option<String>,
        /// The new text.
        pub text: String,
        /// The person saw the exact commands and URLs and agrees that they may start.
        pub approve: bool,
    }

    /// Connects once to a server of a text that need not be saved.
    pub struct McpTest {
        /// The village.
        pub village: String,
        /// The text.
        pub text: String,
        /// The server's name.
        pub server: String,
    }

    /// What a test found.
    pub struct McpTestReport {
        /// The protocol version spoken.
        pub protocol: String,
        /// The server's own name and version.
        pub server: String,
        /// Its tools.
        pub tools: Vec<ToolView>,
        /// About how many tokens the tools cost in each request.
        pub schema_tokens: u32,
        /// Milliseconds until the tools were there.
        pub ms: u32,
    }

    /// Names a server of an agent.
    pub struct ServerId {
        /// The village.
        pub village: String,
        /// The agent.
        pub agent: String,
        /// The server.
        pub server: String,
        /// The one of the village's shared file; an agent may have its own of the same name.
        pub shared: bool,
    }

    /// Sets what happens when an agent calls a tool; kept on this machine.
    pub struct PermissionSet {
        /// The village.
        pub village: String,
        /// The agent.
        pub agent: String,
        /// The exposed tool name.
        pub tool: String,
        /// What happens.
        pub permission: Permission,
    }

    /// A call that waits for the person.
    pub struct ApprovalView {
        /// Its id.
        pub id: String,
        /// The agent.
        pub agent: String,
        /// The exposed tool name.
        pub tool: String,
        /// The arguments as JSON text, bounded.
        pub arguments: String,
        /// The server's claim that it only reads.
        pub read_only: bool,
        /// The server's claim that it may destroy.
        pub destructive: bool,
    }

    /// Calls that wait for the person.
    pub struct Approvals {
        /// Oldest first.
        pub approvals: Vec<ApprovalView>,
    }

    /// The person's answer.
    #[derive(Copy, Eq)]
    pub enum Decision {
        /// This call.
        Once,
        /// Every call of this tool by this agent in this conversation.
        Conversation,
        /// Every call of this tool by this agent, from now on.
        Always,
        /// Not this call.
        Deny,
    }

    /// Answers an approval.
    pub struct ApprovalAnswer {
        /// The village.
        pub village: String,
        /// The approval.
        pub id: String,
        /// The answer.
        pub decision: Decision,
    }
}
