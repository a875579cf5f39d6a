//! Export, import, fork.

use super::{Place, answers, asks, ends, fresh, says, text_of};
use crate::{
    Artifact, ImportLimits, Record, State, Store, StoreError, Stored, Summary, System, Tool, Turn, Usage,
};
use proptest::prelude::*;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use uuid::Uuid;

fn artifact(file: u128) -> Record {
    Record::Artifact(Artifact {
        turn: "t".to_owned(),
        agent: "agent_1".to_owned(),
        tool: "nik__shot".to_owned(),
        file: Uuid::from_u128(file),
        name: "写真.jpg".to_owned(),
        mime: "image/jpeg".to_owned(),
        bytes: 19_000,
        sha256: "00".repeat(32),
        save_only: true,
        extra: Map::new(),
    })
}

fn every_kind() -> Vec<Record> {
    vec![
        asks("1", "t", "agent_1", "line one\nline two \u{2028} \"q\""),
        Record::Tool(Tool {
            turn: "t".to_owned(),
            agent: "agent_1".to_owned(),
            call: "call_1".to_owned(),
            name: "nik__live_view_image".to_owned(),
            ok: true,
            interrupted: true,
            ms: 180,
            images: 1,
            dropped: vec!["unsupported".to_owned()],
            extra: Map::new(),
        }),
        artifact(7),
        answers("1", "t", "agent_1", "red", State::Complete),
        Record::Turn(Turn {
            turn: "t".to_owned(),
            request: "r".to_owned(),
            agent: "agent_1".to_owned(),
            stop: "repeat:nik__status".to_owned(),
            rounds: 2,
            max_rounds: 12,
            backend: "anthropic".to_owned(),
            model: "m".to_owned(),
            usage: Usage { uncached: 1, cache_read: 2, cache_write: 3, output: 4, reasoning: 5 },
            ms: 2_310,
            extra: Map::new(),
        }),
        Record::System(System {
            agent: "agent_1".to_owned(),
            turn: Some("t".to_owned()),
            code: "budget-exhausted".to_owned(),
            args: BTreeMap::from([("limit".to_owned(), "1000000".to_owned())]),
            extra: Map::new(),
        }),
        Record::Message(says("2", "agent_1", "agent_2", "between")),
    ]
}

fn export(store: &Store, session: Uuid) -> Vec<u8> {
    let mut out = Vec::new();
    store.export_jsonl(session, &mut out).unwrap();
    out
}

fn import(store: &Store, bytes: &[u8]) -> Result<Uuid, StoreError> {
    store.import_jsonl(&mut &*bytes, ImportLimits::default()).map(|session| session.id)
}

fn records(store: &Store, session: Uuid) -> Vec<(i64, Record)> {
    let page = store.page(session, None, None, 10_000).unwrap();
    page.records.into_iter().map(|Stored { at_ms, record, .. }| (at_ms, record)).collect()
}

#[test]
fn out_of_one_store_into_another() {
    let (_from, here) = fresh();
    let (_to, there) = fresh();
    let session = here.create_session(1).unwrap().id;
    here.append(session, 2, &every_kind()).unwrap();
    here.rename(session, "題").unwrap();
    let bytes = export(&here, session);
    assert_eq!(bytes.iter().filter(|byte| **byte == b'\n').count(), 1 + every_kind().len());
    let copy = import(&there, &bytes).unwrap();
    assert_ne!(copy, session);
    assert_eq!(records(&there, copy), records(&here, session));
    let (old, new) = (here.session(session).unwrap(), there.session(copy).unwrap());
    assert_eq!((new.title.as_str(), new.named, new.messages), ("題", true, old.messages));
    assert_eq!((new.started_ms, new.changed_ms), (1, 2));
    assert_eq!(there.history(copy, "agent_1", 9).unwrap().exchanges.len(), 1);
    assert!(there.media().unwrap()[&copy].contains(&Uuid::from_u128(7)));
    // Its turns are over: nothing to recover.
    assert!(there.recover(9).unwrap().is_empty());
}

#[test]
fn each_line_is_json_with_its_place() {
    let (_place, store) = fresh();
    let session = store.create_session(1).unwrap().id;
    let stored = store.append(session, 2, &every_kind()).unwrap();
    let lines: Vec<Value> = String::from_utf8(export(&store, session))
        .unwrap()
        .split_terminator('\n')
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((&lines[0]["fuseforks_session"], &lines[0]["id"]), (&1.into(), &session.to_string().into()));
    for (line, stored) in lines[1..].iter().zip(&stored) {
        assert_eq!((line["seq"].as_u64(), line["at"].as_i64()), (Some(stored.seq), Some(2)));
    }
    assert_eq!(lines[2]["kind"], "tool");
    // No arguments and no output.
    let keys: Vec<&String> = lines[2].as_object().unwrap().keys().collect();
    let mut expected = [
        "agent",
        "at",
        "call",
        "dropped",
        "images",
        "interrupted",
        "kind",
        "ms",
        "name",
        "ok",
        "seq",
        "turn",
        "v",
    ]
    .to_vec();
    expected.sort_unstable();
    let mut keys: Vec<&str> = keys.into_iter().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(keys, expected);
}

