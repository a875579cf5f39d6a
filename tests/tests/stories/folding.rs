//! Rounds that are summarised inside a turn: what must stay, and that nothing hangs on the summary.

use crate::{
    compaction::{asks_for_summary, not_text_alone, refused, small, summaries},
    echo::models,
    support::provider,
};
use fuseforks_contract::template::{EffortLevel, TemplateSave};
use fuseforks_sim::provider::{Provider, ProviderOptions, Received, Script, Step, Wire};
use fuseforks_tests::{
    World, picture,
    toolbox::{self, Toolbox},
};
use serde_json::json;
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

const ASKED: &str = "What of these ten?";

/// A server whose tool gives a long text and a picture, another one each time.
async fn album() -> Toolbox {
    Toolbox::start(&["look"], |called| {
        let words = format!("page {}: {}", called.before, "the light is even and nothing moves ".repeat(160));
        let seed = u32::try_from(called.before).unwrap() + 100;
        toolbox::result(&[toolbox::text(&words), toolbox::jpeg(&picture::jpeg(seed))]).into()
    })
    .await
}

/// Looks so many times in the turn of the question, then answers; asked for a summary, does this.
fn looks(times: usize, summary: impl Fn(&Received) -> Step + Send + Sync + 'static) -> Script {
    let done = AtomicUsize::new(0);
    Script::respond(move |received: &Received| {
        if asks_for_summary(received) {
            return summary(received);
        }
        let asked = received.messages.iter().any(|message| message.text.contains(ASKED));
        if !asked {
            return Step::text(format!("Noted. {}", "Nothing else happened there today ".repeat(500)));
        }
        match done.fetch_add(1, Ordering::SeqCst) {
            look if look < times => Step::call("look", json!({ "n": look })),
            _ => Step::text("all seen"),
        }
    })
}

fn strict(wire: Wire, script: Script) -> Provider {
    provider(ProviderOptions {
        script,
        strict_echo: true,
        prefix_binding: true,
        ..ProviderOptions::new(wire)
    })
}

async fn agent(world: &World, provider: &Provider, wire: Wire, window: u32, url: &str) -> String {
    let (_, model) = models().into_iter().find(|(found, _)| *found == wire).unwrap();
    let template = TemplateSave {
        model: model.to_owned(),
        effort: Some(EffortLevel::Medium),
        ..small(world, provider, wire, window)
    };
    let template = world.template_save(template).await;
    let agent = world.agent("Mina", &template).await;
    world.servers(&agent, json!({"album": {"type": "http", "url": url}})).await;
    world.allow_all(&agent).await;
    world.max_rounds(&agent, 40).await;
    agent
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_message_of_the_turn_keeps_its_pictures_whatever_leaves() {
    for wire in [Wire::Anthropic, Wire::OpenaiCompat, Wire::Gemini, Wire::OpenaiResponses] {
        let tools = album().await;
        let wrong: Arc<Mutex<Vec<String>>> = Arc::default();
        let told = Arc::clone(&wrong);
        let script = looks(14, move |received| {
            told.lock().unwrap().extend(not_text_alone(received));
            Step::text("A quiet harbour, page after page.")
        });
        let provider = strict(wire, script);
        let world = World::build().open();
        let agent = agent(&world, &provider, wire, 30_000, &tools.url()).await;
        for number in 0..4 {
            world.say(&agent, &format!("Remark {number}")).await;
        }
        assert_eq!(summaries(&world).await.len(), 0, "{wire}: so far it fits");

        let mut files = Vec::new();
        for seed in 0..10 {
            let name = format!("{seed}.jpg");
            files.push(world.attach(&agent, &name, &picture::jpeg(seed)).await.unwrap().id);
        }
        let (mark, before) = (world.events.mark(), provider.chats().len());
        world.send_with(&agent, ASKED, files).await.unwrap();
        let told = world.ended(&agent, mark).await;
        assert_eq!((told.stop().as_str(), told.reply()), ("-", "all seen"), "{wire}: {:?}", told.system());
        assert_eq!(refused(&provider), Vec::<String>::new(), "{wire}");
        assert_eq!(wrong.lock().unwrap().as_slice(), [] as [String; 0], "{wire}");
        assert_eq!(tools.calls().len(), 14, "{wire}");

        let made = summaries(&world).await;
        assert!(made.iter().any(|(_, exchanges, _)| *exchanges > 0), "{wire}: {made:?}");
        assert!(made.iter().any(|(_, _, rounds)| *rounds > 0), "{wire}: {made:?}");
        let expected: Vec<String> = (0..10).map(|seed| picture::sha256(&picture::jpeg(seed))).collect();
        let chats = provider.chats();
        let of_turn: Vec<_> = chats[before..].iter().filter(|chat| !asks_for_summary(chat)).collect();
        assert_eq!(of_turn.len(), 15, "{wire}");
        for (number, chat) in of_turn.iter().enumerate() {
            let asked: Vec<_> = chat.messages.iter().filter(|message| message.text.contains(ASKED)).collect();
            assert_eq!(asked.len(), 1, "{wire} {number}");
            let sent: Vec<String> = asked[0].images.iter().map(|image| image.sha256.clone()).collect();
            assert_eq!(sent, expected, "{wire} {number}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_summary_of_rounds_the_turn_goes_on_whole() {
    for (answer, code) in [
        (Step::status(400), "summary-failed"),
        (Step::text(" "), "summary-empty"),
        (Step::text("long ".repeat(20_000)), "summary-longer"),
    ] {
        let tools = album().await;
        let provider = strict(Wire::OpenaiCompat, looks(10, move |_| answer.clone()));
        let world = World::build().open();
        let agent = agent(&world, &provider, Wire::OpenaiCompat, 12_000, &tools.url()).await;
        let told = world.say(&agent, ASKED).await;
        assert_eq!((told.stop().as_str(), told.reply()), ("-", "all seen"), "{code}: {:?}", told.system());
        let codes: Vec<&str> = told.system().iter().map(|line| line.code.as_str()).collect();
        assert_eq!(codes, [code], "it is said, and not tried again in this turn");
        assert_eq!(summaries(&world).await.len(), 0, "{code}");
        let chats = provider.chats();
        let last = chats.iter().rev().find(|chat| !asks_for_summary(chat)).unwrap();
        assert_eq!(last.turn_results().len(), 10, "{code}: every round is still there");
    }
}
