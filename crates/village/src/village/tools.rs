//! Running a tool for an agent: the person's word first, then the call, then what may be made of it.

use super::{Village, hold, servers::Servers};
use crate::{
    log::Line,
    services::Asking,
    text::Text,
    tool::{Converted, NewArtifact, ResultLimits, convert},
    trust::Rule,
};
use fuseforks_contract::{
    Event,
    agent::AgentStatus,
    mcp::{ApprovalView, Decision, Permission},
};
use fuseforks_llm::canonical::ToolCall;
use fuseforks_mcp::{CallError, ConnectError, result::CallResult};
use fuseforks_store::{Artifact, NewMedia, Record};
use fuseforks_turn::ToolOutcome;
use serde_json::Value;
use std::{sync::Arc, time::Instant};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Characters of arguments that the person is shown.
const SHOWN_ARGUMENTS: usize = 20_000;

/// A call, and whose it is.
pub(super) struct Called<'a> {
    /// The agent.
    pub agent: &'a str,
    /// The conversation its turn began in.
    pub session: Uuid,
    /// Its turn.
    pub turn: Uuid,
    /// The call.
    pub call: &'a ToolCall,
}

/// Where a file came from.
struct Origin {
    agent: String,
    session: Uuid,
    turn: Uuid,
    tool: String,
}

/// A finished call.
pub(super) struct Done {
    /// For the turn.
    pub outcome: ToolOutcome,
    /// For the person.
    pub user_text: String,
}

impl From<String> for Done {
    /// A call that came to nothing, in words.
    fn from(text: String) -> Self {
        Self { outcome: ToolOutcome::error(text), user_text: String::new() }
    }
}

impl Village {
    /// Runs a tool for an agent.
    pub(super) async fn run_tool(
        self: &Arc<Self>,
        called: &Called<'_>,
        servers: &Arc<Servers>,
        cancel: CancellationToken,
        progress: Arc<dyn Fn(String) + Send + Sync>,
    ) -> Done {
        let text = self.text();
        let name = called.call.name.as_str();
        let Some(tool) = servers.find(name) else {
            return text.tool_unknown(name).into();
        };
        if let Err(refusal) = self.allowed(called, &tool, &cancel).await {
            return refusal.into();
        }
        self.set_status(called.agent, Some(AgentStatus::RunningTool), Some(name.to_owned()));
        let arguments = Value::Object(called.call.arguments.clone());
        match servers.call(name, arguments, cancel.clone(), progress).await {
            Ok(result) => self.convert(called, result, cancel).await,
            Err(error) => self.call_failed(text, name, &tool.server, &error).into(),
        }
    }

    /// What a failed call tells the model.
    fn call_failed(&self, text: &Text, tool: &str, server: &str, error: &CallError) -> String {
        let limits = &self.services.limits.mcp;
        let server = crate::text::one_line(server, 100);
        match error {
            CallError::Cancelled => text.call_cancelled(),
            CallError::Timeout { after, .. } => text.tool_timeout(after.as_secs().max(1), tool),
            CallError::TooLarge { .. } => text.tool_too_large(limits.max_message >> 20, tool),
            CallError::ToolUnknown => text.tool_unknown(tool),
            CallError::BadArguments => text.malformed_arguments(tool),
            CallError::Rpc { message, .. } => format!("{}\n{message}", text.tool_error_prefix()),
            CallError::Protocol { .. } => text.tool_protocol(&server),
            CallError::Connection(error) => match error {
                ConnectError::HttpStatus { status, .. } => text.tool_http(&server, u64::from(*status)),
                ConnectError::SignInNeeded { .. } => text.tool_needs_sign_in(&server),
                ConnectError::NotAllowed { .. } => text.tool_not_allowed(&server),
                ConnectError::TooLarge { .. } => text.tool_too_large(limits.max_message >> 20, tool),
                ConnectError::Protocol { .. } | ConnectError::OldSse => text.tool_protocol(&server),
                ConnectError::Cancelled => text.call_cancelled(),
                ConnectError::Unreachable { .. }
                | ConnectError::Timeout { .. }
                | ConnectError::SpawnFailed { .. }
                | ConnectError::Exited { .. }
                | ConnectError::Rpc { .. }
                | ConnectError::BadConfig { .. }
                | ConnectError::VariableUnset { .. } => text.tool_unreachable(&server),
            },
        }
    }

    /// What happens when this agent calls this tool.
    pub(crate) fn rule(&self, agent: &str, fingerprint: &str, tool: &str) -> Rule {
        let trust = &self.services.trust;
        let granted = trust
            .tool(&self.place, agent, fingerprint, tool)
            .or_else(|| trust.tool(&self.place, agent, fingerprint, ANY_TOOL))
            .unwrap_or(Rule::Ask);
        // The village's own file was written by whoever wrote the village: it can only narrow.
        self.narrowed(agent, tool).map_or(granted, |narrowed| granted.max(narrowed))
    }

