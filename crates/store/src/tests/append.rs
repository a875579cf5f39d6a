//! Adding records.

use super::{Place, asks, ends, fresh, text_of};
use crate::StoreError;
use std::{collections::BTreeSet, thread};
use uuid::Uuid;

#[test]
fn places_rise_and_are_unique_in_the_village() {
    let place = Place::new();
    let store = place.open();
    let (a, b) = (store.create_session(0).unwrap().id, store.create_session(0).unwrap().id);
    let mut places = Vec::new();
    for round in 0..3 {
        for session in [a, b] {
            let records = [asks("m", "t", "agent_1", "x"), ends("t", "agent_1")];
            places.extend(store.append(session, round, &records).unwrap().iter().map(|stored| stored.seq));
        }
    }
    drop(store);
    let store = place.open();
    places.push(store.append(a, 9, &[ends("t", "agent_1")]).unwrap()[0].seq);
    assert!(places.windows(2).all(|pair| pair[0] < pair[1]), "{places:?}");
}

#[test]
fn a_place_is_not_given_again_after_a_deletion() {
    let (_place, store) = fresh();
    let session = store.create_session(0).unwrap().id;
    let last = store.append(session, 0, &[ends("t", "a")]).unwrap()[0].seq;
    store.delete(session).unwrap();
    let other = store.create_session(0).unwrap().id;
    assert!(store.append(other, 0, &[ends("t", "a")]).unwrap()[0].seq > last);
}

#[test]
fn what_comes_back_is_what_is_read_later() {
    let place = Place::new();
    let store = place.open();
    let session = store.create_session(0).unwrap().id;
    let given = store
        .append(
            session,
            1_234,
            &[asks("m", "t", "agent_1", "見て\n\u{1f4f7} \"quoted\" \u{0}"), ends("t", "agent_1")],
        )
        .unwrap();
    drop(store);
    let store = place.open();
    assert_eq!(store.page(session, None, None, 10).unwrap().records, given);
    assert_eq!(store.record(session, given[1].seq).unwrap().as_ref(), Some(&given[1]));
    assert_eq!(store.record(session, 9_999).unwrap(), None);
}

#[test]
fn nothing_goes_into_a_conversation_that_is_not_there() {
    let (_place, store) = fresh();
    let session = store.create_session(0).unwrap().id;
    let nowhere = Uuid::from_u128(1);
    assert!(matches!(
        store.append(nowhere, 0, &[ends("t", "a")]),
        Err(StoreError::NoSession(id)) if id == nowhere
    ));
    // And the store goes on working.
    assert_eq!(store.append(session, 0, &[ends("t", "a")]).unwrap().len(), 1);
    assert!(store.append(session, 0, &[]).unwrap().is_empty());
}

#[test]
fn many_threads_at_once_lose_nothing() {
    let place = Place::new();
    let store = place.open();
    let session = store.create_session(0).unwrap().id;
    thread::scope(|scope| {
        for agent in 0..8 {
            let store = &store;
            scope.spawn(move || {
                for n in 0..20 {
                    let name = format!("agent_{agent}");
                    store.append(session, n, &[asks("m", "t", &name, &format!("{agent}/{n}"))]).unwrap();
                }
            });
        }
    });
    let page = store.page(session, None, None, 1_000).unwrap();
    let texts: BTreeSet<&str> = page.records.iter().map(|stored| text_of(&stored.record)).collect();
    assert_eq!(texts.len(), 160);
    assert_eq!(store.session(session).unwrap().messages, 160);
}
