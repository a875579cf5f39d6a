//! Does an address speak the transport of 2024, with one endpoint for events and one for messages?
//!
//! Asked only after everything else failed, so that a person reads why instead of "404".

use std::time::Duration;

use futures_util::StreamExt as _;
use http::header::{ACCEPT, CONTENT_TYPE};

use super::Target;

/// Enough for the first event; a real one comes at once.
const WAIT: Duration = Duration::from_secs(3);
const BYTES: usize = 4096;

/// Whether a GET answers with the `endpoint` event. Never longer than `limit` or three seconds.
pub(crate) async fn speaks_old_sse(target: &Target, limit: Duration) -> bool {
    tokio::time::timeout(limit.min(WAIT), first_event_is_endpoint(target)).await.unwrap_or(false)
}

async fn first_event_is_endpoint(target: &Target) -> bool {
    let mut request = target.client.get(target.url.clone()).header(ACCEPT, "text/event-stream");
    for (name, value) in &target.headers {
        request = request.header(name, value);
    }
    let Ok(answer) = request.send().await else {
        return false;
    };
    let is_stream = answer
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.trim_start().starts_with("text/event-stream"));
    if !answer.status().is_success() || !is_stream {
        return false;
    }
    let mut seen = Vec::new();
    let mut chunks = answer.bytes_stream();
    while let Some(Ok(chunk)) = chunks.next().await {
        seen.extend_from_slice(&chunk[..chunk.len().min(BYTES - seen.len())]);
        let text = String::from_utf8_lossy(&seen);
        let names_endpoint =
            text.lines().filter_map(|line| line.strip_prefix("event:")).any(|name| name.trim() == "endpoint");
        if names_endpoint {
            return true;
        }
        if seen.len() >= BYTES {
            break;
        }
    }
    false
}
