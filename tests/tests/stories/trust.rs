//! A village that somebody else may have written: what it names gets no key, no connection, no process.

use crate::support::{LOOK, camera_of, plain_provider, two_colours};
use fuseforks_contract::{
    Host as _,
    mcp::{McpSet, ServerId, ServerState},
    village::VillageAdd,
};
use fuseforks_sim::provider::Wire;
use fuseforks_tests::{
    KEY, Kept, World,
    listener::{Listener, free_port},
    search::files,
};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// A copy of the village beside it.
fn copy(kept: &Kept) -> PathBuf {
    let (from, to) = (kept.village(), kept.path().join("copy"));
    for file in files(&from) {
        let target = to.join(file.strip_prefix(&from).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(&file, target).unwrap();
    }
    to
}

fn edit(path: &Path, change: impl FnOnce(&mut Value)) {
    let mut file: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    change(&mut file);
    fs::write(path, file.to_string()).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copied_village_with_another_address_sends_neither_key_nor_words() {
    let (good, other) = (plain_provider(Wire::Anthropic), plain_provider(Wire::Anthropic));
    let world = World::build().open();
    let template = world.template(&good, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    assert_eq!(world.say(&agent, "hello").await.reply(), "ok");
    let secrets = Arc::clone(&world.app.services().secrets);
    let kept = world.close().await;
    let before = good.requests().len();

    // As it is, but elsewhere: this folder was never agreed to.
    let folder = copy(&kept);
    let world = World::again(&kept).secrets(Arc::clone(&secrets)).folder(folder.clone()).open();
    let refused = world.try_send(&agent, "hello").await.unwrap_err();
    assert_eq!(refused.code, "template-origin");
    world.close().await;

    // With another address.
    edit(&folder.join("village.json"), |file| file["templates"][0]["base_url"] = json!(other.url()));
    let world = World::again(&kept).secrets(Arc::clone(&secrets)).folder(folder.clone()).open();
    let refused = world.try_send(&agent, "hello").await.unwrap_err();
    assert_eq!(refused.code, "template-origin");
    assert!(other.url().starts_with(&refused.args["origin"]), "it names where it would go: {refused}");
    assert!(!refused.to_string().contains(KEY));
    assert_eq!(other.requests().len(), 0);

    // The person agrees to the address; its key is asked for, the old one is not sent.
    let mut save = world.template_of(&other.url(), Wire::Anthropic);
    save.id = Some(template.clone());
    world.app.template_save(save).await.unwrap();
    assert_eq!(world.try_send(&agent, "hello").await.unwrap_err().code, "key-missing");
    assert_eq!((good.requests().len(), other.requests().len()), (before, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_changed_in_place_gets_no_key_either() {
    let (good, other) = (plain_provider(Wire::OpenaiCompat), plain_provider(Wire::OpenaiCompat));
    let world = World::build().open();
    let template = world.template(&good, Wire::OpenaiCompat).await;
    let agent = world.agent("Mina", &template).await;
    let secrets = Arc::clone(&world.app.services().secrets);
    let kept = world.close().await;
    for url in [other.url(), other.url().replace("127.0.0.1", "localhost"), "file:///etc/passwd".into()] {
        edit(&kept.village().join("village.json"), |file| file["templates"][0]["base_url"] = json!(url));
        let world = World::again(&kept).secrets(Arc::clone(&secrets)).open();
        let refused = world.try_send(&agent, "hello").await.unwrap_err();
        assert!(matches!(refused.code.as_str(), "template-origin" | "template-url"), "{url}: {refused}");
        world.close().await;
    }
    assert_eq!((good.requests().len(), other.requests().len()), (0, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_of_a_copied_village_start_only_when_the_person_agrees() {
    let (left, right) = two_colours();
    let camera = camera_of(left, right);
    let listener = Listener::start().await;
    let provider = plain_provider(Wire::Anthropic);
    let world = World::build().open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    let secrets = Arc::clone(&world.app.services().secrets);
    let kept = world.close().await;

    let folder = copy(&kept);
    let marker = kept.path().join("started");
    let command = format!("touch '{}'", marker.display());
    let servers = json!({"mcpServers": {
        "run": {"command": "/bin/sh", "args": ["-c", command]},
        "net": {"type": "http", "url": listener.url("/mcp")},
    }});
    fs::create_dir_all(folder.join("agents").join(&agent)).unwrap();
    fs::write(folder.join("agents").join(&agent).join("mcp.json"), servers.to_string()).unwrap();
    let shared = json!({"mcpServers": {"nik": {"url": camera.url()}}});
    fs::write(folder.join("mcp.json"), shared.to_string()).unwrap();

    let world = World::again(&kept).secrets(secrets).folder(folder).open();
    // The model's address is agreed to; that says nothing about servers.
    let mut save = world.template_of(&provider.url(), Wire::Anthropic);
    save.id = Some(template.clone());
    world.template_save(save).await;
    world.app.agent_start(world.agent_id(&agent)).await.unwrap();
    let told = world.say(&agent, LOOK).await;
    assert_eq!((told.stop().as_str(), told.reply()), ("-", "no picture received"));
    let mut lines: Vec<(&str, &str)> =
        told.system().iter().map(|line| (line.code.as_str(), line.args["server"].as_str())).collect();
    lines.sort_unstable();
    assert_eq!(lines, ["net", "nik", "run"].map(|name| ("server-approval", name)), "and why is said");
    let states = |view: &fuseforks_contract::agent::AgentView| -> Vec<(String, ServerState)> {
        view.servers.iter().map(|server| (server.name.clone(), server.state)).collect()
    };
    let waiting = |name: &str| (name.to_owned(), ServerState::NeedsApproval);
    let view = world.agent_view(&agent).await;
    let mut seen = states(&view);
    seen.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(seen, [waiting("net"), waiting("nik"), waiting("run")]);
    let target = |name: &str| view.servers.iter().find(|server| server.name == name).unwrap().target.clone();
    assert!(target("run").contains(&command), "the exact command is shown: {}", target("run"));
    assert_eq!(target("net"), listener.url("/mcp"));
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!((listener.knocks(), camera.calls(), marker.exists()), (0, 0, false));

    let approve = |server: &str| ServerId {
        village: world.id.clone(),
        agent: agent.clone(),
        server: server.to_owned(),
        shared: false,
    };
    world.app.server_approve(approve("run")).await.unwrap();
    fuseforks_tests::until("the command to run", || marker.exists().then_some(())).await;
    assert_eq!(listener.knocks(), 0, "one yes is no yes to the others");
    world.app.server_approve(approve("net")).await.unwrap();
    fuseforks_tests::until("the connection", || (listener.knocks() > 0).then_some(())).await;
    assert_eq!(camera.calls(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_yes_to_one_of_two_servers_of_the_same_name_is_no_yes_to_the_other() {
    for shared in [false, true] {
        let (own, common) = (Listener::start().await, Listener::start().await);
        let provider = plain_provider(Wire::Anthropic);
        let world = World::build().open();
        let template = world.template(&provider, Wire::Anthropic).await;
        let agent = world.agent("Mina", &template).await;
        let file = |listener: &Listener| {
            json!({"mcpServers": {"cam": {"type": "http", "url": listener.url("/mcp")}}}).to_string()
        };
        let folder = world.folder().to_owned();
        fs::create_dir_all(folder.join("agents").join(&agent)).unwrap();
        fs::write(folder.join("agents").join(&agent).join("mcp.json"), file(&own)).unwrap();
        fs::write(folder.join("mcp.json"), file(&common)).unwrap();
        world.app.agent_start(world.agent_id(&agent)).await.unwrap();
        let id =
            ServerId { village: world.id.clone(), agent: agent.clone(), server: "cam".to_owned(), shared };
        world.app.server_approve(id).await.unwrap();
        let (asked, other) = if shared { (&common, &own) } else { (&own, &common) };
        fuseforks_tests::until("the connection", || (asked.knocks() > 0).then_some(())).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(other.knocks(), 0, "shared={shared}: nobody agreed to the other address");
        let waiting: Vec<bool> = world
            .agent_view(&agent)
            .await
            .servers
            .iter()
            .filter(|server| server.state == ServerState::NeedsApproval)
            .map(|server| server.shared)
            .collect();
        assert_eq!(waiting, [!shared], "the other one still waits");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_entry_that_was_changed_needs_a_new_yes() {
    let listener = Listener::start().await;
    let (left, right) = two_colours();
    let camera = camera_of(left, right);
    let provider = plain_provider(Wire::Anthropic);
    let world = World::build().open();
    let agent = world.photographer(&provider, Wire::Anthropic, &camera).await;
    let secrets = Arc::clone(&world.app.services().secrets);
    let kept = world.close().await;
    let path = kept.village().join("agents").join(&agent).join("mcp.json");
    edit(&path, |file| file["mcpServers"]["nik"]["url"] = json!(listener.url("/mcp")));

    let world = World::again(&kept).secrets(secrets).open();
    let told = world.say(&agent, LOOK).await;
    assert_eq!(told.reply(), "no picture received");
    assert_eq!(world.agent_view(&agent).await.servers[0].state, ServerState::NeedsApproval);
    assert_eq!(listener.knocks(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unreachable_camera_is_a_clear_line_and_the_turn_ends_well() {
    let provider = plain_provider(Wire::Anthropic);
    let world = World::build().open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    let url = format!("http://127.0.0.1:{}/mcp", free_port());
    world.servers(&agent, json!({"nik": {"type": "http", "url": url}})).await;
    let told = world.say(&agent, LOOK).await;
    assert_eq!((told.stop().as_str(), told.reply()), ("-", "no picture received"));
    let server = world.agent_view(&agent).await.servers.remove(0);
    assert_eq!(server.state, ServerState::Failed);
    let problem = server.problem.unwrap();
    assert_eq!(told.system(), [&problem], "it stands in the conversation too");
    assert_eq!(
        (problem.code.as_str(), problem.args["server"].as_str(), problem.args["code"].as_str()),
        ("server", "nik", "UNREACHABLE")
    );
    let lines = world.log_of("server").await;
    let line = format!("server: agent={agent} name=nik state=failed code=UNREACHABLE");
    assert_eq!(lines.iter().filter(|written| **written == line).count(), 1, "{lines:?}");

    // The same from the command line: somebody who has no window is told too.
    let folder = world.folder().display().to_string();
    let kept = world.close().await;
    let mcp = kept.path().join("mcp.json");
    fs::write(&mcp, json!({"mcpServers": {"nik": {"url": url}}}).to_string()).unwrap();
    let add = ["template", "add", &folder, "--name", "P", "--wire", "practice", "--no-key"];
    kept.program(&add).done().await.ok();
    let add = ["agent", "add", &folder, "Kim", "--template", "P", "--mcp-json", mcp.to_str().unwrap()];
    kept.program(&add).done().await.ok();
    let done = kept.program(&["ask", &folder, "--agent", "Kim", LOOK]).done().await.ok();
    assert!(done.err.contains("nik: cannot be reached"), "{done:?}");
    let done = kept.program(&["ask", &folder, "--agent", "Kim", "--json", LOOK]).done().await.ok();
    let notices = done.events("notice");
    assert_eq!(notices.len(), 1, "{done:?}");
    assert!(notices[0]["text"].as_str().unwrap().contains("nik: cannot be reached"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_camera_that_dies_and_comes_back_is_no_end_of_a_conversation() {
    let (left, right) = two_colours();
    let camera = camera_of(left, right);
    let port = camera.url().rsplit_once(':').unwrap().1.trim_end_matches("/mcp").parse().unwrap();
    let provider = plain_provider(Wire::Anthropic);
    let world = World::build().open();
    let agent = world.photographer(&provider, Wire::Anthropic, &camera).await;
    assert_eq!(world.say(&agent, LOOK).await.reply(), format!("left: {left}, right: {right}"));
    camera.shutdown();
    let told = world.say(&agent, LOOK).await;
    assert_eq!((told.stop().as_str(), told.reply()), ("-", "no picture received"), "{:?}", told.system());

    let scene = fuseforks_sim::camera::Scene::two_colour(right, left);
    let options = fuseforks_sim::camera::CameraOptions { port: Some(port), scene, ..Default::default() };
    let _camera = crate::support::camera(options);
    world.start(&agent).await;
    assert_eq!(world.say(&agent, LOOK).await.reply(), format!("left: {right}, right: {left}"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_process_is_told_who_has_the_village() {
    let world = World::build().open();
    let folder = world.folder().display().to_string();
    let own = std::process::id().to_string();
    for arguments in [vec!["session", "list", &folder], vec!["ask", &folder, "--agent", "x", "hello"]] {
        let done = world.kept.program(&arguments).done().await.failed();
        assert!(done.err.contains(&format!("pid {own}")), "{}", done.err);
        assert_eq!(done.out, "");
    }
    let kept = world.close().await;
    kept.program(&["session", "list", &folder]).done().await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_of_an_open_village_does_not_open_beside_it() {
    let world = World::build().open();
    let folder = copy(&world.kept);
    let refused = world.app.village_add(VillageAdd { path: folder.display().to_string() }).await.unwrap_err();
    assert_eq!(refused.code, "village-twice");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_asked_to_allow_a_server_is_told_what_it_reads_of_this_computer() {
    let world = World::build().open();
    let provider = plain_provider(Wire::Anthropic);
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    let text = json!({ "mcpServers": {
        "web": { "type": "http", "url": "http://127.0.0.1:9/${PLACE}",
                 "headers": { "X-Look": "${AWS_SECRET_ACCESS_KEY:-none}", "X-Own": "${input:token}" } },
        "local": { "command": "true", "args": ["${HOME}"],
                   "env": { "LD_PRELOAD": "/somewhere/else.so", "KEY": "${API_KEY}" } },
    } });
    let set = McpSet {
        village: world.id.clone(),
        agent: Some(agent.clone()),
        text: text.to_string(),
        approve: false,
    };
    let file = world.app.mcp_set(set).await.unwrap();
    let told = |name: &str| {
        let view = file.servers.iter().find(|server| server.name == name).unwrap();
        assert_eq!(view.state, ServerState::NeedsApproval);
        let mut variables = view.variables.clone();
        variables.sort();
        (variables, view.environment.clone())
    };
    assert_eq!(told("web"), (vec!["AWS_SECRET_ACCESS_KEY".to_owned(), "PLACE".to_owned()], vec![]));
    let set = ["KEY", "LD_PRELOAD"].map(str::to_owned).to_vec();
    assert_eq!(told("local"), (vec!["API_KEY".to_owned(), "HOME".to_owned()], set));
}
