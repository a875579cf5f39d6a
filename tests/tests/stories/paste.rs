//! A configuration of another program, pasted: shown with what it would run or reach, taken piece by piece,
//! its secrets kept apart from the file and bound to the address they were entered for.

use fuseforks_contract::{
    Failure, Host as _,
    mcp::{McpId, McpTest, ServerState},
    paste::{InputSet, McpPaste, McpPasted, McpTake, PastedClient, PastedPick},
};
use fuseforks_sim::provider::Wire;
use fuseforks_tests::{
    World,
    listener::Listener,
    toolbox::{self, Toolbox},
};
use serde_json::json;

const TOKEN: &str = "ghp_fedcba9876543210";

async fn village() -> (World, String) {
    let provider = crate::support::plain_provider(Wire::Anthropic);
    let world = World::build().open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    (world, agent)
}

async fn paste(world: &World, agent: &str, text: &str) -> Result<McpPasted, Failure> {
    let paste = McpPaste { village: world.id.clone(), agent: Some(agent.to_owned()), text: text.to_owned() };
    world.app.mcp_paste(paste).await
}

fn pick(name: &str) -> PastedPick {
    PastedPick {
        name: name.to_owned(),
        rename: name.to_owned(),
        native: false,
        split: false,
        store_secrets: true,
    }
}

