//! The tools of our own: their names, what a model is told of them, and which function they are.
//!
//! Names are ASCII and never change with an agent's name: `ask_agent_2`. They cannot be those of a
//! server's tools, which have two underscores.

use super::ask::Asker;
use crate::{file::AgentFile, village::Village};
use fuseforks_contract::agent::AgentStatus;
use fuseforks_llm::canonical::{ToolCall, ToolSpec};
use fuseforks_turn::ToolOutcome;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

const PLAN: &str = "plan";
const ROOM_LOG: &str = "room_log";
const REMEMBER: &str = "remember";
const BOARD_READ: &str = "blackboard_read";
const BOARD_WRITE: &str = "blackboard_write";

/// The name of the tool that asks an agent.
pub(crate) fn ask_name(agent: &str) -> String {
    format!("ask_{agent}")
}

enum Own<'a> {
    Ask(&'a str),
    Transfer(&'a str),
    Plan,
    RoomLog,
    Remember,
    BoardRead,
    BoardWrite,
}

impl<'a> Own<'a> {
    fn of(name: &'a str) -> Option<Self> {
        let agent = |prefix: &str| {
            name.strip_prefix(prefix).filter(|id| id.starts_with("agent_") && !id.contains("__"))
        };
        match name {
            PLAN => Some(Self::Plan),
            ROOM_LOG => Some(Self::RoomLog),
            REMEMBER => Some(Self::Remember),
            BOARD_READ => Some(Self::BoardRead),
            BOARD_WRITE => Some(Self::BoardWrite),
            _ => agent("ask_").map(Self::Ask).or_else(|| agent("transfer_to_").map(Self::Transfer)),
        }
    }
}

fn spec(name: &str, description: String, parameters: &Value) -> ToolSpec {
    let parameters = parameters.as_object().cloned().unwrap_or_default();
    ToolSpec { name: name.to_owned(), description, parameters }
}

fn word<'a>(arguments: &'a Map<String, Value>, name: &str) -> &'a str {
    arguments.get(name).and_then(Value::as_str).unwrap_or_default()
}

impl Village {
    /// The tools of our own that an agent has, in an order that stays.
    pub(crate) fn own_tools(&self, agent: &AgentFile) -> Vec<ToolSpec> {
        let text = self.text();
        let tied = self.tied(&agent.id);
        let message = json!({ "type": "string", "description": text.ask_parameter_message() });
        let forward = json!({ "type": "boolean", "description": text.ask_parameter_forward_images() });
        let ask = json!({
            "type": "object",
            "properties": { "message": message, "forward_images": forward },
            "required": ["message"],
        });
        let transfer = json!({
            "type": "object",
            "properties": {
                "message": { "type": "string", "description": text.transfer_parameter_message() },
            },
            "required": ["message"],
        });
        let mut tools: Vec<ToolSpec> =
            tied.iter().map(|to| spec(&ask_name(&to.id), text.ask_description(&to.name), &ask)).collect();
        if tied.len() > 1 {
            let names: Vec<String> = tied.iter().map(|to| format!("{} ({})", to.name, to.id)).collect();
            let ids: Vec<&str> = tied.iter().map(|to| to.id.as_str()).collect();
            let plan = json!({
                "type": "object",
                "properties": {
                    "asks": {
                        "type": "array",
                        "description": text.plan_parameter_asks(),
                        "items": {
                            "type": "object",
                            "properties": {
                                "to": { "type": "string", "enum": ids, "description": text.plan_parameter_to() },
                                "message": message,
                            },
                            "required": ["to", "message"],
                        },
                    },
                    "forward_images": forward,
                },
                "required": ["asks"],
            });
            tools.push(spec(PLAN, text.plan_description(&names.join(", ")), &plan));
        }
        if agent.handoff {
            let hand_on = tied.iter().map(|to| {
                spec(&format!("transfer_to_{}", to.id), text.transfer_description(&to.name), &transfer)
            });
            tools.extend(hand_on);
        }
        tools.extend(self.context_tools(agent));
        tools
    }

    fn context_tools(&self, agent: &AgentFile) -> Vec<ToolSpec> {
        let text = self.text();
        let one = |name: &str, description: String, parameter: &str, about: String| {
            spec(
                name,
                description,
                &json!({
                    "type": "object",
                    "properties": { parameter: { "type": "string", "description": about } },
                    "required": [parameter],
                }),
            )
        };
        let mut tools = Vec::new();
        if agent.plaza && self.several() {
            tools.push(one(ROOM_LOG, text.room_log_description(), "id", text.room_log_parameter_id()));
        }
        if agent.remembers {
            tools.push(one(REMEMBER, text.remember_description(), "text", text.remember_parameter_text()));
        }
        if agent.plaza && self.several() {
            let write = json!({
                "type": "object",
                "properties": {
                    "text": { "type": "string", "description": text.board_parameter_text() },
                    "replace": { "type": "boolean", "description": text.board_parameter_replace() },
                },
                "required": ["text"],
            });
            tools.push(spec(
                BOARD_READ,
                text.board_read_description(),
                &json!({ "type": "object", "properties": {} }),
            ));
            tools.push(spec(BOARD_WRITE, text.board_write_description(), &write));
        }
        tools
    }

    /// Runs a tool of our own; `None` when it is none.
    pub(crate) async fn run_own(
        self: &Arc<Self>,
        asker: &Asker<'_>,
        call: &ToolCall,
        cancel: CancellationToken,
    ) -> Option<ToolOutcome> {
        let arguments = &call.arguments;
        let forward = arguments.get("forward_images").and_then(Value::as_bool).unwrap_or(false);
        let asking = || self.set_status(asker.agent, Some(AgentStatus::Asking), Some(call.name.clone()));
        Some(match Own::of(&call.name)? {
            Own::Ask(to) => {
                asking();
                self.ask_one(asker, to, word(arguments, "message"), forward, cancel).await
            }
            Own::Plan => {
                asking();
                self.plan(asker, arguments, forward, cancel).await
            }
            Own::Transfer(to) => self.transfer(asker, to, word(arguments, "message")),
            Own::RoomLog => self.room_log(asker.agent, asker.errand.request.session, &said_id(arguments)),
            Own::Remember => self.remember(asker.agent, word(arguments, "text")),
            Own::BoardRead => self.board_read(asker.agent),
            Own::BoardWrite => {
                let replace = arguments.get("replace").and_then(Value::as_bool).unwrap_or(false);
                self.board_write(asker.agent, word(arguments, "text"), replace)
            }
        })
    }
}

/// Models write a number with or without quotation marks.
fn said_id(arguments: &Map<String, Value>) -> String {
    match arguments.get("id") {
        Some(Value::String(id)) => id.trim().to_owned(),
        Some(Value::Number(id)) => id.to_string(),
        _ => String::new(),
    }
}
