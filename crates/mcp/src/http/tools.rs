//! A page of tools that the transport can read, whatever was in it.
//!
//! The transport learns from `tools/list` which arguments go into headers, but only from a list it can read
//! as a whole. So tools it cannot read are brought into shape or taken out before it looks.

use rmcp::model::{CustomResult, JsonRpcMessage, ListToolsResult, ServerJsonRpcMessage, ServerResult, Tool};
use serde::Deserialize as _;
use serde_json::{Value, json};

use crate::faults::Faults;

/// Fields without which a tool can still be called.
const DECORATION: [&str; 6] = ["annotations", "icons", "_meta", "execution", "title", "outputSchema"];

/// `message` with every tool readable; other messages as they are.
pub(super) fn readable(message: ServerJsonRpcMessage, faults: &Faults) -> ServerJsonRpcMessage {
    let JsonRpcMessage::Response(mut response) = message else { return message };
    let ServerResult::CustomResult(CustomResult(mut value)) = response.result else {
        return JsonRpcMessage::Response(response);
    };
    let mut dropped = 0;
    if let Some(Value::Array(tools)) = value.get_mut("tools") {
        let all = tools.len();
        *tools = std::mem::take(tools).into_iter().filter_map(mended).collect();
        dropped = all - tools.len();
    }
    response.result = match ListToolsResult::deserialize(&value) {
        Ok(list) => {
            faults.note_malformed(dropped);
            ServerResult::ListToolsResult(list)
        }
        Err(_) => ServerResult::CustomResult(CustomResult(value)),
    };
    JsonRpcMessage::Response(response)
}

fn mended(mut tool: Value) -> Option<Value> {
    if is_readable(&tool) {
        return Some(tool);
    }
    let map = tool.as_object_mut()?;
    if map.get("inputSchema").is_none_or(Value::is_null) {
        map.insert("inputSchema".to_owned(), json!({"type": "object"}));
    }
    if !map.get("description").is_none_or(Value::is_string) {
        map.remove("description");
    }
    for field in DECORATION {
        if is_readable(&tool) {
            return Some(tool);
        }
        if let Some(map) = tool.as_object_mut() {
            map.remove(field);
        }
    }
    is_readable(&tool).then_some(tool)
}

fn is_readable(tool: &Value) -> bool {
    Tool::deserialize(tool).is_ok()
}
