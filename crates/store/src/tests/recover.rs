//! After a kill.

use super::{Place, answers, asks, ends, says};
use crate::{Message, Record, State};

fn stops(store: &crate::Store, now_ms: i64) -> Vec<(String, String, String)> {
    store
        .recover(now_ms)
        .unwrap()
        .into_iter()
        .map(|(_, stored)| match stored.record {
            Record::Turn(turn) => (turn.turn, turn.agent, turn.stop),
            other => panic!("{other:?}"),
        })
        .collect()
}

#[test]
fn a_turn_that_began_and_never_ended_is_interrupted_once() {
    let place = Place::new();
    let store = place.open();
    let session = store.create_session(0).unwrap().id;
    store
        .append(
            session,
            1,
            &[
                asks("1", "done", "agent_1", "one"),
                answers("1", "done", "agent_1", "first", State::Complete),
                ends("done", "agent_1"),
                asks("2", "cut", "agent_2", "two"),
            ],
        )
        .unwrap();
    drop(store);
    let store = place.open();
    assert_eq!(stops(&store, 50), [("cut".to_owned(), "agent_2".to_owned(), "interrupted".to_owned())]);
    assert!(stops(&store, 60).is_empty());
    let last = store.page(session, None, None, 1).unwrap().records.remove(0);
    assert_eq!(last.at_ms, 50);
    assert!(matches!(last.record, Record::Turn(turn) if turn.turn == "cut" && turn.request == "request"));
    // Nobody said anything: the list keeps its order.
    assert_eq!(store.session(session).unwrap().changed_ms, 1);
}

#[test]
fn the_next_message_works() {
    let place = Place::new();
    let store = place.open();
    let session = store.create_session(0).unwrap().id;
    store.append(session, 1, &[asks("1", "cut", "agent_1", "one")]).unwrap();
    drop(store);
    let store = place.open();
    store.recover(2).unwrap();
    store
        .append(
            session,
            3,
            &[
                asks("2", "next", "agent_1", "hello"),
                answers("2", "next", "agent_1", "hi", State::Complete),
                ends("next", "agent_1"),
            ],
        )
        .unwrap();
    let history = store.history(session, "agent_1", 16).unwrap();
    assert_eq!(history.exchanges.len(), 1);
    assert_eq!(history.exchanges[0].message.text, "hello");
    assert!(stops(&store, 4).is_empty());
}

#[test]
fn in_the_order_in_which_they_began_whatever_their_names() {
    let place = Place::new();
    let store = place.open();
    let session = store.create_session(0).unwrap().id;
    store.append(session, 1, &[asks("1", "z", "agent_1", "x"), asks("2", "a", "agent_2", "y")]).unwrap();
    let turns: Vec<String> = stops(&store, 2).into_iter().map(|(turn, ..)| turn).collect();
    assert_eq!(turns, ["z", "a"]);
}

#[test]
fn only_messages_to_agents_begin_turns() {
    let place = Place::new();
    let store = place.open();
    let session = store.create_session(0).unwrap().id;
    let reply_to_agent = Message {
        turn: Some("asked".to_owned()),
        parent: Some("q".to_owned()),
        ..says("r", "agent_2", "agent_1", "red")
    };
    store
        .append(
            session,
            1,
            &[
                Record::Message(says("waiting", "user", "agent_1", "no turn yet")),
                answers("x", "to-user", "agent_1", "hello", State::Complete),
                Record::Message(Message {
                    turn: Some("asked".to_owned()),
                    ..says("q", "agent_1", "agent_2", "what do you see?")
                }),
                Record::Message(reply_to_agent),
                ends("asked", "agent_2"),
            ],
        )
        .unwrap();
    assert!(stops(&store, 2).is_empty());
}
