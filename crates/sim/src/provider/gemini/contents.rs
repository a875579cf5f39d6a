//! The contents: roles, order, calls and responses in equal count, signatures where they belong.

use serde_json::Value;

use super::super::fault::{Check, Fault};
use super::super::node::Node;
use super::super::received::{Call as ToolCall, Message, Role, Tool, ToolResult};
use super::super::wire::Call;
use super::{is_old, parts};

/// Lets calls that this vendor did not make pass its signature check.
const SKIP: &str = "skip_thought_signature_validator";

struct Reader<'c, 'w> {
    call: &'c Call<'w>,
    old: bool,
    offered: &'c [Tool],
    /// Calls of the content before, which the next one has to answer.
    open: Vec<ToolCall>,
}

pub(super) fn read(call: &Call<'_>, node: &Node<'_>, model: &str, offered: &[Tool]) -> Check<Vec<Message>> {
    let list = node.list()?;
    if list.is_empty() {
        return Err(node.fault("contents is not specified"));
    }
    let mut reader = Reader { call, old: is_old(model), offered, open: Vec::new() };
    let mut messages: Vec<Message> = Vec::new();
    for content in &list {
        content.only(&["role", "parts"])?;
        let is_user = content.need("role")?.one_of(&["user", "model"])? == "user";
        let entries = content.need("parts")?.list()?;
        if entries.is_empty() {
            return Err(content.fault("contents.parts must not be empty."));
        }
        if messages.is_empty() && !is_user {
            return Err(content.fault("contents must start with a user turn"));
        }
        if !is_user && messages.last().is_some_and(|last| last.role == Role::Assistant) {
            return Err(content.fault(
                "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
            ));
        }
        let message = if is_user { reader.user(&entries)? } else { reader.model(&entries)? };
        messages.push(message);
    }
    if messages.last().is_some_and(|last| last.role == Role::Assistant) {
        return Err(node.fault("contents must end with a user turn"));
    }
    reader.signatures(&list)?;
    Ok(messages)
}

