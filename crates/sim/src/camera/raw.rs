//! A server written by hand for answers that a correct MCP library would refuse to write.
//!
//! It speaks just enough of both eras for a client to connect, list the tools and call one: plain JSON
//! answers, no sessions, no streams. Host and Origin are checked as the good server does.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State as Shared;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use futures_util::{StreamExt as _, stream};
use serde_json::{Value, json};

use super::odd::{Answer, Odd};
use super::state::State;

const MODERN: &str = "2026-07-28";
const LEGACY: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

pub(super) fn router(state: &Arc<State>, odd: Odd) -> Router {
    Router::new().route("/mcp", post(handle)).with_state((Arc::clone(state), odd))
}

async fn handle(
    Shared((state, odd)): Shared<(Arc<State>, Odd)>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if !is_local(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let Ok(message) = serde_json::from_slice::<Value>(&body) else {
        return rpc(&Value::Null, "error", json!({"code": -32700, "message": "parse error"}));
    };
    let Some(id) = message.get("id") else {
        return StatusCode::ACCEPTED.into_response();
    };
    let modern = headers.get("mcp-protocol-version").is_some_and(|version| version == MODERN);
    let answer = match message["method"].as_str().unwrap_or_default() {
        "initialize" => initialize(&message["params"]),
        "server/discover" => complete(json!({"supportedVersions": [MODERN], "capabilities": {"tools": {}},
            "_meta": {"io.modelcontextprotocol/serverInfo": server_info()}})),
        "ping" => json!({}),
        "tools/list" => complete(json!({"tools": tools()})),
        "tools/call" => return call(&state, odd, id, &message["params"], modern).await,
        other => {
            return rpc(
                id,
                "error",
                json!({"code": -32601, "message": format!("method not found: {other}")}),
            );
        }
    };
    rpc(id, "result", answer)
}

async fn call(state: &State, odd: Odd, id: &Value, params: &Value, modern: bool) -> Response {
    let mut result = match params["name"].as_str().unwrap_or_default() {
        "camera_status" => json!({"content": [{"type": "text", "text": state.status()}]}),
        "live_view_image" => match look(state, odd).await {
            Answer::Result(result) => result,
            Answer::Written(content) => return written(id, content, modern),
            Answer::RpcError(error) => return rpc(id, "error", error),
            Answer::Hang => std::future::pending().await,
            Answer::Drop => return broken(id),
        },
        other => {
            return rpc(id, "error", json!({"code": -32602, "message": format!("unknown tool: {other}")}));
        }
    };
    if modern {
        result["resultType"] = json!("complete");
    }
    rpc(id, "result", result)
}

async fn look(state: &State, odd: Odd) -> Answer {
    let mut frames = Vec::new();
    if let Err(why) = state.admit().await {
        return refused(why.text());
    }
    for _ in 0..odd.frames() {
        match state.take().await {
            Ok(frame) => frames.push(frame),
            Err(why) => return refused(why.text()),
        }
    }
    odd.answer(&frames)
}

fn refused(text: &str) -> Answer {
    Answer::Result(json!({"content": [{"type": "text", "text": text}], "isError": true}))
}

/// The modern era says how a result is to be read and how long a list may be kept; the older one
/// ignores fields it does not know.
fn complete(mut result: Value) -> Value {
    result["resultType"] = json!("complete");
    result["ttlMs"] = json!(0);
    result["cacheScope"] = json!("private");
    result
}

fn initialize(params: &Value) -> Value {
    let asked = params["protocolVersion"].as_str().unwrap_or_default();
    let version = LEGACY.iter().find(|version| **version == asked).unwrap_or(&LEGACY[0]);
    json!({"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": server_info()})
}

fn server_info() -> Value {
    json!({"name": "nik", "version": env!("CARGO_PKG_VERSION")})
}

fn tools() -> Value {
    let schema = json!({"type": "object", "properties": {}});
    json!([
        {"name": "live_view_image", "description": "Takes one live-view frame and returns it as a JPEG image",
            "inputSchema": schema, "annotations": {"readOnlyHint": true}},
        {"name": "camera_status", "description": "Reports the camera's model, battery, mode and settings as JSON",
            "inputSchema": schema, "annotations": {"readOnlyHint": true}},
    ])
}

fn rpc(id: &Value, kind: &str, value: Value) -> Response {
    let body = json!({"jsonrpc": "2.0", "id": id, kind: value}).to_string();
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// An answer around blocks that all callers share.
fn written(id: &Value, content: Bytes, modern: bool) -> Response {
    let begin = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":"#);
    let end = if modern { r#","resultType":"complete"}}"# } else { "}}" };
    let parts = [Bytes::from(begin), content, Bytes::from(end)];
    let body = Body::from_stream(stream::iter(parts.map(Ok::<_, io::Error>)));
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// The beginning of an answer, then a reset.
fn broken(id: &Value) -> Response {
    let start = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"image","data":""#);
    let parts = stream::iter([Ok(start), Err(io::Error::other("cut"))]).then(|part| async {
        // The first part has to leave before the connection breaks.
        if part.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        part
    });
    let body = Body::from_stream(parts);
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// Whether Host, and Origin if there is one, name this machine: the guard against DNS rebinding.
fn is_local(headers: &HeaderMap) -> bool {
    let host_is_local = |authority: &str| {
        let host = authority.rsplit_once(':').map_or(authority, |(host, _)| host);
        matches!(host, "localhost" | "127.0.0.1" | "[::1]")
    };
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let host = text(header::HOST).is_some_and(host_is_local);
    let origin =
        text(header::ORIGIN).is_none_or(|origin| origin.strip_prefix("http://").is_some_and(host_is_local));
    host && origin
}
