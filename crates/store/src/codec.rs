//! Records and rows as JSON bytes.

use crate::{Record, Session, StoreError, Stored};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The version of a record. A record with another one is kept, but not understood.
const VERSION: u64 = 1;

#[derive(Serialize)]
struct Out<'a> {
    v: u64,
    at: i64,
    #[serde(flatten)]
    record: &'a Record,
}

#[derive(Deserialize)]
struct In {
    #[serde(default)]
    v: u64,
    #[serde(default)]
    at: i64,
    #[serde(flatten)]
    record: Record,
}

#[derive(Serialize, Deserialize)]
struct Row {
    v: u64,
    #[serde(flatten)]
    session: Session,
}

/// A record's bytes.
pub(crate) fn encode(at_ms: i64, record: &Record) -> Result<Vec<u8>, StoreError> {
    Ok(match record {
        Record::Unknown(map) => {
            let mut map = map.clone();
            map.entry("v").or_insert(VERSION.into());
            map.insert("at".to_owned(), at_ms.into());
            serde_json::to_vec(&map)?
        }
        known => serde_json::to_vec(&Out { v: VERSION, at: at_ms, record: known })?,
    })
}

/// A record from its bytes. What cannot be understood is [`Record::Unknown`]: one bad record must not
/// cost a page.
pub(crate) fn decode(seq: u64, bytes: &[u8]) -> Stored {
    match serde_json::from_slice::<In>(bytes) {
        // Read anew: on this way an unknown record has lost its version.
        Ok(In { record: Record::Unknown(_), .. }) | Err(_) => unknown(seq, bytes),
        Ok(In { v, .. }) if v != VERSION => unknown(seq, bytes),
        Ok(In { at, record, .. }) => Stored { seq, at_ms: at, record },
    }
}

fn unknown(seq: u64, bytes: &[u8]) -> Stored {
    let mut map: Map<String, Value> = serde_json::from_slice(bytes).unwrap_or_default();
    let at_ms = map.remove("at").and_then(|at| at.as_i64()).unwrap_or_default();
    Stored { seq, at_ms, record: Record::Unknown(map) }
}

/// A row's bytes.
pub(crate) fn encode_session(session: &Session) -> Result<Vec<u8>, StoreError> {
    Ok(serde_json::to_vec(&Row { v: VERSION, session: session.clone() })?)
}

/// A row from its bytes.
pub(crate) fn decode_session(bytes: &[u8]) -> Result<Session, StoreError> {
    serde_json::from_slice::<Row>(bytes)
        .map(|row| row.session)
        .map_err(|error| StoreError::Damaged(format!("session row: {error}")))
}