#[test]
fn a_file_that_does_not_fit_imports_nothing() {
    let (_place, store) = fresh();
    let session = store.create_session(1).unwrap().id;
    store.append(session, 2, &every_kind()).unwrap();
    let good = String::from_utf8(export(&store, session)).unwrap();
    let head = good.lines().next().unwrap();
    for (bytes, line) in [
        (String::new(), 1),
        ("hello".to_owned(), 1),
        ("{}".to_owned(), 1),
        (head.replace("\"fuseforks_session\":1", "\"fuseforks_session\":2"), 1),
        (format!("{good}{{\"v\":1"), 9),
        (format!("{head}\n\n\n{{\"v\":1,\"kind\":\"system\"}}\n"), 4),
        (format!("{head}\n[]\n"), 2),
        (format!("{head}\n\u{0}\n"), 2),
    ] {
        match import(&store, bytes.as_bytes()) {
            Err(StoreError::Import { line: found, .. }) => assert_eq!(found, line, "{bytes}"),
            other => panic!("{other:?} for {bytes}"),
        }
    }
    assert_eq!(store.sessions().unwrap().len(), 1);
    // Not UTF-8.
    assert!(import(&store, &[head.as_bytes(), b"\n\xff\xfe\n"].concat()).is_err());
}

#[test]
fn an_import_has_limits() {
    let (_place, store) = fresh();
    let session = store.create_session(1).unwrap().id;
    store.append(session, 2, &every_kind()).unwrap();
    let bytes = export(&store, session);
    let with = |limits| store.import_jsonl(&mut bytes.as_slice(), limits).map(|_| ());
    let few = ImportLimits { records: 3, ..ImportLimits::default() };
    assert!(matches!(with(few), Err(StoreError::Import { line: 5, .. })));
    let short = ImportLimits { line_bytes: 100, ..ImportLimits::default() };
    assert!(matches!(with(short), Err(StoreError::Import { line: 1, .. })));
    let longest = bytes.split(|byte| *byte == b'\n').map(<[u8]>::len).max().unwrap() as u64;
    with(ImportLimits { line_bytes: longest + 1, records: 7 }).unwrap();
    assert_eq!(store.sessions().unwrap().len(), 2);
}

#[test]
fn a_fork_goes_up_to_a_record_and_lives_on_its_own() {
    let place = Place::new();
    let store = place.open();
    let session = store.create_session(1).unwrap().id;
    let stored = store.append(session, 2, &every_kind()).unwrap();
    let covered = stored[3].seq;
    let summary = Summary {
        agent: "agent_1".to_owned(),
        from: stored[0].seq,
        upto: covered,
        text: "s".to_owned(),
        ..Summary::default()
    };
    let summary = store.append(session, 3, &[Record::Summary(summary)]).unwrap();
    store.append(session, 4, &[asks("9", "u", "agent_1", "later"), artifact(8)]).unwrap();

    let (fork, media) = store.fork(session, summary[0].seq, 50).unwrap();
    assert_eq!(media, [Uuid::from_u128(7)]);
    assert_eq!((fork.forked_from, fork.started_ms, fork.changed_ms), (Some(session), 50, 50));
    assert_eq!(fork.title, store.session(session).unwrap().title);
    let copied = store.page(fork.id, None, None, 100).unwrap().records;
    assert_eq!(copied.len(), every_kind().len() + 1);
    assert_eq!(text_of(&copied[0].record), text_of(&stored[0].record));
    assert_eq!(copied[0].at_ms, 2);
    // The summary covers the copies, not the places of the originals.
    let Record::Summary(summary) = &copied.last().unwrap().record else { panic!("{copied:?}") };
    assert_eq!((summary.from, summary.upto), (copied[0].seq, copied[3].seq));
    assert!(store.history(fork.id, "agent_1", 9).unwrap().exchanges.is_empty());

    store.append(fork.id, 60, &[asks("f", "v", "agent_1", "in the fork"), ends("v", "agent_1")]).unwrap();
    assert_eq!(store.page(session, None, None, 100).unwrap().records.len(), every_kind().len() + 3);
    store.delete(session).unwrap();
    assert_eq!(store.page(fork.id, None, None, 100).unwrap().records.len(), every_kind().len() + 3);
    assert!(matches!(store.fork(session, 1, 1), Err(StoreError::NoSession(_))));
}

#[test]
fn a_fork_in_the_middle_of_a_turn_leaves_the_turn_alone() {
    let (_place, store) = fresh();
    let session = store.create_session(1).unwrap().id;
    let stored = store.append(session, 2, &[asks("1", "running", "agent_1", "x")]).unwrap();
    store.fork(session, stored[0].seq, 3).unwrap();
    let cut = store.recover(4).unwrap();
    assert_eq!(cut.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [session]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn any_text_survives_the_trip(texts in prop::collection::vec(any::<String>(), 0..12), title in any::<String>()) {
        let (_place, store) = fresh();
        let session = store.create_session(1).unwrap().id;
        let given: Vec<Record> = texts.iter().map(|text| asks("m", "t", "agent_1", text)).collect();
        store.append(session, 2, &given).unwrap();
        store.rename(session, &title).unwrap();
        let copy = import(&store, &export(&store, session)).unwrap();
        prop_assert_eq!(records(&store, copy), records(&store, session));
        prop_assert_eq!(store.session(copy).unwrap().title, store.session(session).unwrap().title);
    }
}
