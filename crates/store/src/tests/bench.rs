//! A conversation of 20,000 messages: what opening it costs. Printed, not judged: the machine may be busy.

use super::{Place, answers, asks, ends};
use crate::{SearchLimits, State, Store};
use std::{fs, hint::black_box, time::Instant};

const MESSAGES: usize = 20_000;

#[test]
fn a_long_conversation() {
    let place = Place::new();
    let store = place.open();
    let session = store.create_session(0).unwrap().id;
    let text = "The picture shows a red field on the left and a blue one on the right. ".repeat(8);
    let mut records = Vec::new();
    for n in 0..MESSAGES / 2 {
        let (id, agent) = (n.to_string(), format!("agent_{}", n % 20));
        records.push(asks(&id, &id, &agent, &text));
        records.push(answers(&id, &id, &agent, &text, State::Complete));
        records.push(ends(&id, &agent));
    }
    for part in records.chunks(1_000) {
        store.append(session, 0, part).unwrap();
    }
    drop(store);

    let mut times = Vec::new();
    let mut timed = |name: &'static str, begin: Instant| times.push((name, begin.elapsed()));
    let begin = Instant::now();
    let store = Store::open(&place.path()).unwrap();
    timed("open the file", begin);
    let begin = Instant::now();
    let page = store.page(session, None, None, 100).unwrap();
    timed("its last page of 100", begin);
    assert_eq!((page.records.len(), page.more), (100, true));
    let begin = Instant::now();
    let page = store.page(session, Some("agent_7"), None, 100).unwrap();
    timed("last page of 100 of one of 20 threads", begin);
    assert_eq!(page.records.len(), 100);
    let begin = Instant::now();
    assert_eq!(store.history(session, "agent_7", 16).unwrap().exchanges.len(), 16);
    timed("16 exchanges for a prompt", begin);
    let begin = Instant::now();
    black_box(store.sessions().unwrap());
    timed("the list of conversations", begin);
    let begin = Instant::now();
    assert!(store.search("nowhere in it", SearchLimits::default()).unwrap().hits.is_empty());
    timed("a search that finds nothing", begin);
    let begin = Instant::now();
    for n in 0..100 {
        store.append(session, n, &[asks("m", "t", "agent_1", &text)]).unwrap();
    }
    timed("100 durable appends", begin);
    println!("{MESSAGES} messages, {} bytes", fs::metadata(place.path()).unwrap().len());
    for (name, time) in times {
        println!("{name}: {time:?}");
    }
}
