//! Local servers: their streams, their end, and what they may know.
#![cfg(unix)]

use std::{
    collections::BTreeMap,
    path::PathBuf,
    time::{Duration, Instant},
};

use fuseforks_mcp::{CallError, ConnectError, Era, Limits, Server, SpawnFailure, config::ServerEntry};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::support::{call, connect, connect_as, eventually, expanded, limits, words};

fn script() -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/server.py").display().to_string()
}

fn entry_with(words: &[&str], env: &[(&str, &str)]) -> ServerEntry {
    let mut args = vec![script()];
    args.extend(words.iter().map(|word| (*word).to_owned()));
    let env = env.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    expanded(ServerEntry::stdio("script", "python3", args, env))
}

fn entry(words: &[&str]) -> ServerEntry {
    entry_with(words, &[])
}

async fn call_with(
    server: &Server,
    tool: &str,
    arguments: Value,
) -> Result<fuseforks_mcp::result::CallResult, CallError> {
    server.call(tool, arguments, CancellationToken::new(), None).await
}

async fn pid(server: &Server) -> u32 {
    words(&call(server, "pid").await.unwrap()).parse().unwrap()
}

fn alive(pid: u32) -> bool {
    // A zombie is gone as far as anybody can tell.
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
    stat.rsplit(')').next().is_some_and(|rest| !rest.trim_start().starts_with('Z'))
}

fn children(pid: u32) -> Vec<u32> {
    let mut found = Vec::new();
    for process in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(other) = process.file_name().to_string_lossy().parse::<u32>() else { continue };
        let Ok(stat) = std::fs::read_to_string(process.path().join("stat")) else { continue };
        let parent =
            stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1)?.parse::<u32>().ok());
        if parent == Some(pid) {
            found.push(other);
        }
    }
    found
}

#[tokio::test]
async fn a_local_server_of_either_era_is_started_and_called() {
    for (words_, era) in [
        (vec![], Era::Legacy),
        (vec!["modern"], Era::Modern),
        (vec!["noisy"], Era::Legacy),
        (vec!["noisy", "modern"], Era::Modern),
        (vec!["late"], Era::Legacy),
        (vec!["fragile"], Era::Legacy),
    ] {
        let server = connect(&entry(&words_), &limits()).await.unwrap_or_else(|e| panic!("{words_:?} {e:?}"));
        assert_eq!(server.era(), Some(era), "{words_:?}");
        let result = call_with(&server, "echo", json!({"a": "b\u{e9}"})).await.unwrap();
        assert_eq!(serde_json::from_str::<Value>(&words(&result)).unwrap(), json!({"a": "b\u{e9}"}));
        server.close().await;
    }
}

/// The library's own patience is ten seconds; the limit is kept here, and the era is worth remembering.
#[tokio::test]
async fn a_server_that_ignores_the_probe_is_found_out_and_never_probed_again() {
    let fast = Limits { probe: Duration::from_millis(500), ..limits() };
    let server = connect(&entry(&["silent"]), &fast).await.unwrap();
    assert_eq!(server.era(), Some(Era::Legacy));
    server.close().await;
    let start = Instant::now();
    let server = connect_as(&entry(&["silent"]), &limits(), Some(Era::Legacy)).await.unwrap();
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
    server.close().await;
}

#[tokio::test]
async fn a_child_knows_nothing_of_this_process_but_the_list() {
    let server = connect(&entry_with(&[], &[("OWN_KEY", "mine")]), &limits()).await.unwrap();
    let seen: BTreeMap<String, String> =
        serde_json::from_str(&words(&call(&server, "env").await.unwrap())).unwrap();
    assert_eq!(seen.get("OWN_KEY").map(String::as_str), Some("mine"));
    assert!(seen.contains_key("PATH") && seen.contains_key("HOME"), "{:?}", seen.keys());
    // The test runner sets these for the test process.
    for name in ["CARGO_MANIFEST_DIR", "CARGO_PKG_NAME", "RUST_BACKTRACE"] {
        assert!(!seen.contains_key(name), "{name}");
    }
    server.close().await;
}

#[tokio::test]
async fn a_command_that_is_not_there_or_may_not_run_is_a_fact() {
    let spawn = |command: &str| expanded(ServerEntry::stdio("x", command, Vec::new(), BTreeMap::new()));
    assert_eq!(
        connect(&spawn("no-such-program-anywhere"), &limits()).await.unwrap_err(),
        ConnectError::SpawnFailed { kind: SpawnFailure::NotFound }
    );
    let text = r#"{"servers": {"x": {"command": "python3", "cwd": "/no/such/folder"}}}"#;
    let entry = expanded(fuseforks_mcp::config::parse(text).unwrap().servers.remove(0));
    assert_eq!(
        connect(&entry, &limits()).await.unwrap_err(),
        ConnectError::SpawnFailed { kind: SpawnFailure::Folder }
    );
}

