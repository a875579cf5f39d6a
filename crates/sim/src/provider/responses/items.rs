//! The input items: messages, reasoning, calls and their outputs, in an order that holds.

use serde_json::Value;

use super::super::fault::{Check, Fault};
use super::super::node::Node;
use super::super::received::{Call as ToolCall, Message, Role, ToolResult, push_line};
use super::super::tools;
use super::super::wire::Call;
use super::parts;
use super::vendor::Vendor;

struct Reader<'c, 'w> {
    vendor: &'c Vendor,
    call: &'c Call<'w>,
    system: String,
    messages: Vec<Message>,
    open: Vec<ToolCall>,
    /// Id of a reasoning item whose following item has not come yet.
    reasoning: Option<String>,
}

pub(super) fn read(vendor: &Vendor, call: &Call<'_>, node: &Node<'_>) -> Check<(String, Vec<Message>)> {
    if node.value.is_string() {
        let mut message = Message::new(Role::User);
        message.push_text(node.filled()?);
        return Ok((String::new(), vec![message]));
    }
    let list = node.list()?;
    if list.is_empty() {
        return Err(node.fault("must not be empty"));
    }
    let mut reader = Reader {
        vendor,
        call,
        system: String::new(),
        messages: Vec::new(),
        open: Vec::new(),
        reasoning: None,
    };
    for item in &list {
        reader.item(item)?;
    }
    if let Some(id) = &reader.reasoning {
        return Err(alone(id));
    }
    reader.all_answered()?;
    match reader.messages.last().map(|last| last.role) {
        Some(Role::User | Role::Tool) => Ok((reader.system, reader.messages)),
        _ => Err(node.fault("the last item must be a user message or a function_call_output")),
    }
}

fn alone(id: &str) -> Fault {
    Fault::invalid(
        "",
        format!("Item '{id}' of type 'reasoning' was provided without its required following item."),
    )
}

impl Reader<'_, '_> {
    fn item(&mut self, item: &Node<'_>) -> Check<()> {
        let kind = match item.get("type") {
            Some(kind) => kind
                .one_of(&["message", "reasoning", "function_call", "function_call_output"])
                .map_err(|fault| self.vendor.shape(fault))?,
            None => "message",
        };
        if let Some(id) = self.reasoning.take() {
            let follows = self.call.world.issued(&format!("follows:{id}")).unwrap_or_default();
            let here = item.get("call_id").or_else(|| item.get("id")).map(|node| node.value.clone());
            let said = kind == "message" && item.value["role"] == "assistant" && follows == "message";
            if !said && here != Some(follows) {
                return Err(alone(&id));
            }
        }
        match kind {
            "message" => self.message(item),
            "reasoning" => self.reasoning(item),
            "function_call" => self.function_call(item),
            _ => self.function_call_output(item),
        }
    }

    fn all_answered(&self) -> Check<()> {
        match self.open.first() {
            Some(call) => {
                Err(Fault::invalid("input", format!("No tool output found for function call {}.", call.id)))
            }
            None => Ok(()),
        }
    }

    fn message(&mut self, item: &Node<'_>) -> Check<()> {
        self.all_answered()?;
        let role = item.need("role")?.one_of(&["user", "assistant", "system", "developer"])?;
        let content = item.need("content")?;
        match role {
            "assistant" => {
                item.only(&["type", "role", "content", "id", "status"])?;
                let vendor = self.vendor;
                parts::said(vendor, &content, self.assistant())
            }
            "user" => {
                item.only(&["type", "role", "content"])?;
                let mut message = Message::new(Role::User);
                parts::content(self.vendor, self.call.world, &content, &mut message)?;
                self.messages.push(message);
                Ok(())
            }
            _ => {
                item.only(&["type", "role", "content"])?;
                if !self.messages.is_empty() {
                    return Err(item.fault("system items come first"));
                }
                push_line(&mut self.system, content.filled()?);
                Ok(())
            }
        }
    }

