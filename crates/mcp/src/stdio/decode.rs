//! One line of a child's output, made a message or set aside as noise.
//!
//! Servers print banners, colours and byte order marks where only JSON belongs. A line that is no message is
//! skipped; an answer that can be told apart but not read ends its call instead of letting it wait.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use rmcp::{
    RoleClient,
    model::{
        ClientJsonRpcMessage, ClientNotification, ClientRequest, CustomResult, ErrorCode, ErrorData,
        JsonRpcMessage, RequestId, ServerResult,
    },
    service::RxJsonRpcMessage,
};
use serde_json::{Value, json};

use crate::{clean, faults::Faults};

type Message = RxJsonRpcMessage<RoleClient>;

/// Requests without an answer yet; true if the answer stays raw JSON for the layer above.
#[derive(Clone, Default)]
pub(super) struct Pending(Arc<Mutex<HashMap<RequestId, bool>>>);

impl Pending {
    /// Notes what is about to be sent.
    pub(super) fn sending(&self, message: &ClientJsonRpcMessage) {
        let mut pending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match message {
            JsonRpcMessage::Request(request) => {
                let raw = matches!(
                    request.request,
                    ClientRequest::CallToolRequest(_) | ClientRequest::ListToolsRequest(_)
                );
                pending.insert(request.id.clone(), raw);
            }
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) = &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    pending.remove(id);
                }
            }
            _ => {}
        }
    }

    /// Takes the request an answer belongs to. A number may come back as a string.
    fn take(&self, id: &Value) -> Option<(RequestId, bool)> {
        let id = match id {
            Value::Number(number) => RequestId::Number(number.as_i64()?),
            Value::String(text) => match text.parse::<i64>() {
                Ok(number) => RequestId::Number(number),
                Err(_) => RequestId::String(text.as_str().into()),
            },
            _ => return None,
        };
        let mut pending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pending.remove_entry(&id)
    }

    fn take_all(&self) -> Vec<RequestId> {
        let mut pending = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pending.drain().map(|(id, _)| id).collect()
    }
}

/// The messages of one line; none if it is noise.
pub(super) fn line(bytes: &[u8], pending: &Pending) -> Vec<Message> {
    let Some(value) = json_of(bytes) else {
        tracing::debug!(bytes = bytes.len(), "mcp: a line that is no message");
        return Vec::new();
    };
    match value {
        // Batches existed in one revision only; some servers still write them.
        Value::Array(items) => items.into_iter().filter_map(|item| message(item, pending)).collect(),
        other => message(other, pending).into_iter().collect(),
    }
}

fn json_of(bytes: &[u8]) -> Option<Value> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii();
    if bytes.is_empty() {
        return None;
    }
    if matches!(bytes[0], b'{' | b'[')
        && let Ok(value) = serde_json::from_slice(bytes)
    {
        return Some(value);
    }
    // Colours around it, or bytes that are no UTF-8 inside it: worth a second look if it could be a message.
    if !bytes.contains(&b'{') || !bytes.contains(&b'}') {
        return None;
    }
    let text = clean::without_ansi(&String::from_utf8_lossy(bytes));
    let text = text.trim_start_matches('\u{feff}').trim();
    text.starts_with('{').then(|| serde_json::from_str(text).ok()).flatten()
}

fn message(mut value: Value, pending: &Pending) -> Option<Message> {
    let object = value.as_object_mut()?;
    let is_answer =
        !object.contains_key("method") && (object.contains_key("result") || object.contains_key("error"));
    if !is_answer {
        object.contains_key("method").then_some(())?;
        object.entry("jsonrpc").or_insert_with(|| json!("2.0"));
        return serde_json::from_value(value).ok();
    }
    let known = object.get("id").and_then(|id| pending.take(id));
    let Some((id, raw)) = known else {
        // An answer to nothing: late, or to a request that was cancelled. The layer above ignores it.
        object.entry("jsonrpc").or_insert_with(|| json!("2.0"));
        return serde_json::from_value(value).ok();
    };
    if let Some(error) = object.remove("error").filter(|error| !error.is_null()) {
        return Some(Message::error(error_data(&error), Some(id)));
    }
    let result = object.remove("result").unwrap_or_default();
    let result = if raw {
        ServerResult::CustomResult(CustomResult::new(result))
    } else {
        serde_json::from_value(result).ok()?
    };
    Some(Message::response(result, id))
}

fn error_data(error: &Value) -> ErrorData {
    let code = error.get("code").and_then(Value::as_i64).and_then(|code| i32::try_from(code).ok());
    let text = error.get("message").and_then(Value::as_str).unwrap_or_default();
    ErrorData::new(ErrorCode(code.unwrap_or(-32603)), text.to_owned(), error.get("data").cloned())
}

/// Ends the call whose answer was over the limit; all of them if it cannot be told which.
pub(super) fn too_long(head: &[u8], tail: &[u8], pending: &Pending, faults: &Faults) -> Vec<Message> {
    let head = String::from_utf8_lossy(head);
    let tail = String::from_utf8_lossy(tail);
    let before_body = head.split("\"result\"").next().unwrap_or_default();
    let is_answer = head.contains("\"result\"") || !before_body.contains("\"method\"");
    if !is_answer {
        return Vec::new();
    }
    let told = id_in_head(&head).or_else(|| id_in_tail(&tail));
    let ids = match told {
        Some(id) => pending.take(&id).map(|(id, _)| id).into_iter().collect(),
        None => pending.take_all(),
    };
    ids.into_iter()
        .map(|id| {
            faults.note_too_large(Some(id.clone()));
            Message::error(Faults::not_json_rpc(), Some(id))
        })
        .collect()
}

/// `{"jsonrpc":"2.0","id":7,...`
fn id_in_head(head: &str) -> Option<Value> {
    let mut rest = head.trim_start_matches('\u{feff}').trim_start().strip_prefix('{')?;
    loop {
        rest = rest.trim_start_matches([',', ' ', '\t']);
        let (key, after) = rest.strip_prefix('"')?.split_once('"')?;
        let value = after.trim_start().strip_prefix(':')?.trim_start();
        let end = scalar_end(value)?;
        match key {
            "id" => return serde_json::from_str(&value[..end]).ok(),
            "jsonrpc" => rest = &value[end..],
            _ => return None,
        }
    }
}

/// `...,"jsonrpc":"2.0","id":7}`
fn id_in_tail(tail: &str) -> Option<Value> {
    let mut rest = tail.trim_end().strip_suffix('}')?;
    // Other short members may stand behind the id.
    for _ in 0..4 {
        let at = rest.rfind(",\"")?;
        let (key, value) = rest[at + 2..].split_once("\":")?;
        match key {
            "id" => return serde_json::from_str(value.trim()).ok(),
            "jsonrpc" => rest = &rest[..at],
            _ => return None,
        }
    }
    None
}

/// Where a JSON string or number at the start of `text` ends.
fn scalar_end(text: &str) -> Option<usize> {
    match text.strip_prefix('"') {
        Some(inner) => inner.find('"').map(|end| end + 2),
        None => text.find([',', '}', ' ']),
    }
}

#[cfg(test)]
mod tests;