#[tokio::test]
async fn a_child_that_ends_leaves_its_code_and_last_words_without_colours_and_secrets() {
    let error = connect(&entry_with(&["exit"], &[("API_KEY", "sk-test-123")]), &limits()).await.unwrap_err();
    assert_eq!(
        error,
        ConnectError::Exited { code: Some(9), stderr_tail: "no camera found, key ***".to_owned() }
    );
}

#[tokio::test]
async fn a_mute_child_is_given_up_in_time_with_what_it_said() {
    let fast = Limits { connect: Duration::from_secs(5), ..limits() };
    let start = Instant::now();
    let error = connect(&entry(&["mute"]), &fast).await.unwrap_err();
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    let ConnectError::Timeout { stderr_tail, .. } = error else { panic!("{error:?}") };
    assert_eq!(stderr_tail, "waiting for a licence");
}

/// The one request that may not be cancelled.
#[tokio::test]
async fn a_handshake_that_is_given_up_is_not_cancelled() {
    for era in [None, Some(Era::Legacy)] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let entry = entry_with(&["shy"], &[("SERVER_LOG", log.to_str().unwrap())]);
        let fast = Limits { connect: Duration::from_secs(4), probe: Duration::from_secs(1), ..limits() };
        let error = connect_as(&entry, &fast, era).await.unwrap_err();
        assert_eq!(error.code(), "TIMEOUT", "{era:?} {error:?}");
        let seen = std::fs::read_to_string(&log).unwrap();
        let method = |line: &str| serde_json::from_str::<Value>(line).unwrap()["method"].clone();
        let seen: Vec<Value> = seen.lines().map(method).collect();
        assert!(seen.contains(&json!("initialize")), "{era:?} {seen:?}");
        assert!(!seen.contains(&json!("notifications/cancelled")), "{era:?} {seen:?}");
    }
}

#[tokio::test]
async fn a_child_that_dies_under_a_call_says_why_and_is_started_again() {
    let server = connect(&entry(&[]), &limits()).await.unwrap();
    let first = pid(&server).await;
    let start = Instant::now();
    let error = call(&server, "die").await.unwrap_err();
    assert_eq!(
        error,
        CallError::Connection(ConnectError::Exited { code: Some(7), stderr_tail: "out of film".to_owned() })
    );
    assert!(start.elapsed() < Duration::from_secs(3));
    let second = pid(&server).await;
    assert_ne!(first, second);
    server.close().await;
}

#[tokio::test]
async fn a_child_killed_from_outside_comes_back_on_the_next_call() {
    let server = connect(&entry(&[]), &limits()).await.unwrap();
    let first = pid(&server).await;
    std::process::Command::new("kill").args(["-9", &first.to_string()]).status().unwrap();
    eventually("gone", async || !alive(first)).await;
    let second = pid(&server).await;
    assert_ne!(first, second);
    server.close().await;
}

#[tokio::test]
async fn closing_takes_children_and_grandchildren_along_in_time() {
    for words_ in [vec![], vec!["parent"], vec!["parent", "stubborn"]] {
        let server = connect(&entry(&words_), &limits()).await.unwrap();
        let leaf = pid(&server).await;
        let mut family = children(leaf);
        family.push(leaf);
        if words_.contains(&"stubborn") {
            assert_eq!(family.len(), 2, "a server and its helper");
        }
        assert!(family.iter().all(|pid| alive(*pid)));
        let start = Instant::now();
        server.close().await;
        assert!(start.elapsed() < Duration::from_secs(5), "{words_:?} {:?}", start.elapsed());
        eventually("all gone", async || family.iter().all(|pid| !alive(*pid))).await;
    }
}

#[tokio::test]
async fn twenty_rounds_leave_no_process_behind() {
    let rounds = (0..20).map(|_| async {
        let server = connect_as(&entry(&["parent"]), &limits(), Some(Era::Legacy)).await.unwrap();
        let pid = pid(&server).await;
        // Dropping is enough; closing only waits for it.
        drop(server);
        pid
    });
    let all = futures_util::future::join_all(rounds).await;
    eventually("all gone", async || all.iter().all(|pid| !alive(*pid))).await;
}

