//! Long conversations: summaries inside a turn and between turns, by themselves and by hand.

use crate::{
    echo::models,
    support::{camera_of, named, plain_provider, provider},
};
use fuseforks_contract::{
    Event, Host,
    app::SettingsPatch,
    chat::{Row, RowBody, ThreadAsk},
    context::{ContextView, Summarise},
    template::{EffortLevel, TemplateSave},
};
use fuseforks_sim::{
    camera::{Camera, Scene},
    colour::Colour,
    provider::{Provider, ProviderOptions, Received, Script, Step, ToolChoice, Wire},
};
use fuseforks_tests::{
    PATIENCE, Told, World, picture,
    toolbox::{self, Toolbox},
    until,
};
use fuseforks_village::clock::{Clock, SystemClock};
use serde_json::json;
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, AtomicUsize, Ordering},
    },
    time::Duration,
};

/// The words that ask for a summary.
const ASKED: &str = "Summarise the conversation so far";
/// What stands before a summary in a prompt.
const OF_ROUNDS: &str = "# Summary of the earlier rounds of this turn";
const OF_EXCHANGES: &str = "# Summary of the earlier conversation";

pub(crate) fn asks_for_summary(received: &Received) -> bool {
    received.messages.last().is_some_and(|message| message.text.contains(ASKED))
}

/// The longest run of characters that base64 is made of.
fn longest_run(text: &str) -> usize {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || "+/=".contains(c))).map(str::len).max().unwrap_or(0)
}

/// What is wrong with a summariser's request; nothing should be.
pub(crate) fn not_text_alone(received: &Received) -> Option<String> {
    let files = received.messages.iter().map(|message| message.files.len()).sum::<usize>();
    let run = longest_run(&String::from_utf8_lossy(&received.body));
    // A replayed call would need its signature, and its tool.
    let calls =
        received.messages.iter().map(|message| message.calls.len() + message.results.len()).sum::<usize>();
    let wrong = !received.images().is_empty() || files > 0 || run >= 512 || calls > 0;
    let images = received.images().len();
    wrong.then(|| format!("{images} images, {files} files, {calls} calls and results, a run of {run}"))
}

/// The text that begins with these words.
fn told_after(received: &Received, heading: &str) -> String {
    let texts = received.messages.iter().map(|message| message.text.as_str());
    let mut found = texts.filter_map(|text| text.find(heading).and_then(|at| text.get(at + heading.len()..)));
    found.next_back().unwrap_or_default().trim().lines().next().unwrap_or_default().to_owned()
}

/// The colours of the newest image, measured.
fn seen(received: &Received) -> Option<(&'static str, &'static str)> {
    let images = received.images();
    let pixels = image::load_from_memory(&images.last()?.bytes).ok()?.to_rgb8();
    let (width, height) = pixels.dimensions();
    let at = |x: u32| Colour::nearest(pixels.get_pixel(x, height / 2).0).name();
    Some((at(width / 4), at(width * 3 / 4)))
}

pub(crate) fn small(world: &World, provider: &Provider, wire: Wire, window: u32) -> TemplateSave {
    TemplateSave { context_window: Some(window), ..world.template_of(&provider.url(), wire) }
}

/// A watch of so many rounds: from the fourth look on the camera is before other colours.
fn watch(rounds: usize, camera: &Arc<Camera>, wrong: &Arc<Mutex<Vec<String>>>) -> Script {
    let (looks, camera, wrong) = (AtomicUsize::new(0), Arc::clone(camera), Arc::clone(wrong));
    Script::respond(move |received: &Received| {
        if asks_for_summary(received) {
            wrong.lock().unwrap().extend(not_text_alone(received));
            return Step::default();
        }
        let now = seen(received).map_or_else(String::new, |(left, right)| format!("{left} and {right}"));
        let look = looks.fetch_add(1, Ordering::SeqCst);
        if look == 3 {
            let colour = |name: &str| Colour::all().find(|colour| colour.name() == name).unwrap();
            camera.set_scene(Scene::two_colour(colour("green"), colour("yellow")));
        }
        if look < rounds && received.tool_choice != ToolChoice::None {
            return Step {
                text: Some(format!("I see {now}.")),
                thinking: Some(format!("look number {look}")),
                ..Step::call("live_view_image", json!({}))
            };
        }
        Step::text(format!("now {now}; before: {}", told_after(received, OF_ROUNDS)))
    })
}

