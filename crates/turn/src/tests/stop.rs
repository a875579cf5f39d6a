use super::support::{asks, check, done, fails, jpeg, saw, says, spec, stop, text, with};
use crate::Event;
use fuseforks_llm::ErrorCode;

#[test]
fn stop_while_the_model_talks_keeps_what_it_said() {
    let turn = check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (stop("I see a"), "abort model\nend interrupted \"I see a\" 1 0"),
            (says("I see a cat", &[]), ""),
            (fails(ErrorCode::Cancelled, None, ""), ""),
            (stop(""), ""),
        ],
    );
    assert_eq!(saw(turn.request()), ["user \"hello\" []", "model \"I see a\" []"]);
}

#[test]
fn stop_after_the_first_of_three_results_leaves_no_call_without_one() {
    let turn = check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a", "b", "c"]), "run a cam 1\nrun b cam 1\nrun c cam 1"),
            (done("a", text("real")), "pane a ok \"real\" \"\" 0 5 []"),
            (
                stop(""),
                "abort b
                 log tool 1 cam ok=false args=2 body=11 ms=0 images=0
                 pane b skipped \"<cancelled>\" \"\" 0 0 []
                 abort c
                 log tool 1 cam ok=false args=2 body=11 ms=0 images=0
                 pane c skipped \"<cancelled>\" \"\" 0 0 []
                 end interrupted \"\" 1 10",
            ),
            (done("b", with("late", &[jpeg(1)])), ""),
            (stop(""), ""),
        ],
    );
    assert_eq!(
        saw(turn.request())[2..],
        ["tool a \"real\" - []", "tool b \"<cancelled>\" - [] error", "tool c \"<cancelled>\" - [] error"]
    );
}

#[test]
fn stop_in_the_wrap_up_is_an_interruption() {
    check(
        spec(1),
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a"]), "run a cam 1"),
            (done("a", text("x")), "pane a ok \"x\" \"\" 0 5 []\nmodel 1 First wrap-up"),
            (stop("In sum"), "abort model\nend interrupted \"In sum\" 1 10"),
        ],
    );
}

#[test]
fn a_cancelled_call_is_never_an_error() {
    check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (fails(ErrorCode::Cancelled, None, "half"), "end interrupted \"half\" 1 10"),
        ],
    );
}

#[test]
fn an_ended_turn_does_nothing_about_stop() {
    check(
        spec(12),
        vec![(Event::Start, "model 1 First"), (says("hi", &[]), "end done \"hi\" 1 10"), (stop("hi"), "")],
    );
}
