//! The person's word: undecided tools wait for it, and only this machine can give it for good.

use crate::support::{LOOK, camera_of, plain_provider, two_colours};
use fuseforks_contract::{
    Event, Host as _,
    agent::AgentStatus,
    mcp::{ApprovalAnswer, ApprovalView, Decision, Permission},
};
use fuseforks_sim::{
    camera::Camera,
    provider::{Provider, Wire},
};
use fuseforks_tests::{World, until};
use fuseforks_village::Asking;
use serde_json::json;
use std::{fs, sync::Arc, time::Instant};

const TOOL: &str = "nik__live_view_image";

/// An agent whose camera is connected and not yet decided about.
async fn undecided(asking: Asking) -> (World, String, Camera, Provider) {
    let (left, right) = two_colours();
    let camera = camera_of(left, right);
    let provider = plain_provider(Wire::Anthropic);
    let world = World::build().asking(asking).open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    world.servers(&agent, json!({"nik": {"type": "http", "url": camera.url()}})).await;
    world.start(&agent).await;
    (world, agent, camera, provider)
}

async fn asked(world: &World, mark: usize) -> ApprovalView {
    let look = |event: &Event| match event {
        Event::ApprovalAsked { approval, .. } => Some(approval.clone()),
        _ => None,
    };
    world.events.wait(mark, "an approval", look).await
}

async fn answer(world: &World, id: &str, decision: Decision) {
    let answer = ApprovalAnswer { village: world.id.clone(), id: id.to_owned(), decision };
    world.app.approval_answer(answer).await.unwrap();
}

/// Sends a look, answers the question, and gives what came of it.
async fn decided(world: &World, agent: &str, decision: Decision) -> fuseforks_tests::Told {
    let mark = world.events.mark();
    world.try_send(agent, LOOK).await.unwrap();
    let approval = asked(world, mark).await;
    answer(world, &approval.id, decision).await;
    world.ended(agent, mark).await
}

