use super::support::{asks, check, done, fails, saw, says, spec, text};
use crate::Event;
use fuseforks_llm::ErrorCode;

#[test]
fn nothing_but_start_and_stop_moves_a_fresh_turn() {
    check(
        spec(12),
        vec![
            (says("hi", &[]), ""),
            (fails(ErrorCode::Server, None, ""), ""),
            (Event::BudgetExhausted, ""),
            (done("a", text("x")), ""),
            (Event::Start, "model 1 First"),
        ],
    );
}

#[test]
fn a_model_call_is_not_moved_by_tools_or_a_second_start() {
    check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (Event::Start, ""),
            (done("a", text("x")), ""),
            (says("hi", &[]), "end done \"hi\" 1 10"),
        ],
    );
}

#[test]
fn running_tools_are_not_moved_by_the_model_or_by_unknown_calls() {
    let turn = check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a", "b"]), "run a cam 1\nrun b cam 1"),
            (Event::Start, ""),
            (says("hi", &["z"]), ""),
            (fails(ErrorCode::Server, None, ""), ""),
            (Event::BudgetExhausted, ""),
            (done("nobody", text("x")), ""),
            (done("a", text("1")), "pane a ok \"1\" \"\" 0 5 []"),
            (done("a", text("again")), ""),
            (done("b", text("2")), "pane b ok \"2\" \"\" 0 5 []\nmodel 2 First"),
            (done("b", text("again")), ""),
        ],
    );
    assert_eq!(saw(turn.request())[2..], ["tool a \"1\" - []", "tool b \"2\" - []"]);
}

#[test]
fn an_ended_turn_is_deaf() {
    check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (says("hi", &[]), "end done \"hi\" 1 10"),
            (Event::Start, ""),
            (says("more", &["a"]), ""),
            (fails(ErrorCode::Server, None, ""), ""),
            (Event::BudgetExhausted, ""),
            (done("a", text("x")), ""),
        ],
    );
}
