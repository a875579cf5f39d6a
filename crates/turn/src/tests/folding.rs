use crate::{
    Effect, Event, Turn,
    compact::estimate,
    tests::support::{asks, assert_paired, call, done, jpeg, results, saw, says, spec, text, user, with},
};
use fuseforks_llm::{
    Reply,
    canonical::{Attachment, Echo, Message},
};
use std::sync::Arc;

/// A turn in the model call after this many rounds, each with an echo, a result of `size` characters and
/// an image.
fn watched(rounds: usize, size: usize) -> Turn {
    let mut spec = spec(100);
    spec.request.messages = vec![
        user("earlier", vec![]),
        Message::Assistant { text: "yes".to_owned(), calls: Vec::new(), echo: None },
        user("watch", vec![Attachment::Image(jpeg(200))]),
    ];
    let mut turn = Turn::new(spec);
    let _ = turn.step(Event::Start);
    watch(&mut turn, 1, rounds, size);
    turn
}

fn watch(turn: &mut Turn, from: usize, to: usize, size: usize) {
    for round in from..=to {
        let id = format!("c{round}");
        let echo = Echo { wire: "w", model: "m".to_owned(), items: Arc::new(serde_json::json!([round])) };
        let _ = turn.step(Event::ModelReplied(Reply {
            text: format!("round {round}"),
            calls: vec![call(&id)],
            echo: Some(echo),
            ..Reply::default()
        }));
        let _ = turn.step(done(&id, with(&format!("{round:0size$}"), &[jpeg(round as u8)])));
    }
}

/// The round whose echo a message has.
fn echoed(message: &Message) -> Option<i64> {
    match message {
        Message::Assistant { echo: Some(echo), .. } => echo.items[0].as_i64(),
        Message::Assistant { .. } | Message::User { .. } | Message::Tool(_) => None,
    }
}

#[test]
fn finished_rounds_leave_whole_and_a_summary_takes_their_place() {
    let mut turn = watched(6, 100);
    let fold = turn.foldable(1600).unwrap();
    let left = fold.messages(&turn);
    assert_eq!(left.len(), 8, "four of six rounds leave: two are a third");
    assert_eq!(fold.chars(), estimate(left, 1600).total);
    assert!(matches!(fold.asked(&turn), Some(Message::User { text, .. }) if text == "watch"));
    let sent = turn.fold(fold, " It was red at first. ").unwrap();
    assert_paired(&sent.request);
    assert_eq!(
        saw(&sent.request)[..5],
        [
            "user \"earlier\" []",
            "model \"yes\" []",
            "user \"watch\" [JPEG]",
            "user \"It was red at first.\" []",
            "model \"round 5\" [c5] echo"
        ]
    );
    assert_eq!(sent.request.messages.len(), 8);
    assert!(sent.request.drop_thinking, "the prefix is another one");
    let echoes: Vec<i64> = sent.request.messages.iter().filter_map(echoed).collect();
    assert_eq!(echoes, [5, 6], "a provider may refuse the calls that stay without what came with them");
    assert_eq!(saw(&sent.request), saw(turn.request()));
    assert_eq!(sent.round, 7);

    let effects = turn.step(says("end", &[]));
    assert!(matches!(effects.as_slice(), [Effect::End(_)]));
}

#[test]
fn a_second_fold_takes_the_first_summary_with_it() {
    let mut turn = watched(6, 100);
    let fold = turn.foldable(1600).unwrap();
    let _ = turn.fold(fold, "first summary").unwrap();
    watch(&mut turn, 7, 12, 100);
    let fold = turn.foldable(1600).unwrap();
    assert!(matches!(&fold.messages(&turn)[0], Message::User { text, .. } if text == "first summary"));
    let sent = turn.fold(fold, "second summary").unwrap();
    assert_paired(&sent.request);
    let now = saw(&sent.request);
    assert_eq!(now[3], "user \"second summary\" []");
    assert!(!now.iter().any(|line| line.contains("first summary")));
}

#[test]
fn nothing_folds_where_it_would_not_help() {
    assert!(watched(0, 10).foldable(1600).is_none(), "no round");
    assert!(watched(1, 10).foldable(1600).is_none(), "the newest round stays");
    let mut fresh = Turn::new(spec(12));
    assert!(fresh.foldable(1600).is_none());
    let _ = fresh.step(Event::Start);
    let _ = fresh.step(asks(&["a", "b"]));
    assert!(fresh.foldable(1600).is_none(), "tools run");
    // A small round before a huge one is under 5 %.
    let mut turn = Turn::new(spec(12));
    let _ = turn.step(Event::Start);
    let _ = turn.step(asks(&["a"]));
    let _ = turn.step(done("a", text("x")));
    let _ = turn.step(asks(&["b"]));
    let _ = turn.step(done("b", text(&"long ".repeat(1_000))));
    assert!(turn.foldable(1600).is_none());
}

#[test]
fn a_summary_that_is_none_leaves_the_turn_as_it_was() {
    let mut turn = watched(6, 100);
    let fold = turn.foldable(0).unwrap();
    let before = saw(turn.request());
    assert!(turn.fold(fold, "  ").is_none());
    assert!(turn.fold(fold, &"long ".repeat(1_000)).is_none());
    assert_eq!(saw(turn.request()), before);
    assert!(!turn.request().drop_thinking);
}

#[test]
fn a_fold_of_an_earlier_request_is_refused() {
    let mut turn = watched(6, 100);
    let old = turn.foldable(1600).unwrap();
    watch(&mut turn, 7, 7, 100);
    assert!(turn.fold(old, "late").is_none());
    let now = turn.foldable(1600).unwrap();
    let _ = turn.step(says("end", &[]));
    assert!(turn.fold(now, "later").is_none());
}

#[test]
fn after_an_edited_copy_no_request_of_the_turn_has_thinking() {
    let mut turn = watched(2, 100);
    assert!(!turn.request().drop_thinking);
    turn.sent_edited();
    watch(&mut turn, 3, 3, 100);
    assert!(turn.request().drop_thinking);
}

#[test]
fn ids_of_rounds_that_left_may_come_again() {
    let mut turn = watched(30, 10);
    let omitted =
        |turn: &Turn| saw(turn.request()).iter().filter(|line| line.contains("<older omitted>")).count();
    assert_eq!(omitted(&turn), 10);
    let fold = turn.foldable(1600).unwrap();
    let _ = turn.fold(fold, "summary").unwrap();
    assert_eq!(omitted(&turn), 0);
    watch(&mut turn, 1, 21, 10);
    assert_paired(turn.request());
    assert!(saw(turn.request()).iter().any(|line| line.starts_with("tool c1 ")), "the id is free again");
    let left: usize = results(&turn).iter().filter(|(_, _, images)| *images == 0).count();
    assert_eq!(omitted(&turn), left, "each says so");
    assert!(left > 5);
}
