//! Conversations as a list.

use super::{Place, asks, fresh, says};
use crate::{Artifact, Record, State, StoreError};
use serde_json::Map;
use uuid::Uuid;

#[test]
fn last_changed_first_and_still_there_after_reopening() {
    let place = Place::new();
    let store = place.open();
    let first = store.create_session(1_000).unwrap();
    let second = store.create_session(2_000).unwrap();
    store.append(first.id, 3_000, &[asks("m", "t", "agent_1", "hello")]).unwrap();
    let ids = |store: &crate::Store| store.sessions().unwrap().iter().map(|row| row.id).collect::<Vec<_>>();
    assert_eq!(ids(&store), [first.id, second.id]);
    drop(store);
    let store = place.open();
    assert_eq!(ids(&store), [first.id, second.id]);
    let row = store.session(first.id).unwrap();
    assert_eq!((row.started_ms, row.changed_ms, row.messages), (1_000, 3_000, 1));
}

#[test]
fn ids_carry_the_time_that_was_passed_in() {
    let (_place, store) = fresh();
    let id = store.create_session(1_700_000_000_123).unwrap().id;
    assert_eq!(id.get_version_num(), 7);
    // RFC 9562, section 5.7: the first 48 bits are the milliseconds.
    assert_eq!(id.as_u128() >> 80, 1_700_000_000_123);
}

#[test]
fn a_clock_that_goes_back_does_not_move_a_conversation() {
    let (_place, store) = fresh();
    let session = store.create_session(5_000).unwrap();
    store.append(session.id, 4_000, &[asks("m", "t", "agent_1", "hello")]).unwrap();
    assert_eq!(store.session(session.id).unwrap().changed_ms, 5_000);
}

#[test]
fn the_title_is_the_first_line_a_person_wrote() {
    let place = Place::new();
    let store = place.open();
    let session = store.create_session(0).unwrap();
    assert_eq!(session.title, "");
    store.append(session.id, 1, &[Record::Message(says("a", "agent_1", "agent_2", "not me"))]).unwrap();
    assert_eq!(store.session(session.id).unwrap().title, "");
    let long = format!("\n  {}\nsecond line", "カ".repeat(100));
    store.append(session.id, 2, &[asks("b", "t", "agent_1", &long)]).unwrap();
    assert_eq!(store.session(session.id).unwrap().title, "カ".repeat(60));
    store.append(session.id, 3, &[asks("c", "u", "agent_1", "later")]).unwrap();
    assert_eq!(store.session(session.id).unwrap().title, "カ".repeat(60));
}

#[test]
fn a_given_title_stays_until_it_is_taken_away() {
    let place = Place::new();
    let store = place.open();
    let session = store.create_session(0).unwrap();
    store.rename(session.id, "  My talk ").unwrap();
    store.append(session.id, 1, &[asks("a", "t", "agent_1", "hello")]).unwrap();
    let row = store.session(session.id).unwrap();
    assert_eq!((row.title.as_str(), row.named, row.changed_ms), ("My talk", true, 1));
    let row = store.rename(session.id, " ").unwrap();
    assert_eq!((row.title.as_str(), row.named), ("hello", false));
}

#[test]
fn what_was_said_between_tool_calls_is_no_message() {
    let (_place, store) = fresh();
    let session = store.create_session(0).unwrap();
    let mut said = says("a", "agent_1", "user", "I look now.");
    said.state = State::Said;
    store.append(session.id, 1, &[asks("m", "t", "agent_1", "look"), Record::Message(said)]).unwrap();
    assert_eq!(store.session(session.id).unwrap().messages, 1);
}

#[test]
fn deleted_is_gone_and_the_others_stay() {
    let place = Place::new();
    let store = place.open();
    let gone = store.create_session(0).unwrap().id;
    let stays = store.create_session(0).unwrap().id;
    let artifact = |file: u128| {
        Record::Artifact(Artifact {
            turn: "t".to_owned(),
            agent: "agent_1".to_owned(),
            tool: "nik__shot".to_owned(),
            file: Uuid::from_u128(file),
            name: "shot.jpg".to_owned(),
            mime: "image/jpeg".to_owned(),
            bytes: 1,
            sha256: String::new(),
            save_only: false,
            extra: Map::new(),
        })
    };
    store.append(gone, 1, &[asks("a", "t", "agent_1", "x"), artifact(7), artifact(8)]).unwrap();
    store.append(stays, 1, &[asks("b", "u", "agent_1", "y"), artifact(9)]).unwrap();
    assert_eq!(store.delete(gone).unwrap(), [Uuid::from_u128(7), Uuid::from_u128(8)]);
    drop(store);
    let store = place.open();
    assert!(matches!(store.session(gone), Err(StoreError::NoSession(id)) if id == gone));
    assert!(matches!(store.page(gone, None, None, 9), Err(StoreError::NoSession(_))));
    assert!(matches!(store.page(gone, Some("agent_1"), None, 9), Err(StoreError::NoSession(_))));
    assert!(matches!(store.delete(gone), Err(StoreError::NoSession(_))));
    assert_eq!(store.sessions().unwrap().len(), 1);
    assert_eq!(store.page(stays, Some("agent_1"), None, 9).unwrap().records.len(), 2);
    assert_eq!(store.media().unwrap()[&stays].len(), 1);
    assert!(!store.media().unwrap().contains_key(&gone));
    // Its unfinished turn went with it.
    assert_eq!(store.recover(2).unwrap().iter().map(|(id, _)| *id).collect::<Vec<_>>(), [stays]);
}
