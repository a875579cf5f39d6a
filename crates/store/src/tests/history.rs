//! What enters the next prompt.

use super::{Place, answers, asks, ends, says};
use crate::{History, Record, State, Store, Summary};
use proptest::prelude::*;
use uuid::Uuid;

fn store_with(records: &[Record]) -> (Place, Store, Uuid) {
    let place = Place::new();
    let store = place.open();
    let session = store.create_session(0).unwrap().id;
    store.append(session, 7, records).unwrap();
    (place, store, session)
}

/// Message and reply of each exchange.
fn pairs(history: &History) -> Vec<(&str, &str)> {
    history
        .exchanges
        .iter()
        .map(|exchange| (exchange.message.text.as_str(), exchange.reply.as_str()))
        .collect()
}

fn summary(agent: &str, upto: u64, text: &str) -> Record {
    Record::Summary(Summary { agent: agent.to_owned(), upto, text: text.to_owned(), ..Summary::default() })
}

#[test]
fn a_message_and_its_reply() {
    let (_place, store, session) = store_with(&[
        asks("1", "t1", "agent_1", "one"),
        answers("1", "t1", "agent_1", "first", State::Complete),
        ends("t1", "agent_1"),
        asks("2", "t2", "agent_1", "two"),
        answers("2", "t2", "agent_1", "seco", State::Interrupted),
        ends("t2", "agent_1"),
    ]);
    let history = store.history(session, "agent_1", 16).unwrap();
    assert_eq!(pairs(&history), [("one", "first"), ("two", "seco")]);
    assert_eq!(history.exchanges.iter().map(|it| it.interrupted).collect::<Vec<_>>(), [false, true]);
    assert_eq!(history.exchanges[0].at_ms, 7);
    assert!(history.exchanges[0].seq < history.exchanges[0].reply_seq);
    assert!(history.summary.is_none() && !history.more);
    assert!(store.history(session, "agent_2", 16).unwrap().exchanges.is_empty());
}

#[test]
fn a_message_without_a_reply_is_not_there() {
    let (_place, store, session) = store_with(&[
        asks("1", "t1", "agent_1", "failed before a word"),
        ends("t1", "agent_1"),
        asks("2", "t2", "agent_1", "failed half way"),
        answers("2", "t2", "agent_1", "half", State::Failed),
        ends("t2", "agent_1"),
        asks("3", "t3", "agent_1", "stopped before a word"),
        answers("3", "t3", "agent_1", " ", State::Interrupted),
        ends("t3", "agent_1"),
        asks("4", "t4", "agent_1", "good"),
        answers("4", "t4", "agent_1", "yes", State::Complete),
        ends("t4", "agent_1"),
        asks("5", "t5", "agent_1", "killed"),
    ]);
    assert_eq!(pairs(&store.history(session, "agent_1", 16).unwrap()), [("good", "yes")]);
}

#[test]
fn what_was_said_between_tools_stands_before_the_reply() {
    let (_place, store, session) = store_with(&[
        asks("1", "t1", "agent_1", "look"),
        answers("1", "t1", "agent_1", "I look.", State::Said),
        answers("1", "t1", "agent_1", "Once more.", State::Said),
        answers("1", "t1", "agent_1", "Red.", State::Complete),
        asks("2", "t2", "agent_1", "and now?"),
        answers("2", "t2", "agent_1", "I look again.", State::Said),
        answers("2", "t2", "agent_1", "", State::Interrupted),
    ]);
    assert_eq!(
        pairs(&store.history(session, "agent_1", 16).unwrap()),
        [("look", "I look.\n\nOnce more.\n\nRed."), ("and now?", "I look again.")]
    );
}

#[test]
fn a_question_of_another_agent_is_an_exchange_of_the_asked_one_alone() {
    let asked = says("2", "agent_1", "agent_2", "what do you see?");
    let reply = crate::Message { parent: Some("2".to_owned()), ..says("2r", "agent_2", "agent_1", "red") };
    let (_place, store, session) = store_with(&[
        asks("1", "t1", "agent_1", "ask him"),
        Record::Message(asked),
        Record::Message(reply),
        answers("1", "t1", "agent_1", "he says red", State::Complete),
    ]);
    assert_eq!(pairs(&store.history(session, "agent_1", 16).unwrap()), [("ask him", "he says red")]);
    assert_eq!(pairs(&store.history(session, "agent_2", 16).unwrap()), [("what do you see?", "red")]);
}

