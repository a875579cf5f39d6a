//! What the tests share: a scriptable server, scaled limits, a host that remembers.

mod host;
mod mock;
mod refusal;

use std::{collections::BTreeMap, future::Future, sync::Arc, time::Duration};

use fuseforks_mcp::{
    ConnectError, Era, Limits, Server,
    config::{ServerEntry, expand},
    host::{Host, NoHost},
};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

pub(crate) use host::Listener;
pub(crate) use mock::{Call, Discover, Mock, MockEra, Reply, Session};
pub(crate) use refusal::Refusal;

/// Limits for tests: patient where nothing is being measured, short where a test would wait.
pub(crate) fn limits() -> Limits {
    Limits {
        connect: Duration::from_secs(20),
        first_connect_npx: Duration::from_secs(40),
        probe: Duration::from_secs(10),
        idle: Duration::from_secs(30),
        cap: Duration::from_secs(60),
        retry_first: Duration::from_millis(50),
        retry_max: Duration::from_millis(400),
        debounce: Duration::from_millis(60),
        stop_grace: Duration::from_millis(400),
        ..Limits::default()
    }
}

pub(crate) fn http_entry(url: &str) -> ServerEntry {
    expanded(ServerEntry::http("nik", url, BTreeMap::new()))
}

pub(crate) fn expanded(entry: ServerEntry) -> ServerEntry {
    expand(&entry, &|_| None).expect("no variable")
}

pub(crate) async fn connect(entry: &ServerEntry, limits: &Limits) -> Result<Server, ConnectError> {
    connect_as(entry, limits, None).await
}

pub(crate) async fn connect_as(
    entry: &ServerEntry,
    limits: &Limits,
    era: Option<Era>,
) -> Result<Server, ConnectError> {
    let host: Arc<dyn Host> = Arc::new(NoHost);
    Server::connect(entry, limits, host, era, CancellationToken::new()).await
}

/// A call with nothing special about it.
pub(crate) async fn call(
    server: &Server,
    tool: &str,
) -> Result<fuseforks_mcp::result::CallResult, fuseforks_mcp::CallError> {
    server.call(tool, json!({}), CancellationToken::new(), None).await
}

pub(crate) fn tool(name: &str) -> Value {
    json!({"name": name, "description": "d", "inputSchema": {"type": "object"}})
}

pub(crate) fn text(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}]})
}

/// The texts of a result, joined.
pub(crate) fn words(result: &fuseforks_mcp::result::CallResult) -> String {
    let mut words = Vec::new();
    for block in &result.blocks {
        if let fuseforks_mcp::result::Block::Text { text, .. } = block {
            words.push(text.as_str());
        }
    }
    words.join(" ")
}

/// Waits until `done` says yes, at most five seconds.
pub(crate) async fn eventually<F, Fut>(what: &str, mut done: F)
where
    F: FnMut() -> Fut,
    Fut: Future<Output = bool>,
{
    for _ in 0..250 {
        if done().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("never: {what}");
}