pub(crate) fn refused(provider: &Provider) -> Vec<String> {
    provider.requests().into_iter().filter_map(|request| request.refusal).collect()
}

async fn watched(wire: Wire) {
    let (_, model) = models().into_iter().find(|(found, _)| *found == wire).unwrap();
    let colour = |name: &str| Colour::all().find(|colour| colour.name() == name).unwrap();
    let camera = Arc::new(camera_of(colour("red"), colour("blue")));
    let wrong = Arc::default();
    let script = watch(60, &camera, &wrong);
    let strict = ProviderOptions { strict_echo: true, prefix_binding: true, ..ProviderOptions::new(wire) };
    let provider = provider(ProviderOptions { script, ..strict });
    let world = World::build().open();
    let template = TemplateSave {
        model: model.to_owned(),
        effort: Some(EffortLevel::Medium),
        ..small(&world, &provider, wire, 8_000)
    };
    let template = world.template_save(template).await;
    let agent = world.agent("Mina", &template).await;
    world.servers(&agent, json!({"nik": {"type": "http", "url": camera.url()}})).await;
    world.allow_all(&agent).await;
    world.max_rounds(&agent, 100).await;
    let told = world.say(&agent, "Watch the camera").await;

    assert_eq!(told.stop(), "-", "{wire}: {:?}", told.system());
    assert_eq!(refused(&provider), Vec::<String>::new(), "{wire}");
    assert_eq!(wrong.lock().unwrap().as_slice(), [] as [String; 0], "{wire}");
    assert_eq!(camera.calls(), 60, "{wire}");
    let reply = told.reply();
    let (now, before) = reply.split_once("; before: ").unwrap();
    assert_eq!(named(now), ["yellow", "green"], "{wire}: {now}");
    let (red, blue) = (before.find("red"), before.find("blue"));
    assert!(red.is_some() && blue.is_some() && red < before.find("green"), "{wire}: first of all: {before}");

    let lines = world.log_of("summary").await;
    assert!(lines.len() >= 2, "{wire}: {lines:?}");
    assert!(lines.iter().all(|line| line.contains("scope=turn") && line.contains("outcome=ok")), "{lines:?}");
    let summaries = summaries(&world).await;
    assert_eq!(summaries.len(), lines.len(), "{wire}: each can be read");
    let chats = provider.chats();
    assert_eq!(told.ended().rounds as usize, 61, "{wire}");
    assert_eq!(chats.len(), 61 + lines.len(), "{wire}");
    let most = chats.iter().map(|received| received.images().len()).max();
    assert!(most < Some(20), "{wire}: the window was the limit and not the number of images: {most:?}");
    // Every call and every summary is in what the turn cost.
    let written = |key: &str, line: &str| {
        let value = line.split(' ').find_map(|part| part.strip_prefix(key)?.strip_prefix('='));
        value.and_then(|value| value.parse::<u64>().ok()).unwrap_or_default()
    };
    let output: u64 = lines.iter().map(|line| written("output", line)).sum();
    assert!(output > 0 && told.ended().usage.output > output, "{wire}");
}

/// All rows of the open conversation.
async fn all_rows(world: &World) -> Vec<Row> {
    let session = world.session().await.id;
    let mut rows: Vec<Row> = Vec::new();
    loop {
        let before = rows.first().map(|row| row.id.clone());
        let (village, session) = (world.id.clone(), session.clone());
        let ask = ThreadAsk { village, session, agent: None, before, limit: 500 };
        let page = world.app.thread(ask).await.unwrap();
        rows.splice(..0, page.rows);
        if !page.more {
            return rows;
        }
    }
}

/// Text and covered exchanges and rounds of all summaries of the open conversation.
pub(crate) async fn summaries(world: &World) -> Vec<(String, u32, u32)> {
    let rows = all_rows(world).await;
    let summary = |body| match body {
        RowBody::Summary { text, exchanges, rounds, .. } => Some((text, exchanges, rounds)),
        _ => None,
    };
    rows.into_iter().filter_map(|row| summary(row.body)).collect()
}

macro_rules! each_wire {
    ($($name:ident: $wire:expr;)*) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            watched($wire).await;
        }
    )*};
}

