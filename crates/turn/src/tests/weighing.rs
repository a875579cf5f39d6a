use super::support::{call, done, jpeg, large, line, spec, text, with};
use crate::{Event, ToolOutcome, Turn};
use fuseforks_llm::{
    Reply,
    canonical::{ToolCall, Usage},
};

/// An answer that cost so much input and looks again.
fn answer(id: u64, input: Option<u64>) -> Event {
    let usage =
        Usage { uncached: input.unwrap_or(0), output: 1, reported: input.is_some(), ..Usage::default() };
    let calls: Vec<ToolCall> = vec![call(&format!("c{id}:cam:{{\"n\":{id}}}"))];
    Event::ModelReplied(Reply { calls, usage, ..Reply::default() })
}

/// The lines about heavy images of a turn in which each round costs so much and has this result.
fn heavy(rounds: Vec<(Option<u64>, ToolOutcome)>) -> Vec<String> {
    let mut turn = Turn::new(spec(12));
    turn.step(Event::Start);
    let mut lines = Vec::new();
    for (id, (input, outcome)) in (0..).zip(rounds) {
        for event in [answer(id, input), done(&format!("c{id}"), outcome)] {
            let effects = turn.step(event);
            lines.extend(effects.iter().map(line).filter(|line| line.starts_with("log heavy")));
        }
    }
    lines
}

#[test]
fn an_image_that_costs_as_much_as_its_text_is_told_once() {
    let image = || with("frame", &[jpeg(1)]);
    let bytes = jpeg(1).bytes().len();
    let rounds = vec![
        (Some(2_000), image()),
        (Some(26_000), image()),
        (Some(50_000), image()),
        (Some(74_000), text("")),
    ];
    // 26,000 - 2,000 less the five letters and the one token that the model said.
    assert_eq!(heavy(rounds), [format!("log heavy 1 {bytes} 23994")]);
}

#[test]
fn what_an_image_may_cost_is_not_told() {
    let image = || with("frame", &[jpeg(1)]);
    let four = || with("frame", &[jpeg(1), jpeg(2), jpeg(3), jpeg(4)]);
    let long = "word ".repeat(5_000);
    for (why, rounds) in [
        ("the dearest vendor", vec![(Some(2_000), image()), (Some(6_800), text("x"))]),
        ("four images", vec![(Some(2_000), four()), (Some(40_000), text("x"))]),
        ("a long text beside it", vec![(Some(2_000), with(&long, &[jpeg(1)])), (Some(35_000), text("x"))]),
        ("a large image", vec![(Some(2_000), with("frame", &[large()])), (Some(90_000), text("x"))]),
        ("no image", vec![(Some(2_000), text("x")), (Some(90_000), text("x"))]),
        ("nothing reported", vec![(None, image()), (Some(90_000), image()), (None, text("x"))]),
    ] {
        assert_eq!(heavy(rounds), Vec::<String>::new(), "{why}");
    }
}