/// The end of the program closes the child's input; a child that listens ends by itself.
#[test]
fn a_killed_program_leaves_no_child_behind() {
    if let Some(path) = std::env::var_os("MCP_ORPHAN_CHILD") {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let server = connect(&entry(&["parent"]), &limits()).await.unwrap();
            std::fs::write(path, pid(&server).await.to_string()).unwrap();
            std::future::pending::<()>().await;
        });
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let note = folder.path().join("pid");
    let mut program = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "stdio::a_killed_program_leaves_no_child_behind"])
        .env("MCP_ORPHAN_CHILD", &note)
        .spawn()
        .unwrap();
    let leaf: u32 = loop {
        match std::fs::read_to_string(&note).ok().and_then(|text| text.parse().ok()) {
            Some(pid) => break pid,
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    assert!(alive(leaf));
    program.kill().unwrap();
    program.wait().unwrap();
    for _ in 0..250 {
        if !alive(leaf) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("still alive");
}

#[tokio::test]
async fn stop_and_timeout_reach_a_local_server_with_the_right_id() {
    for modern in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let words_: &[&str] = if modern { &["modern"] } else { &[] };
        let entry = entry_with(words_, &[("SERVER_LOG", log.to_str().unwrap())]);
        let idle = Duration::from_millis(700);
        let server = connect(&entry, &Limits { idle, ..limits() }).await.unwrap();
        let cancel = CancellationToken::new();
        let running = server.call("sleep", json!({"seconds": 2}), cancel.clone(), None);
        let stop = async {
            tokio::time::sleep(Duration::from_millis(200)).await;
            cancel.cancel();
        };
        let (stopped, ()) = tokio::join!(running, stop);
        assert_eq!(stopped.unwrap_err(), CallError::Cancelled);
        let timed_out = call_with(&server, "sleep", json!({"seconds": 2})).await.unwrap_err();
        assert_eq!(timed_out.code(), "TIMEOUT");
        let seen = || -> Vec<Value> {
            let text = std::fs::read_to_string(&log).unwrap_or_default();
            text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
        };
        eventually("both told", async || {
            seen().iter().filter(|m| m["method"] == "notifications/cancelled").count() == 2
        })
        .await;
        let of = |method: &str| seen().into_iter().filter(|m| m["method"] == method).collect::<Vec<_>>();
        let (calls, cancelled) = (of("tools/call"), of("notifications/cancelled"));
        for (call, cancelled) in calls.iter().zip(&cancelled) {
            assert_eq!(call["id"], cancelled["params"]["requestId"]);
        }
        assert_eq!(cancelled[0]["params"]["reason"], "cancelled");
        assert_eq!(cancelled[1]["params"]["reason"], "timeout");
        // The late answers find nobody.
        tokio::time::sleep(Duration::from_millis(1200)).await;
        let echo = call_with(&server, "echo", json!({"n": 1})).await.unwrap();
        assert_eq!(words(&echo), r#"{"n": 1}"#);
        server.close().await;
    }
}

#[tokio::test]
async fn a_line_over_the_limit_is_refused_and_the_server_stays_usable() {
    for words_ in [vec![], vec!["modern"]] {
        let small = Limits { max_message: 200_000, ..limits() };
        let server = connect(&entry(&words_), &small).await.unwrap();
        for tool in ["big", "tail_id"] {
            let start = Instant::now();
            let error = call_with(&server, tool, json!({"size": 300_000})).await.unwrap_err();
            assert_eq!(error, CallError::TooLarge { limit: 200_000 }, "{tool}");
            assert!(start.elapsed() < Duration::from_secs(2));
            assert_eq!(call_with(&server, tool, json!({"size": 150_000})).await.unwrap().blocks.len(), 1);
        }
        server.close().await;
    }
}

/// The library drops a line over 16 MiB without a word; 40 MB are under the product's limit.
#[tokio::test]
async fn a_line_of_forty_megabytes_arrives() {
    let server = connect(&entry(&[]), &Limits { idle: Duration::from_secs(60), ..limits() }).await.unwrap();
    let result = call_with(&server, "big", json!({"size": 40_000_000})).await.unwrap();
    let fuseforks_mcp::result::Block::Image { data_base64, .. } = &result.blocks[0] else { panic!() };
    assert_eq!(data_base64.len(), 40_000_000);
    server.close().await;
}

#[tokio::test]
async fn a_flood_on_the_error_output_blocks_nothing() {
    let server = connect(&entry(&[]), &limits()).await.unwrap();
    let result = call_with(&server, "stderr", json!({"size": 5_000_000})).await.unwrap();
    assert_eq!(words(&result), "written");
    server.close().await;
}

#[tokio::test]
async fn progress_keeps_a_local_call_alive() {
    let server =
        connect(&entry(&[]), &Limits { idle: Duration::from_millis(1500), ..limits() }).await.unwrap();
    let result = call_with(&server, "progress", json!({"steps": 20})).await.unwrap();
    assert_eq!(words(&result), "done");
    server.close().await;
}

#[tokio::test]
async fn a_command_that_fails_again_and_again_is_not_started_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("starts");
    let shell = format!("echo x >> {}; exit 1", log.display());
    let entry = expanded(ServerEntry::stdio("x", "sh", vec!["-c".to_owned(), shell], BTreeMap::new()));
    let few = Limits { max_spawns: 3, retry_first: Duration::from_millis(20), ..limits() };
    let server =
        Server::start(&entry, &few, std::sync::Arc::new(fuseforks_mcp::host::NoHost), Some(Era::Legacy));
    eventually("given up", async || {
        matches!(server.state(), fuseforks_mcp::ServerState::Failed { retry_in: None, .. })
    })
    .await;
    let starts = || std::fs::read_to_string(&log).unwrap().lines().count();
    assert_eq!(starts(), 3);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(starts(), 3);
    // A person or a call may still try.
    server.retry();
    eventually("started once more", async || starts() == 4).await;
}
