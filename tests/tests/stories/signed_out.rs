//! A token of a server that was good and is no more: said as what it is, by both eras' rules, and mended by a
//! new token alone.

use crate::support::caller;
use fuseforks_contract::{
    Event, Failure, Host as _,
    camera::{CameraPhase, CameraSource, CameraStart},
    mcp::{ServerState, ServerView},
    paste::InputSet,
};
use fuseforks_sim::provider::{Provider, Wire};
use fuseforks_tests::{
    PATIENCE, World,
    door::Refusal,
    picture,
    toolbox::{self, Called, Toolbox},
};
use fuseforks_village::{Asking, Language};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const OLD: &str = "tok-old-4711";
const NEW: &str = "tok-new-0815";
const METADATA: &str =
    "Bearer resource_metadata=\"https://auth.example/.well-known/oauth-protected-resource\"";
const EXPIRED: &str = "Bearer error=\"invalid_token\", error_description=\"The access token expired\"";
const NARROW: &str = "Bearer error=\"insufficient_scope\", scope=\"files:write\"";
/// Far less than any clock of a call, and enough for a busy machine.
const QUICK: Duration = Duration::from_secs(10);
/// Longer than all pauses between the tries of a lost server in these stories together.
const A_WHILE: Duration = Duration::from_millis(1500);

fn unauthorized(challenge: Option<&'static str>) -> Refusal {
    Refusal { status: 401, challenge, only: None }
}

async fn server(says: &'static str) -> Toolbox {
    let respond = move |called: &Called| match called.name.as_str() {
        "live_view_image" => toolbox::result(&[toolbox::jpeg(&picture::jpeg(3))]).into(),
        _ => toolbox::result(&[toolbox::text(says)]).into(),
    };
    Toolbox::start(&["look", "write", "live_view_image"], respond).await
}

fn entry(server: &Toolbox, token: &str) -> Value {
    json!({"type": "http", "url": server.url(), "headers": {"Authorization": format!("Bearer {token}")}})
}

async fn village(language: Language) -> (World, String, Provider) {
    let provider = caller(Wire::Anthropic);
    let world = World::build().language(language).asking(Asking::AllowAll).open();
    let template = world.template(&provider, Wire::Anthropic).await;
    (world, template, provider)
}

async fn hub(world: &World, agent: &str) -> ServerView {
    let servers = world.agent_view(agent).await.servers;
    servers.into_iter().find(|server| server.name == "hub").unwrap()
}