#[test]
fn the_newest_and_whether_there_are_more() {
    let mut records = Vec::new();
    for n in 0..20 {
        let id = n.to_string();
        records.push(asks(&id, &id, "agent_1", &format!("q{n}")));
        records.push(answers(&id, &id, "agent_1", &format!("a{n}"), State::Complete));
    }
    let (_place, store, session) = store_with(&records);
    let history = store.history(session, "agent_1", 3).unwrap();
    assert_eq!(pairs(&history), [("q17", "a17"), ("q18", "a18"), ("q19", "a19")]);
    assert!(history.more);
    assert!(!store.history(session, "agent_1", 20).unwrap().more);
}

#[test]
fn only_what_the_last_summary_does_not_cover() {
    let (_place, store, session) = store_with(&[]);
    let exchange = |n: u32| {
        let id = n.to_string();
        [
            asks(&id, &id, "agent_1", &format!("q{n}")),
            answers(&id, &id, "agent_1", &format!("a{n}"), State::Complete),
        ]
    };
    let covered = store.append(session, 0, &exchange(1)).unwrap()[1].seq;
    store.append(session, 0, &exchange(2)).unwrap();
    store
        .append(session, 0, &[summary("agent_1", 0, "older"), summary("agent_1", covered, "up to one")])
        .unwrap();
    store.append(session, 0, &[summary("agent_2", 9_999, "another's")]).unwrap();
    store.append(session, 0, &exchange(3)).unwrap();
    let history = store.history(session, "agent_1", 16).unwrap();
    assert_eq!(pairs(&history), [("q2", "a2"), ("q3", "a3")]);
    assert_eq!(history.summary.as_ref().map(|(_, it)| it.text.as_str()), Some("up to one"));
    assert!(!history.more);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn the_same_as_a_plain_reading(turns in prop::collection::vec((0_usize..3, 0_usize..4), 0..25), limit in 0_usize..8) {
        let agents = ["agent_1", "agent_2", "agent_3"];
        let states = [None, Some(State::Complete), Some(State::Interrupted), Some(State::Failed)];
        let mut records = Vec::new();
        let mut expected: Vec<Vec<(String, String)>> = vec![Vec::new(); 3];
        for (n, (agent, state)) in turns.iter().enumerate() {
            let (id, name) = (n.to_string(), agents[*agent]);
            records.push(asks(&id, &id, name, &format!("q{n}")));
            if let Some(state) = states[*state] {
                records.push(answers(&id, &id, name, &format!("a{n}"), state));
                if state != State::Failed {
                    expected[*agent].push((format!("q{n}"), format!("a{n}")));
                }
            }
            records.push(ends(&id, name));
        }
        let (_place, store, session) = store_with(&records);
        for (agent, expected) in agents.iter().zip(expected) {
            let history = store.history(session, agent, limit).unwrap();
            let newest = &expected[expected.len().saturating_sub(limit)..];
            let found: Vec<(String, String)> =
                pairs(&history).iter().map(|(q, a)| ((*q).to_owned(), (*a).to_owned())).collect();
            prop_assert_eq!(found.as_slice(), newest);
            prop_assert_eq!(history.more, expected.len() > limit);
        }
    }
}

#[test]
fn a_summary_of_rounds_covers_no_exchange() {
    let rounds = Summary {
        agent: "agent_1".to_owned(),
        turn: Some("t1".to_owned()),
        rounds: 3,
        text: "rounds".to_owned(),
        ..Summary::default()
    };
    let (_place, store, session) = store_with(&[
        summary("agent_1", 0, "of exchanges"),
        asks("1", "t1", "agent_1", "one"),
        Record::Summary(rounds),
        answers("1", "t1", "agent_1", "first", State::Complete),
        ends("t1", "agent_1"),
    ]);
    let history = store.history(session, "agent_1", 9).unwrap();
    assert_eq!(history.summary.map(|(_, summary)| summary.text).as_deref(), Some("of exchanges"));
    assert_eq!(history.exchanges.len(), 1);
}
