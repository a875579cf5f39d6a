//! `fuseforks ask`: what it prints, as text and as JSON that programs rely on.

use crate::{
    placement::images,
    support::{LOOK, camera_of, plain_provider, provider, two_colours},
};
use fuseforks_sim::provider::{Provider, ProviderOptions, Script, Step, Wire};
use fuseforks_tests::{KEY, Kept, World, picture, program::Done};
use serde_json::{Value, json};
use std::{collections::BTreeSet, fs};

/// A village with one agent, whose tools may run.
async fn village(provider: &Provider, wire: Wire, camera: Option<&str>) -> Kept {
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
        wire.name(),
        "--base-url",
        &provider.url(),
        "--model",
        "m",
        "--key-env",
        "STORY_KEY",
    ];
    kept.program(&add).done().await.ok();
    let mcp = kept.path().join("mcp.json");
    let servers = camera.map_or(json!({}), |url| json!({"nik": {"url": url}}));
    fs::write(&mcp, json!({ "mcpServers": servers }).to_string()).unwrap();
    let add = ["agent", "add", &dir, "Mina", "--template", "M", "--mcp-json", mcp.to_str().unwrap()];
    kept.program(&add).done().await.ok();
    kept
}

async fn ask(kept: &Kept, more: &[&str]) -> Done {
    let dir = kept.village().display().to_string();
    let mut arguments = vec!["ask", dir.as_str(), "--agent", "Mina", "--approve", "all"];
    arguments.extend(more);
    kept.program(&arguments).env("STORY_KEY", KEY).done().await
}

