use super::support::{asks, check, done, saw, spec, text};
use crate::{Event, ids::CallIds, tests::support::call};

/// The ids of each call, round by round.
type Rounds<'a> = &'a [&'a [&'a str]];

fn claimed(rounds: Rounds<'_>) -> Vec<Vec<String>> {
    let mut ids = CallIds::default();
    rounds
        .iter()
        .zip(1..)
        .map(|(calls, round)| {
            let mut calls: Vec<_> = calls.iter().map(|short| call(short)).collect();
            ids.claim(&mut calls, round);
            calls.into_iter().map(|call| call.id).collect()
        })
        .collect()
}

#[test]
fn ids_stay_where_they_are_unique_and_get_a_number_where_not() {
    let table: &[(Rounds<'_>, Rounds<'_>)] = &[
        (&[&["a", "b"]], &[&["a", "b"]]),
        (&[&["a", "a", "a"]], &[&["a", "a_2", "a_3"]]),
        (&[&["a", "a_2", "a"]], &[&["a", "a_2", "a_3"]]),
        (&[&["a", "a", "a_2"]], &[&["a", "a_2", "a_2_2"]]),
        (&[&["call_0"], &["call_0"], &["call_0"]], &[&["call_0"], &["call_0_2"], &["call_0_3"]]),
        (&[&["", " "], &[""]], &[&["call_1_1", "call_1_2"], &["call_2_1"]]),
        (&[&["call_1_2", ""]], &[&["call_1_2", "call_1_2_2"]]),
    ];
    for (given, expected) in table {
        assert_eq!(claimed(given), *expected, "{given:?}");
    }
}

#[test]
fn ids_of_the_conversation_before_the_turn_are_taken() {
    let mut before = spec(12);
    before.request.messages.push(fuseforks_llm::canonical::Message::Assistant {
        text: String::new(),
        calls: vec![call("a")],
        echo: None,
    });
    before.request.messages.push(fuseforks_llm::canonical::Message::Tool(
        fuseforks_llm::canonical::ToolResult {
            call: "a".to_owned(),
            name: "cam".to_owned(),
            text: "x".to_owned(),
            is_error: false,
            images: Vec::new(),
            caption: None,
        },
    ));
    check(before, vec![(Event::Start, "model 1 First"), (asks(&["a"]), "run a_2 cam 1")]);
}

#[test]
fn two_calls_of_one_id_get_a_result_each() {
    let turn = check(
        spec(12),
        vec![
            (Event::Start, "model 1 First"),
            (asks(&["a:x", "a:y"]), "run a x 1\nrun a_2 y 1"),
            (done("a_2", text("2")), "pane a_2 ok \"2\" \"\" 0 5 []"),
            (done("a", text("1")), "pane a ok \"1\" \"\" 0 5 []\nmodel 2 First"),
        ],
    );
    assert_eq!(saw(turn.request())[1..], ["model \"\" [a a_2]", "tool a \"1\" - []", "tool a_2 \"2\" - []"]);
}
