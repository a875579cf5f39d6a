//! A model that keeps asking for the same: looking again is no loop, getting the same again is one.

use crate::support::provider;
use fuseforks_sim::provider::{Provider, ProviderOptions, Received, Script, Step, ToolChoice, Wire};
use fuseforks_tests::{
    Told, World, picture,
    toolbox::{self, Called, Toolbox},
};
use fuseforks_village::Language;
use serde_json::{Value, json};

/// What came of a turn whose model calls a tool in six rounds if it may.
struct Came {
    told: Told,
    ran: Vec<Called>,
    provider: Provider,
}

impl Came {
    fn of_tool(&self, name: &str) -> usize {
        self.ran.iter().filter(|call| call.name == name).count()
    }
}

/// Calls `next(round)` until it has had that many rounds or may call no more.
fn calls(rounds: usize, next: fn(usize) -> &'static [&'static str]) -> Script {
    Script::respond(move |received: &Received| {
        let round = received.turn().iter().filter(|message| !message.calls.is_empty()).count();
        if round < rounds && received.tool_choice != ToolChoice::None {
            let calls = next(round)
                .iter()
                .map(|name| fuseforks_sim::provider::StepCall::new(*name, json!({})))
                .collect();
            return Step { calls, ..Step::default() };
        }
        Step::text(format!("closing after {} results", received.turn_results().len()))
    })
}

async fn polls(
    language: Language,
    rounds: usize,
    next: fn(usize) -> &'static [&'static str],
    respond: impl Fn(&Called) -> Value + Send + Sync + 'static,
) -> Came {
    let tools =
        Toolbox::start(&["live_view_image", "poll", "other"], move |called| respond(called).into()).await;
    let options = ProviderOptions { script: calls(rounds, next), ..ProviderOptions::new(Wire::Anthropic) };
    let provider = provider(options);
    let world = World::build().language(language).open();
    let agent = world.agent_with(&provider, Wire::Anthropic, "box", &tools.url()).await;
    let told = world.say(&agent, "go").await;
    Came { told, ran: tools.calls(), provider }
}

async fn looks_six_times(respond: impl Fn(usize) -> Vec<Value> + Send + Sync + 'static) -> Came {
    let respond = move |called: &Called| {
        let mut blocks = respond(called.before);
        blocks.push(toolbox::text("{}"));
        toolbox::result(&blocks)
    };
    polls(Language::En, 6, |_| &["live_view_image"], respond).await
}

fn never_stopped(came: &Came) {
    assert_eq!(came.told.stop(), "-", "{:?}", came.told.system());
    assert_eq!(came.ran.len(), 6);
    assert_eq!(came.told.reply(), "closing after 6 results");
}

