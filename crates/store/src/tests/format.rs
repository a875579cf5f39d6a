//! Files of other versions, other programs and bad disks.

use super::{Place, asks, ends, fresh, says};
use crate::{Record, Session, Store, StoreError, codec, tables};
use proptest::{prelude::*, test_runner::TestRng};
use redb::{Database, ReadableDatabase};
use serde_json::{Value, json};
use std::{fs, panic::catch_unwind};
use uuid::Uuid;

/// Puts a record into the file as another version would.
fn plant(place: &Place, session: Uuid, seq: u64, record: &Value) {
    let database = Database::open(place.path()).unwrap();
    let transaction = database.begin_write().unwrap();
    {
        let mut records = transaction.open_table(tables::RECORDS).unwrap();
        records.insert((session.as_u128(), seq), record.to_string().as_bytes()).unwrap();
        let mut threads = transaction.open_table(tables::THREADS).unwrap();
        threads.insert((session.as_u128(), "agent_1", seq), ()).unwrap();
    }
    transaction.commit().unwrap();
}

fn planted(record: &Value) -> (Place, Store, Uuid) {
    let (place, store) = fresh();
    let session = store.create_session(0).unwrap().id;
    drop(store);
    plant(&place, session, 1_000, record);
    let store = place.open();
    (place, store, session)
}

