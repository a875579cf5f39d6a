//! Where the programs are, and how a test talks to them.

use fuseforks_mcp::{
    Limits, Server,
    config::{self, ServerEntry},
    host::{Ask, ElicitAnswer, Elicitation, Host},
};
use fuseforks_tests::{PATIENCE, listener::free_port};
use fuseforks_village::{
    Language,
    text::Text,
    tool::{Converted, ResultLimits, convert},
};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// The folder with the installed programs: `FUSEFORKS_SERVERS_DIR`, else below the build folder.
pub(crate) fn installed() -> PathBuf {
    let below_target = || {
        let own = std::env::current_exe().expect("the test's own path");
        own.ancestors().nth(3).expect("the build folder").join("servers")
    };
    let folder = std::env::var_os("FUSEFORKS_SERVERS_DIR").map_or_else(below_target, PathBuf::from);
    assert!(
        folder.join("node_modules").is_dir(),
        "{} is missing: `cargo xtask test` installs it",
        folder.display()
    );
    folder
}

/// The repository's folder for these tests.
pub(crate) fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("servers")
}

/// The Python that has the packages.
pub(crate) fn python() -> String {
    let inside = if cfg!(windows) { "venv/Scripts/python.exe" } else { "venv/bin/python" };
    installed().join(inside).display().to_string()
}

/// The reference server's program.
pub(crate) fn everything() -> String {
    let file = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";
    installed().join(file).display().to_string()
}

/// Limits for busy machines.
fn limits() -> Limits {
    Limits { connect: PATIENCE * 2, first_connect_npx: PATIENCE * 2, ..Limits::default() }
}

/// An entry for a command.
pub(crate) fn command(program: &str, args: &[&str]) -> ServerEntry {
    let args = args.iter().map(|arg| (*arg).to_owned()).collect();
    config::expand(&ServerEntry::stdio("real", program, args, BTreeMap::new()), &|_| None)
        .expect("no variables")
}

/// An entry for an address.
pub(crate) fn address(url: &str) -> ServerEntry {
    config::expand(&ServerEntry::http("real", url, BTreeMap::new()), &|_| None).expect("no variables")
}

/// A person who accepts what a form starts with, and what was asked.
#[derive(Default)]
pub(crate) struct Person(pub(crate) Mutex<Vec<Elicitation>>);

#[async_trait::async_trait]
impl Host for Person {
    async fn elicit(&self, request: Elicitation) -> ElicitAnswer {
        let answer = match &request.ask {
            Ask::Form(form) => ElicitAnswer::Accept(form.defaults()),
            Ask::Url { .. } => ElicitAnswer::Decline,
        };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(request);
        answer
    }
}

/// A connected server.
pub(crate) async fn connect(entry: &ServerEntry, person: &Arc<Person>) -> Server {
    Server::connect(entry, &limits(), Arc::clone(person) as Arc<dyn Host>, None, CancellationToken::new())
        .await
        .unwrap_or_else(|error| panic!("{error:?}"))
}

/// What a call gives the model and the person.
pub(crate) async fn call(server: &Server, tool: &str, arguments: Value) -> Converted {
    let result = server
        .call(tool, arguments, CancellationToken::new(), None)
        .await
        .unwrap_or_else(|error| panic!("{tool}: {error:?}"));
    convert(result, Text::of(Language::En), &ResultLimits::default(), &|| false)
}

/// A server on a port, ended with the test.
pub(crate) struct Process {
    child: Child,
    pub(crate) port: u16,
}

impl Process {
    /// Starts it and waits until it listens.
    pub(crate) async fn start(make: impl FnOnce(u16) -> Command) -> Self {
        let port = free_port();
        let child = make(port)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let process = Self { child, port };
        let begun = Instant::now();
        while tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            assert!(begun.elapsed() < PATIENCE * 2, "no server on port {port}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        process
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
