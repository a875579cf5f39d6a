use super::support::{assistant, jpeg, picture, tool, user};
use crate::compact::{DEFAULT_THRESHOLD, Meter, accept, threshold};
use fuseforks_llm::canonical::{Message, Request, SystemPart, ToolSpec, Usage};

fn request(messages: Vec<Message>) -> Request {
    Request { messages, ..Request::default() }
}

fn reported(uncached: u64, cache_read: u64, cache_write: u64) -> Usage {
    Usage { uncached, cache_read, cache_write, output: 99, reasoning: 0, reported: true }
}

#[test]
fn a_threshold_is_a_share_of_the_window() {
    let table = [
        (None, 0.7),
        (Some(0.5), 0.5),
        (Some(1.0), 1.0),
        (Some(0.0), 0.7),
        (Some(1.5), 0.7),
        (Some(-1.0), 0.7),
        (Some(f64::NAN), 0.7),
    ];
    for (setting, share) in table {
        assert_eq!(threshold(setting), share, "{setting:?}");
    }
}

#[test]
fn the_last_report_and_what_was_appended_are_the_measure() {
    let mut meter = Meter::default();
    let mut now = request(vec![user(&"x".repeat(9_999), vec![])]);
    meter.replied(&reported(100, 300, 50), 1);
    assert_eq!(meter.tokens(&now, 1600), 450);
    now.messages.push(assistant("abcd", &[]));
    now.messages.push(tool("a", "cam", "abcde", &[jpeg(1)]));
    // 4 + 5 + 6400 characters, four a token, a begun token counts.
    assert_eq!(meter.tokens(&now, 1600), 450 + 1603);
    now.messages.push(user("猫猫猫猫", vec![]));
    assert_eq!(meter.tokens(&now, 1600), 450 + 1604, "CJK is like all else beside a report");
    meter.reset();
    assert!(meter.tokens(&now, 1600) > 4_000);
}

#[test]
fn a_call_without_a_report_leaves_the_last_one() {
    let mut meter = Meter::default();
    let now = request(vec![user("abcd", vec![]), assistant("efgh", &[])]);
    meter.replied(&reported(1_000, 0, 0), 1);
    meter.replied(&Usage::default(), 2);
    meter.replied(&Usage { reported: true, ..Usage::default() }, 2);
    assert_eq!(meter.tokens(&now, 1600), 1_001);
    meter.replied(&reported(u64::MAX, 1, 1), 2);
    assert_eq!(meter.tokens(&now, 1600), u64::MAX);
}

#[test]
fn without_a_report_everything_counts_and_cjk_counts_a_token_a_character() {
    let meter = Meter::default();
    let table = [
        (user("abcdefgh", vec![]), 2),
        (user("これは猫です", vec![]), 6),
        (user("这是猫。", vec![]), 4),
        (user("고양이", vec![]), 3),
        (user("ＡＢ", vec![]), 2),
        (user("猫abcd", vec![]), 2),
        (user("éàüñ", vec![]), 1),
        (user("", vec![picture(jpeg(1))]), 1600),
        (tool("a", "cam", "猫猫", &[]), 2),
        (assistant("猫猫", &[]), 2),
        // 38 characters and 2 CJK ones of JSON: 38/4 + 2, rounded up.
        (assistant("", &["a:t:{\"k\":\"猫猫\"}"]), 13),
    ];
    for (message, tokens) in table {
        let shown = format!("{message:?}");
        assert_eq!(meter.tokens(&request(vec![message]), 1600), tokens, "{shown}");
    }
    let mut whole = request(vec![]);
    whole.system = vec![SystemPart { text: "猫猫abcd".to_owned(), cache: true }];
    whole.tools = vec![ToolSpec {
        name: "abcd".to_owned(),
        description: "猫".to_owned(),
        parameters: Default::default(),
    }];
    // 3 + 1 + 1 tokens and two characters of `{}`.
    assert_eq!(meter.tokens(&whole, 1600), 6);
}

#[test]
fn compaction_is_due_when_the_share_is_reached() {
    let mut meter = Meter::default();
    let now = request(vec![]);
    for (input, due) in [(699, false), (700, true), (701, true)] {
        meter.replied(&reported(input, 0, 0), 0);
        assert_eq!(meter.due(&now, 1600, 1_000, DEFAULT_THRESHOLD), due, "{input}");
    }
    assert!(!meter.due(&now, 1600, 0, DEFAULT_THRESHOLD), "an unknown window is never full");
}

#[test]
fn a_summary_is_text_and_no_longer_than_what_it_replaces() {
    assert_eq!(accept(" short \n", 5), Some("short"));
    assert_eq!(accept("short", 4), None);
    assert_eq!(accept(" \n", 100), None);
    assert_eq!(accept("猫猫", 2), Some("猫猫"));
}
