//! `tools/list`: all pages, within limits, past one malformed tool, never from a cache.

use std::collections::HashSet;

use rmcp::model::{ClientRequest, ListToolsRequest, PaginatedRequestParams};
use rmcp::service::{PeerRequestOptions, ServiceError};
use serde_json::Value;

use crate::{
    error::{Breach, CallError},
    live::{Live, raw},
    tool::{Collector, ToolList},
};

const INVALID_PARAMS: i32 = -32602;
const METHOD_NOT_FOUND: i32 = -32601;

enum Page {
    /// Its tools, and where the next one starts.
    Tools(Vec<Value>, Option<String>),
    /// The server has no tools at all.
    None,
    /// The cursor is no longer good: what was read belongs to another list.
    Expired,
}

/// Reads the whole list. The caller bounds the time.
pub(crate) async fn list(live: &Live) -> Result<ToolList, CallError> {
    let mut restarted = false;
    'list: loop {
        let mut collector = Collector::default();
        live.faults.take_malformed();
        let mut seen = HashSet::new();
        let mut cursor: Option<String> = None;
        for number in 1.. {
            let (tools, next) = match page(live, cursor.take()).await? {
                Page::Tools(tools, next) => (tools, next),
                Page::None => return Ok(ToolList::default()),
                Page::Expired if restarted => {
                    return Err(CallError::Protocol { breach: Breach::Other });
                }
                Page::Expired => {
                    restarted = true;
                    continue 'list;
                }
            };
            let more = collector.page(tools, &live.limits);
            // An empty cursor is a cursor; only its absence ends the list.
            let Some(next) = next else { break };
            if !more {
                break;
            }
            if number >= live.limits.max_pages || !seen.insert(next.clone()) {
                collector.truncate();
                break;
            }
            cursor = Some(next);
        }
        let mut list = collector.finish();
        list.malformed += live.faults.take_malformed();
        return Ok(list);
    }
}

async fn page(live: &Live, cursor: Option<String>) -> Result<Page, CallError> {
    let first = cursor.is_none();
    let mut request = ListToolsRequest::default();
    if cursor.is_some() {
        request.params = Some(PaginatedRequestParams::default().with_cursor(cursor));
    }
    let sent = live
        .peer
        .send_cancellable_request(ClientRequest::ListToolsRequest(request), PeerRequestOptions::no_options())
        .await;
    let handle = match sent {
        Ok(handle) => handle,
        Err(error) => return Err(live.call_error(None, error).await),
    };
    let id = handle.id.clone();
    match handle.await_response().await {
        Ok(result) => read(raw(result)),
        Err(ServiceError::McpError(error)) if error.code.0 == METHOD_NOT_FOUND && first => Ok(Page::None),
        Err(ServiceError::McpError(error)) if error.code.0 == INVALID_PARAMS && !first => Ok(Page::Expired),
        Err(error) => Err(live.call_error(Some(&id), error).await),
    }
}

fn read(value: Value) -> Result<Page, CallError> {
    let Value::Object(mut map) = value else {
        return Err(CallError::Protocol { breach: Breach::Other });
    };
    let next = match map.remove("nextCursor") {
        Some(Value::String(cursor)) => Some(cursor),
        _ => None,
    };
    match map.remove("tools") {
        Some(Value::Array(tools)) => Ok(Page::Tools(tools, next)),
        None | Some(Value::Null) => Ok(Page::Tools(Vec::new(), next)),
        Some(_) => Err(CallError::Protocol { breach: Breach::Other }),
    }
}
