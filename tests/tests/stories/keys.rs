//! Keys: none, locked, wrong, echoed. What is missing is told before any request; a key is never seen.

use crate::support::{LOOK, WIRES, camera_of, plain_provider, provider, two_colours};
use fuseforks_contract::{
    Event, Host as _,
    template::{KeySet, TemplateId},
};
use fuseforks_sim::provider::{ProviderOptions, Script, Step, Wire};
use fuseforks_tests::{KEY, World, search::mentioning, secrets::Locked};
use serde_json::json;
use std::sync::Arc;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_key_is_told_before_any_request() {
    for wire in WIRES {
        let provider = plain_provider(*wire);
        let world = World::build().open();
        let template = world.app.template_save(world.template_of(&provider.url(), *wire)).await.unwrap();
        assert!(template.needs_key && !template.has_key);
        let agent = world.agent("Mina", &template.id).await;
        let refused = world.try_send(&agent, "hello").await.unwrap_err();
        assert_eq!(
            (refused.code.as_str(), refused.args["template"].as_str()),
            ("key-missing", "Model"),
            "{wire}"
        );
        let test = TemplateId { village: world.id.clone(), template: template.id.clone() };
        assert_eq!(world.app.vision_test(test).await.unwrap_err().code, "key-missing", "{wire}");
        assert_eq!(world.rows().await, [], "nothing was said");
        assert_eq!(provider.requests().len(), 0, "{wire}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_locked_store_is_told_before_any_request() {
    let provider = plain_provider(Wire::Anthropic);
    let world = World::build().secrets(Arc::new(Locked)).open();
    let template = world.template(&provider, Wire::Anthropic).await;
    let agent = world.agent("Mina", &template).await;
    let refused = world.try_send(&agent, "hello").await.unwrap_err();
    assert_eq!(refused.code, "key-locked");
    assert_eq!(provider.requests().len(), 0);
    assert_eq!(world.rows().await, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_that_the_provider_repeats_is_masked_everywhere() {
    for wire in WIRES {
        let words =
            format!("Incorrect API key provided: {KEY}. Find your key at https://example.com/keys?key={KEY}");
        let body = json!({"error": {"message": words, "code": "invalid_api_key", "type": KEY}});
        let step = Step { status: Some(401), error: Some(body), ..Step::default() };
        let provider =
            provider(ProviderOptions { script: Script::steps(vec![step]), ..ProviderOptions::new(*wire) });
        let world = World::build().open();
        let template = world.template(&provider, *wire).await;
        let agent = world.agent("Mina", &template).await;
        let told = world.say(&agent, "hello").await;
        assert_eq!(told.stop(), "failed:KEY", "{wire}");
        let why = told.system()[0];
        assert_eq!(
            (why.code.as_str(), why.args["code"].as_str(), why.args["status"].as_str()),
            ("llm", "KEY", "401")
        );
        assert!(why.detail.as_deref().unwrap().contains("Incorrect API key"), "the quote stays: {why:?}");
        assert!(!told.whole().contains(KEY), "{wire}: {}", told.whole());
        assert!(!serde_json::to_string(&world.rows().await).unwrap().contains(KEY), "{wire}");
        let log = world.log().await.join("\n");
        assert!(log.contains("llm retry stop: ") && log.contains("status=401"), "{log}");
        assert!(!log.contains(KEY));
        let kept = world.close().await;
        assert_eq!(mentioning(kept.path(), KEY), Vec::<std::path::PathBuf>::new(), "{wire}: no file has it");
        // The provider had it, and from a header.
        let request = provider.requests().remove(0);
        let names = ["authorization", "x-api-key", "x-goog-api-key"];
        assert!(names.iter().any(|name| request.header(name).is_some()), "{wire}");
        assert!(!request.path.contains(KEY), "{wire}: {}", request.path);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_turn_leaves_the_key_nowhere() {
    let (left, right) = two_colours();
    let camera = camera_of(left, right);
    let options = ProviderOptions { key: Some(KEY.to_owned()), ..ProviderOptions::new(Wire::OpenaiCompat) };
    let provider = provider(options);
    let world = World::build().open();
    let agent = world.photographer(&provider, Wire::OpenaiCompat, &camera).await;
    let told = world.say(&agent, LOOK).await;
    assert_eq!(told.stop(), "-", "the key was the right one");
    assert!(!told.whole().contains(KEY));
    let state = serde_json::to_string(&world.state().await).unwrap();
    let view = serde_json::to_string(&world.view().await).unwrap();
    assert!(!state.contains(KEY) && !view.contains(KEY));
    let debug = format!("{:?}", world.view().await);
    assert!(!debug.contains(KEY));
    let kept = world.close().await;
    assert_eq!(mentioning(kept.path(), KEY), Vec::<std::path::PathBuf>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_in_a_variable_is_read_only_where_the_person_said_so() {
    let provider = plain_provider(Wire::Anthropic);
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
        "anthropic",
        "--base-url",
        &provider.url(),
        "--model",
        "m",
        "--key-env",
        "STORY_KEY",
    ];
    kept.program(&add).done().await.ok();
    kept.program(&["agent", "add", &dir, "Mina", "--template", "M"]).done().await.ok();
    let ask = ["ask", &dir, "--agent", "Mina", "hello"];
    let unset = kept.program(&ask).done().await.failed();
    assert!(unset.err.contains("STORY_KEY"), "{}", unset.err);
    assert_eq!(provider.requests().len(), 0);
    let done = kept.program(&ask).env("STORY_KEY", KEY).done().await.ok();
    assert!(done.out.contains("ok"), "{done:?}");
    assert_eq!(provider.requests().len(), 1);

    // Somebody edits the village: another variable, which may hold anything.
    let path = kept.village().join("village.json");
    let file = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, file.replace("STORY_KEY", "OTHER_SECRET")).unwrap();
    let done = kept.program(&ask).env("OTHER_SECRET", "do-not-send").done().await.failed();
    assert!(done.err.contains("OTHER_SECRET"), "{}", done.err);
    assert_eq!(provider.requests().len(), 1, "nothing was sent");
    assert!(!done.err.contains("do-not-send"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pasted_key_loses_quotes_and_line_breaks_and_nothing_else() {
    let options = ProviderOptions { key: Some(KEY.to_owned()), ..ProviderOptions::new(Wire::Anthropic) };
    let provider = provider(options);
    let world = World::build().open();
    let template =
        world.app.template_save(world.template_of(&provider.url(), Wire::Anthropic)).await.unwrap().id;
    let agent = world.agent("Mina", &template).await;
    let set =
        |key: &str| KeySet { village: world.id.clone(), template: template.clone(), key: key.to_owned() };
    for bad in ["", "  ", "sk-\u{e9}", "sk-\u{3042}", "two words", "sk-test\n-123", "sk-test\u{0}123"] {
        let code = if bad.trim().is_empty() { "key-empty" } else { "key-characters" };
        assert_eq!(world.app.key_set(set(bad)).await.unwrap_err().code, code, "{bad:?}");
        assert_eq!(
            world.try_send(&agent, "hello").await.unwrap_err().code,
            "key-missing",
            "{bad:?} is not kept"
        );
    }
    for good in ["sk-test-123", "sk-test-123\n", "\r\n  sk-test-123\t", "\"sk-test-123\"", "'sk-test-123'\n"]
    {
        world.app.key_set(set(good)).await.unwrap();
        assert_eq!(world.say(&agent, "hello").await.reply(), "ok", "{good:?}");
    }
    let id = TemplateId { village: world.id.clone(), template: template.clone() };
    world.app.key_clear(id).await.unwrap();
    assert_eq!(world.try_send(&agent, "hello").await.unwrap_err().code, "key-missing");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_in_the_address_of_a_server_is_shown_to_nobody() {
    let listener = fuseforks_tests::listener::Listener::start().await;
    let world =
        World::build().limits(|limits| limits.mcp.connect = std::time::Duration::from_millis(300)).open();
    let agent = world.agent("Mina", "").await;
    let secret = "abc-secret-token";
    let url = listener.url(&format!("/mcp?token={secret}"));
    let servers = json!({"one": {"type": "http", "url": url},
        "two": {"type": "http", "url": listener.url("/mcp"), "headers": {"Authorization": format!("Bearer {secret}")}}});
    world.servers(&agent, servers).await;
    world.app.agent_start(world.agent_id(&agent)).await.unwrap();
    let failed = |event: &Event| match event {
        Event::Agent { agent, .. } => agent.servers.iter().all(|one| one.problem.is_some()).then_some(()),
        _ => None,
    };
    world.events.wait(0, "both servers to fail", failed).await;
    let view = world.agent_view(&agent).await;
    assert_eq!(view.servers.len(), 2);
    assert!(!format!("{view:?}").contains(secret), "{view:?}");
    assert!(!serde_json::to_string(&world.events.since(0)).unwrap().contains(secret));
    let log = world.log().await.join("\n");
    assert!(log.contains("name=one state=failed") && !log.contains(secret), "{log}");
}
