//! Nothing secret in an error, a log line or a debug text, whatever a server does with it.

use std::{
    collections::BTreeMap,
    io::Write,
    sync::{Arc, Mutex},
};

use axum::{Router, http::StatusCode, routing::any};
use fuseforks_mcp::{Fleet, FleetEntry, Pool, config::ServerEntry, host::NoHost};
use serde_json::json;
use tokio_util::sync::CancellationToken;
use tracing_subscriber::fmt::MakeWriter;

use crate::support::{Mock, MockEra, Reply, connect, expanded, limits, text, tool};

const SECRETS: [&str; 5] = ["sk-test-123", "querysecret", "pathsecret", "bodysecret", "passw0rd"];

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;
    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

fn clean(text: &str, what: &str) {
    for secret in SECRETS {
        assert!(!text.contains(secret), "{what}: {secret} in {text}");
    }
}

fn entry(url: &str) -> ServerEntry {
    let headers = BTreeMap::from([("Authorization".to_owned(), "Bearer sk-test-123".to_owned())]);
    let url = url.replace("http://", "http://ann:passw0rd@") + "?token=querysecret&x=pathsecret";
    ServerEntry::http("nik", &url, headers)
}

/// Everything this crate logs at any level, and what the libraries below it log at the level the product keeps.
fn logged(work: impl Future<Output = ()>) -> String {
    let log = Log::default();
    let filter = tracing_subscriber::EnvFilter::new("warn,fuseforks_mcp=trace");
    let subscriber =
        tracing_subscriber::fmt().with_writer(log.clone()).with_env_filter(filter).with_ansi(false).finish();
    // One thread, so that the subscriber sees all of it.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    tracing::subscriber::with_default(subscriber, || runtime.block_on(work));
    String::from_utf8(log.0.lock().unwrap().clone()).unwrap()
}

#[test]
fn logs_errors_and_debug_texts_hold_no_secret() {
    let log = logged(run());
    assert!(!log.is_empty(), "something was logged");
    clean(&log, "log");
}

/// What a child prints may hold anything: the log gets its length alone.
#[test]
fn noise_leaves_lines_without_its_words() {
    let log = logged(async {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/server.py");
        let args = vec![script.to_owned(), "noisy".to_owned()];
        let entry = expanded(ServerEntry::stdio("s", "python3", args, BTreeMap::new()));
        connect(&entry, &limits()).await.unwrap().close().await;
    });
    let noise: Vec<_> = log.lines().filter(|line| line.contains("a line that is no message")).collect();
    // `Starting...` with its carriage return, as the child wrote it.
    assert!(noise.iter().any(|line| line.contains("DEBUG") && line.contains("bytes=12")), "{log}");
    assert!(!log.contains("Starting") && !log.contains("ready\u{1b}") && !log.contains("{half"), "{log}");
}

#[test]
fn a_tool_that_cannot_be_named_leaves_one_line_and_the_others_work() {
    let log = logged(async {
        let mock = Mock::builder(MockEra::Legacy)
            .list(|_| json!({"tools": [tool(""), tool("look"), tool("focus")]}))
            .on_call(|_| async { Reply::Done(text("seen")) })
            .start();
        let entry = FleetEntry::expanded(ServerEntry::http("nik", &mock.url, BTreeMap::new()), &|_| None);
        let fleet = Fleet::start(&Pool::default(), vec![entry], limits(), Arc::new(NoHost));
        fleet.settled(std::time::Duration::from_secs(5)).await;
        let mut names: Vec<_> = fleet.tools().iter().map(|tool| tool.exposed.clone()).collect();
        names.sort();
        assert_eq!(names, ["nik__focus", "nik__look"]);
        fleet.call("nik__look", json!({}), CancellationToken::new(), None).await.unwrap();
        fleet.close().await;
    });
    let lines: Vec<_> = log.lines().filter(|line| line.contains("tools without a name")).collect();
    assert!(!lines.is_empty(), "{log}");
    assert!(lines.iter().all(|line| line.contains("WARN") && line.ends_with("server=nik tools=1")), "{log}");
}

async fn run() {
    // Refused, unknown host, statuses with a page that repeats the key.
    for url in ["http://127.0.0.1:9/mcp", "http://no-such-host.invalid/mcp"] {
        let error = connect(&expanded(entry(url)), &limits()).await.unwrap_err();
        clean(&format!("{error} {error:?}"), "refused");
    }
    for code in [400, 401, 403, 404, 500, 503, 302] {
        let app = Router::new().route(
            "/mcp",
            any(move || async move {
                let page = "key sk-test-123 is wrong, bodysecret, passw0rd";
                (
                    StatusCode::from_u16(code).unwrap(),
                    [("location", "http://127.0.0.1:9/?t=querysecret")],
                    page,
                )
            }),
        );
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, app).await });
        let error = connect(&expanded(entry(&url)), &limits()).await.unwrap_err();
        clean(&format!("{error} {error:?}"), "status");
    }
    // A server that repeats the key in its errors and answers with garbage.
    let mut mock = Mock::builder(MockEra::Legacy)
        .on_call(|call| async move {
            match call.arguments["how"].as_str() {
                Some("error") => Reply::Error(
                    json!({"code": -1, "message": "key sk-test-123 for ann:passw0rd, querysecret"}),
                ),
                Some("status") => Reply::Status(500),
                _ => Reply::Body("application/json", b"{\"bodysecret\": \"sk-test-123".to_vec()),
            }
        })
        .start();
    let entry = entry(&mock.url);
    let fleet = Fleet::start(
        &Pool::default(),
        vec![FleetEntry::expanded(entry.clone(), &|_| None)],
        limits(),
        Arc::new(NoHost),
    );
    fleet.settled(std::time::Duration::from_secs(5)).await;
    for how in ["error", "status", "garbage"] {
        let arguments = json!({"how": how, "key": "bodysecret"});
        let error = fleet.call("nik__look", arguments, CancellationToken::new(), None).await.unwrap_err();
        clean(&format!("{error} {error:?}"), how);
    }
    mock.kill();
    let error = fleet.call("nik__look", json!({}), CancellationToken::new(), None).await.unwrap_err();
    clean(&format!("{error} {error:?}"), "killed");
    clean(&format!("{entry:?} {fleet:?} {:?}", fleet.server("nik")), "debug");
    let stdio = ServerEntry::stdio(
        "x",
        "tool",
        vec!["--key=sk-test-123".to_owned()],
        BTreeMap::from([("KEY".to_owned(), "sk-test-123".to_owned())]),
    );
    clean(&format!("{stdio:?} {:?}", stdio.transport), "debug");
    fleet.close().await;
}