fn stopped_at_the_third(came: &Came) {
    assert_eq!(came.told.stop(), "repeat:box__live_view_image");
    assert_eq!(came.ran.len(), 2, "the third is not run");
    assert_eq!(came.told.reply(), "closing after 3 results");
    let chats = came.provider.chats();
    assert_eq!(chats.len(), 4, "three rounds and one closing call");
    let closing = &chats[3];
    assert_eq!(closing.tool_choice, ToolChoice::None);
    assert!(!closing.tools.is_empty(), "the tools are kept where the wire has a way to forbid them");
    assert!(chats[..3].iter().all(|chat| chat.tool_choice != ToolChoice::None));
    let system: Vec<&str> = came.told.system().iter().map(|line| line.code.as_str()).collect();
    assert_eq!(system, ["turn-repeat"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn six_different_frames_with_the_same_words_are_no_loop() {
    never_stopped(&looks_six_times(|n| vec![toolbox::jpeg(&picture::jpeg(u32::try_from(n).unwrap()))]).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_frame_again_and_again_is_one() {
    stopped_at_the_third(&looks_six_times(|_| vec![toolbox::jpeg(&picture::jpeg(1))]).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_sent_is_compared_not_what_came() {
    let note = |n: usize| vec![toolbox::image(&picture::png_with_note(5, &n.to_string()), "image/png")];
    stopped_at_the_third(&looks_six_times(note).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dropped_images_do_not_count() {
    let gif = |n: usize| {
        let mut file = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;".to_vec();
        file[14] = u8::try_from(n).unwrap();
        vec![toolbox::image(&file, "image/gif")]
    };
    let came = looks_six_times(gif).await;
    stopped_at_the_third(&came);
    assert_eq!(came.told.tools()[0].dropped, ["unsupported"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn images_for_the_person_alone_do_not_count() {
    let own = |n: usize| {
        let shot = toolbox::jpeg(&picture::jpeg(u32::try_from(n).unwrap()));
        vec![toolbox::audience(shot, &["user"])]
    };
    let came = looks_six_times(own).await;
    stopped_at_the_third(&came);
    assert_eq!(came.told.artifacts().len(), 2, "the person got another one each time");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failures_are_told_apart_by_their_images() {
    let failed = |called: &Called| {
        let shot = picture::jpeg(u32::try_from(called.before).unwrap());
        let mut result = toolbox::result(&[toolbox::text("click failed"), toolbox::jpeg(&shot)]);
        result["isError"] = json!(true);
        result
    };
    never_stopped(&polls(Language::En, 6, |_| &["live_view_image"], failed).await);
    let same = |_: &Called| {
        let mut result = toolbox::result(&[toolbox::text("click failed"), toolbox::jpeg(&picture::jpeg(1))]);
        result["isError"] = json!(true);
        result
    };
    stopped_at_the_third(&polls(Language::En, 6, |_| &["live_view_image"], same).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_order_of_the_images_is_another_result() {
    let swapped = |n: usize| {
        let mut pair = vec![toolbox::jpeg(&picture::jpeg(1)), toolbox::jpeg(&picture::jpeg(2))];
        if n % 2 == 1 {
            pair.reverse();
        }
        pair
    };
    never_stopped(&looks_six_times(swapped).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tool_without_images_is_stopped_with_a_notice_in_the_language_of_the_village() {
    let notices = [
        (Language::En, "not run: box__poll"),
        (Language::Ja, "実行しませんでした: box__poll"),
        (Language::Zh, "没有执行：box__poll"),
    ];
    for (language, notice) in notices {
        let same = |_: &Called| toolbox::result(&[toolbox::text("no new output")]);
        let came = polls(language, 50, |_| &["poll"], same).await;
        assert_eq!(came.told.stop(), "repeat:box__poll");
        assert_eq!(came.ran.len(), 2);
        let closing = came.provider.chats().pop().expect("a closing call");
        let results = closing.turn_results();
        assert_eq!(results.len(), 3);
        assert_eq!((results[0].text.as_str(), results[1].text.as_str()), ("no new output", "no new output"));
        assert!(results[2].text.contains(notice), "{language}: {}", results[2].text);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn results_that_change_end_at_the_round_limit() {
    let alternating = |called: &Called| toolbox::result(&[toolbox::text(["A", "B"][called.before % 2])]);
    let clock = |called: &Called| toolbox::result(&[toolbox::text(&format!("12:00:{:02}", called.before))]);
    for came in [
        polls(Language::En, 50, |_| &["poll"], alternating).await,
        polls(Language::En, 50, |_| &["poll"], clock).await,
    ] {
        assert_eq!(came.told.stop(), "tool_limit");
        assert_eq!(came.told.ended().rounds, 12, "the default limit");
        assert_eq!(came.ran.len(), 12);
        let chats = came.provider.chats();
        assert_eq!(chats.len(), 13);
        assert_eq!(chats[12].tool_choice, ToolChoice::None);
        assert_eq!(came.told.reply(), "closing after 12 results");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_tool_is_counted_by_itself() {
    let constant = |called: &Called| toolbox::result(&[toolbox::text(&called.name)]);
    // Alternating: the third of the first tool is blocked, and with it its whole round.
    let came = polls(Language::En, 50, |round| [&["poll"], &["other"]][round % 2], constant).await;
    assert_eq!(came.told.stop(), "repeat:box__poll");
    assert_eq!((came.of_tool("poll"), came.of_tool("other")), (2, 2));
    // In one round: both are blocked at once.
    let came = polls(Language::En, 50, |_| &["poll", "other"], constant).await;
    assert_eq!(came.told.stop(), "repeat:box__poll");
    assert_eq!((came.of_tool("poll"), came.of_tool("other")), (2, 2));
    // Beside a call that is not blocked, a blocked one ends nothing.
    let mixed = |called: &Called| match called.name.as_str() {
        "poll" => toolbox::result(&[toolbox::text("same")]),
        _ => toolbox::result(&[toolbox::text(&called.before.to_string())]),
    };
    let came = polls(Language::En, 5, |_| &["poll", "other"], mixed).await;
    assert_eq!(came.told.stop(), "-");
    assert_eq!((came.of_tool("poll"), came.of_tool("other")), (2, 5));
}
