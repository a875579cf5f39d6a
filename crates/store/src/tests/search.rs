//! Looking for words.

use super::{asks, fresh};
use crate::{Record, SearchLimits, Store, Tool};

fn found(store: &Store, query: &str) -> Vec<String> {
    let result = store.search(query, SearchLimits::default()).unwrap();
    assert!(!result.more);
    result.hits.into_iter().map(|hit| hit.message).collect()
}

#[test]
fn words_in_any_case_and_without_word_breaks() {
    let (_place, store) = fresh();
    let session = store.create_session(0).unwrap().id;
    let tool = Tool { name: "lighthouse".to_owned(), agent: "agent_1".to_owned(), ..Tool::default() };
    store
        .append(
            session,
            0,
            &[
                asks("en", "t", "agent_1", "The Lighthouse at NOON, seen from the pier"),
                asks("ja", "t", "agent_1", "灯台の写真を撮ってください"),
                asks("zh", "t", "agent_1", "请拍一张灯塔的照片"),
                asks("de", "t", "agent_1", "Grüße vom LEUCHTTURM"),
                Record::Tool(tool),
            ],
        )
        .unwrap();
    for (query, ids) in [
        ("lighthouse", vec!["en"]),
        ("LIGHT", vec!["en"]),
        ("pier noon", vec!["en"]),
        ("pier midnight", vec![]),
        ("写真", vec!["ja"]),
        ("灯台　写真", vec!["ja"]),
        ("照片", vec!["zh"]),
        ("灯", vec!["zh", "ja"]),
        ("GRÜSSE", vec![]),
        ("grÜß", vec!["de"]),
        ("agent_1", vec![]),
        ("\"text\"", vec![]),
        ("", vec![]),
        ("  ", vec![]),
    ] {
        assert_eq!(found(&store, query), ids, "{query}");
    }
}

#[test]
fn newest_first_and_the_deleted_not_at_all() {
    let (_place, store) = fresh();
    let (old, new) = (store.create_session(0).unwrap().id, store.create_session(0).unwrap().id);
    store.append(new, 20, &[asks("c", "t", "agent_1", "word"), asks("d", "t", "agent_1", "word")]).unwrap();
    store.append(old, 10, &[asks("a", "t", "agent_1", "word"), asks("b", "t", "agent_1", "word")]).unwrap();
    assert_eq!(found(&store, "word"), ["d", "c", "b", "a"]);
    store.delete(new).unwrap();
    assert_eq!(found(&store, "word"), ["b", "a"]);
}

#[test]
fn the_excerpt_is_one_line_around_the_word() {
    let (_place, store) = fresh();
    let session = store.create_session(0).unwrap().id;
    let long = format!("{}İstanbul\nの灯台\tfar {}", "あ".repeat(100), "い".repeat(100));
    store.append(session, 0, &[asks("a", "t", "agent_1", &long), asks("b", "t", "agent_1", "灯台")]).unwrap();
    let hits = store.search("灯台", SearchLimits::default()).unwrap().hits;
    assert_eq!(hits[0].excerpt, "灯台");
    let expected = format!("…{}İstanbul の灯台 far {}…", "あ".repeat(30), "い".repeat(35));
    assert_eq!(hits[1].excerpt, expected);
    assert_eq!(hits[1].session.id, session);
}

#[test]
fn limits_end_it_and_say_so() {
    let (_place, store) = fresh();
    let session = store.create_session(0).unwrap().id;
    let records: Vec<Record> = (0..10).map(|n| asks(&n.to_string(), "t", "agent_1", "word")).collect();
    store.append(session, 0, &records).unwrap();
    let few = store.search("word", SearchLimits { hits: 3, ..SearchLimits::default() }).unwrap();
    assert_eq!((few.hits.len(), few.more), (3, true));
    let none = store.search("word", SearchLimits { bytes: 10, ..SearchLimits::default() }).unwrap();
    assert_eq!((none.hits.len(), none.more), (0, true));
    let all = store.search("word", SearchLimits { hits: 10, ..SearchLimits::default() }).unwrap();
    assert_eq!((all.hits.len(), all.more), (10, false));
}