impl Reader<'_, '_> {
    fn user(&mut self, entries: &[Node<'_>]) -> Check<Message> {
        let mut message = Message::new(Role::User);
        for part in entries {
            if let Some(response) = part.get("functionResponse") {
                part.only(&["functionResponse"])?;
                if !message.text.is_empty() || !message.images.is_empty() || !message.files.is_empty() {
                    return Err(part.fault("function responses must come before other parts"));
                }
                message.role = Role::Tool;
                let result = self.response(&response, message.results.len())?;
                message.results.push(result);
            } else if let Some(data) = part.get("inlineData") {
                part.only(&["inlineData", "mediaResolution"])?;
                parts::media(self.call.world, &data, &mut message)?;
            } else {
                part.only(&["text"])?;
                message.push_text(part.need("text")?.filled()?);
            }
        }
        if message.results.len() != self.open.len() {
            return Err(Fault::invalid(
                "",
                "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
            ));
        }
        self.open.clear();
        Ok(message)
    }

    fn response(&self, node: &Node<'_>, place: usize) -> Check<ToolResult> {
        node.only(&["id", "name", "response", "parts"])?;
        let name = node.need("name")?;
        let text = name.filled()?;
        let call = self.open.get(place);
        if call.is_some_and(|call| call.name != text) {
            return Err(name.fault("does not match the name of the function call"));
        }
        let id = node.maybe("id", Node::text)?.unwrap_or_default();
        if call.is_some_and(|call| !call.id.is_empty() && call.id != id) {
            return Err(node.fault("id does not match the id of the function call"));
        }
        let response = node.need("response")?;
        response.object()?;
        let mut result = ToolResult {
            call_id: id.to_owned(),
            name: text.to_owned(),
            text: words(response.value),
            images: Vec::new(),
            is_error: response.get("error").is_some(),
        };
        if let Some(list) = node.get("parts") {
            if self.old {
                return Err(Fault::invalid(
                    "",
                    "Multimodal function responses are not supported for this model",
                ));
            }
            let entries = list.list()?;
            if entries.is_empty() {
                return Err(list.fault("must not be empty"));
            }
            for part in entries {
                part.only(&["inlineData", "mediaResolution"])?;
                parts::nested(self.call.world, &part.need("inlineData")?, &mut result)?;
            }
        }
        Ok(result)
    }

    fn model(&mut self, entries: &[Node<'_>]) -> Check<Message> {
        let mut message = Message::new(Role::Assistant);
        for part in entries {
            part.maybe("thoughtSignature", Node::filled)?;
            part.maybe("thought", Node::flag)?;
            if let Some(call) = part.get("functionCall") {
                part.only(&["functionCall", "thoughtSignature"])?;
                call.only(&["id", "name", "args"])?;
                let name = call.need("name")?;
                let text = name.filled()?;
                if !self.offered.is_empty() && !self.offered.iter().any(|tool| tool.name == text) {
                    return Err(name.fault("not a declared function"));
                }
                let arguments = call.maybe("args", |node| node.object().map(|_| node.value.clone()))?;
                message.calls.push(ToolCall {
                    id: call.maybe("id", Node::text)?.unwrap_or_default().to_owned(),
                    name: text.to_owned(),
                    arguments: arguments.unwrap_or_else(|| Value::Object(serde_json::Map::new())),
                });
            } else {
                part.only(&["text", "thought", "thoughtSignature"])?;
                let text = part.need("text")?;
                let is_seal = text.value == "" && part.get("thoughtSignature").is_some();
                if !is_seal {
                    let said = text.filled()?;
                    if part.value["thought"] != true {
                        message.push_text(said);
                    }
                }
            }
        }
        self.open.clone_from(&message.calls);
        Ok(message)
    }

    /// In the running turn, the first call of each content carries a signature: the one it was issued
    /// with, on the call it was issued for.
    fn signatures(&self, list: &[Node<'_>]) -> Check<()> {
        if self.old {
            return Ok(());
        }
        let asks = |content: &&Node<'_>| {
            content.value["role"] == "user"
                && content.value["parts"]
                    .as_array()
                    .is_some_and(|all| all.iter().all(|part| part.get("functionResponse").is_none()))
        };
        let start = list.iter().rposition(|content| asks(&content)).unwrap_or(0);
        let newest = self.call.target.model.as_deref().is_some_and(|model| {
            let version = model.strip_prefix("gemini-").and_then(|rest| rest.bytes().next());
            version.is_some_and(|digit| (b'3'..=b'9').contains(&digit))
        });
        for content in &list[start..] {
            let mut position = 0;
            for part in content.need("parts")?.list()? {
                let Some(made) = part.get("functionCall") else {
                    continue;
                };
                position += 1;
                let name = made.value["name"].as_str().unwrap_or_default();
                let id = made.value["id"].as_str().unwrap_or_default();
                let issued = self.call.world.issued(&format!("gemini:{id}"));
                let shown = part.value["thoughtSignature"].as_str();
                match (shown, issued) {
                    (Some(SKIP), _) => {}
                    (Some(shown), Some(issued)) => {
                        if issued["signature"].as_str().map(parts::plain) != Some(parts::plain(shown)) {
                            return Err(Fault::invalid("", "Corrupted thought signature."));
                        }
                        if issued["name"] != made.value["name"] || issued["args"] != args(made.value) {
                            return Err(
                                part.fault("Invalid thought signature: the function call was changed.")
                            );
                        }
                    }
                    (Some(_), None) => return Err(Fault::invalid("", "Corrupted thought signature.")),
                    (None, Some(issued)) if issued["signature"].is_null() => {}
                    (None, None) if !newest || position > 1 => {}
                    (None, _) => {
                        return Err(Fault::invalid(
                            "",
                            format!(
                                "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:{name}` , position {position}."
                            ),
                        ));
                    }
                }
            }
        }
        Ok(())
    }
}

/// The arguments of a call; leaving them out and giving none is the same.
fn args(made: &Value) -> Value {
    made.get("args").cloned().unwrap_or_else(|| Value::Object(serde_json::Map::new()))
}

/// The text of a response object: its only string, or the whole object.
fn words(response: &Value) -> String {
    let only = response.as_object().filter(|map| map.len() == 1).and_then(|map| map.values().next());
    only.and_then(Value::as_str).map_or_else(|| response.to_string(), str::to_owned)
}
