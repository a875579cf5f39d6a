use super::support::{asks, call, check, cost, done, fails, saw, says, spec, stop, text};
use crate::{Event, Turn};
use fuseforks_llm::{
    ErrorCode, Reply,
    canonical::{Echo, Message},
};
use std::sync::Arc;

#[test]
fn text_without_a_call_ends_the_turn() {
    check(spec(12), vec![(Event::Start, "model 1 First"), (says("hi", &[]), "end done \"hi\" 1 10")]);
}

#[test]
fn a_call_runs_and_its_result_goes_into_the_next_round() {
    let turn = check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a:cam"]), "run a cam 1"),
            (
                done("a", text("ok")),
                "log tool 1 cam ok=true args=2 body=2 ms=5 images=0
                 pane a ok \"ok\" \"\" 0 5 []
                 model 2 First",
            ),
            (says("seen", &[]), "end done \"seen\" 2 20"),
        ],
    );
    assert_eq!(
        saw(turn.request()),
        ["user \"hello\" []", "model \"\" [a]", "tool a \"ok\" - []", "model \"seen\" []"]
    );
}

#[test]
fn all_calls_of_a_round_start_at_once_and_results_stand_in_call_order() {
    let turn = check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a:x", "b:y", "c:z"]), "run a x 1\nrun b y 1\nrun c z 1"),
            (done("c", text("3")), "pane c ok \"3\" \"\" 0 5 []"),
            (done("a", text("1")), "pane a ok \"1\" \"\" 0 5 []"),
            (done("b", text("2")), "pane b ok \"2\" \"\" 0 5 []\nmodel 2 First"),
        ],
    );
    assert_eq!(saw(turn.request())[2..], ["tool a \"1\" - []", "tool b \"2\" - []", "tool c \"3\" - []"]);
}

#[test]
fn text_beside_calls_is_said_and_blank_text_is_not() {
    check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (says("looking", &["a"]), "said \"looking\"\nrun a cam 1"),
            (done("a", text("x")), "pane a ok \"x\" \"\" 0 5 []\nmodel 2 First"),
            (says(" \n", &["b"]), "run b cam 2"),
        ],
    );
}

#[test]
fn an_empty_answer_is_a_failure_unless_something_was_said() {
    check(
        spec(12),
        vec![(Event::Start, "model 1 First"), (says(" ", &[]), "end failed:EMPTY_REPLY \"\" 1 10")],
    );
    check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (says("done soon", &["a"]), "said \"done soon\"\nrun a cam 1"),
            (done("a", text("x")), "pane a ok \"x\" \"\" 0 5 []\nmodel 2 First"),
            (says("", &[]), "end done \"\" 2 20"),
        ],
    );
    check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a"]), "run a cam 1"),
            (done("a", text("x")), "pane a ok \"x\" \"\" 0 5 []\nmodel 2 First"),
            (says("", &[]), "end failed:EMPTY_REPLY \"\" 2 20"),
        ],
    );
}

#[test]
fn the_round_limit_ends_in_one_call_without_tools() {
    for limit in [1, 2, 12] {
        let mut rows = vec![(Event::Start, "model 1 First".to_owned())];
        for round in 1..=limit {
            let id = format!("c{round}");
            rows.push((asks(&[&id]), format!("run {id} cam {round}")));
            let next = match round == limit {
                true => format!("model {round} First wrap-up"),
                false => format!("model {} First", round + 1),
            };
            let body = format!("{round}");
            rows.push((done(&id, text(&body)), format!("pane {id} ok \"{body}\" \"\" 0 5 []\n{next}")));
        }
        let input = 10 * (limit + 1);
        rows.push((says("sum", &[]), format!("end tool_limit \"sum\" {limit} {input}")));
        check(spec(limit), rows.iter_mut().map(|(event, line)| (take(event), line.as_str())).collect());
    }
}

fn take(event: &mut Event) -> Event {
    std::mem::replace(event, Event::Start)
}

#[test]
fn calls_in_the_wrap_up_are_ignored_and_an_empty_wrap_up_is_an_empty_reply() {
    for (event, end) in [
        (says("sum", &["z"]), "end tool_limit \"sum\" 1 20"),
        (says("", &["z"]), "end tool_limit \"\" 1 20"),
        (says("", &[]), "end tool_limit \"\" 1 20"),
    ] {
        check(
            spec(1),
            vec![
                (Event::Start, "model 1 First"),
                (asks(&["a"]), "run a cam 1"),
                (done("a", text("x")), "pane a ok \"x\" \"\" 0 5 []\nmodel 1 First wrap-up"),
                (event, end),
                (done("z", text("late")), ""),
            ],
        );
    }
}

