//! Pages of a conversation and of one agent's thread.

use super::{asks, fresh, says};
use crate::{Record, Store, Tool};
use proptest::prelude::*;
use uuid::Uuid;

/// Reads everything by pages of `limit` and checks the promise of `more` on the way.
fn all(store: &Store, session: Uuid, agent: Option<&str>, limit: usize) -> Vec<u64> {
    let mut places = Vec::new();
    let mut before = None;
    loop {
        let page = store.page(session, agent, before, limit).unwrap();
        assert!(page.records.len() == limit || !page.more);
        let mut some: Vec<u64> = page.records.iter().map(|stored| stored.seq).collect();
        before = some.first().copied();
        some.append(&mut places);
        places = some;
        if !page.more {
            return places;
        }
    }
}

#[test]
fn the_newest_page_oldest_first() {
    let (_place, store) = fresh();
    let session = store.create_session(0).unwrap().id;
    let records: Vec<Record> = (0..5).map(|n| asks(&n.to_string(), "t", "agent_1", "x")).collect();
    let places: Vec<u64> =
        store.append(session, 0, &records).unwrap().iter().map(|stored| stored.seq).collect();
    let page = store.page(session, None, None, 2).unwrap();
    assert_eq!(page.records.iter().map(|stored| stored.seq).collect::<Vec<_>>(), places[3..]);
    assert!(page.more);
    let page = store.page(session, None, Some(places[2]), 2).unwrap();
    assert_eq!(page.records.iter().map(|stored| stored.seq).collect::<Vec<_>>(), places[..2]);
    assert!(!page.more);
    assert!(store.page(session, None, Some(places[0]), 2).unwrap().records.is_empty());
    assert!(store.page(session, None, None, 0).unwrap().more);
}

#[test]
fn a_message_between_agents_stands_in_both_threads_once() {
    let (_place, store) = fresh();
    let session = store.create_session(0).unwrap().id;
    let tool = Tool { agent: "agent_1".to_owned(), name: "nik__status".to_owned(), ..Tool::default() };
    let records = [
        asks("a", "t", "agent_1", "to one"),
        Record::Message(says("b", "agent_1", "agent_10", "between")),
        Record::Tool(tool),
        Record::Message(says("c", "agent_10", "agent_10", "to itself")),
    ];
    let places: Vec<u64> =
        store.append(session, 0, &records).unwrap().iter().map(|stored| stored.seq).collect();
    assert_eq!(all(&store, session, Some("agent_1"), 10), places[..3]);
    assert_eq!(all(&store, session, Some("agent_10"), 10), [places[1], places[3]]);
    assert_eq!(all(&store, session, Some("agent_2"), 10), [0; 0]);
    assert_eq!(all(&store, session, Some("user"), 10), [0; 0]);
    assert_eq!(all(&store, session, None, 10), places);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn pages_together_are_the_thread(
        speakers in prop::collection::vec((0_usize..4, 0_usize..4, 0_usize..2), 0..40),
        limit in 1_usize..7,
    ) {
        let names = ["user", "agent_1", "agent_11", "agent_2"];
        let (_place, store) = fresh();
        let sessions = [store.create_session(0).unwrap().id, store.create_session(0).unwrap().id];
        let mut written = Vec::new();
        for (from, to, session) in speakers {
            let record = Record::Message(says("m", names[from], names[to], "x"));
            let seq = store.append(sessions[session], 0, &[record]).unwrap()[0].seq;
            written.push((session, names[from], names[to], seq));
        }
        for (index, session) in sessions.into_iter().enumerate() {
            let expected = |agent: Option<&str>| written
                .iter()
                .filter(|(of, from, to, _)| *of == index && agent.is_none_or(|name| name == *from || name == *to))
                .map(|(.., seq)| *seq)
                .collect::<Vec<_>>();
            prop_assert_eq!(all(&store, session, None, limit), expected(None));
            for name in &names[1..] {
                prop_assert_eq!(all(&store, session, Some(name), limit), expected(Some(name)));
            }
        }
    }
}