fn was_asked(told: &fuseforks_tests::Told) -> bool {
    told.events.iter().any(|event| matches!(event, Event::ApprovalAsked { .. }))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_undecided_tool_waits_for_the_person() {
    let (world, agent, camera, provider) = undecided(Asking::Person).await;
    let mark = world.events.mark();
    world.try_send(&agent, LOOK).await.unwrap();
    let approval = asked(&world, mark).await;
    assert_eq!((approval.agent.as_str(), approval.tool.as_str()), (agent.as_str(), TOOL));
    assert_eq!(approval.arguments, "{}");
    assert!(approval.read_only && !approval.destructive, "the server's hints are shown");
    let waiting = world.app.approvals(world.village_id()).await.unwrap().approvals;
    assert_eq!(waiting, std::slice::from_ref(&approval));
    let view = world.agent_view(&agent).await;
    assert_eq!((view.status, view.tool.as_deref()), (AgentStatus::Waiting, Some(TOOL)));
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    assert_eq!(camera.calls(), 0, "a hint to be read-only is not a yes");
    assert_eq!(provider.chats().len(), 1);

    answer(&world, &approval.id, Decision::Once).await;
    let told = world.ended(&agent, mark).await;
    assert!(told.reply().starts_with("left: "), "{}", told.reply());
    assert_eq!(camera.calls(), 1);
    assert!(world.app.approvals(world.village_id()).await.unwrap().approvals.is_empty());
    let again = ApprovalAnswer { village: world.id.clone(), id: approval.id, decision: Decision::Once };
    assert_eq!(world.app.approval_answer(again).await.unwrap_err().code, "approval-gone");

    // Once is once.
    assert!(was_asked(&decided(&world, &agent, Decision::Once).await));
    assert_eq!(camera.calls(), 2);
    let lines = world.log_of("approval").await;
    assert_eq!(lines.len(), 2);
    assert!(
        lines[0].starts_with(&format!("approval: agent={agent} name={TOOL} answer=once ms=")),
        "{lines:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_no_is_told_to_the_model_and_nothing_runs() {
    let (world, agent, camera, provider) = undecided(Asking::Person).await;
    let told = decided(&world, &agent, Decision::Deny).await;
    assert_eq!((told.stop().as_str(), told.reply()), ("-", "no picture received"));
    assert_eq!(camera.calls(), 0);
    let results = provider.chats()[1].turn_results()[0].text.clone();
    assert_eq!(results, format!("(not run: the user does not allow {TOOL})"));
    assert!(!told.tools()[0].ok);
    // A no is no rule: the next call asks again.
    assert!(was_asked(&decided(&world, &agent, Decision::Once).await));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_conversation_is_a_conversation() {
    let (world, agent, camera, _provider) = undecided(Asking::Person).await;
    decided(&world, &agent, Decision::Conversation).await;
    assert!(!was_asked(&world.say(&agent, LOOK).await));
    assert_eq!(camera.calls(), 2);
    world.app.session_new(world.village_id()).await.unwrap();
    assert!(was_asked(&decided(&world, &agent, Decision::Deny).await));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn always_outlives_the_program_and_stands_on_this_machine_only() {
    let (world, agent, camera, provider) = undecided(Asking::Person).await;
    decided(&world, &agent, Decision::Always).await;
    assert!(!was_asked(&world.say(&agent, LOOK).await));
    let secrets = Arc::clone(&world.app.services().secrets);
    let kept = world.close().await;
    let world = World::again(&kept).secrets(secrets).open();
    let told = world.say(&agent, LOOK).await;
    assert!(!was_asked(&told) && told.reply().starts_with("left: "));
    assert_eq!(camera.calls(), 3);
    // For this tool and this agent only.
    let template = world.view().await.templates[0].id.clone();
    let other = world.agent("Other", &template).await;
    world.servers(&other, json!({"nik": {"type": "http", "url": camera.url()}})).await;
    let mark = world.events.mark();
    world.try_send(&other, LOOK).await.unwrap();
    let approval = asked(&world, mark).await;
    answer(&world, &approval.id, Decision::Deny).await;
    assert_eq!(world.ended(&other, mark).await.reply(), "no picture received");
    // Nothing about it is in the village.
    let folder = world.folder().to_owned();
    world.close().await;
    let files = fuseforks_tests::search::contents(&folder.join("agents"));
    assert!(
        files.keys().all(|path| path.ends_with("mcp.json") || path.extension().is_some_and(|e| e == "md"))
    );
    assert!(fs::read_to_string(kept.home().join("trust.json")).unwrap().contains(TOOL));
    drop(provider);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_in_the_village_can_only_narrow() {
    let (world, agent, camera, _provider) = undecided(Asking::Person).await;
    let path = world.folder().join("agents").join(&agent).join("approvals.json");
    // It cannot allow what this machine did not.
    fs::write(&path, json!({TOOL: "allow", "*": "allow"}).to_string()).unwrap();
    assert!(was_asked(&decided(&world, &agent, Decision::Always).await));
    assert_eq!(camera.calls(), 1);
    // It can ask where this machine allows.
    fs::write(&path, json!({TOOL: "ask"}).to_string()).unwrap();
    assert!(was_asked(&decided(&world, &agent, Decision::Once).await));
    assert_eq!(camera.calls(), 2);
    // And forbid, by name or all.
    for rules in [json!({TOOL: "deny"}), json!({"*": "deny"})] {
        fs::write(&path, rules.to_string()).unwrap();
        let told = world.say(&agent, LOOK).await;
        assert!(!was_asked(&told));
        assert_eq!(told.reply(), "no picture received");
        assert_eq!(camera.calls(), 2);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rule_for_a_tool_holds_without_a_question() {
    let (world, agent, camera, _provider) = undecided(Asking::Person).await;
    world.permission(&agent, TOOL, Permission::Deny).await;
    let told = world.say(&agent, LOOK).await;
    assert!(!was_asked(&told));
    assert_eq!((told.reply(), camera.calls()), ("no picture received", 0));
    world.permission(&agent, TOOL, Permission::Allow).await;
    assert!(!was_asked(&world.say(&agent, LOOK).await));
    assert_eq!(camera.calls(), 1);
    let tools = world.agent_view(&agent).await.servers.remove(0).tools;
    let of = |name: &str| tools.iter().find(|tool| tool.name == name).unwrap().permission;
    assert_eq!((of(TOOL), of("nik__camera_status")), (Permission::Allow, Permission::Ask));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stop_ends_a_turn_that_waits_for_the_person() {
    let (world, agent, camera, _provider) = undecided(Asking::Person).await;
    let mark = world.events.mark();
    world.try_send(&agent, LOOK).await.unwrap();
    let approval = asked(&world, mark).await;
    let begun = Instant::now();
    world.app.turn_stop(world.agent_id(&agent)).await.unwrap();
    let told = world.ended(&agent, mark).await;
    assert!(begun.elapsed().as_millis() < 1000, "{:?}", begun.elapsed());
    assert_eq!(told.stop(), "interrupted");
    let gone =
        |event: &Event| matches!(event, Event::ApprovalGone { id, .. } if *id == approval.id).then_some(());
    world.events.wait(mark, "the question to go", gone).await;
    assert!(world.app.approvals(world.village_id()).await.unwrap().approvals.is_empty());
    let late =
        ApprovalAnswer { village: world.id.clone(), id: approval.id.clone(), decision: Decision::Always };
    assert_eq!(world.app.approval_answer(late).await.unwrap_err().code, "approval-gone");
    assert_eq!(camera.calls(), 0);
    let idle = || {
        let busy = world.village.busy();
        (!busy).then_some(())
    };
    until("the agent to be idle", idle).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_nobody_can_be_asked_the_model_is_told_so() {
    let (world, agent, camera, provider) = undecided(Asking::Nobody).await;
    let told = world.say(&agent, LOOK).await;
    assert_eq!((told.stop().as_str(), told.reply()), ("-", "no picture received"));
    assert!(!was_asked(&told));
    assert_eq!(camera.calls(), 0);
    assert_eq!(
        provider.chats()[1].turn_results()[0].text,
        format!("(not run: {TOOL} needs the user's approval, and nobody is there to give it)")
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_command_line_without_a_terminal_denies_unless_told_otherwise() {
    let (left, right) = two_colours();
    let camera = camera_of(left, right);
    let provider = plain_provider(Wire::OpenaiCompat);
    let kept = World::folders();
    let dir = kept.village().display().to_string();
    kept.program(&["village", "new", &dir]).done().await.ok();
    let add = [
        "template",
        "add",
        &dir,
        "--name",
        "M",
        "--wire",
        "openai-compat",
        "--base-url",
        &provider.url(),
        "--model",
        "m",
        "--no-key",
    ];
    kept.program(&add).done().await.ok();
    let mcp = kept.path().join("mcp.json");
    fs::write(&mcp, json!({"mcpServers": {"nik": {"url": camera.url()}}}).to_string()).unwrap();
    let add = ["agent", "add", &dir, "Mina", "--template", "M", "--mcp-json", mcp.to_str().unwrap()];
    kept.program(&add).done().await.ok();

    for approve in [vec![], vec!["--approve", "ask"], vec!["--approve", "none"]] {
        let before = provider.chats().len();
        let mut ask = vec!["ask", &dir, "--agent", "Mina"];
        ask.extend(approve);
        ask.push(LOOK);
        let done = kept.program(&ask).done().await.ok();
        assert!(done.out.contains("no picture received"), "{done:?}");
        assert!(done.out.contains(&format!("[{TOOL}: failed, ")), "{done:?}");
        assert_eq!(camera.calls(), 0);
        let chats = provider.chats();
        assert!(chats[before + 1].turn_results()[0].text.contains("needs the user's approval"));
    }
    let done = kept.program(&["ask", &dir, "--agent", "Mina", "--approve", "all", LOOK]).done().await.ok();
    assert!(done.out.contains(&format!("left: {left}, right: {right}")), "{done:?}");
    assert_eq!(camera.calls(), 1);
    // What was allowed for one run holds for that run.
    kept.program(&["ask", &dir, "--agent", "Mina", LOOK]).done().await.ok();
    assert_eq!(camera.calls(), 1);
}
