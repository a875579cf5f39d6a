//! Files that do not parse: refused with file, line and reason, and never overwritten.

use crate::support::{LOOK, plain_provider};
use fuseforks_contract::{
    Event, Failure, Host as _,
    agent::AgentSet,
    app::SettingsPatch,
    chat::{MessageSend, RowBody, ThreadAsk},
    mcp::{McpId, McpSet},
    village::{VillageAdd, VillageId, VillageSet},
};
use fuseforks_sim::provider::Wire;
use fuseforks_tests::{World, search::contents};
use std::{fs, path::Path};

/// The third line is where it goes wrong.
const BROKEN: &str = "{\n  \"mcpServers\": {\n    \"nik\": oops\n  }\n}\n";

fn says(failure: &Failure, code: &str, file: &Path, line: u32) {
    assert_eq!(failure.code, code, "{failure}");
    assert_eq!(failure.args["file"], file.display().to_string());
    assert_eq!(failure.args["line"], line.to_string(), "{failure}");
    assert!(!failure.args["reason"].is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broken_mcp_json_is_told_and_the_agent_goes_on_without_it() {
    let provider = plain_provider(Wire::Anthropic);
    let world = World::build().open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    let secrets = std::sync::Arc::clone(&world.app.services().secrets);
    let folder = world.folder().to_owned();
    let kept = world.close().await;
    let (own, shared) = (folder.join("agents").join(&agent).join("mcp.json"), folder.join("mcp.json"));
    fs::create_dir_all(own.parent().unwrap()).unwrap();
    fs::write(&own, BROKEN).unwrap();
    fs::write(&shared, "[]").unwrap();

    let world = World::again(&kept).secrets(secrets).open();
    let problems = world.view().await.problems;
    assert_eq!(problems.len(), 2, "{problems:?}");
    says(
        problems.iter().find(|why| why.args["file"] == own.display().to_string()).unwrap(),
        "mcp-json",
        &own,
        3,
    );
    let why = problems.iter().find(|why| why.args["file"] == shared.display().to_string()).unwrap();
    says(why, "mcp-json", &shared, 1);
    assert_eq!(why.args["reason"], "not_an_object");

    let told = world.say(&agent, "hello").await;
    assert_eq!((told.stop().as_str(), told.reply()), ("-", "ok"));
    let read =
        world.app.mcp_get(McpId { village: world.id.clone(), agent: Some(agent.clone()) }).await.unwrap();
    assert_eq!(read.text, BROKEN, "the person can mend it");
    says(&read.problem.unwrap(), "mcp-json", &own, 3);

    // Another broken text does not replace it, and neither does anything else that the village writes.
    let set =
        McpSet { village: world.id.clone(), agent: Some(agent.clone()), text: "{".into(), approve: true };
    says(&world.app.mcp_set(set).await.unwrap_err(), "mcp-json", &own, 1);
    world.max_rounds(&agent, 5).await;
    world.close().await;
    assert_eq!(fs::read_to_string(&own).unwrap(), BROKEN);
    assert_eq!(fs::read_to_string(&shared).unwrap(), "[]");

    let done = kept.program(&["village", "check", folder.to_str().unwrap()]).done().await;
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains(&format!("{}, line 3, column", own.display())), "{}", done.err);
    assert_eq!(done.err.lines().count(), 2, "one line a file: {}", done.err);
    assert_eq!(fs::read_to_string(&own).unwrap(), BROKEN);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mended_mcp_json_replaces_a_good_one_only_if_it_parses() {
    let world = World::build().open();
    let agent = world.agent("Mina", "").await;
    let good = "{\n  // with a comment, as editors allow\n  \"servers\": {}\n}\n";
    let set = |text: &str| McpSet {
        village: world.id.clone(),
        agent: Some(agent.clone()),
        text: text.to_owned(),
        approve: false,
    };
    world.app.mcp_set(set(good)).await.unwrap();
    assert!(world.app.mcp_set(set(BROKEN)).await.is_err());
    let path = world.folder().join("agents").join(&agent).join("mcp.json");
    assert_eq!(fs::read_to_string(path).unwrap(), good, "as the person left it, comments and all");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broken_village_json_keeps_the_village_closed_and_as_it_is() {
    for (text, line) in
        [("{\n  \"format\": 1,\n  \"id\": \n}", 4), ("", 1), ("{\"format\": 1}", 1), ("null", 1)]
    {
        let world = World::build().open();
        let folder = world.folder().to_owned();
        let path = folder.join("village.json");
        let kept = world.close().await;
        fs::write(&path, text).unwrap();
        let before = contents(&folder);

        let refused = World::again(&kept).try_open().err().unwrap();
        assert_eq!(refused.code, "file-json", "{text}: {refused}");
        assert_eq!(refused.args["file"], path.display().to_string());
        assert!(refused.args["line"].parse::<u32>().unwrap() <= line);
        assert!(!refused.args["reason"].is_empty());
        let done = kept.program(&["village", "check", folder.to_str().unwrap()]).done().await.failed();
        assert!(done.err.contains(path.to_str().unwrap()) && done.err.contains("line"), "{}", done.err);
        let listed = kept.program(&["village", "list"]).done().await.ok();
        assert!(listed.out.contains("village.json") && listed.out.contains("line"), "{}", listed.out);
        assert_eq!(contents(&folder), before, "not a byte of the folder changed");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broken_approvals_json_is_told_and_widens_nothing() {
    let tools = fuseforks_tests::toolbox::Toolbox::start(&["live_view_image"], |_| {
        fuseforks_tests::toolbox::result(&[fuseforks_tests::toolbox::text("ran")]).into()
    })
    .await;
    let provider = plain_provider(Wire::Anthropic);
    let world = World::build().asking(fuseforks_village::Asking::Nobody).open();
    let agent = world.agent_with(&provider, Wire::Anthropic, "nik", &tools.url()).await;
    let path = world.folder().join("agents").join(&agent).join("approvals.json");
    fs::write(&path, "{\n\"nik__live_view_image\": \"deny\",\n}").unwrap();
    let told = world.say(&agent, LOOK).await;
    assert_eq!(told.stop(), "-");
    assert_eq!(tools.calls().len(), 0, "a file that cannot be read may have said no");
    let secrets = std::sync::Arc::clone(&world.app.services().secrets);
    let kept = world.close().await;
    let world = World::again(&kept).secrets(secrets).open();
    let problems = world.view().await.problems;
    assert_eq!(problems.len(), 1, "{problems:?}");
    says(&problems[0], "file-json", &path, 3);
    assert_eq!(fs::read_to_string(&path).unwrap(), "{\n\"nik__live_view_image\": \"deny\",\n}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn broken_files_of_the_machine_are_left_alone() {
    for name in ["settings.json", "trust.json"] {
        let world = World::build().open();
        let patch = SettingsPatch { max_upload_mb: Some(16), ..SettingsPatch::default() };
        world.app.settings_set(&patch).expect("written");
        let folder = world.folder().to_owned();
        let kept = world.close().await;
        let path = kept.home().join(name);
        fs::write(&path, "{\n\"villages\": oops\n}").unwrap();
        let refused = World::again(&kept).try_open().err().unwrap();
        says(&refused, "file-json", &path, 2);
        let done = kept.program(&["session", "list", folder.to_str().unwrap()]).done().await.failed();
        assert!(done.err.contains(path.to_str().unwrap()), "{}", done.err);
        assert_eq!(fs::read_to_string(&path).unwrap(), "{\n\"villages\": oops\n}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_is_no_store_is_not_overwritten() {
    let world = World::build().open();
    let folder = world.folder().to_owned();
    let kept = world.close().await;
    let path = folder.join("sessions.redb");
    for garbage in ["these are notes of mine, not a database\n".repeat(200), String::new()] {
        fs::write(&path, &garbage).unwrap();
        assert_eq!(World::again(&kept).try_open().err().unwrap().code, "store-failed");
        let done = kept.program(&["session", "list", folder.to_str().unwrap()]).done().await.failed();
        assert!(done.err.contains("Nothing was overwritten"), "{}", done.err);
        assert_eq!(fs::read_to_string(&path).unwrap(), garbage);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newer_village_keeps_what_this_version_does_not_know() {
    let world = World::build().open();
    let agent = world.agent("Mina", "").await;
    let path = world.folder().join("village.json");
    let kept = world.close().await;
    let mut file: serde_json::Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    file["seasons"] = serde_json::json!({"winter": true});
    file["agents"][0]["mood"] = serde_json::json!(["calm"]);
    file["settings"]["later"] = serde_json::json!(7);
    fs::write(&path, file.to_string()).unwrap();

    let world = World::again(&kept).open();
    let set = VillageSet { village: world.id.clone(), name: Some("Renamed".into()), ..VillageSet::default() };
    world.app.village_set(set).await.unwrap();
    let set = AgentSet { village: world.id.clone(), agent, name: Some("Nina".into()), ..AgentSet::default() };
    world.app.agent_set(set).await.unwrap();
    let written: serde_json::Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(written["name"], "Renamed");
    assert_eq!(written["agents"][0]["name"], "Nina");
    assert_eq!(written["seasons"], file["seasons"]);
    assert_eq!(written["agents"][0]["mood"], file["agents"][0]["mood"]);
    assert_eq!(written["settings"]["later"], 7);
    let kept = world.close().await;

    file["format"] = serde_json::json!(99);
    fs::write(&path, file.to_string()).unwrap();
    let refused = World::again(&kept).try_open().err().unwrap();
    assert_eq!((refused.code.as_str(), refused.args["format"].as_str()), ("village-newer", "99"));
    assert_eq!(fs::read_to_string(&path).unwrap(), file.to_string());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_village_can_be_opened_again_as_soon_as_it_is_closed() {
    let provider = plain_provider(Wire::Anthropic);
    let world = World::build().open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    let World { kept, app, village, events, id, .. } = world;
    let add = VillageAdd { path: village.folder().display().to_string() };
    drop(village);
    for turn in 0..30 {
        let mark = events.mark();
        let send = MessageSend {
            village: id.clone(),
            agent: agent.clone(),
            text: "hello".to_owned(),
            attachments: Vec::new(),
        };
        app.message_send(send).await.unwrap();
        let ended = |event: &Event| matches!(event, Event::TurnEnded { .. }).then_some(());
        // Every other time in the middle of its turn.
        if turn % 2 == 0 {
            events.wait(mark, "the end of a turn", ended).await;
        }
        app.village_close(VillageId { village: id.clone() }).await.unwrap();
        app.village_add(add.clone()).await.unwrap();
    }
    // Every message was worked on, and every turn ended exactly once.
    let session = app.village_state(VillageId { village: id.clone() }).await.unwrap().session.id;
    let ask = ThreadAsk { village: id, session, agent: None, before: None, limit: 500 };
    let rows = app.thread(ask).await.unwrap().rows;
    let turns = rows.iter().filter(|row| matches!(row.body, RowBody::Turn { .. })).count();
    let asked =
        rows.iter().filter(|row| matches!(&row.body, RowBody::Message { from, .. } if from == "user"));
    assert_eq!(asked.count(), turns);
    assert!(turns >= 15, "{turns}");
    drop(kept);
}
