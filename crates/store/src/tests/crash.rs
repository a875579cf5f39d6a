//! What was returned as stored is there after a crash at any moment.

use super::{
    Place, asks,
    disk::{Disk, Op, apply},
    ends, text_of,
};
use crate::{Store, StoreError, database};
use proptest::{prelude::*, test_runner::TestRng};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use uuid::Uuid;

fn on(disk: &Disk) -> Result<Store, StoreError> {
    let disk = disk.clone();
    let open = move || Ok(redb::Database::builder().create_with_backend(disk.clone())?);
    Ok(Store { db: database::Db::with(Box::new(open))? })
}

/// A disk with an empty store on it.
fn formatted() -> Disk {
    let disk = Disk::default();
    let database = redb::Database::builder().create_with_backend(disk.clone()).unwrap();
    database::initialise(&database).unwrap();
    database.close().unwrap();
    disk
}

/// The texts in the store, oldest first.
fn texts(store: &Store, session: Uuid) -> Vec<String> {
    let page = store.page(session, None, None, 10_000).unwrap();
    page.records.iter().map(|stored| text_of(&stored.record).to_owned()).collect()
}

#[test]
fn a_power_cut_at_any_operation_loses_nothing_that_was_returned() {
    let disk = formatted();
    let store = on(&disk).unwrap();
    let session = store.create_session(0).unwrap().id;
    // How many operations there were when each append had returned.
    let mut returned = Vec::new();
    let begin = disk.log().len();
    for n in 0..6 {
        // Some large, so that the file grows on the way.
        let text = format!("{n}:{}", "x".repeat(if n % 3 == 2 { 200_000 } else { 10 }));
        store
            .append(session, n, &[asks("a", "t", "agent_1", &text), asks("b", "t", "agent_1", &text)])
            .unwrap();
        returned.push(disk.log().len());
    }
    let log = disk.log();
    drop(store);
    let mut random = TestRng::deterministic_rng(prop::test_runner::RngAlgorithm::ChaCha);
    let mut synced = Vec::new();
    let mut last_sync = 0;
    for cut in 0..log.len() {
        if cut > 0 && matches!(log[cut - 1], Op::Sync) {
            log[last_sync..cut].iter().for_each(|op| apply(&mut synced, op));
            last_sync = cut;
        }
        if cut < begin {
            continue;
        }
        for in_order in [true, false] {
            let mut image = synced.clone();
            // What was not synced may be on the disk or not, in any order.
            for op in &log[last_sync..cut] {
                if in_order || random.next_u32() & 1 == 0 {
                    apply(&mut image, op);
                }
            }
            let store = on(&Disk::of(image)).unwrap_or_else(|error| panic!("cut at {cut}: {error}"));
            let texts = texts(&store, session);
            let promised = returned.iter().filter(|at| **at <= cut).count();
            // All that was returned, and the running append whole or not at all.
            assert!(
                texts.len() == 2 * promised || texts.len() == 2 * promised + 2,
                "cut at {cut}: {}",
                texts.len()
            );
            for (n, pair) in texts.chunks(2).enumerate() {
                assert!(pair[0].starts_with(&format!("{n}:")) && pair[0] == pair[1], "cut at {cut}");
            }
            assert_eq!(store.session(session).unwrap().messages, texts.len() as u64);
            if !in_order {
                continue;
            }
            store.append(session, 99, &[ends("t", "agent_1")]).unwrap();
        }
    }
}

#[test]
fn a_copy_of_the_open_file_has_all_that_was_returned() {
    let place = Place::new();
    let store = place.open();
    let session = store.create_session(0).unwrap().id;
    for n in 0..10 {
        store.append(session, n, &[asks("m", "t", "agent_1", &n.to_string())]).unwrap();
        let copy = place.folder.path().join(format!("copy{n}.redb"));
        fs::copy(place.path(), &copy).unwrap();
        assert_eq!(texts(&Store::open(&copy).unwrap(), session).len(), usize::try_from(n).unwrap() + 1);
    }
}

#[test]
fn a_half_made_store_does_not_stand_in_the_way() {
    let place = Place::new();
    fs::write(place.folder.path().join("sessions.redb.new"), b"half").unwrap();
    let store = place.open();
    store.create_session(0).unwrap();
    drop(store);
    assert_eq!(place.open().sessions().unwrap().len(), 1);
    assert_eq!(fs::read_dir(place.folder.path()).unwrap().count(), 1);
}

const CHILD: &str = "FUSEFORKS_STORE_CRASH_TEST";

/// Not a test of its own: the process that the next test kills.
#[test]
fn child() {
    let Some(path) = std::env::var_os(CHILD) else { return };
    let store = Store::open(Path::new(&path)).unwrap();
    let session = store.create_session(0).unwrap().id;
    println!("\nsession {session}");
    for n in 0_i64.. {
        store.append(session, n, &[asks("m", &n.to_string(), "agent_1", &n.to_string())]).unwrap();
        println!("stored {n}");
    }
}

#[test]
fn a_killed_process_loses_nothing_that_it_reported() {
    let place = Place::new();
    let path: PathBuf = place.path();
    for kill_after in [0, 1, 40] {
        let _ = fs::remove_file(&path);
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "tests::crash::child", "--nocapture"])
            .env(CHILD, &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let session: Uuid = lines.find_map(|line| line.strip_prefix("session ")?.parse().ok()).unwrap();
        let mut reported =
            lines.by_ref().filter_map(|line| line.strip_prefix("stored ")?.parse::<usize>().ok());
        let mut last = reported.find(|n| *n >= kill_after).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        // What it had still managed to say.
        last = reported.last().unwrap_or(last);

        let store = Store::open(&path).unwrap();
        let texts = texts(&store, session);
        assert!(texts.len() > last, "{} of {}", texts.len(), last + 1);
        assert!(texts.iter().enumerate().all(|(n, text)| *text == n.to_string()));
        assert_eq!(store.recover(1).unwrap().len(), texts.len());
        store.append(session, 1, &[asks("m", "next", "agent_1", "hello")]).unwrap();
    }
}

#[test]
fn a_second_process_is_told() {
    let place = Place::new();
    let _store = place.open();
    assert!(matches!(Store::open(&place.path()), Err(StoreError::InUse)));
}