#[test]
fn a_limit_outside_1_to_100_is_brought_inside() {
    check(
        spec(0),
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a"]), "run a cam 1"),
            (done("a", text("x")), "pane a ok \"x\" \"\" 0 5 []\nmodel 1 First wrap-up"),
        ],
    );
    let mut turn = Turn::new(spec(u32::MAX));
    let _ = turn.step(Event::Start);
    for round in 1..=100 {
        let id = format!("c{round}");
        let _ = turn.step(asks(&[&id]));
        let _ = turn.step(done(&id, text(&id)));
    }
    let end = turn.step(says("sum", &[]));
    assert_eq!(end.iter().map(super::support::line).collect::<Vec<_>>(), ["end tool_limit \"sum\" 100 1010"]);
}

#[test]
fn malformed_arguments_are_answered_and_not_run() {
    let turn = check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (
                asks(&["a:cam:{\"x\":", "b:cam:[1]", "c:other"]),
                "log tool 1 cam ok=false args=5 body=15 ms=0 images=0
                 pane a skipped \"<cam malformed>\" \"\" 0 0 []
                 log tool 1 cam ok=false args=3 body=15 ms=0 images=0
                 pane b skipped \"<cam malformed>\" \"\" 0 0 []
                 run c other 1",
            ),
            (done("a", text("no")), ""),
            (done("c", text("yes")), "pane c ok \"yes\" \"\" 0 5 []\nmodel 2 First"),
        ],
    );
    assert_eq!(
        saw(turn.request())[2..],
        [
            "tool a \"<cam malformed>\" - [] error",
            "tool b \"<cam malformed>\" - [] error",
            "tool c \"yes\" - []"
        ]
    );
}

#[test]
fn a_round_of_malformed_calls_alone_goes_straight_on() {
    check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a:cam:oops"]), "pane a skipped \"<cam malformed>\" \"\" 0 0 []\nmodel 2 First"),
        ],
    );
}

#[test]
fn a_failed_call_ends_the_turn_with_what_it_said_and_cost() {
    let turn = check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a"]), "run a cam 1"),
            (done("a", text("x")), "pane a ok \"x\" \"\" 0 5 []\nmodel 2 First"),
            (
                fails(ErrorCode::Server, Some(503), "half"),
                "log failed Some(503) SERVER -\nend failed:SERVER \"half\" 2 20",
            ),
        ],
    );
    assert_eq!(saw(turn.request()).last().map(String::as_str), Some("model \"half\" []"));
}

#[test]
fn the_error_goes_out_with_the_end() {
    let mut turn = Turn::new(spec(12));
    let _ = turn.step(Event::Start);
    let effects = turn.step(fails(ErrorCode::Key, Some(401), ""));
    let Some(crate::Effect::End(end)) = effects.last() else { panic!("no end") };
    assert_eq!(end.error.as_ref().map(|error| error.code), Some(ErrorCode::Key));
    assert_eq!(end.usage, cost());
}

#[test]
fn a_spent_budget_ends_the_turn_before_the_call() {
    check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (says("looking", &["a"]), "said \"looking\"\nrun a cam 1"),
            (done("a", text("x")), "pane a ok \"x\" \"\" 0 5 []\nmodel 2 First"),
            (Event::BudgetExhausted, "end budget_exhausted \"\" 2 10"),
        ],
    );
}

#[test]
fn a_call_that_hands_on_ends_the_turn_and_gives_up_the_others() {
    let mut handing = text("handed on");
    handing.ends_turn = true;
    let turn = check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a", "b:transfer", "c"]), "run a cam 1\nrun b transfer 1\nrun c cam 1"),
            (done("a", text("x")), "pane a ok \"x\" \"\" 0 5 []"),
            (
                done("b", handing),
                "pane b ok \"handed on\" \"\" 0 5 []
                 abort c
                 pane c skipped \"<cancelled>\" \"\" 0 0 []
                 end handed_on \"\" 1 10",
            ),
            (done("c", text("late")), ""),
        ],
    );
    assert_eq!(
        saw(turn.request())[2..],
        ["tool a \"x\" - []", "tool b \"handed on\" - []", "tool c \"<cancelled>\" - [] error"]
    );
}

#[test]
fn what_the_provider_wants_back_stays_with_its_round() {
    let echo = Echo { wire: "w", model: "m".to_owned(), items: Arc::new(serde_json::json!([{"id": "a"}])) };
    let turn = check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (
                Event::ModelReplied(Reply { calls: vec![call("a")], echo: Some(echo), ..Reply::default() }),
                "run a cam 1",
            ),
            (done("a", text("x")), "pane a ok \"x\" \"\" 0 5 []\nmodel 2 First"),
        ],
    );
    assert!(matches!(&turn.request().messages[1], Message::Assistant { echo: Some(_), .. }));
    assert!(!turn.request().drop_thinking);
}

#[test]
fn a_fresh_turn_can_be_stopped() {
    check(spec(12), vec![(stop(""), "end interrupted \"\" 0 0"), (Event::Start, "")]);
}