each_wire! {
    a_long_watch_on_anthropic: Wire::Anthropic;
    a_long_watch_on_openai_compat: Wire::OpenaiCompat;
    a_long_watch_on_gemini: Wire::Gemini;
    a_long_watch_on_openai_responses: Wire::OpenaiResponses;
    a_long_watch_on_xai_responses: Wire::XaiResponses;
    a_long_watch_on_meta_responses: Wire::MetaResponses;
    a_long_watch_on_perplexity_responses: Wire::PerplexityResponses;
    a_long_watch_on_ollama: Wire::Ollama;
}

/// Words of a person that no other message has.
fn remark(number: usize) -> String {
    format!("Remark {number}: {}", "the harbour is quiet and the light is even ".repeat(4))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_exchanges_with_files_are_summarised_as_text_alone() {
    let wrong: Arc<Mutex<Vec<String>>> = Arc::default();
    let told = Arc::clone(&wrong);
    let script = Script::respond(move |received: &Received| {
        if asks_for_summary(received) {
            told.lock().unwrap().extend(not_text_alone(received));
            let known = told_after(received, OF_EXCHANGES);
            return Step::text(format!(
                "Summary. {}",
                if known.is_empty() {
                    "It began with a lighthouse."
                } else {
                    "It still began with a lighthouse."
                }
            ));
        }
        Step::text(format!("Noted. {}", "Nothing else happened there today ".repeat(3)))
    });
    let provider = provider(ProviderOptions { script, ..ProviderOptions::new(Wire::OpenaiCompat) });
    let world = World::build().open();
    let template = world.template_save(small(&world, &provider, Wire::OpenaiCompat, 6_000)).await;
    let agent = world.agent("Mina", &template).await;
    let bytes = picture::jpeg(6);
    for number in 0..200 {
        let view = world.attach(&agent, &format!("file {number}.jpg"), &bytes).await.unwrap();
        let mark = world.events.mark();
        // Some people paste base64 as text.
        let pasted = if number % 20 == 7 { picture::base64(&[7; 600]) } else { String::new() };
        let text = format!("{} {pasted}", remark(number));
        world.send_with(&agent, &text, vec![view.id]).await.unwrap();
        let told = world.ended(&agent, mark).await;
        assert_eq!(told.stop(), "-", "{number}: {:?}", told.system());
    }
    assert_eq!(wrong.lock().unwrap().as_slice(), [] as [String; 0]);
    assert_eq!(refused(&provider), Vec::<String>::new());

    let summaries = summaries(&world).await;
    assert!(summaries.len() >= 3, "{summaries:?}");
    let last = provider.chats().pop().unwrap();
    assert!(told_after(&last, OF_EXCHANGES).contains("still began with a lighthouse"));
    assert!(!last.messages.iter().any(|message| message.text.contains("Remark 3:")), "it is in the summary");
    assert!(last.messages.iter().any(|message| message.text.contains("Remark 198:")));
    assert_eq!(last.images().len(), 1, "the file of this message alone");
    let covered: u32 = summaries.iter().map(|(_, exchanges, _)| exchanges).sum();
    let kept = last.messages.iter().filter(|message| message.text.contains("Remark ")).count();
    assert_eq!(covered as usize + kept, 200, "each exchange is in a summary or in the prompt, and once");
    // Nothing that was said is gone.
    let said =
        |row: &Row| matches!(&row.body, RowBody::Message { text, .. } if text.starts_with("Remark 3:"));
    assert_eq!(all_rows(&world).await.iter().filter(|row| said(row)).count(), 1);
}

/// How full the agent's window is, once the agent is free.
async fn context(world: &World, agent: &str) -> ContextView {
    let begun = std::time::Instant::now();
    loop {
        let contexts = world.app.contexts(world.village_id()).await.unwrap().contexts;
        let context = contexts.into_iter().find(|context| context.agent == agent).unwrap();
        if !context.busy {
            return context;
        }
        assert!(begun.elapsed() < PATIENCE, "{agent} is never free");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_summarises_and_goes_on() {
    let provider = plain_provider(Wire::Anthropic);
    let world = World::build().open();
    let template = world.template_save(small(&world, &provider, Wire::Anthropic, 20_000)).await;
    let agent = world.agent("Mina", &template).await;
    let ask = |agent: Option<String>| Summarise { village: world.id.clone(), agent };
    let refusal = world.app.summarise(ask(None)).await.unwrap_err();
    assert_eq!(refusal.code, "summary-nothing");
    for number in 0..6 {
        world.say(&agent, &remark(number)).await;
    }
    let before = context(&world, &agent).await;
    assert_eq!((before.window, before.assumed, before.compacts_at), (20_000, false, 14_000));
    assert!(before.exchanges >= 3 && before.cost > 0 && before.cost < before.used, "{before:?}");
    let calls = provider.chats().len();
    let mark = world.events.mark();
    let done = world.app.summarise(ask(None)).await.unwrap();
    assert_eq!((done.done.as_slice(), done.problems.as_slice()), (&[agent.clone()][..], &[][..]));
    assert_eq!(provider.chats().len(), calls + 1, "one call for each agent");
    let told = world.events.since(mark);
    assert!(told.iter().any(|event| matches!(event, Event::Context { context, .. } if !context.busy)));
    let after = context(&world, &agent).await;
    assert!(after.used < before.used, "{before:?} {after:?}");
    let made = summaries(&world).await;
    let asked = 2 * before.exchanges + 1;
    assert_eq!(made, [(format!("{asked} messages; colours:"), before.exchanges, 0)]);

    world.say(&agent, "and now?").await;
    let next = provider.chats().pop().unwrap();
    assert_eq!(told_after(&next, OF_EXCHANGES), format!("{asked} messages; colours:"));
    assert!(!next.messages.iter().any(|message| message.text.contains("Remark 0:")));
    assert_eq!(world.log_of("summary").await.len(), 1);
    // The originals are where they were.
    let rows = world.rows().await;
    let said = |number| {
        let words = format!("Remark {number}:");
        rows.iter().any(|row| matches!(&row.body, RowBody::Message { text, .. } if text.contains(&words)))
    };
    assert!((0..6).all(said));
    // A summary outlives the program.
    let world = World::again(&world.close().await).open();
    assert_eq!(summaries(&world).await.len(), 1);
    assert_eq!(context(&world, &agent).await.window, 20_000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_summary_the_turn_goes_on_and_says_so() {
    for (answer, code) in [
        (Step::status(400), "summary-failed"),
        (Step::text(" "), "summary-empty"),
        (Step::text("long ".repeat(4_000)), "summary-longer"),
    ] {
        let script = Script::respond(move |received: &Received| {
            if asks_for_summary(received) { answer.clone() } else { Step::text("Noted. ".repeat(60)) }
        });
        let provider = provider(ProviderOptions { script, ..ProviderOptions::new(Wire::OpenaiCompat) });
        let world = World::build().open();
        let template = world.template_save(small(&world, &provider, Wire::OpenaiCompat, 2_000)).await;
        let agent = world.agent("Mina", &template).await;
        let mut said: Vec<Told> = Vec::new();
        for number in 0..20 {
            said.push(world.say(&agent, &remark(number)).await);
        }
        let codes: Vec<&str> =
            said.iter().flat_map(|told| told.system()).map(|line| line.code.as_str()).collect();
        assert!(!codes.is_empty() && codes.iter().all(|found| *found == code), "{codes:?}");
        assert!(said.iter().all(|told| told.stop() == "-" && told.reply().starts_with("Noted.")));
        let last = provider.chats().into_iter().rev().find(|chat| !asks_for_summary(chat)).unwrap();
        let remarks = last.messages.iter().filter(|message| message.text.contains("Remark ")).count();
        assert!((2..20).contains(&remarks), "as many of the newest as fit: {remarks}");
        assert!(last.messages.iter().any(|message| message.text.contains("Remark 18:")));
        assert!(summaries(&world).await.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stop_ends_a_summary_too() {
    let script = Script::respond(|received: &Received| {
        if asks_for_summary(received) {
            return Step { delay_ms: 60_000, ..Step::text("late") };
        }
        Step::text("Noted. ".repeat(60))
    });
    let provider = provider(ProviderOptions { script, ..ProviderOptions::new(Wire::OpenaiCompat) });
    let world = World::build().open();
    let template = world.template_save(small(&world, &provider, Wire::OpenaiCompat, 2_000)).await;
    let agent = world.agent("Mina", &template).await;
    let mut told = None;
    for number in 0..20 {
        let mark = world.events.mark();
        let asked = || {
            provider
                .requests()
                .iter()
                .any(|request| String::from_utf8_lossy(&request.body).contains(ASKED))
                .then_some(())
        };
        world.try_send(&agent, &remark(number)).await.unwrap();
        let ended = |event: &Event| matches!(event, Event::TurnEnded { .. }).then_some(());
        let over = until("the end or a summary", || {
            asked().map(|()| false).or_else(|| world.events.since(mark).iter().find_map(ended).map(|()| true))
        });
        if !over.await {
            world.village.turn_stop(&agent);
            told = Some(world.ended(&agent, mark).await);
            break;
        }
    }
    assert_eq!(told.expect("a summary was asked for").stop(), "interrupted");
    assert!(summaries(&world).await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_decide_when() {
    let provider = plain_provider(Wire::Anthropic);
    let world = World::build().open();
    let template = world.template_save(small(&world, &provider, Wire::Anthropic, 10_000)).await;
    let agent = world.agent("Mina", &template).await;
    let set = |share: f64| SettingsPatch { context_percentage_threshold: Some(share), ..Default::default() };
    for (share, at) in [(0.5, 5_000), (0.0, 1_000), (7.0, 10_000), (0.7, 7_000)] {
        Host::settings_set(&*world.app, set(share)).await.unwrap();
        assert_eq!(context(&world, &agent).await.compacts_at, at, "{share}");
    }
    let patch = SettingsPatch {
        image_token_estimate: Some(0),
        idle_minutes: Some(0),
        keep_recent: Some(0),
        ..Default::default()
    };
    let settings = Host::settings_set(&*world.app, patch).await.unwrap();
    assert_eq!((settings.image_token_estimate, settings.idle_minutes, settings.keep_recent), (1, 1, 1));
}

/// A clock that can jump.
#[derive(Default)]
struct Jumping(AtomicI64);

impl Clock for Jumping {
    fn now_ms(&self) -> i64 {
        SystemClock.now_ms() + self.0.load(Ordering::SeqCst)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_an_hour_old_images_leave_the_copy_that_is_sent() {
    for (wire, model) in models() {
        let clock = Arc::new(Jumping::default());
        let jumps = Arc::clone(&clock);
        let tools = Toolbox::start(&["look"], move |called| {
            // The fourth look waits for an hour, the others do not.
            if called.before == 3 {
                jumps.0.fetch_add(61 * 60_000, Ordering::SeqCst);
            }
            let seed = u32::try_from(called.before).unwrap();
            let words = format!("look {}", called.before);
            toolbox::result(&[toolbox::text(&words), toolbox::jpeg(&picture::jpeg(seed))]).into()
        })
        .await;
        let script = Script::respond(|received: &Received| {
            let results = received.turn_results().len();
            let look = Step::call("look", json!({ "n": results }));
            let step = if results < 6 { look } else { Step::text("done") };
            Step { thinking: Some(format!("thought number {results}")), ..step }
        });
        let strict =
            ProviderOptions { strict_echo: true, prefix_binding: true, ..ProviderOptions::new(wire) };
        let provider = provider(ProviderOptions { script, ..strict });
        let world = World::build().clock(clock).open();
        let patch = SettingsPatch { keep_recent: Some(2), ..Default::default() };
        Host::settings_set(&*world.app, patch).await.unwrap();
        let template = TemplateSave {
            model: model.to_owned(),
            effort: Some(EffortLevel::Medium),
            ..world.template_of(&provider.url(), wire)
        };
        let template = world.template_save(template).await;
        let agent = world.agent("Mina", &template).await;
        world.servers(&agent, json!({"eye": {"type": "http", "url": tools.url()}})).await;
        world.allow_all(&agent).await;
        let told = world.say(&agent, "go").await;
        assert_eq!((told.stop().as_str(), told.reply()), ("-", "done"), "{wire}: {:?}", told.system());
        assert_eq!(
            refused(&provider),
            Vec::<String>::new(),
            "{wire}: what is bound to the copy goes with it"
        );
        let images: Vec<usize> = provider.chats().iter().map(|chat| chat.images().len()).collect();
        assert_eq!(images, [0, 1, 2, 3, 2, 5, 6], "{wire}: the copy of one request, and no other");
        let texts: Vec<String> =
            provider.chats()[4].turn_results().iter().map(|result| result.text.clone()).collect();
        assert_eq!(texts, ["look 0", "look 1", "look 2", "look 3"], "{wire}: what was said stays");
        assert_eq!(
            world.log_of("old media cleared").await,
            [format!("old media cleared: agent={agent} idle=61")],
            "{wire}"
        );
    }
}
