use super::support::{assistant, jpeg, tool, user};
use crate::compact::{Counts, estimate, split};
use fuseforks_llm::canonical::Message;
use proptest::prelude::*;
use std::collections::HashSet;

fn counts(chars: &[usize]) -> Counts {
    Counts { chars: chars.to_vec(), total: chars.iter().sum() }
}

fn u() -> Message {
    user("u", vec![])
}

fn a() -> Message {
    assistant("a", &[])
}

fn calls(ids: &[&str]) -> Message {
    assistant("", ids)
}

fn t(id: &str) -> Message {
    tool(id, "cam", "t", &[])
}

#[test]
fn the_newest_thirty_percent_stay_back_to_a_users_message() {
    let table: Vec<(Vec<Message>, Vec<usize>, usize, &str)> = vec![
        (vec![], vec![], 0, "nothing"),
        (vec![u(), a()], vec![0, 0], 0, "no characters"),
        (vec![u(), a(), u(), a()], vec![40, 30, 20, 10], 2, "exactly 30 %"),
        (vec![u(), a(), u(), a()], vec![41, 30, 19, 10], 0, "29 % reach back to the first message"),
        (vec![u(), a(), u(), a(), u(), a()], vec![10, 10, 10, 40, 20, 10], 4, "the last pair is 30 %"),
        (vec![u(), a(), u(), a(), u(), a()], vec![10, 10, 10, 50, 10, 10], 2, "an answer needs its question"),
        (vec![u(), a(), a(), u()], vec![10, 10, 10, 70], 3, "one long last message"),
        (vec![a(), a()], vec![50, 50], 0, "no user's message"),
        (vec![u(), u()], vec![4, 96], 0, "4 % are not worth a summary"),
        (vec![u(), u()], vec![5, 95], 1, "5 % are"),
    ];
    for (messages, chars, index, why) in table {
        assert_eq!(split(&messages, &counts(&chars)), index, "{why}");
    }
}

#[test]
fn a_call_is_never_parted_from_its_result() {
    let paired = vec![u(), calls(&["x", "y"]), t("x"), t("y"), a(), u(), a()];
    assert_eq!(split(&paired, &counts(&[10, 10, 10, 50, 10, 5, 5])), 0, "the tail begins inside the pair");
    assert_eq!(split(&paired, &counts(&[10, 10, 10, 30, 10, 15, 15])), 5);

    // A conversation as no wire would take it: somebody speaks between a call and its result.
    let torn = vec![u(), a(), u(), calls(&["x"]), u(), t("x"), u(), a()];
    assert_eq!(split(&torn, &counts(&[10, 10, 10, 10, 30, 20, 5, 5])), 2);
}

#[test]
fn a_last_call_without_an_answer_stays() {
    let open = vec![u(), a(), u(), calls(&["x"])];
    assert_eq!(split(&open, &counts(&[60, 20, 10, 10])), 0);
    assert_eq!(split(&open, &counts(&[30, 20, 10, 40])), 2);
    let spoken_after = vec![u(), a(), u(), calls(&["x"]), u(), a()];
    assert_eq!(split(&spoken_after, &counts(&[20, 20, 5, 5, 20, 30])), 2, "back to the open call");
    let half = vec![u(), a(), u(), calls(&["x", "y"]), t("x"), u()];
    assert_eq!(split(&half, &counts(&[20, 20, 5, 5, 10, 40])), 2, "one of two answers is missing");
}

#[test]
fn counts_that_are_not_of_these_messages_cut_nothing() {
    assert_eq!(split(&[u(), a(), u()], &counts(&[50, 50])), 0);
}

#[test]
fn the_guard_uses_counts_from_before_slimming() {
    // Slim, the first two messages are one placeholder each, far under 5 % of the text that follows.
    let long = "w ".repeat(2_000);
    let messages = [
        user("", vec![super::support::picture(jpeg(1))]),
        assistant("a", &[]),
        user(&long, vec![]),
        assistant(&long, &[]),
    ];
    let before = estimate(&messages, 1600);
    assert_eq!(before.total, 6_400 + 1 + 4_000 + 4_000);
    assert_eq!(split(&messages, &before), 2);
    let slimmed = crate::compact::slim(&messages).into_owned();
    assert_eq!(split(&slimmed, &estimate(&slimmed, 1600)), 0);
}

#[derive(Clone, Debug)]
enum Step {
    User(usize),
    Say(usize),
    Call(Vec<(usize, bool)>),
}

fn conversation(steps: &[Step]) -> Vec<Message> {
    let mut messages = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        match step {
            Step::User(chars) => messages.push(user(&"u".repeat(*chars), vec![])),
            Step::Say(chars) => messages.push(assistant(&"a".repeat(*chars), &[])),
            Step::Call(results) => {
                let ids: Vec<String> = (0..results.len()).map(|n| format!("c{number}-{n}")).collect();
                messages.push(assistant("", &ids.iter().map(String::as_str).collect::<Vec<_>>()));
                for (id, (chars, user_first)) in ids.iter().zip(results) {
                    if *user_first {
                        messages.push(user("between", vec![]));
                    }
                    messages.push(tool(id, "cam", &"t".repeat(*chars), &[]));
                }
            }
        }
    }
    messages
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        (1..400_usize).prop_map(Step::User),
        (1..400_usize).prop_map(Step::Say),
        proptest::collection::vec((1..400_usize, proptest::bool::weighted(0.1)), 1..4).prop_map(Step::Call),
    ]
}

proptest! {
    #[test]
    fn no_cut_leaves_a_call_or_a_result_alone(
        steps in proptest::collection::vec(step(), 0..40),
        cut_off in 0..3_usize,
    ) {
        let mut messages = conversation(&steps);
        messages.truncate(messages.len().saturating_sub(cut_off));
        let counts = estimate(&messages, 1600);
        let index = split(&messages, &counts);
        let at_user = index == 0 || matches!(messages[index], Message::User { .. });
        prop_assert!(at_user);
        let (left, kept) = messages.split_at(index);
        let called = |part: &[Message]| -> HashSet<String> {
            part.iter().filter_map(|m| match m {
                Message::Assistant { calls, .. } => Some(calls.iter().map(|c| c.id.clone()).collect::<Vec<_>>()),
                _ => None,
            }).flatten().collect()
        };
        let answered = |part: &[Message]| -> HashSet<String> {
            part.iter().filter_map(|m| match m {
                Message::Tool(result) => Some(result.call.clone()),
                _ => None,
            }).collect()
        };
        prop_assert!(called(left).is_disjoint(&answered(kept)));
        prop_assert!(answered(left).is_disjoint(&called(kept)));
        prop_assert!(answered(kept).is_subset(&called(kept)));
        if index > 0 {
            let kept_chars: usize = counts.chars[index..].iter().sum();
            let left_chars: usize = counts.chars[..index].iter().sum();
            prop_assert!(kept_chars * 100 >= counts.total * 30);
            prop_assert!(left_chars * 100 >= counts.total * 5);
            prop_assert!(called(left).is_subset(&answered(left)), "an open call stays");
        }
    }
}
