//! The commands, each once: its name, what it takes, what it answers.

use crate::{
    Failure, agent::*, app::*, board::*, camera::*, chat::*, context::*, log::*, mcp::*, paste::*,
    question::*, template::*, village::*, work::*,
};
use serde_json::Value;
use std::future::Future;

macro_rules! commands {
    ($($(#[doc = $doc:literal])* $name:ident: $request:ident => $reply:ident;)*) => {
        /// Whatever carries out commands. A host that lacks one does not compile.
        pub trait Host: Send + Sync {
            $(
                $(#[doc = $doc])*
                fn $name(&self, request: $request) -> impl Future<Output = Result<$reply, Failure>> + Send;
            )*
        }

        /// Carries out the command called `name` with a JSON request.
        ///
        /// # Errors
        /// `unknown-command`, `bad-request` when the JSON does not fit, or what the host refused.
        pub async fn dispatch<H: Host>(host: &H, name: &str, request: Value) -> Result<Value, Failure> {
            match name {
                $(
                    stringify!($name) => {
                        let request = serde_json::from_value(request)
                            .map_err(|error| Failure::new("bad-request").detail(error.to_string()))?;
                        let reply = host.$name(request).await?;
                        serde_json::to_value(reply).map_err(|error| Failure::new("internal").detail(error.to_string()))
                    }
                )*
                _ => Err(Failure::new("unknown-command").with("name", name)),
            }
        }

        /// Name, request type and reply type of every command, for the TypeScript map.
        pub const COMMANDS: &[(&str, &str, &str)] = &[$((stringify!($name), stringify!($request), stringify!($reply))),*];
    };
}

commands! {
    /// What the first paint needs.
    app_state: Empty => AppState;
    /// Changes settings of the person.
    settings_set: SettingsPatch => Settings;
    /// Gives the person an icon, or takes it away.
    user_icon_set: UserIconSet => Settings;

    /// Makes a village and opens it.
    village_new: VillageNew => VillageView;
    /// Opens a known village and shows it.
    village_open: VillageId => VillageView;
    /// Opens a folder as a village and shows it.
    village_add: VillageAdd => VillageView;
    /// Closes a village: its turns stop, its folder is unlocked.
    village_close: VillageId => Empty;
    /// The state of an open village.
    village_state: VillageId => VillageView;
    /// Changes name or language.
    village_set: VillageSet => VillageView;
    /// Ties or unties two agents.
    tie_set: TieSet => VillageView;
    /// Makes or changes a role.
    role_save: RoleSave => VillageView;
    /// Deletes a role; agents that had it have none then.
    role_delete: RoleId => VillageView;
    /// What was said in the open conversation lately, as agents read it.
    plaza: VillageId => Plaza;
    /// Who set whom to work, newest last.
    waves: VillageId => Waves;
    /// What the running requests cost so far.
    meters: VillageId => Meters;

    /// The blackboard.
    board: VillageId => BoardView;
    /// Replaces the text of the blackboard, unless it is another one meanwhile.
    board_set: BoardSet => BoardView;

    /// Conversations, last changed first.
    session_list: VillageId => Sessions;
    /// Begins a conversation and shows it.
    session_new: VillageId => SessionView;
    /// Shows a conversation.
    session_open: SessionId => SessionView;
    /// Renames a conversation.
    session_rename: SessionRename => SessionView;
    /// Deletes a conversation and its media.
    session_delete: SessionId => Sessions;
    /// Looks for text.
    session_search: SessionSearch => SearchHits;
    /// Writes a conversation to the village's exports folder.
    session_export: SessionId => SavedFile;

    /// How full the agents' windows are.
    contexts: VillageId => Contexts;
    /// Summarises what agents remember of the open conversation.
    summarise: Summarise => Summarised;

    /// Makes an agent.
    agent_new: AgentNew => AgentView;
    /// Changes an agent.
    agent_set: AgentSet => AgentView;
    /// Gives an agent an icon, or takes it away.
    icon_set: IconSet => AgentView;
    /// Gives agents a work folder, or takes it away.
    work_folders_set: FolderSet => Empty;
    /// Makes a copy of an agent, documents and servers included.
    agent_duplicate: AgentId => AgentView;
    /// Takes an agent out of the village; it can be brought back while the village is open.
    agent_delete: AgentId => Empty;
    /// Brings a deleted agent back.
    agent_restore: AgentId => AgentView;
    /// Starts an agent: its servers connect.
    agent_start: AgentId => AgentView;
    /// Stops an agent: its turn ends, its servers are let go.
    agent_stop: AgentId => AgentView;
    /// Starts every agent that has a model.
    agents_start: VillageId => VillageView;
    /// Stops every agent.
    agents_stop: VillageId => VillageView;
    /// Reads a document.
    document_get: DocumentId => DocumentText;
    /// Replaces a document.
    document_set: DocumentSet => DocumentText;

    /// Makes or changes a template.
    template_save: TemplateSave => TemplateView;
    /// Deletes a template.
    template_delete: TemplateId => Empty;
    /// Puts a key into the store.
    key_set: KeySet => KeyStored;
    /// Takes a key out of the store.
    key_clear: TemplateId => Empty;
    /// Known providers and wires.
    presets: Empty => Presets;
    /// Model servers that run on this computer. Nothing else is asked.
    local_models: Empty => LocalModels;
    /// Models that an endpoint offers.
    models: ModelsAsk => Models;
    /// Asks the server what it says about a template's model, and keeps the answer.
    template_ask: TemplateId => TemplateView;
    /// Sends a two-colour picture and stores the verdict.
    vision_test: TemplateId => VisionReport;

    /// Reads an `mcp.json`.
    mcp_get: McpId => McpFile;
    /// Replaces an `mcp.json`.
    mcp_set: McpSet => McpFile;
    /// Connects once and lists tools.
    mcp_test: McpTest => McpTestReport;
    /// Reads a pasted configuration of another program.
    mcp_paste: McpPaste => McpPasted;
    /// Takes servers of a pasted configuration into an `mcp.json`.
    mcp_take: McpTake => McpFile;
    /// Keeps a value that an entry names.
    input_set: InputSet => KeyStored;
    /// The person agrees that a server may start.
    server_approve: ServerId => AgentView;
    /// Tries a failed server again.
    server_retry: ServerId => AgentView;
    /// Sets what happens when an agent calls a tool.
    permission_set: PermissionSet => AgentView;
    /// Answers an approval.
    approval_answer: ApprovalAnswer => Empty;
    /// Answers a question of a server.
    question_answer: QuestionAnswer => Empty;

    /// Sends a message to one agent.
    message_send: MessageSend => MessageSent;
    /// Takes a queued message back.
    message_withdraw: RowId => Empty;
    /// Stops an agent's running turn, not its queue.
    turn_stop: AgentId => Empty;
    /// Stops every running turn of a village.
    stop_all: VillageId => Empty;
    /// Rows of a conversation.
    thread: ThreadAsk => Thread;
    /// Tool outputs that are still in memory.
    tool_outputs: VillageId => ToolOutputs;
    /// Approvals that wait.
    approvals: VillageId => Approvals;
    /// Questions of servers that wait.
    questions: VillageId => Questions;
    /// Takes a file for a later message.
    attachment_add: AttachmentAdd => AttachmentView;
    /// Lets a file go that was not sent; one that is still looked at is looked at no further.
    attachment_remove: AttachmentId => Empty;
    /// Saves an artifact or a frame where the person says.
    media_save: MediaSave => SavedFile;
    /// How much a village keeps of media.
    media_use: VillageId => MediaUse;

    /// Tools that can feed the panel.
    camera_sources: VillageId => CameraSources;
    /// The panel's state.
    camera_state: VillageId => CameraView;
    /// Starts the panel.
    camera_start: CameraStart => CameraView;
    /// Stops the panel.
    camera_stop: VillageId => CameraView;
    /// Takes a frame as an attachment.
    frame_take: FrameTake => AttachmentView;

    /// Log lines.
    log_read: LogAsk => LogPage;
    /// What the log proves.
    log_verdicts: VillageId => Verdicts;
}