fn keys(event: &Value) -> BTreeSet<&str> {
    event.as_object().unwrap().keys().map(String::as_str).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn json_events_have_the_promised_shape() {
    let (left, right) = two_colours();
    let camera = camera_of(left, right);
    let provider = plain_provider(Wire::Anthropic);
    let kept = village(&provider, Wire::Anthropic, Some(&camera.url())).await;
    let done = ask(&kept, &["--json", LOOK]).await.ok();
    assert_eq!(done.err, "");
    let events = done.json();
    let shapes: &[(&str, &[&str])] = &[
        ("delta", &["agent", "event", "text"]),
        ("thinking", &["agent", "event", "text"]),
        ("tool", &["agent", "event", "images", "name", "ok"]),
        ("pane", &["agent", "event", "text"]),
        ("notice", &["agent", "event", "text"]),
        ("reply", &["agent", "event", "text"]),
        ("turn", &["agent", "backend", "event", "model", "rounds", "stop", "usage"]),
    ];
    for event in &events {
        let (_, shape) = shapes
            .iter()
            .find(|(name, _)| event["event"] == *name)
            .unwrap_or_else(|| panic!("unknown: {event}"));
        assert_eq!(keys(event), shape.iter().copied().collect(), "{event}");
        assert_eq!(event["agent"], "agent_1");
    }
    let answer = format!("left: {left}, right: {right}");
    let text = |name: &str| -> Vec<String> {
        done.events(name).iter().map(|event| event["text"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(text("delta").concat(), format!("taking a look{answer}"), "answer text only, in order");
    assert_eq!(text("reply").last().unwrap(), &answer);
    assert_eq!(
        done.events("tool"),
        [
            json!({"event": "tool", "agent": "agent_1", "name": "nik__live_view_image", "ok": true, "images": 1})
        ]
    );
    let shot = &camera.shots()[0];
    let facts = format!("{{\"height\":424,\"jpeg_bytes\":{},\"seq\":1,\"width\":640}}", shot.len);
    let line = format!("(image 1: JPEG {} KB)", picture::kilobytes(shot.len));
    assert_eq!(text("pane"), [format!("{facts}\n{line}")]);
    let turn = events.last().unwrap();
    assert_eq!(
        (&turn["event"], &turn["backend"], &turn["model"]),
        (&json!("turn"), &json!("anthropic"), &json!("m"))
    );
    assert_eq!((&turn["stop"], &turn["rounds"]), (&json!("-"), &json!(2)));
    assert_eq!(keys(&turn["usage"]), BTreeSet::from(["cached", "output", "reasoning", "uncached"]));
    assert!(turn["usage"]["uncached"].as_u64().unwrap() > 0);
    let order: Vec<&str> =
        events.iter().map(|event| event["event"].as_str().unwrap()).filter(|name| *name != "delta").collect();
    assert_eq!(order, ["reply", "tool", "pane", "reply", "turn"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn text_is_what_a_person_reads() {
    let (left, right) = two_colours();
    let camera = camera_of(left, right);
    let provider = plain_provider(Wire::OpenaiCompat);
    let kept = village(&provider, Wire::OpenaiCompat, Some(&camera.url())).await;
    let done = ask(&kept, &[LOOK]).await.ok();
    let lines: Vec<&str> = done.out.lines().collect();
    assert_eq!(lines[0], "taking a look");
    assert!(
        lines[1].starts_with("[nik__live_view_image: done, ") && lines[1].ends_with(" ms]"),
        "{}",
        done.out
    );
    assert_eq!(lines[2], format!("(image 1: JPEG {} KB)", picture::kilobytes(camera.shots()[0].len)));
    assert_eq!(lines[3..], [format!("left: {left}, right: {right}")]);
    assert_eq!(done.err, "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_cannot_be_read_is_told_before_the_turn() {
    let provider = plain_provider(Wire::Anthropic);
    let kept = village(&provider, Wire::Anthropic, None).await;
    let file = kept.village().join("agents/agent_1/mcp.json");
    std::fs::write(&file, "{\n  \"mcpServers\": ,\n}").unwrap();
    let done = ask(&kept, &["hello"]).await;
    assert_eq!(done.code, Some(0), "{}", done.err);
    let told = done.err.lines().find(|line| line.contains("mcp.json")).unwrap_or_default();
    assert!(told.contains(&*file.to_string_lossy()) && told.contains("line 2"), "{}", done.err);
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        "{\n  \"mcpServers\": ,\n}",
        "nothing is overwritten"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thinking_has_an_event_of_its_own() {
    let step = Step { thinking: Some("hm, let me see".into()), ..Step::text("an answer") };
    let options = ProviderOptions { script: Script::steps(vec![step]), ..ProviderOptions::new(Wire::Ollama) };
    let provider = provider(options);
    let kept = village(&provider, Wire::Ollama, None).await;
    let done = ask(&kept, &["--json", "hello"]).await.ok();
    let text = |name: &str| -> String {
        done.events(name).iter().map(|event| event["text"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!((text("thinking").as_str(), text("delta").as_str()), ("hm, let me see", "an answer"));
    let plain = ask(&kept, &["hello"]).await.ok();
    assert!(!plain.out.contains("let me see"), "{}", plain.out);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_turn_is_1_with_one_line_and_an_error_event() {
    let words = format!("Incorrect API key provided: {KEY}");
    let script = Script::respond(move |_| Step {
        status: Some(401),
        error: Some(words.clone().into()),
        ..Step::default()
    });
    let provider = provider(ProviderOptions { script, ..ProviderOptions::new(Wire::OpenaiCompat) });
    let kept = village(&provider, Wire::OpenaiCompat, None).await;
    let done = ask(&kept, &["hello"]).await.failed();
    assert!(done.err.starts_with("fuseforks: ") && done.err.contains("401"), "{}", done.err);
    assert!(!done.err.contains(KEY) && !done.out.contains(KEY), "{done:?}");
    let done = ask(&kept, &["--json", "hello"]).await.failed();
    let events = done.json();
    assert_eq!(events.len(), 2, "{done:?}");
    assert_eq!(keys(&events[0]), BTreeSet::from(["agent", "code", "event", "text"]));
    assert_eq!((&events[0]["event"], &events[0]["code"]), (&json!("error"), &json!("KEY")));
    assert_eq!((&events[1]["event"], &events[1]["stop"]), (&json!("turn"), &json!("failed:KEY")));
    assert!(!done.out.contains(KEY) && !done.err.contains(KEY));

    // Words that came before a stream broke are printed; the failure is one all the same.
    let script = Script::respond(|_| Step {
        text: Some("half an".into()),
        error: Some("overloaded".into()),
        ..Step::default()
    });
    let provider =
        crate::support::provider(ProviderOptions { script, ..ProviderOptions::new(Wire::Anthropic) });
    let kept = village(&provider, Wire::Anthropic, None).await;
    let done = ask(&kept, &["hello"]).await.failed();
    assert!(done.out.contains("half an"), "{done:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_asked_is_told_before_any_request() {
    let provider = plain_provider(Wire::OpenaiCompat);
    let kept = village(&provider, Wire::OpenaiCompat, None).await;
    let dir = kept.village().display().to_string();
    let text = kept.path().join("notes.txt");
    fs::write(&text, "words").unwrap();
    let gif = kept.path().join("old.gif");
    fs::write(&gif, picture::noisy(1, 8, 8, image::ImageFormat::Gif)).unwrap();
    let cases = [
        (vec!["ask", dir.as_str(), "--agent", "Nobody", "hello"], "Nobody"),
        (vec!["ask", dir.as_str(), "--agent", "Mina", "--session", "nonsense", "hello"], "nonsense"),
        (vec!["ask", dir.as_str(), "--agent", "Mina", "  "], "message"),
        (
            vec!["ask", dir.as_str(), "--agent", "Mina", "--attach", text.to_str().unwrap(), "hello"],
            "notes.txt",
        ),
        (vec!["ask", dir.as_str(), "--agent", "Mina", "--attach", gif.to_str().unwrap(), "hello"], "GIF"),
        (vec!["ask", dir.as_str(), "--agent", "Mina", "--attach", "/nowhere.jpg", "hello"], "/nowhere.jpg"),
    ];
    for (arguments, words) in cases {
        let done = kept.program(&arguments).env("STORY_KEY", KEY).done().await.failed();
        assert!(done.err.contains(words), "{arguments:?}: {}", done.err);
        assert_eq!(done.out, "");
    }
    assert_eq!(provider.requests().len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_attached_picture_goes_with_its_message_and_no_other() {
    let provider = plain_provider(Wire::Anthropic);
    let kept = village(&provider, Wire::Anthropic, None).await;
    let file = kept.path().join("holiday.jpg");
    let bytes = picture::jpeg(4);
    fs::write(&file, &bytes).unwrap();
    ask(&kept, &["--attach", file.to_str().unwrap(), "Look at this picture"]).await.ok();
    let body = provider.requests().pop().unwrap().json();
    let found = images(&body);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].sha256, picture::sha256(&bytes), "nothing to strip, so byte for byte");
    let stored: Vec<_> = fs::read_dir(kept.village().join("attachments")).unwrap().collect();
    assert_eq!(stored.len(), 1);
    ask(&kept, &["hello"]).await.ok();
    let body = provider.requests().pop().unwrap().json();
    assert_eq!(images(&body), []);
    assert!(body.to_string().contains("holiday.jpg") && body.to_string().contains(&picture::sha256(&bytes)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_programs_do_not_ask_in_one_village_at_once() {
    let slow = Step { text: Some("word ".repeat(200)), gap_ms: 30, ..Step::default() };
    let options =
        ProviderOptions { script: Script::steps(vec![slow]), ..ProviderOptions::new(Wire::Anthropic) };
    let provider = provider(options);
    let kept = village(&provider, Wire::Anthropic, None).await;
    let dir = kept.village().display().to_string();
    let first = kept.program(&["ask", &dir, "--agent", "Mina", "hello"]).env("STORY_KEY", KEY).start();
    fuseforks_tests::until("the first request", || (provider.chats().len() == 1).then_some(())).await;
    let done = ask(&kept, &["hello"]).await.failed();
    assert!(done.err.contains(&format!("pid {}", first.pid())), "{}", done.err);
    assert_eq!(provider.chats().len(), 1);
    let killed = tokio::task::spawn_blocking(move || first.kill()).await.unwrap();
    assert_eq!(killed.code, None);
    // The lock died with its process.
    ask(&kept, &["hello"]).await.ok();
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupt_stops_the_turn_and_keeps_what_was_said() {
    let slow = Step { text: Some("word ".repeat(400)), gap_ms: 30, ..Step::default() };
    let options =
        ProviderOptions { script: Script::steps(vec![slow]), ..ProviderOptions::new(Wire::Anthropic) };
    let provider = provider(options);
    let kept = village(&provider, Wire::Anthropic, None).await;
    let dir = kept.village().display().to_string();
    let asking =
        kept.program(&["ask", &dir, "--agent", "Mina", "--json", "hello"]).env("STORY_KEY", KEY).start();
    fuseforks_tests::until("the first request", || (provider.chats().len() == 1).then_some(())).await;
    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
    let begun = std::time::Instant::now();
    let pid = asking.pid().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let done = tokio::task::spawn_blocking(move || asking.wait()).await.unwrap();
    assert!(begun.elapsed().as_secs() < 2, "{:?}", begun.elapsed());
    assert_eq!(done.code, Some(1), "{done:?}");
    let turn = done.json().pop().unwrap();
    assert_eq!((&turn["event"], &turn["stop"]), (&json!("turn"), &json!("interrupted")));
    let notices = done.events("notice");
    assert_eq!(notices.len(), 1, "{notices:?}");
    let said = notices[0]["text"].as_str().unwrap();
    assert!(said.starts_with("You stopped this turn."), "{said}");
    let shown = kept.program(&["session", "show", &dir]).done().await.ok().out;
    assert!(shown.contains("agent_1 -> user: word word"), "{shown}");
}
