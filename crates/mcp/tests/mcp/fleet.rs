//! Many servers of one owner.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use fuseforks_mcp::{
    CallError, ConnectError, Era, Fleet, FleetEntry, Launch, Limits, Pool, Status,
    config::{ServerEntry, parse},
    host::{Host, NoHost},
};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::support::{Listener, Mock, MockEra, Reply, eventually, limits, text, tool, words};

fn nobody() -> Arc<dyn Host> {
    Arc::new(NoHost)
}

fn named(name: &str, url: &str) -> FleetEntry {
    FleetEntry::expanded(ServerEntry::http(name, url, BTreeMap::new()), &|_| None)
}

fn status(fleet: &Fleet, name: &str) -> Status {
    let list = fleet.status().borrow().clone();
    list.iter().find(|server| server.name == name).unwrap().status.clone()
}

fn names(fleet: &Fleet) -> Vec<String> {
    let mut names: Vec<String> = fleet.tools().into_iter().map(|tool| tool.exposed).collect();
    names.sort_unstable();
    names
}

async fn call(fleet: &Fleet, name: &str) -> Result<String, CallError> {
    fleet.call(name, json!({}), CancellationToken::new(), None).await.map(|result| words(&result))
}

fn saying(words: &'static str) -> Mock {
    Mock::builder(MockEra::Modern).on_call(move |_| async move { Reply::Done(text(words)) }).start()
}