    async fn allowed(
        self: &Arc<Self>,
        called: &Called<'_>,
        tool: &super::servers::Found,
        cancel: &CancellationToken,
    ) -> Result<(), String> {
        let Called { agent, session, call, .. } = *called;
        let text = self.text();
        match self.rule(agent, &tool.fingerprint, &call.name) {
            Rule::Allow => return Ok(()),
            Rule::Deny => return Err(text.tool_denied(&call.name)),
            Rule::Ask => {}
        }
        if self.approvals.allowed_in(session, agent, &tool.fingerprint, &call.name) {
            return Ok(());
        }
        match self.services.asking() {
            Asking::AllowAll => return Ok(()),
            Asking::Nobody => return Err(text.tool_needs_approval(&call.name)),
            Asking::Person => {}
        }
        let arguments = serde_json::to_string_pretty(&call.arguments).unwrap_or_default();
        let begun = Instant::now();
        let (view, answer) = self.approvals.ask(ApprovalView {
            id: String::new(),
            agent: agent.to_owned(),
            tool: call.name.clone(),
            arguments: arguments.chars().take(SHOWN_ARGUMENTS).collect(),
            read_only: tool.read_only,
            destructive: tool.destructive,
        });
        self.set_status(agent, Some(AgentStatus::Waiting), Some(call.name.clone()));
        self.tell(Event::ApprovalAsked { village: self.id.clone(), approval: view.clone() });
        let decision = tokio::select! {
            decision = answer => decision.ok(),
            () = cancel.cancelled() => None,
        };
        self.approvals.give_up(&view.id);
        self.tell(Event::ApprovalGone { village: self.id.clone(), id: view.id });
        let answer = match decision {
            Some(Decision::Once) => "once",
            Some(Decision::Conversation) => "conversation",
            Some(Decision::Always) => "always",
            Some(Decision::Deny) => "deny",
            None => "gone",
        };
        self.write_log(&Line::Approval {
            agent: agent.to_owned(),
            name: call.name.clone(),
            answer,
            ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        });
        match decision {
            Some(Decision::Once) => Ok(()),
            Some(Decision::Conversation) => {
                self.approvals.allow_in(session, agent, &tool.fingerprint, &call.name);
                Ok(())
            }
            Some(Decision::Always) => {
                let trust = &self.services.trust;
                let kept = trust.set_tool(&self.place, agent, &tool.fingerprint, &call.name, Rule::Allow);
                if let Err(problem) = kept {
                    self.tell(Event::Notice { notice: super::file_failure(&problem) });
                }
                Ok(())
            }
            Some(Decision::Deny) => Err(text.tool_denied(&call.name)),
            None => Err(text.call_cancelled()),
        }
    }

    /// Answers a call that waits; false when it waits no more.
    pub fn answer(&self, approval: &str, decision: Decision) -> bool {
        self.approvals.answer(approval, decision)
    }

    /// Sets what happens when an agent calls a tool; kept on this machine.
    ///
    /// # Errors
    /// `tool-unknown` when the agent has no such tool now, `file-io`.
    pub fn permission_set(
        &self,
        agent: &str,
        tool: &str,
        permission: Permission,
    ) -> Result<(), fuseforks_contract::Failure> {
        let servers = self.members().get(agent).and_then(|member| member.servers.clone());
        let found = servers
            .and_then(|servers| servers.find(tool))
            .ok_or_else(|| fuseforks_contract::Failure::new("tool-unknown").with("tool", tool))?;
        let rule = match permission {
            Permission::Allow => Rule::Allow,
            Permission::Ask => Rule::Ask,
            Permission::Deny => Rule::Deny,
        };
        self.services
            .trust
            .set_tool(&self.place, agent, &found.fingerprint, tool, rule)
            .map_err(|problem| super::file_failure(&problem))?;
        self.tell_agent(agent);
        Ok(())
    }

    pub(super) fn result_limits(&self) -> ResultLimits {
        let limits = &self.services.limits;
        ResultLimits {
            media: limits.media,
            block_bytes: self.services.settings().max_upload_mb as usize * 1_000_000,
            text_chars: limits.tool_text_chars,
        }
    }

    async fn convert(
        self: &Arc<Self>,
        called: &Called<'_>,
        result: CallResult,
        cancel: CancellationToken,
    ) -> Done {
        let text = self.text();
        let limits = self.result_limits();
        let from = Origin {
            agent: called.agent.to_owned(),
            session: called.session,
            turn: called.turn,
            tool: called.call.name.clone(),
        };
        let village = Arc::clone(self);
        let converting = tokio::task::spawn_blocking(move || {
            let converted = convert(result, text, &limits, &|| cancel.is_cancelled());
            let Converted { outcome, artifacts, user_text } = converted;
            // A disk can be as slow as a decoder.
            for artifact in artifacts {
                village.keep_artifact(&from, artifact);
            }
            Done { outcome, user_text }
        });
        converting.await.unwrap_or_else(|_| text.tool_failed(&called.call.name).into())
    }

    fn keep_artifact(&self, from: &Origin, artifact: NewArtifact) {
        let Origin { ref agent, session, turn, ref tool } = *from;
        let extension = artifact.mime.rsplit('/').next().unwrap_or("bin");
        let name = format!("{}.{extension}", crate::text::one_line(tool, 80));
        let sha256 = fuseforks_media::Digest::of(&artifact.bytes).to_string();
        let new = NewMedia { name: &name, mime: artifact.mime, save_only: artifact.save_only };
        let stored =
            self.media.put(session, &artifact.bytes, new).map_err(|error| super::media_failure(&error));
        let kept = stored.and_then(|meta| {
            let record = Artifact {
                turn: turn.to_string(),
                agent: agent.clone(),
                tool: tool.clone(),
                file: meta.file,
                name: meta.name,
                mime: meta.mime,
                bytes: meta.bytes,
                sha256,
                save_only: artifact.save_only,
                extra: serde_json::Map::new(),
            };
            self.append(session, &[Record::Artifact(record)])
        });
        if let Err(notice) = kept {
            self.tell(Event::Notice { notice });
        }
        // Files of tools must not fill a disk.
        self.prune_media();
    }

    /// A tool returned an image in this run: it can feed the camera panel.
    pub(super) fn gave_image(&self, agent: &str, tool: &str) {
        let new = hold(&self.gave_images).insert((agent.to_owned(), tool.to_owned()));
        if new {
            self.tell_agent(agent);
        }
    }
}

/// Stands for every tool of a server in what is trusted.
pub(crate) const ANY_TOOL: &str = "*";
