//! The official conformance suite, run against a thin driver of our client and against the camera stand-in.
//!
//! `tests/servers/known-gaps.yml` lists what does not pass; the suite fails when something else does not, and
//! when something listed does.

use crate::support::{installed, sources};
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

/// The suite, on the Node.js that came with it: it needs a newer one than most machines have.
fn suite(arguments: &[&str]) -> Output {
    let folder = installed();
    let results = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(folder.join("node_modules/node/bin/node"));
    command
        .arg(folder.join("node_modules/@modelcontextprotocol/conformance/dist/index.js"))
        .args(arguments)
        .arg("--expected-failures")
        .arg(sources().join("known-gaps.yml"))
        .arg("-o")
        .arg(results.path())
        .env("NO_PROXY", "127.0.0.1,localhost")
        .env("no_proxy", "127.0.0.1,localhost")
        .current_dir(results.path());
    command.output().expect("the suite runs")
}

fn passes(output: &Output) {
    let words = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    let tail = |text: &str| text.lines().rev().take(60).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("\n");
    assert!(output.status.success(), "{}\n{}", tail(&words), tail(&errors));
}

fn client(revision: &str) {
    let driver = driver().display().to_string();
    passes(&suite(&["client", "--command", &driver, "--requirements", revision]));
}

#[test]
fn a_client_of_the_revision_with_sessions() {
    client("2025-11-25");
}

#[test]
fn a_client_of_the_stateless_revision() {
    client("2026-07-28");
}

#[test]
fn the_camera_stand_in_as_a_server() {
    let camera = camera::start(CameraOptions::default()).expect("a camera");
    for (scenario, revision) in [
        ("server-initialize", "2025-11-25"),
        ("ping", "2025-11-25"),
        ("tools-list", "2025-11-25"),
        ("server-sse-multiple-streams", "2025-11-25"),
        ("dns-rebinding-protection", "2025-11-25"),
        ("http-header-validation", "2026-07-28"),
    ] {
        passes(&suite(&["server", "--url", &camera.url(), "--scenario", scenario, "--spec-version", revision]));
    }
}