fn exported(store: &Store, session: Uuid) -> Vec<Value> {
    let mut out = Vec::new();
    store.export_jsonl(session, &mut out).unwrap();
    String::from_utf8(out).unwrap().lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_stored_form_of_a_message() {
    let message = asks("m1", "t1", "agent_1", "見て");
    let bytes = codec::encode(1_700_000_000_123, &message).unwrap();
    assert_eq!(
        serde_json::from_slice::<Value>(&bytes).unwrap(),
        json!({"v": 1, "at": 1_700_000_000_123_i64, "kind": "message", "id": "m1", "request": "request", "turn": "t1",
            "hop": 0, "from": "user", "to": "agent_1", "text": "見て", "state": "complete"})
    );
}

#[test]
fn unknown_fields_are_kept() {
    let record = json!({"v": 1, "at": 5, "kind": "message", "id": "m", "request": "r", "from": "user",
        "to": "agent_1", "text": "x", "mood": {"is": "good"},
        "attachments": [{"id": "a", "name": "n", "kind": "image", "mime": "image/jpeg", "bytes": 3, "sha256": "00",
            "taken_with": "a camera"}]});
    let (_place, store, session) = planted(&record);
    let stored = store.page(session, None, None, 1).unwrap().records.remove(0);
    let Record::Message(message) = &stored.record else { panic!("{stored:?}") };
    assert_eq!((message.extra.len(), &message.extra["mood"]), (1, &json!({"is": "good"})));
    assert_eq!(message.attachments[0].extra["taken_with"], "a camera");
    let back: Value = serde_json::from_slice(&codec::encode(stored.at_ms, &stored.record).unwrap()).unwrap();
    assert_eq!((&back["mood"], &back["attachments"][0]["taken_with"]), (&record["mood"], &json!("a camera")));
    let (fork, _) = store.fork(session, u64::MAX, 1).unwrap();
    assert_eq!(exported(&store, fork.id)[0]["mood"], record["mood"]);
}

#[test]
fn unknown_fields_of_a_conversation_are_kept() {
    let place = Place::new();
    let store = place.open();
    let session = store.create_session(0).unwrap();
    drop(store);
    let database = Database::open(place.path()).unwrap();
    let transaction = database.begin_write().unwrap();
    {
        let mut row: Value = serde_json::from_slice(&codec::encode_session(&session).unwrap()).unwrap();
        row["pinned"] = json!(true);
        let mut sessions = transaction.open_table(tables::SESSIONS).unwrap();
        sessions.insert(session.id.as_u128(), row.to_string().as_bytes()).unwrap();
    }
    transaction.commit().unwrap();
    drop(database);
    let store = place.open();
    store.append(session.id, 1, &[ends("t", "a")]).unwrap();
    store.rename(session.id, "named").unwrap();
    let Session { extra, .. } = store.session(session.id).unwrap();
    assert_eq!(extra["pinned"], true);
}

#[test]
fn records_of_the_future_and_records_that_do_not_fit_are_kept_and_passed_over() {
    for record in [
        json!({"v": 1, "at": 5, "kind": "video_call", "agent": "agent_1", "minutes": 3}),
        json!({"v": 2, "at": 5, "kind": "message", "from": "user", "to": "agent_1", "body": {"text": "x"}}),
        json!({"v": 2, "at": 5, "kind": "message", "id": "m", "request": "r", "from": "user", "to": "agent_1", "text": "x"}),
        json!({"v": 1, "at": 5, "kind": "message", "from": "agent_1", "text": 7}),
        json!({"v": 1, "at": 5, "kind": "turn", "agent": "agent_1"}),
        json!({"v": 1, "at": 5, "agent": "agent_1"}),
    ] {
        let (place, store, session) = planted(&record);
        let page = store.page(session, Some("agent_1"), None, 10).unwrap();
        assert!(
            matches!(&page.records[0].record, Record::Unknown(map) if map["v"] == record["v"]),
            "{page:?}"
        );
        assert_eq!(page.records[0].at_ms, 5);
        let mut kept = exported(&store, session).remove(0);
        kept.as_object_mut().unwrap().remove("seq");
        assert_eq!(kept, record);
        assert!(store.history(session, "agent_1", 9).unwrap().exchanges.is_empty());
        // A copy has it too.
        let (fork, _) = store.fork(session, u64::MAX, 9).unwrap();
        let mut copy = exported(&store, fork.id).remove(0);
        copy.as_object_mut().unwrap().remove("seq");
        assert_eq!(copy, record);
        assert_eq!(store.page(fork.id, Some("agent_1"), None, 10).unwrap().records.len(), 1);
        drop((store, place));
    }
}

#[test]
fn a_newer_format_is_refused_and_left_alone() {
    let place = Place::new();
    drop(place.open());
    let database = Database::open(place.path()).unwrap();
    let transaction = database.begin_write().unwrap();
    transaction.open_table(tables::META).unwrap().insert(tables::FORMAT_KEY, 2).unwrap();
    transaction.commit().unwrap();
    drop(database);
    let error = Store::open(&place.path()).unwrap_err();
    assert!(matches!(error, StoreError::Newer { found: 2, known: 1 }), "{error}");
    assert_eq!(error.code(), "store-newer");
    let database = Database::open(place.path()).unwrap();
    let transaction = database.begin_read().unwrap();
    let meta = transaction.open_table(tables::META).unwrap();
    assert_eq!(meta.get(tables::FORMAT_KEY).unwrap().unwrap().value(), 2);
}

#[test]
fn another_programs_database_is_no_store() {
    let place = Place::new();
    let database = Database::create(place.path()).unwrap();
    let transaction = database.begin_write().unwrap();
    let theirs: redb::TableDefinition<&str, &str> = redb::TableDefinition::new("meta");
    transaction.open_table(theirs).unwrap().insert("format", "1").unwrap();
    transaction.commit().unwrap();
    drop(database);
    assert!(matches!(Store::open(&place.path()), Err(StoreError::NotAStore(_))));
}

#[test]
fn what_is_no_database_is_not_touched() {
    let (place, store) = fresh();
    drop(store);
    let good = fs::read(place.path()).unwrap();
    for bytes in [
        Vec::new(),
        b"{\"sessions\":[]}".to_vec(),
        b"redb".to_vec(),
        vec![0; 5_000],
        good[..9].to_vec(),
        good[..100].to_vec(),
        good[..4_096].to_vec(),
        [b"x".as_slice(), &good].concat(),
    ] {
        fs::write(place.path(), &bytes).unwrap();
        assert!(Store::open(&place.path()).is_err(), "{} bytes", bytes.len());
        assert_eq!(fs::read(place.path()).unwrap(), bytes, "{} bytes", bytes.len());
    }
}

#[test]
fn a_path_that_cannot_be() {
    let place = Place::new();
    let missing = place.folder.path().join("nowhere").join("sessions.redb");
    assert!(matches!(Store::open(&missing), Err(StoreError::Io(_))));
    assert!(Store::open(place.folder.path()).is_err());
}

/// Damage may cost records or the file, never the process.
#[test]
fn damage_never_panics() {
    let (place, store) = fresh();
    let session = store.create_session(0).unwrap().id;
    for n in 0..200 {
        store
            .append(session, n, &[asks("m", "t", "agent_1", &"x".repeat(300)), ends("t", "agent_1")])
            .unwrap();
    }
    drop(store);
    let good = fs::read(place.path()).unwrap();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = catch_unwind(|| {
        let mut random = TestRng::deterministic_rng(prop::test_runner::RngAlgorithm::ChaCha);
        for round in 0..64 {
            let mut bad = good.clone();
            if round % 5 == 0 {
                bad.truncate(random.next_u32() as usize % good.len());
            }
            for _ in 0..1 << (round % 8) {
                let at = random.next_u32() as usize % bad.len().max(1);
                if let Some(byte) = bad.get_mut(at) {
                    *byte ^= 1 << (random.next_u32() % 8);
                }
            }
            fs::write(place.path(), &bad).unwrap();
            let Ok(store) = Store::open(&place.path()) else { continue };
            let _ = store.sessions();
            let _ = store.page(session, None, None, 1_000);
            let _ = store.history(session, "agent_1", 16);
            let _ = store.append(session, 9, &[Record::Message(says("n", "user", "agent_1", "y"))]);
        }
    });
    std::panic::set_hook(hook);
    assert!(result.is_ok());
}
