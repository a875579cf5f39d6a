mod append;
mod atomic;
mod bench;
mod crash;
mod disk;
mod fault;
mod format;
mod history;
mod media;
mod page;
mod range;
mod recover;
mod search;
mod sessions;
mod transfer;

use crate::{Message, Record, State, Store, Turn};
use std::path::PathBuf;
use tempfile::TempDir;

/// A store in a folder that goes with it.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("sessions.redb")
    }

    fn open(&self) -> Store {
        Store::open(&self.path()).unwrap()
    }
}

/// An empty store.
fn fresh() -> (Place, Store) {
    let place = Place::new();
    let store = place.open();
    (place, store)
}

fn says(id: &str, from: &str, to: &str, text: &str) -> Message {
    Message {
        id: id.to_owned(),
        request: "request".to_owned(),
        from: from.to_owned(),
        to: to.to_owned(),
        text: text.to_owned(),
        ..Message::default()
    }
}

fn asks(id: &str, turn: &str, to: &str, text: &str) -> Record {
    Record::Message(Message { turn: Some(turn.to_owned()), ..says(id, "user", to, text) })
}

fn answers(parent: &str, turn: &str, from: &str, text: &str, state: State) -> Record {
    Record::Message(Message {
        turn: Some(turn.to_owned()),
        parent: Some(parent.to_owned()),
        state,
        ..says(&format!("{parent}-reply"), from, "user", text)
    })
}

fn ends(turn: &str, agent: &str) -> Record {
    Record::Turn(Turn {
        turn: turn.to_owned(),
        agent: agent.to_owned(),
        stop: "-".to_owned(),
        ..Turn::default()
    })
}

fn text_of(record: &Record) -> &str {
    match record {
        Record::Message(message) => &message.text,
        other => panic!("no message: {other:?}"),
    }
}