#[tokio::test]
async fn one_failing_server_stops_no_other_and_each_has_its_status() {
    let good = saying("good");
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let off = parse(&format!(r#"{{"servers": {{"off": {{"url": "{}", "disabled": true}}}}}}"#, good.url));
    let entries = vec![
        named("good", &good.url),
        named("away", "http://127.0.0.1:9/mcp"),
        named("slow", &format!("http://{}/mcp", silent.local_addr().unwrap())),
        FleetEntry::expanded(off.unwrap().servers.remove(0), &|_| None),
        FleetEntry { launch: Launch::NeedsApproval, ..named("new", &good.url) },
        FleetEntry::expanded(
            ServerEntry::http("unset", "http://127.0.0.1:9/${NIK_PATH}", BTreeMap::new()),
            &|_| None,
        ),
    ];
    let start = Instant::now();
    let fleet = Fleet::start(&Pool::default(), entries, limits(), nobody());
    assert!(start.elapsed() < Duration::from_millis(500), "starting waits for nobody");
    eventually("good is ready", async || {
        status(&fleet, "good") == Status::Ready { era: Era::Modern, tools: 1, dropped: 0 }
    })
    .await;
    assert_eq!(call(&fleet, "good__look").await.unwrap(), "good");
    assert!(matches!(
        status(&fleet, "away"),
        Status::Failed { error: ConnectError::Unreachable { .. }, .. } | Status::Connecting
    ));
    assert_eq!(status(&fleet, "slow"), Status::Connecting);
    assert_eq!(status(&fleet, "off"), Status::Disabled);
    assert_eq!(status(&fleet, "new"), Status::NeedsApproval);
    assert_eq!(
        status(&fleet, "unset"),
        Status::Failed { error: ConnectError::VariableUnset { name: "NIK_PATH".to_owned() }, retry_in: None }
    );
    assert_eq!(names(&fleet), ["good__look"]);
    let start = Instant::now();
    fleet.settled(Duration::from_millis(300)).await;
    assert!(start.elapsed() < Duration::from_secs(1), "the slow one is not waited for");
}

#[tokio::test]
async fn a_later_entry_wins_tool_by_tool() {
    let shared = Mock::builder(MockEra::Modern)
        .list(|_| json!({"tools": [tool("look"), tool("status")]}))
        .on_call(|_| async { Reply::Done(text("shared")) })
        .start();
    let own = saying("own");
    let entries = vec![named("nik", &shared.url), named("nik", &own.url)];
    let fleet = Fleet::start(&Pool::default(), entries, limits(), nobody());
    fleet.settled(Duration::from_secs(5)).await;
    assert_eq!(names(&fleet), ["nik__look", "nik__status"]);
    assert_eq!(call(&fleet, "nik__look").await.unwrap(), "own");
    assert_eq!(call(&fleet, "nik__status").await.unwrap(), "shared");
    let print = |url: &str| ServerEntry::http("nik", url, BTreeMap::new()).fingerprint();
    let from: Vec<(String, String)> =
        fleet.tools().into_iter().map(|tool| (tool.exposed, tool.fingerprint)).collect();
    assert!(from.contains(&("nik__look".to_owned(), print(&own.url))));
    assert!(from.contains(&("nik__status".to_owned(), print(&shared.url))));
}

/// A dead server is a line of status: what waits for the fleet does not wait for its later tries.
#[tokio::test]
async fn a_server_that_is_tried_again_keeps_its_failure_on_show() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", silent.local_addr().unwrap());
    let short = Limits { connect: Duration::from_millis(400), ..limits() };
    let fleet = Fleet::start(&Pool::default(), vec![named("slow", &url)], short, nobody());
    fleet.settled(Duration::from_secs(5)).await;
    for _ in 0..40 {
        assert!(matches!(status(&fleet, "slow"), Status::Failed { .. }), "{:?}", status(&fleet, "slow"));
        let start = Instant::now();
        fleet.settled(Duration::from_secs(5)).await;
        assert!(start.elapsed() < Duration::from_millis(300));
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

#[tokio::test]
async fn odd_names_are_called_by_their_exposed_ones() {
    let long = "x".repeat(70);
    let tools: Vec<String> =
        ["live.view/image", "live_view_image", &long, "撮影", "", "Snap", "snap"].map(str::to_owned).to_vec();
    let listed = tools.clone();
    let mock = |listed: Vec<String>| {
        Mock::builder(MockEra::Legacy)
            .list(move |_| json!({"tools": listed.iter().map(|name| tool(name)).collect::<Vec<_>>()}))
            .on_call(|call| async move { Reply::Done(text(&call.tool)) })
            .start()
    };
    let (one, two) = (mock(listed.clone()), mock(listed));
    let entries = || vec![named("Nikon カメラ", &one.url), named("Nikon ビデオ", &two.url)];
    let fleet = Fleet::start(&Pool::default(), entries(), limits(), nobody());
    fleet.settled(Duration::from_secs(5)).await;
    let offered = fleet.tools();
    assert_eq!(offered.len(), 12, "the empty name has none");
    let mut seen = std::collections::HashSet::new();
    for tool in &offered {
        assert!(
            tool.exposed.len() <= 64 && seen.insert(tool.exposed.to_ascii_lowercase()),
            "{}",
            tool.exposed
        );
        assert!(tool.exposed.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-'));
        assert_eq!(call(&fleet, &tool.exposed).await.unwrap(), tool.tool.name);
        assert_eq!(fleet.target(&tool.exposed).unwrap().tool, tool.tool.name);
    }
    // A restart gives the same names.
    let mut backwards = entries();
    backwards.reverse();
    let again = Fleet::start(&Pool::default(), backwards, limits(), nobody());
    again.settled(Duration::from_secs(5)).await;
    assert_eq!(names(&again), names(&fleet));
}

#[tokio::test]
async fn two_owners_share_one_connection_and_each_hears_of_changes() {
    let mock = Mock::builder(MockEra::Legacy).start();
    let pool = Pool::default();
    let (first, second) = (Arc::new(Listener::default()), Arc::new(Listener::default()));
    let a = Fleet::start(&pool, vec![named("nik", &mock.url)], limits(), first.clone());
    let b = Fleet::start(&pool, vec![named("camera", &mock.url)], limits(), second.clone());
    a.settled(Duration::from_secs(5)).await;
    b.settled(Duration::from_secs(5)).await;
    assert_eq!((pool.connections(), mock.count("initialize")), (1, 1));
    assert_eq!(names(&a), ["nik__look"]);
    assert_eq!(names(&b), ["camera__look"]);
    eventually("a standing stream", async || mock.streams() == 1).await;
    mock.list(|_| json!({"tools": [tool("new")]}));
    mock.announce();
    eventually("both lists", async || names(&a) == ["nik__new"] && names(&b) == ["camera__new"]).await;
    assert_eq!(first.changed.lock().unwrap().last().map(String::as_str), Some("nik"));
    assert_eq!(second.changed.lock().unwrap().last().map(String::as_str), Some("camera"));
    a.close().await;
    assert_eq!(call(&b, "camera__new").await.unwrap(), "ran new");
    drop(b);
    eventually("closed", async || pool.connections() == 0).await;
}

#[tokio::test]
async fn different_values_do_not_share_a_connection() {
    let mock = Mock::builder(MockEra::Legacy).start();
    let pool = Pool::default();
    let with_key = |key: &str| {
        let key = key.to_owned();
        let headers = BTreeMap::from([("Authorization".to_owned(), "Bearer ${KEY}".to_owned())]);
        FleetEntry::expanded(ServerEntry::http("nik", &mock.url, headers), &move |_| Some(key.clone()))
    };
    let a = Fleet::start(&pool, vec![with_key("one")], limits(), nobody());
    let b = Fleet::start(&pool, vec![with_key("two")], limits(), nobody());
    a.settled(Duration::from_secs(5)).await;
    b.settled(Duration::from_secs(5)).await;
    assert_eq!(pool.connections(), 2);
}

#[tokio::test]
async fn a_changed_configuration_touches_only_what_changed() {
    let (one, two) = (saying("one"), saying("two"));
    let fleet =
        Fleet::start(&Pool::default(), vec![named("a", &one.url), named("b", &two.url)], limits(), nobody());
    fleet.settled(Duration::from_secs(5)).await;
    let before = one.count("server/discover");
    fleet.replace(vec![named("c", &two.url), named("a", &one.url)]);
    fleet.settled(Duration::from_secs(5)).await;
    assert_eq!(one.count("server/discover"), before, "kept");
    assert_eq!(names(&fleet), ["a__look", "c__look"]);
    assert_eq!(call(&fleet, "a__look").await.unwrap(), "one");
    assert_eq!(call(&fleet, "c__look").await.unwrap(), "two");
    assert_eq!(call(&fleet, "b__look").await.unwrap_err(), CallError::ToolUnknown);
}

#[tokio::test]
async fn an_approved_server_starts_then_and_not_before() {
    let mock = saying("hello");
    let waiting = FleetEntry { launch: Launch::NeedsApproval, ..named("nik", &mock.url) };
    let fleet = Fleet::start(&Pool::default(), vec![waiting], limits(), nobody());
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(mock.inner.methods.lock().unwrap().is_empty(), "nothing is sent before a person agreed");
    let Launch::Go(expanded) = named("nik", &mock.url).launch else { panic!() };
    fleet.launch_server("nik", Launch::Go(expanded));
    fleet.settled(Duration::from_secs(5)).await;
    assert_eq!(call(&fleet, "nik__look").await.unwrap(), "hello");
}

#[tokio::test]
async fn a_sign_in_is_a_status_of_its_own() {
    use axum::{Router, http::StatusCode, routing::any};
    let app = Router::new().route(
        "/mcp",
        any(|| async { (StatusCode::UNAUTHORIZED, [("www-authenticate", "Bearer realm=\"x\"")]) }),
    );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await });
    let fleet = Fleet::start(&Pool::default(), vec![named("remote", &url)], limits(), nobody());
    fleet.settled(Duration::from_secs(5)).await;
    assert_eq!(status(&fleet, "remote"), Status::SignIn { challenge: Some("Bearer realm=\"x\"".to_owned()) });
    let error = fleet.server("remote").unwrap().ready().await.unwrap_err();
    assert_eq!(error.code(), "SIGN_IN_NEEDED");
}

#[tokio::test]
async fn hidden_tools_are_neither_offered_nor_callable() {
    let mock = Mock::builder(MockEra::Modern)
        .list(|_| json!({"tools": [tool("look"), tool("erase"), tool("format")]}))
        .start();
    let file = format!(
        r#"{{"servers": {{"nik": {{"url": "{}", "disabledTools": ["erase", "format"]}}}}}}"#,
        mock.url
    );
    let entry = FleetEntry::expanded(parse(&file).unwrap().servers.remove(0), &|_| None);
    let fleet = Fleet::start(&Pool::default(), vec![entry], limits(), nobody());
    fleet.settled(Duration::from_secs(5)).await;
    assert_eq!(names(&fleet), ["nik__look"]);
    assert_eq!(call(&fleet, "nik__erase").await.unwrap_err(), CallError::ToolUnknown);
    let server = fleet.server("nik").unwrap();
    let error = server.call("erase", json!({}), CancellationToken::new(), None).await.unwrap_err();
    assert_eq!((error, mock.count("tools/call")), (CallError::ToolUnknown, 0));
}

#[tokio::test]
async fn a_name_offered_just_before_a_change_still_works() {
    let mock = Mock::builder(MockEra::Legacy).list(|_| json!({"tools": [tool("Snap")]})).start();
    let fleet = Fleet::start(&Pool::default(), vec![named("nik", &mock.url)], limits(), nobody());
    fleet.settled(Duration::from_secs(5)).await;
    assert_eq!(names(&fleet), ["nik__Snap"]);
    eventually("a standing stream", async || mock.streams() == 1).await;
    // A second tool that differs only in case renames the first.
    mock.list(|_| json!({"tools": [tool("Snap"), tool("snap")]}));
    mock.announce();
    eventually("two tools", async || fleet.tools().len() == 2).await;
    assert!(!names(&fleet).contains(&"nik__Snap".to_owned()));
    assert_eq!(call(&fleet, "nik__Snap").await.unwrap(), "ran Snap");
}

/// Fifty servers of twenty tools each: names and tools of all of them are made in a few milliseconds.
#[tokio::test]
async fn a_thousand_tools_are_named_fast() {
    let mock = Mock::builder(MockEra::Modern)
        .list(|_| json!({"tools": (0..20).map(|n| tool(&format!("tool_{n}"))).collect::<Vec<_>>()}))
        .start();
    let entries = (0..50).map(|n| named(&format!("server_{n}"), &mock.url)).collect();
    let fleet = Fleet::start(&Pool::default(), entries, limits(), nobody());
    fleet.settled(Duration::from_secs(10)).await;
    assert_eq!(fleet.tools().len(), 1000);
    let start = Instant::now();
    for _ in 0..10 {
        assert_eq!(fleet.tools().len(), 1000);
    }
    assert!(start.elapsed() < Duration::from_millis(200), "{:?}", start.elapsed());
}