async fn shown(world: &World, agent: &str, state: ServerState) -> ServerView {
    let begun = Instant::now();
    loop {
        let view = hub(world, agent).await;
        if view.state == state {
            return view;
        }
        assert!(begun.elapsed() < PATIENCE, "{view:?}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn code(problem: Option<&Failure>) -> (&str, &str) {
    problem.map_or(("", ""), |problem| (problem.code.as_str(), problem.args["code"].as_str()))
}

async fn says(world: &World, agent: &str, tool: &str) -> String {
    let told = world.say(agent, &format!("call {tool} please")).await;
    assert_eq!(told.stop(), "-", "{tool}: {:?}", told.system());
    told.reply().strip_prefix("got: ").unwrap_or_default().to_owned()
}

/// Nothing that was told or logged holds a token, whole or as a header.
async fn kept_quiet(world: &World) {
    let log = world.log().await.join("\n");
    let events = serde_json::to_string(&world.events.since(0)).unwrap();
    for secret in [OLD, NEW, "Bearer", "resource_metadata"] {
        assert!(!log.contains(secret), "{secret} in {log}");
        assert!(!events.contains(secret), "{secret} was told");
    }
    assert!(log.contains("name=hub state=sign_in code=SIGN_IN_NEEDED"), "{log}");
}

async fn enter(world: &World, agent: &str, token: &str) {
    let set = InputSet {
        village: world.id.clone(),
        agent: Some(agent.to_owned()),
        server: "hub".to_owned(),
        input: "hub-token".to_owned(),
        value: token.to_owned(),
    };
    world.app.input_set(set).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_agents_whose_token_expires_are_told_so_and_a_new_one_serves_both() {
    let cases = [
        (
            Language::En,
            None,
            "the server hub refused access: its access token is missing, wrong or expired. Calling again does \
             not help until the user has given the server a valid access token",
        ),
        (
            Language::Ja,
            Some(METADATA),
            "サーバー hub がアクセスを拒否しました。アクセストークンがないか、誤っているか、期限が切れています。\
             利用者が有効なトークンを設定するまで、もう一度呼び出しても結果は同じです",
        ),
        (
            Language::Zh,
            Some(EXPIRED),
            "服务器 hub 拒绝访问：访问令牌缺失、错误或已过期。在用户为它设置有效令牌之前，再次调用也无济于事",
        ),
    ];
    for (language, challenge, sentence) in cases {
        let (work, other) = (server("hub: seen").await, server("other: seen").await);
        let (world, template, _provider) = village(language).await;
        let (mina, taro) = (world.agent("Mina", &template).await, world.agent("Taro", &template).await);
        work.door().lock(OLD, unauthorized(challenge));
        for agent in [&mina, &taro] {
            let servers = json!({"hub": entry(&work, "${input:hub-token}"), "other": entry(&other, OLD)});
            world.servers(agent, servers).await;
        }
        enter(&world, &mina, OLD).await;
        for agent in [&mina, &taro] {
            world.start(agent).await;
            assert_eq!(says(&world, agent, "hub__look").await, "hub: seen");
        }

        work.door().lock(NEW, unauthorized(challenge));
        let (before, mark) = (work.door().knocks().len(), world.events.mark());
        let begun = Instant::now();
        for agent in [&mina, &taro] {
            world.try_send(agent, "call hub__look please").await.unwrap();
        }
        for agent in [&mina, &taro] {
            let told = world.ended(agent, mark).await;
            assert_eq!(told.stop(), "-");
            assert_eq!(told.reply(), format!("got: {sentence}"));
        }
        assert!(begun.elapsed() < QUICK, "{:?}", begun.elapsed());
        for agent in [&mina, &taro] {
            let view = shown(&world, agent, ServerState::SignIn).await;
            assert_eq!(code(view.problem.as_ref()), ("server", "SIGN_IN_NEEDED"));
            assert_eq!(view.inputs, ["hub-token"], "what the person may enter anew");
        }

        // Another server of the agent works, and the person is told again why this one is not there.
        let told = world.say(&mina, "call other__look please").await;
        assert_eq!(told.reply(), "got: other: seen");
        assert_eq!(
            told.system().iter().map(|why| code(Some(why))).collect::<Vec<_>>(),
            [("server", "SIGN_IN_NEEDED")]
        );
        tokio::time::sleep(A_WHILE).await;
        let knocks = work.door().knocks().split_off(before);
        let calls = knocks.iter().filter(|knock| *knock == "tools/call").count();
        // Whoever comes second may find the server signed out, and tries the token once by connecting.
        assert!((1..=2).contains(&calls) && knocks.len() <= 4, "at most one try of each: {knocks:?}");

        enter(&world, &mina, NEW).await;
        for agent in [&mina, &taro] {
            world.start(agent).await;
            assert_eq!(says(&world, agent, "hub__look").await, "hub: seen", "without a restart");
        }
        assert_eq!(work.calls().len(), 4, "what was refused never ran");
        kept_quiet(&world).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_that_is_refused_from_the_start_is_mended_in_the_file() {
    for challenge in [None, Some(METADATA), Some(EXPIRED)] {
        let (work, other) = (server("hub: seen").await, server("other: seen").await);
        work.door().lock(NEW, unauthorized(challenge));
        let (world, template, _provider) = village(Language::En).await;
        let agent = world.agent("Mina", &template).await;
        world.servers(&agent, json!({"hub": entry(&work, OLD), "other": entry(&other, OLD)})).await;
        world.app.agent_start(world.agent_id(&agent)).await.unwrap();
        let view = shown(&world, &agent, ServerState::SignIn).await;
        assert_eq!(code(view.problem.as_ref()), ("server", "SIGN_IN_NEEDED"));
        let knocks = work.door().knocks();
        assert!(knocks.len() <= 2, "asked in each era once at most: {knocks:?}");
        assert_eq!(says(&world, &agent, "other__look").await, "other: seen");
        tokio::time::sleep(A_WHILE).await;
        assert_eq!(work.door().knocks(), knocks, "nobody tries by itself");

        world.servers(&agent, json!({"hub": entry(&work, NEW), "other": entry(&other, OLD)})).await;
        world.start(&agent).await;
        assert_eq!(says(&world, &agent, "hub__look").await, "hub: seen");
        kept_quiet(&world).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_that_does_not_allow_a_call_is_no_expired_one() {
    let sentences = [
        (
            Language::En,
            "the server hub refused this: its access token is valid but does not allow it. Calling again does \
             not help until the user has given the server an access token with more rights",
        ),
        (
            Language::Ja,
            "サーバー hub がこの操作を拒否しました。アクセストークンは有効ですが、権限が足りません。\
             利用者が権限のあるトークンを設定するまで、もう一度呼び出しても結果は同じです",
        ),
        (
            Language::Zh,
            "服务器 hub 拒绝了这项操作：访问令牌有效，但权限不足。在用户为它设置权限足够的令牌之前，再次调用也无济于事",
        ),
    ];
    for (language, sentence) in sentences {
        let work = server("hub: seen").await;
        let (world, template, _provider) = village(language).await;
        let agent = world.agent("Mina", &template).await;
        world.servers(&agent, json!({"hub": entry(&work, OLD)})).await;
        world.start(&agent).await;
        let before = work.door().knocks().len();
        work.door().lock(NEW, Refusal { status: 403, challenge: Some(NARROW), only: Some("tools/call") });
        assert_eq!(says(&world, &agent, "hub__write").await, sentence);
        assert_eq!(hub(&world, &agent).await.state, ServerState::Ready, "the connection is good");
        work.door().open();
        assert_eq!(says(&world, &agent, "hub__look").await, "hub: seen");
        assert_eq!(work.door().knocks()[before..], ["tools/call", "tools/call"]);
        let log = world.log().await.join("\n");
        assert!(!log.contains(OLD) && !log.contains("files:write") && !log.contains("sign_in"), "{log}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_camera_whose_token_expires_ends_the_panel() {
    let work = server("-").await;
    work.door().lock(OLD, unauthorized(None));
    let (world, template, _provider) = village(Language::En).await;
    let agent = world.agent("Mina", &template).await;
    world.servers(&agent, json!({"hub": entry(&work, OLD)})).await;
    world.allow_all(&agent).await;
    let source =
        CameraSource { agent: agent.clone(), server: "hub".into(), tool: "hub__live_view_image".into() };
    let mark = world.events.mark();
    let start = CameraStart { village: world.id.clone(), source, interval_ms: 500 };
    world.app.camera_start(start).await.unwrap();
    let phase = |wanted: CameraPhase| {
        move |event: &Event| match event {
            Event::Camera { camera, .. } if camera.phase == wanted => Some(camera.clone()),
            _ => None,
        }
    };
    world.events.wait(mark, "a frame", phase(CameraPhase::Live)).await;
    work.door().lock(NEW, unauthorized(None));
    let camera = world.events.wait(mark, "the end", phase(CameraPhase::Refused)).await;
    assert_eq!(code(camera.problem.as_ref()), ("server", "SIGN_IN_NEEDED"));
    shown(&world, &agent, ServerState::SignIn).await;
    let knocks = work.door().knocks().len();
    tokio::time::sleep(A_WHILE).await;
    assert_eq!(work.door().knocks().len(), knocks, "the panel tries no more");
    kept_quiet(&world).await;
}
