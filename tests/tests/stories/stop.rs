//! Stopping is real: within a second, with what was said kept, and the next message is a valid one.

use crate::support::{LOOK, WIRES, caller, camera, plain_provider, provider};
use fuseforks_contract::{
    Event, Failure, Host as _,
    chat::{RowBody, RowId},
};
use fuseforks_sim::{
    camera::CameraOptions,
    provider::{ProviderOptions, Script, Step, StepCall, Wire},
};
use fuseforks_tests::{
    KEY, Told, World, picture,
    toolbox::{self, Answer, Called, Toolbox},
    until,
};
use fuseforks_village::Language;
use serde_json::json;
use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

/// A long answer, a few characters at a time.
fn slow() -> Step {
    Step { text: Some("one two three four five ".repeat(60)), gap_ms: 25, ..Step::default() }
}

/// Codes of the lines of the system, and who stopped the turn.
fn lines(told: &Told) -> Vec<(&str, String)> {
    let by = |line: &Failure| line.args.get("by").cloned().unwrap_or_default();
    told.system().into_iter().map(|line| (line.code.as_str(), by(line))).collect()
}

async fn streamed(world: &World, mark: usize) -> String {
    let delta = |event: &Event| match event {
        Event::Delta { text, .. } if !text.is_empty() => Some(text.clone()),
        _ => None,
    };
    world.events.wait(mark, "the first words", delta).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_that_came_before_stop_stay_and_the_next_message_is_valid_on_every_wire() {
    for wire in WIRES {
        let script = Script::steps(vec![slow()]);
        let provider = provider(ProviderOptions { script, ..ProviderOptions::new(*wire) });
        let world = World::build().open();
        let template = world.template(&provider, *wire).await;
        let agent = world.agent("Mina", &template).await;
        let mark = world.events.mark();
        world.try_send(&agent, "count").await.unwrap();
        streamed(&world, mark).await;
        let begun = Instant::now();
        world.app.turn_stop(world.agent_id(&agent)).await.unwrap();
        let told = world.ended(&agent, mark).await;
        assert!(begun.elapsed() < Duration::from_secs(1), "{wire}: {:?}", begun.elapsed());
        assert_eq!(told.stop(), "interrupted", "{wire}");
        assert!(told.interrupted(), "{wire}: the reply says that it was cut off");
        assert!(told.reply().starts_with("one two"), "{wire}: {:?}", told.reply());
        assert_eq!(told.reply(), told.streamed(), "{wire}: what was shown is what is kept");
        assert!(told.reply().len() < 1000, "{wire}");
        assert_eq!(
            lines(&told),
            [("turn-interrupted", "person".to_owned())],
            "{wire}: one line says what to do"
        );

        let next = world.say(&agent, "hello").await;
        assert_eq!((next.stop().as_str(), next.reply()), ("-", "ok"), "{wire}: {:?}", next.system());
        let body = String::from_utf8_lossy(&provider.requests().pop().unwrap().body).into_owned();
        assert!(body.contains("(the user stopped this reply here)"), "{wire}: {body}");
        assert!(body.contains(told.reply().trim_end()), "{wire}: an interrupted partial reply is history");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_models_server_sees_that_nobody_listens_any_more() {
    // Nothing has streamed yet: there is no reply to keep, and none is made up.
    let script = Script::steps(vec![Step { delay_ms: 4000, ..slow() }]);
    let provider = provider(ProviderOptions { script, ..ProviderOptions::new(Wire::Anthropic) });
    let world = World::build().open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    let mark = world.events.mark();
    world.try_send(&agent, "count").await.unwrap();
    until("the request", || (provider.chats().len() == 1).then_some(())).await;
    let begun = Instant::now();
    world.app.stop_all(world.village_id()).await.unwrap();
    let told = world.ended(&agent, mark).await;
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    assert_eq!((told.stop().as_str(), told.said().len()), ("interrupted", 0));
    assert_eq!(lines(&told), [("turn-interrupted", "person".to_owned())], "Stop for all has the same line");
    let next = world.say(&agent, "hello").await;
    assert_eq!(next.reply(), "ok");
    // An interrupted turn without a reply is no exchange.
    assert!(!String::from_utf8_lossy(&provider.requests().pop().unwrap().body).contains("count"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_tool_is_cancelled_at_its_server() {
    for wire in [Wire::Anthropic, Wire::OpenaiCompat, Wire::Gemini, Wire::OpenaiResponses] {
        let camera = camera(CameraOptions { delay: Duration::from_secs(20), ..CameraOptions::default() });
        let provider = plain_provider(wire);
        let world = World::build().open();
        let agent = world.photographer(&provider, wire, &camera).await;
        let mark = world.events.mark();
        world.try_send(&agent, LOOK).await.unwrap();
        until("the camera's call", || (camera.calls() == 1).then_some(())).await;
        let begun = Instant::now();
        world.app.turn_stop(world.agent_id(&agent)).await.unwrap();
        let told = world.ended(&agent, mark).await;
        assert!(begun.elapsed() < Duration::from_secs(1), "{wire}: {:?}", begun.elapsed());
        assert_eq!(told.stop(), "interrupted", "{wire}");
        let tool = told.tools()[0];
        assert!(tool.interrupted && !tool.ok, "{wire}: {tool:?}");
        assert_eq!(
            told.outputs()[0].output,
            "(stopped by the user)",
            "{wire}: no call is left without a result"
        );
        until("the camera to see it", || (camera.cancelled() == 1).then_some(())).await;
        assert!(begun.elapsed() < Duration::from_secs(2), "{wire}: {:?}", begun.elapsed());
        let next = world.say(&agent, "hello").await;
        assert_eq!((next.stop().as_str(), next.reply()), ("-", "ok"), "{wire}: {:?}", next.system());
    }
}

/// What comes after a call was given up is nobody's: no image of it is made ready, shown or kept.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_comes_too_late_is_not_looked_at() {
    let silence = Duration::from_secs(2);
    let sentences = [
        (Language::En, "box__late did not answer within 2 seconds"),
        (Language::Ja, "box__late は 2 秒以内に応えませんでした"),
        (Language::Zh, "box__late 在 2 秒内没有应答"),
    ];
    for (language, sentence) in sentences {
        let late = move |_: &Called| Answer {
            result: toolbox::result(&[toolbox::jpeg(&picture::jpeg(1)), toolbox::text("too late")]),
            delay: silence + Duration::from_secs(1),
        };
        let tools = Toolbox::start(&["late"], late).await;
        let provider = caller(Wire::Anthropic);
        let world = World::build().language(language).limits(|limits| limits.mcp.idle = silence).open();
        let agent = world.agent_with(&provider, Wire::Anthropic, "box", &tools.url()).await;
        let all = world.events.mark();

        let mark = world.events.mark();
        world.try_send(&agent, "call box__late please").await.unwrap();
        until("the call", || (tools.calls().len() == 1).then_some(())).await;
        world.app.turn_stop(world.agent_id(&agent)).await.unwrap();
        let stopped = world.ended(&agent, mark).await;
        assert_eq!(stopped.stop(), "interrupted");
        assert!(stopped.tools()[0].interrupted, "the person stopped it, no clock did");

        let timed_out = world.say(&agent, "call box__late please").await;
        assert_eq!((timed_out.stop().as_str(), timed_out.outputs()[0].output.as_str()), ("-", sentence));
        assert!(!timed_out.tools()[0].interrupted && !timed_out.tools()[0].ok);

        tokio::time::sleep(Duration::from_secs(2)).await;
        let whole = Told { agent: agent.clone(), events: world.events.since(all) };
        assert!(!whole.whole().contains("too late"));
        assert!(whole.outputs().iter().all(|output| output.seen.is_empty()), "{:?}", whole.outputs());
        assert!(whole.artifacts().is_empty());
        assert_eq!(tools.calls().len(), 2, "and nobody asked again");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_that_is_stopped_half_way_is_whole_for_the_person_and_gone_for_the_model() {
    for wire in [Wire::Anthropic, Wire::OpenaiCompat, Wire::Gemini, Wire::OpenaiResponses] {
        // The first to come is done, the second is under way with a picture, the third waits for its server.
        let came = AtomicUsize::new(0);
        let tools = Toolbox::start(&["one", "two", "three"], move |called| Answer {
            result: toolbox::result(&[toolbox::text(&called.name), toolbox::jpeg(&picture::jpeg(1))]),
            delay: Duration::from_millis(if came.fetch_add(1, Ordering::SeqCst) == 1 { 1_000 } else { 0 }),
        })
        .await;
        let calls = ["one", "two", "three"].map(|name| StepCall::new(name, json!({})));
        let first = Step { text: Some("three looks".into()), calls: calls.to_vec(), ..Step::default() };
        let script = Script::steps(vec![first]);
        let provider = provider(ProviderOptions { script, strict_echo: true, ..ProviderOptions::new(wire) });
        let world = World::build().open();
        let agent = world.agent_with(&provider, wire, "eye", &tools.url()).await;
        let mark = world.events.mark();
        world.try_send(&agent, "look").await.unwrap();
        let done = || {
            let told = Told { agent: agent.clone(), events: world.events.since(mark) };
            told.tools().iter().any(|tool| tool.ok)
        };
        until("the second call", || (tools.calls().len() == 2 && done()).then_some(())).await;
        world.app.turn_stop(world.agent_id(&agent)).await.unwrap();
        let told = world.ended(&agent, mark).await;
        assert_eq!(told.stop(), "interrupted", "{wire}");
        let mut results: Vec<(bool, bool)> =
            told.tools().iter().map(|tool| (tool.ok, tool.interrupted)).collect();
        results.sort_unstable();
        assert_eq!(results, [(false, true), (false, true), (true, false)], "{wire}: one result a call");

        // The picture would be here by now.
        tokio::time::sleep(Duration::from_millis(1_200)).await;
        let next = world.say(&agent, "go on").await;
        assert_eq!((next.stop().as_str(), next.reply()), ("-", "ok"), "{wire}: {:?}", next.system());
        assert_eq!(tools.calls().len(), 2, "{wire}: the third never began");
        let requests = provider.requests();
        let chats: Vec<_> = requests.iter().filter_map(|request| request.received.as_ref()).collect();
        assert_eq!(chats.len(), 2, "{wire}: nothing is sent again after Stop");
        assert!(requests.iter().all(|request| request.refusal.is_none()), "{wire}");
        assert!(chats[1].images().is_empty() && chats[1].turn_results().is_empty(), "{wire}");
        assert!(chats[1].messages.iter().all(|message| message.calls.is_empty()), "{wire}: none of it");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stop_ends_the_turn_and_not_the_queue() {
    let provider = provider(ProviderOptions {
        script: Script::steps(vec![slow()]),
        ..ProviderOptions::new(Wire::Anthropic)
    });
    let world = World::build().open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    let mark = world.events.mark();
    world.try_send(&agent, "count").await.unwrap();
    streamed(&world, mark).await;
    let second = world.try_send(&agent, "second").await.unwrap();
    let third = world.try_send(&agent, "third").await.unwrap();
    assert_eq!(world.agent_view(&agent).await.queued, 2);
    let queued: Vec<String> = world
        .rows()
        .await
        .into_iter()
        .filter(|row| matches!(row.body, RowBody::Message { queued: true, .. }))
        .map(|row| row.id)
        .collect();
    assert_eq!(queued, [second.row.clone(), third.row.clone()], "visible, in order");

    // One of them is taken back, then the running turn is stopped.
    let withdraw = |row: &str| RowId { village: world.id.clone(), row: row.to_owned() };
    world.app.message_withdraw(withdraw(&second.row)).await.unwrap();
    let again = world.app.message_withdraw(withdraw(&second.row)).await.unwrap_err();
    assert_eq!(again.code, "message-gone");
    let mark = world.events.mark();
    world.app.turn_stop(world.agent_id(&agent)).await.unwrap();
    assert_eq!(world.ended(&agent, mark).await.stop(), "interrupted");
    let replied = |event: &Event| match event {
        Event::Row { row, .. } => match &row.body {
            RowBody::Message { from, text, .. } if *from == agent && text == "ok" => Some(()),
            _ => None,
        },
        _ => None,
    };
    world.events.wait(mark, "the answer to the third message", replied).await;
    until("the agent to be idle", || (!world.village.busy()).then_some(())).await;
    let gone = world.app.message_withdraw(withdraw(&third.row)).await.unwrap_err();
    assert_eq!(gone.code, "message-gone", "it was worked on");
    let asked: Vec<String> = provider
        .chats()
        .iter()
        .map(|chat| chat.last_user_text().lines().last().unwrap().to_owned())
        .collect();
    assert_eq!(asked, ["count", "third"], "the second was never sent");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_inbox_has_a_limit() {
    let provider = provider(ProviderOptions {
        script: Script::steps(vec![slow()]),
        ..ProviderOptions::new(Wire::Anthropic)
    });
    let world = World::build().limits(|limits| limits.inbox = 2).open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    let mark = world.events.mark();
    world.try_send(&agent, "count").await.unwrap();
    streamed(&world, mark).await;
    world.try_send(&agent, "second").await.unwrap();
    world.try_send(&agent, "third").await.unwrap();
    let refused = world.try_send(&agent, "fourth").await.unwrap_err();
    assert_eq!((refused.code.as_str(), refused.args["name"].as_str()), ("inbox-full", "Mina"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_program_leaves_a_village_that_opens_and_answers() {
    let provider = provider(ProviderOptions {
        script: Script::steps(vec![Step::text("first answer"), slow()]),
        ..ProviderOptions::new(Wire::OpenaiCompat)
    });
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
        "--key-env",
        "STORY_KEY",
    ];
    kept.program(&add).done().await.ok();
    kept.program(&["agent", "add", &dir, "Mina", "--template", "M"]).done().await.ok();
    let ask = |text: &str| kept.program(&["ask", &dir, "--agent", "Mina", text]).env("STORY_KEY", KEY);
    ask("first question").done().await.ok();
    let running = ask("second question").start();
    until("the second request", || (provider.chats().len() == 2).then_some(())).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let killed = tokio::task::spawn_blocking(move || running.kill()).await.unwrap();
    assert_eq!(killed.code, None, "it was killed: {killed:?}");
    assert!(killed.out.starts_with("one two"), "in the middle of its answer: {killed:?}");

    let done = ask("hello").done().await.ok();
    assert!(done.out.contains("ok"), "{done:?}");
    let shown = kept.program(&["session", "show", &dir]).done().await.ok().out;
    for said in ["first question", "first answer", "second question", "hello", "ok"] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    let body = String::from_utf8_lossy(&provider.requests().pop().unwrap().body).into_owned();
    assert!(
        body.contains("first answer") && !body.contains("second question"),
        "a turn without a reply is no exchange"
    );
    let log = std::fs::read_to_string(kept.village().join("fuseforks.log")).unwrap();
    assert_eq!(log.matches(" turn start: ").count(), 3);
    assert_eq!(log.matches(" turn: ").count(), 2);
}
