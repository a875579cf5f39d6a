//! A scripted MCP server: tools that give back what a story wants.
//!
//! Written by hand in JSON, so that it can say what a story needs and shares no belief with the client.

use crate::{door::Door, picture};
use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, Method, StatusCode, header},
    response::{IntoResponse, Response},
    routing::any,
};
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{net::TcpListener, task::JoinHandle};

const MODERN: &str = "2026-07-28";

/// A call as it came.
#[derive(Clone, Debug)]
pub struct Called {
    /// The tool.
    pub name: String,
    /// Its arguments.
    pub arguments: Value,
    /// How often this tool was called before.
    pub before: usize,
    /// All parameters of the call: answers to questions stand there.
    pub params: Value,
}

/// What a tool gives back.
pub struct Answer {
    /// The result, as JSON; or an object with nothing but `error`, which is answered instead of one.
    pub result: Value,
    /// After so long.
    pub delay: Duration,
}

impl From<Value> for Answer {
    fn from(result: Value) -> Self {
        Self { result, delay: Duration::ZERO }
    }
}

type Respond = dyn Fn(&Called) -> Answer + Send + Sync;

struct Inner {
    tools: Value,
    respond: Box<Respond>,
    calls: Mutex<Vec<Called>>,
    headers: Mutex<Vec<String>>,
    door: Door,
}

/// A running server. Dropping it ends it.
pub struct Toolbox {
    port: u16,
    inner: Arc<Inner>,
    task: JoinHandle<()>,
}

impl Toolbox {
    /// Serves tools with these names; `respond` gives the result of each call.
    ///
    /// # Panics
    /// When no port is free.
    pub async fn start(names: &[&str], respond: impl Fn(&Called) -> Answer + Send + Sync + 'static) -> Self {
        let tool = |name: &&str| {
            json!({"name": name, "description": format!("the tool {name}"),
                "inputSchema": {"type": "object", "properties": {"n": {"type": "integer"}}}})
        };
        Self::serving(names.iter().map(tool).collect(), respond).await
    }

    /// Serves these tools, described as `tools/list` has them.
    ///
    /// # Panics
    /// When no port is free.
    pub async fn serving(tools: Value, respond: impl Fn(&Called) -> Answer + Send + Sync + 'static) -> Self {
        let inner = Arc::new(Inner {
            tools,
            respond: Box::new(respond),
            calls: Mutex::default(),
            headers: Mutex::default(),
            door: Door::default(),
        });
        let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = socket.local_addr().unwrap().port();
        let router = Router::new().route("/mcp", any(handle)).with_state(Arc::clone(&inner));
        let task = tokio::spawn(async move {
            let _ = axum::serve(socket, router).await;
        });
        Self { port, inner, task }
    }

    /// Its address.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/mcp", self.port)
    }

    /// Who may come in: everybody, until it is locked.
    #[must_use]
    pub fn door(&self) -> &Door {
        &self.inner.door
    }

    /// Every call so far.
    #[must_use]
    pub fn calls(&self) -> Vec<Called> {
        self.inner.calls.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Lets go of what came so far, for a story that measures memory. Counts begin anew.
    pub fn forget(&self) {
        self.inner.calls.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.inner.headers.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.inner.door.forget();
    }

    /// Values of the headers of every request so far.
    #[must_use]
    pub fn headers(&self) -> Vec<String> {
        self.inner.headers.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Toolbox {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn handle(
    State(inner): State<Arc<Inner>>,
    method: Method,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let values = headers.values().map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    inner.headers.lock().unwrap_or_else(PoisonError::into_inner).extend(values);
    let message = serde_json::from_slice::<Value>(&body);
    let asked = message.as_ref().ok().and_then(|message| message["method"].as_str());
    if let Some(refused) = inner.door.knock(&headers, asked.unwrap_or(method.as_str())) {
        return refused;
    }
    if method != Method::POST {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let Ok(message) = message else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let Some(id) = message.get("id").cloned() else { return StatusCode::ACCEPTED.into_response() };
    let modern = headers.get("mcp-protocol-version").is_some_and(|version| version == MODERN);
    let info = json!({"name": "toolbox", "version": "1"});
    let mut result = match message["method"].as_str().unwrap_or_default() {
        "initialize" => {
            let asked = message["params"]["protocolVersion"].clone();
            json!({"protocolVersion": asked, "capabilities": {"tools": {}}, "serverInfo": info})
        }
        "server/discover" => json!({"supportedVersions": [MODERN], "capabilities": {"tools": {}},
            "_meta": {"io.modelcontextprotocol/serverInfo": info}}),
        "ping" => json!({}),
        "tools/list" => json!({"tools": inner.tools}),
        "tools/call" => {
            let name = message["params"]["name"].as_str().unwrap_or_default().to_owned();
            let called = {
                let mut calls = inner.calls.lock().unwrap_or_else(PoisonError::into_inner);
                let before = calls.iter().filter(|call| call.name == name).count();
                let arguments = message["params"]["arguments"].clone();
                let params = message["params"].clone();
                calls.push(Called { name, arguments, before, params });
                calls[calls.len() - 1].clone()
            };
            let answer = (inner.respond)(&called);
            tokio::time::sleep(answer.delay).await;
            if let Some(error) = answer.result.get("error") {
                return rpc(json!({"jsonrpc": "2.0", "id": id, "error": error}));
            }
            answer.result
        }
        other => {
            let error = json!({"code": -32601, "message": format!("method not found: {other}")});
            return rpc(json!({"jsonrpc": "2.0", "id": id, "error": error}));
        }
    };
    if modern && result.get("resultType").is_none() {
        result["resultType"] = json!("complete");
        if result.get("content").is_none() {
            result["ttlMs"] = json!(0);
            result["cacheScope"] = json!("private");
        }
    }
    rpc(json!({"jsonrpc": "2.0", "id": id, "result": result}))
}

#[expect(clippy::needless_pass_by_value, reason = "called with values made for it")]
fn rpc(body: Value) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}

/// A result of these blocks.
#[must_use]
pub fn result(blocks: &[Value]) -> Value {
    json!({"content": blocks})
}

/// A block of text.
#[must_use]
pub fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

/// A block with an image of this media type.
#[must_use]
pub fn image(bytes: &[u8], mime: &str) -> Value {
    json!({"type": "image", "data": picture::base64(bytes), "mimeType": mime})
}

/// A block with a JPEG.
#[must_use]
pub fn jpeg(bytes: &[u8]) -> Value {
    image(bytes, "image/jpeg")
}

/// The same block for these readers only.
#[must_use]
pub fn audience(mut block: Value, roles: &[&str]) -> Value {
    block["annotations"] = json!({"audience": roles});
    block
}
