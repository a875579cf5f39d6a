//! The binary: its one line, its flags, its end.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::http;

struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(arguments: &[&str]) -> (Program, Value) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fuseforks-sim"));
    let child =
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("started");
    let mut program = Program(child);
    let mut line = String::new();
    BufReader::new(program.0.stdout.as_mut().expect("stdout")).read_line(&mut line).expect("line");
    (program, serde_json::from_str(&line).expect("JSON"))
}

fn ends(program: &mut Program) -> bool {
    let deadline = Instant::now() + Duration::from_secs(5);
    while Instant::now() < deadline {
        if program.0.try_wait().expect("waited").is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

#[test]
fn it_ends_with_its_input() {
    let (mut program, line) = start(&["camera"]);
    assert!(line["url"].as_str().is_some_and(|url| url.ends_with("/mcp")));
    drop(program.0.stdin.take());
    assert!(ends(&mut program));
}

#[tokio::test]
async fn flags_reach_the_provider() {
    let (mut program, line) = start(&["provider", "openai-compat", "--status", "503"]);
    let url = format!("{}/chat/completions", line["url"].as_str().expect("url"));
    let response = http::client().post(&url).json(&json!({})).send().await.expect("sent");
    assert_eq!(response.status(), 503);
    let pid = program.0.id().to_string();
    Command::new("kill").args(["-TERM", &pid]).status().expect("kill");
    assert!(ends(&mut program));
}

#[test]
fn wrong_usage_says_so() {
    for arguments in [
        vec!["camera", "--scene", "two-colour:red,mauve"],
        vec!["camera", "--odd", "nothing"],
        vec!["camera", "--permission", "maybe"],
        vec!["provider", "telegraph"],
        vec!["provider", "anthropic", "--status", "200"],
        vec![],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fuseforks-sim"));
        let mut child =
            command.args(&arguments).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().expect("started");
        assert_eq!(child.wait().expect("waited").code(), Some(2), "{arguments:?}");
        let mut said = String::new();
        child.stderr.take().expect("stderr").read_to_string(&mut said).expect("text");
        assert!(!said.is_empty());
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_fuseforks-sim"));
    let failed =
        command.args(["provider", "anthropic", "--script", "/nonexistent"]).stderr(Stdio::null()).status();
    assert_eq!(failed.expect("ran").code(), Some(1));
}
