//! Villages run at the same time, each in its own language, with its own agents, store and log.

use crate::{
    crowd::{asks, fresh, who},
    support::provider,
};
use fuseforks_contract::{
    Event, Host as _, agent::AgentNew, chat::MessageSend, template::KeySet, village::TieSet,
};
use fuseforks_sim::provider::{Provider, ProviderOptions, Received, Script, Step, Wire};
use fuseforks_tests::{KEY, World};
use fuseforks_village::{Language, NewVillage};

fn slow_provider() -> Provider {
    let script = Script::respond(|received: &Received| match who(received).as_str() {
        "agent_1" if fresh(received) => Step { delay_ms: 300, ..asks(2, "?") },
        _ => Step { delay_ms: 300, ..Step::text("!") },
    });
    provider(ProviderOptions { script, ..ProviderOptions::new(Wire::Anthropic) })
}

/// Makes the second village of a world, in another language, with the same two agents.
async fn second(world: &World, language: Language, provider: &Provider) -> String {
    let folder = world.kept.path().join("second");
    let new = NewVillage { name: "Second".to_owned(), language, practice: false, camera: None };
    world.app.create(&folder, &new).unwrap();
    let village = world.app.open(&folder).unwrap().id().to_owned();
    let mut template = world.template_of(&provider.url(), Wire::Anthropic);
    template.village.clone_from(&village);
    let template = world.app.template_save(template).await.unwrap().id;
    let set = KeySet { village: village.clone(), template: template.clone(), key: KEY.to_owned() };
    world.app.key_set(set).await.unwrap();
    for name in ["Name1", "Name2"] {
        let (village, name, template) = (village.clone(), name.to_owned(), template.clone());
        world.app.agent_new(AgentNew { village, name, template }).await.unwrap();
    }
    tie(world, &village).await;
    village
}

async fn tie(world: &World, village: &str) {
    let (village, from, to) = (village.to_owned(), "agent_1".to_owned(), "agent_2".to_owned());
    world.app.tie_set(TieSet { village, from, to, on: true }).await.unwrap();
}

async fn send(world: &World, village: &str, text: &str) -> String {
    let (village, agent, text) = (village.to_owned(), "agent_1".to_owned(), text.to_owned());
    world
        .app
        .message_send(MessageSend { village, agent, text, attachments: Vec::new() })
        .await
        .unwrap()
        .request
}

fn bodies(provider: &Provider) -> String {
    let chats = provider.requests();
    // As text: JSON may write other scripts as escapes.
    let read = |body: &[u8]| serde_json::from_slice::<serde_json::Value>(body).unwrap().to_string();
    chats.iter().filter(|request| !request.body.is_empty()).map(|request| read(&request.body)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_villages_in_two_languages_run_at_once_and_no_sentence_crosses() {
    let (english, chinese) = (slow_provider(), slow_provider());
    let world = World::build().language(Language::En).open();
    let template = world.template(&english, Wire::Anthropic).await;
    world.agent("Name1", &template).await;
    world.agent("Name2", &template).await;
    tie(&world, &world.id).await;
    let other = second(&world, Language::Zh, &chinese).await;
    let mark = world.events.mark();
    let first = send(&world, &world.id, "one").await;
    let second = send(&world, &other, "two").await;
    // Showing one does not stop the other.
    world.app.village_open(world.village_id()).await.unwrap();
    world.over(&first, mark).await;
    world.over(&second, mark).await;
    let events = world.events.since(mark);
    let at = |wanted: &dyn Fn(&Event) -> bool| events.iter().position(wanted).unwrap();
    let ended = |request: &str| {
        let request = request.to_owned();
        at(&move |event| matches!(event, Event::RequestEnded { meter, .. } if meter.request == request))
    };
    let began = |village: &str| {
        let wanted = village.to_owned();
        at(&move |event| matches!(event, Event::TurnStarted { village, .. } if *village == wanted))
    };
    assert!(began(&other) < ended(&first) && began(&world.id) < ended(&second), "side by side");

    let (english, chinese) = (bodies(&english), bodies(&chinese));
    for sentence in
        ["You are Name1", "Whom you can ask", "Asks Name2", "[Message from: Name1", "What was said"]
    {
        assert!(english.contains(sentence), "{sentence}: {english}");
        assert!(!chinese.contains(sentence), "{sentence} crossed: {chinese}");
    }
    for sentence in ["你是村庄", "你可以询问谁", "询问Name2", "[发送者：Name1", "最近说过的话"]
    {
        assert!(chinese.contains(sentence), "{sentence}: {chinese}");
        assert!(!english.contains(sentence), "{sentence} crossed: {english}");
    }
    assert!(english.chars().all(|c| !('\u{4e00}'..='\u{9fff}').contains(&c)), "not one character");
    // Each has a log and a store of its own.
    assert_eq!(world.log_of("turn").await.len(), 2);
    let log = std::fs::read_to_string(world.kept.path().join("second/fuseforks.log")).unwrap();
    assert_eq!(log.matches(" turn: ").count(), 2);
    let rows = world.rows().await;
    assert!(!format!("{rows:?}").contains("\"two\""), "another village's words are not here");
}
