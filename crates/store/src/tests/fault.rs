//! A full or broken disk is an error, not the end: it works again when the disk does.

use super::{asks, disk::Disk, text_of};
use crate::{Store, StoreError, database};
use uuid::Uuid;

fn on(disk: &Disk) -> Store {
    let database = redb::Database::builder().create_with_backend(disk.clone()).unwrap();
    database::initialise(&database).unwrap();
    database.close().unwrap();
    let disk = disk.clone();
    let open = move || Ok(redb::Database::builder().create_with_backend(disk.clone())?);
    Store { db: database::Db::with(Box::new(open)).unwrap() }
}

fn add(store: &Store, session: Uuid, n: usize) -> Result<(), StoreError> {
    let text = format!("{n}:{}", "x".repeat(100_000));
    store.append(session, 0, &[asks("m", "t", "agent_1", &text)]).map(|_| ())
}

fn numbers(store: &Store, session: Uuid) -> Vec<usize> {
    let page = store.page(session, None, None, 1_000).unwrap();
    page.records
        .iter()
        .map(|stored| text_of(&stored.record).split_once(':').unwrap().0.parse().unwrap())
        .collect()
}

#[test]
fn a_full_disk() {
    let disk = Disk::default();
    let store = on(&disk);
    let session = store.create_session(0).unwrap().id;
    add(&store, session, 0).unwrap();
    disk.fill();
    let mut stored = vec![0];
    let mut failed = 0;
    for n in 1..200 {
        match add(&store, session, n) {
            Ok(()) => stored.push(n),
            Err(error) => {
                assert!(matches!(error, StoreError::Io(_)), "{error}");
                failed += 1;
                // What is there can still be read.
                assert_eq!(numbers(&store, session), stored);
                if failed == 3 {
                    break;
                }
            }
        }
    }
    assert_eq!(failed, 3);
    disk.free();
    add(&store, session, 500).unwrap();
    stored.push(500);
    assert_eq!(numbers(&store, session), stored);
}

#[test]
fn a_disk_that_goes_away_and_comes_back() {
    let disk = Disk::default();
    let store = on(&disk);
    let session = store.create_session(0).unwrap().id;
    add(&store, session, 0).unwrap();
    disk.set_broken(true);
    for _ in 0..3 {
        assert!(matches!(add(&store, session, 1), Err(StoreError::Io(_) | StoreError::Storage(_))));
    }
    disk.set_broken(false);
    add(&store, session, 2).unwrap();
    assert_eq!(numbers(&store, session), [0, 2]);
}