async fn take(world: &World, agent: &str, text: &str, picks: Vec<PastedPick>) -> Result<String, Failure> {
    let take =
        McpTake { village: world.id.clone(), agent: Some(agent.to_owned()), text: text.to_owned(), picks };
    world.app.mcp_take(take).await.map(|file| file.text)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_clients_text_is_recognised_and_shown_as_it_would_run() {
    let (world, agent) = village().await;
    for (text, client, target) in [
        (
            r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "files", "/data"]}}}"#,
            PastedClient::ClaudeDesktop,
            "npx -y files /data",
        ),
        (
            r#"{"mcpServers": {"a": {"type": "http", "url": "https://x.example/mcp"}}}"#,
            PastedClient::ClaudeCode,
            "https://x.example/mcp",
        ),
        (
            r#"{"servers": {"a": {"type": "stdio", "command": "uvx", "args": ["time"]}}, "inputs": []}"#,
            PastedClient::VsCode,
            "uvx time",
        ),
        (
            r#"{"mcpServers": {"a": {"url": "https://x.example/mcp", "headers": {}}}}"#,
            PastedClient::Cursor,
            "https://x.example/mcp",
        ),
        (
            r#"{"mcpServers": {"a": {"serverUrl": "https://x.example/mcp"}}}"#,
            PastedClient::Windsurf,
            "https://x.example/mcp",
        ),
        (
            r#"{"mcpServers": {"a": {"command": "node", "args": ["s.js"], "autoApprove": ["x"]}}}"#,
            PastedClient::Cline,
            "node s.js",
        ),
        (
            r#"{"theme": "x", "mcpServers": {"a": {"httpUrl": "https://x.example/mcp", "trust": true}}}"#,
            PastedClient::Gemini,
            "https://x.example/mcp",
        ),
    ] {
        let pasted = paste(&world, &agent, text).await.unwrap();
        assert_eq!(pasted.client, client, "{text}");
        assert_eq!(pasted.servers[0].target, target, "{text}");
        assert!(pasted.problems.is_empty(), "{text}");
        // Taken, it means the same.
        let rename = format!("a-{client:?}");
        let picks = vec![PastedPick { rename: rename.clone(), ..pick("a") }];
        take(&world, &agent, text, picks).await.unwrap();
        let file =
            world.app.mcp_get(McpId { village: world.id.clone(), agent: Some(agent.clone()) }).await.unwrap();
        let server = file.servers.iter().find(|server| server.name == rename).unwrap();
        assert_eq!((server.target.as_str(), server.state), (target, ServerState::NeedsApproval), "{text}");
    }
    let none = paste(&world, &agent, "{ not json").await.unwrap_err();
    assert_eq!((none.code.as_str(), none.args["reason"].as_str()), ("mcp-json", "syntax"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_to_look_at_twice_is_named() {
    let (world, agent) = village().await;
    let text = r#"{"mcpServers": {
        "old": {"type": "sse", "url": "https://x.example/sse"},
        "bridge": {"command": "npx", "args": ["-y", "mcp-remote", "https://x.example/mcp"]},
        "line": {"command": "uvx notes --all"},
        "root": {"command": "sudo", "args": ["tool", "/"]},
        "asks": {"url": "https://x.example/mcp", "headers": {"X-Key": "${UNSET_HERE_1}"}},
        "broken": {"type": "http"}
    }}"#;
    let pasted = paste(&world, &agent, text).await.unwrap();
    let server = |name: &str| pasted.servers.iter().find(|server| server.name == name).unwrap();
    assert_eq!(server("old").transport, "sse");
    assert_eq!(server("bridge").native.as_deref(), Some("https://x.example/mcp"));
    assert_eq!(server("line").split.as_deref(), Some("uvx notes --all"));
    assert_eq!(server("root").cautions, ["elevates", "wide_folder"]);
    let variables = &server("asks").variables;
    assert_eq!((variables[0].name.as_str(), variables[0].set), ("UNSET_HERE_1", false));
    assert_eq!(pasted.problems.len(), 1);
    assert_eq!(pasted.problems[0].args["server"], "broken");

    let picks =
        vec![PastedPick { native: true, ..pick("bridge") }, PastedPick { split: true, ..pick("line") }];
    let file = take(&world, &agent, text, picks).await.unwrap();
    let file: serde_json::Value = serde_json::from_str(&file).unwrap();
    assert_eq!(file["mcpServers"]["bridge"]["url"], "https://x.example/mcp");
    assert_eq!(file["mcpServers"]["line"], json!({"command": "uvx", "args": ["notes", "--all"]}));
    // A name that is there is not replaced behind anybody's back.
    let again = take(&world, &agent, text, vec![pick("line")]).await.unwrap_err();
    assert_eq!(again.args["reason"], "duplicate");
    assert_eq!(paste(&world, &agent, text).await.unwrap().servers[2].free_name, "line-2");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn comments_and_unknown_fields_stay() {
    let (world, agent) = village().await;
    let before = "{\n  // mine\n  \"mcpServers\": {\n    \"a\": {\"command\": \"x\", \"mine\": 1} // keep\n  },\n  \"other\": true\n}\n";
    let id = || Some(agent.clone());
    let set = fuseforks_contract::mcp::McpSet {
        village: world.id.clone(),
        agent: id(),
        text: before.to_owned(),
        approve: false,
    };
    world.app.mcp_set(set).await.unwrap();
    let text = r#"{"mcpServers": {"b": {"command": "y", "zebra": {"stripes": 3}}}}"#;
    let file = take(&world, &agent, text, vec![pick("b")]).await.unwrap();
    for kept in ["// mine", "// keep", "\"mine\": 1", "\"other\": true", "\"zebra\"", "\"stripes\": 3"] {
        assert!(file.contains(kept), "{kept} in {file}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_secret_goes_into_the_store_and_to_its_own_address_only() {
    let (world, agent) = village().await;
    let tools = Toolbox::start(&["look"], |_| toolbox::result(&[toolbox::text("seen")]).into()).await;
    let text = json!({"mcpServers": {"hub": {
        "url": tools.url(), "headers": {"Authorization": format!("Bearer {TOKEN}")}
    }}})
    .to_string();
    let pasted = paste(&world, &agent, &text).await.unwrap();
    assert_eq!(pasted.servers[0].secrets, ["Authorization"]);
    assert!(!serde_json::to_string(&pasted).unwrap().contains(TOKEN));
    let file = take(&world, &agent, &text, vec![pick("hub")]).await.unwrap();
    assert!(!file.contains(TOKEN) && file.contains("Bearer ${input:hub-authorization}"), "{file}");

    let test =
        |text: &str| McpTest { village: world.id.clone(), text: text.to_owned(), server: "hub".to_owned() };
    let report = world.app.mcp_test(test(&file)).await.unwrap();
    assert_eq!(report.tools.len(), 1);
    assert!(tools.headers().iter().any(|header| header == &format!("Bearer {TOKEN}")), "it was sent there");

    // The same entry for another address: nothing is found, nothing is sent.
    let other = Listener::start().await;
    let moved = file.replace(&tools.url(), &other.url("/mcp"));
    let refused = world.app.mcp_test(test(&moved)).await.unwrap_err();
    assert_eq!(
        (refused.args["code"].as_str(), refused.args["detail"].as_str()),
        ("VARIABLE_UNSET", "input:hub-authorization")
    );
    assert_eq!(other.knocks(), 0, "an unset variable is never sent");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_value_that_is_asked_for_can_be_entered_later() {
    let (world, agent) = village().await;
    let tools = Toolbox::start(&["look"], |_| toolbox::result(&[toolbox::text("seen")]).into()).await;
    let text = json!({
        "inputs": [{"id": "token", "type": "promptString", "description": "API token", "password": true}],
        "servers": {"hub": {"type": "http", "url": tools.url(), "headers": {"X-Token": "${input:token}"}}}
    })
    .to_string();
    let pasted = paste(&world, &agent, &text).await.unwrap();
    let variable = &pasted.servers[0].variables[0];
    assert_eq!((variable.name.as_str(), variable.set), ("input:token", false));
    assert_eq!(variable.description.as_deref(), Some("API token"));
    let file = take(&world, &agent, &text, vec![pick("hub")]).await.unwrap();
    let test = || McpTest { village: world.id.clone(), text: file.clone(), server: "hub".to_owned() };
    assert_eq!(world.app.mcp_test(test()).await.unwrap_err().args["code"], "VARIABLE_UNSET");
    assert!(tools.headers().is_empty());
    let set = |value: &str| InputSet {
        village: world.id.clone(),
        agent: Some(agent.clone()),
        server: "hub".to_owned(),
        input: "token".to_owned(),
        value: value.to_owned(),
    };
    assert_eq!(world.app.input_set(set(" \n")).await.unwrap_err().code, "input-value");
    world.app.input_set(set(TOKEN)).await.unwrap();
    world.app.mcp_test(test()).await.unwrap();
    assert!(tools.headers().iter().any(|header| header == TOKEN));
}