    /// The assistant message of the running round.
    fn assistant(&mut self) -> &mut Message {
        if self.messages.last().is_none_or(|last| last.role != Role::Assistant) {
            self.messages.push(Message::new(Role::Assistant));
        }
        let last = self.messages.len() - 1;
        &mut self.messages[last]
    }

    fn reasoning(&mut self, item: &Node<'_>) -> Check<()> {
        self.all_answered()?;
        item.only(&["type", "id", "summary", "encrypted_content", "content"])?;
        let id = item.need("id")?.filled()?;
        item.need("summary")?.list()?;
        let Some(encrypted) = item.get("encrypted_content") else {
            return Err(Fault {
                status: 404,
                ..Fault::invalid(
                    "",
                    format!(
                        "Item with id '{id}' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input."
                    ),
                )
            });
        };
        let issued = self.call.world.issued(&format!("reasoning:{id}")).unwrap_or_default();
        if issued["encrypted_content"] != *encrypted.value || issued["summary"] != item.value["summary"] {
            let words = format!("The encrypted content for item {id} could not be verified.");
            return Err(Fault::invalid("", words).with_code("invalid_encrypted_content"));
        }
        self.reasoning = Some(id.to_owned());
        self.assistant();
        Ok(())
    }

    fn function_call(&mut self, item: &Node<'_>) -> Check<()> {
        let mut allowed = vec!["type", "id", "call_id", "name", "arguments", "status"];
        if self.vendor.thought_signature {
            allowed.push("thought_signature");
        }
        item.only(&allowed)?;
        if self.messages.last().is_some_and(|last| last.role == Role::Tool) {
            self.all_answered()?;
        }
        let call_id = item.need("call_id")?;
        let id = call_id.filled()?.to_owned();
        if self.messages.iter().any(|message| message.calls.iter().any(|call| call.id == id)) {
            return Err(call_id.fault("duplicate call_id"));
        }
        let made = ToolCall {
            id: id.clone(),
            name: tools::name(&item.need("name")?)?.to_owned(),
            arguments: tools::arguments(&item.need("arguments")?)?,
        };
        let issued = self.call.world.issued(&format!("call:{id}")).unwrap_or_default();
        if let Some(signature) = issued.get("thought_signature").filter(|signature| !signature.is_null())
            && item.value.get("thought_signature") != Some(signature)
        {
            return Err(item.fault("Function call is missing a thought_signature"));
        }
        if issued["reasoning"].is_string()
            && item.get("id").is_some()
            && !self.has_reasoning(&issued["reasoning"])
        {
            return Err(item.fault(format!(
                "Item '{}' of type 'function_call' was provided without its required 'reasoning' item: '{}'.",
                item.value["id"].as_str().unwrap_or_default(),
                issued["reasoning"].as_str().unwrap_or_default()
            )));
        }
        self.assistant().calls.push(made.clone());
        self.open.push(made);
        Ok(())
    }

    fn has_reasoning(&self, id: &Value) -> bool {
        let items = self.call.body["input"].as_array();
        items.is_some_and(|items| items.iter().any(|item| item["type"] == "reasoning" && item["id"] == *id))
    }

    fn function_call_output(&mut self, item: &Node<'_>) -> Check<()> {
        let mut allowed = vec!["type", "call_id", "output"];
        if self.vendor.thought_signature {
            allowed.extend(["name", "thought_signature"]);
        }
        item.only(&allowed)?;
        let id = item.need("call_id")?.filled()?;
        let Some(place) = self.open.iter().position(|call| call.id == id) else {
            return Err(Fault::invalid(
                "input",
                format!("No tool call found for function call output with call_id {id}."),
            ));
        };
        let call = self.open.remove(place);
        let mut result = ToolResult {
            call_id: call.id,
            name: call.name,
            text: String::new(),
            images: Vec::new(),
            is_error: false,
        };
        parts::output(self.vendor, self.call.world, &item.need("output")?, &mut result)?;
        match self.messages.last_mut() {
            Some(last) if last.role == Role::Tool => last.results.push(result),
            _ => {
                let mut message = Message::new(Role::Tool);
                message.results.push(result);
                self.messages.push(message);
            }
        }
        Ok(())
    }
}
