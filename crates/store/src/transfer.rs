//! Conversations out of the store, into it, and from one into another: one JSON object a line.
//!
//! The first line is the conversation's row with `"fuseforks_session": 1`; each further line is a record
//! as it is stored, with its place as `seq`.

use crate::{
    Artifact, Record, Session, Store, StoreError, codec,
    page::back,
    store::{Writer, get_session, new_session, put_session},
    tables::{RECORDS, SESSIONS, records_of},
};
use redb::WriteTransaction;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::{
    collections::BTreeMap,
    io::{BufRead, Read, Write},
};
use uuid::Uuid;

/// The version of the exported form.
const EXPORT: u64 = 1;

/// How much an import takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImportLimits {
    /// Bytes of one line.
    pub line_bytes: u64,
    /// Records.
    pub records: u64,
}

impl Default for ImportLimits {
    fn default() -> Self {
        Self { line_bytes: 16 * 1024 * 1024, records: 1_000_000 }
    }
}

#[derive(Serialize, Deserialize)]
struct Head {
    fuseforks_session: u64,
    #[serde(flatten)]
    session: Session,
}

impl Store {
    /// Writes a conversation, oldest record first. The records of one moment: what is added meanwhile is
    /// not among them.
    ///
    /// # Errors
    /// [`StoreError::NoSession`], or the disk or the writer refused.
    pub fn export_jsonl(&self, session: Uuid, writer: &mut dyn Write) -> Result<(), StoreError> {
        self.db.read(|transaction| {
            let row = get_session(&transaction.open_table(SESSIONS)?, session)?;
            write_line(writer, &serde_json::to_value(Head { fuseforks_session: EXPORT, session: row })?)?;
            let records = transaction.open_table(RECORDS)?;
            for entry in records.range(records_of(session.as_u128()))? {
                let (key, value) = entry?;
                let mut line: Map<String, Value> = serde_json::from_slice(value.value()).unwrap_or_default();
                line.insert("seq".to_owned(), key.value().1.into());
                write_line(writer, &Value::Object(line))?;
            }
            writer.flush()?;
            Ok(())
        })
    }

    /// Reads an exported conversation into a new one. Its title and times stay, its id does not.
    ///
    /// # Errors
    /// [`StoreError::Import`] with the line, or the disk refused. Then nothing was imported.
    pub fn import_jsonl(
        &self,
        reader: &mut dyn BufRead,
        limits: ImportLimits,
    ) -> Result<Session, StoreError> {
        let mut lines = Lines { reader, limits, line: 0 };
        let head: Head = match lines.next()? {
            Some(bytes) => {
                serde_json::from_slice(&bytes).map_err(|error| lines.problem(&error.to_string()))?
            }
            None => return Err(lines.problem("empty")),
        };
        if head.fuseforks_session != EXPORT {
            return Err(lines.problem("unknown version"));
        }
        self.db.write(|transaction| {
            let born = new_session(head.session.started_ms);
            let session = Session { id: born.id, messages: 0, ..head.session };
            let mut copy = Copy::into(transaction, &session)?;
            let mut count = 0;
            while let Some(bytes) = lines.next()? {
                count += 1;
                if count > limits.records {
                    return Err(lines.problem("too many records"));
                }
                let mut line: Map<String, Value> =
                    serde_json::from_slice(&bytes).map_err(|error| lines.problem(&error.to_string()))?;
                let seq = line.remove("seq").and_then(|seq| seq.as_u64());
                let seq = seq.ok_or_else(|| lines.problem("no seq"))?;
                let stored = codec::decode(seq, &serde_json::to_vec(&line)?);
                copy.add(seq, stored.at_ms, stored.record)?;
            }
            copy.writer.finish_quietly()
        })
    }

    /// Copies a conversation up to and including a record, and says which media files the copy refers to:
    /// they are to be copied from the old folder to the new one.
    ///
    /// # Errors
    /// [`StoreError::NoSession`], or the disk refused.
    pub fn fork(&self, session: Uuid, upto: u64, now_ms: i64) -> Result<(Session, Vec<Uuid>), StoreError> {
        let (row, records) = self.db.read(|transaction| {
            let row = get_session(&transaction.open_table(SESSIONS)?, session)?;
            let records = back(transaction, session, None, upto.saturating_add(1))?;
            Ok((row, records.collect::<Result<Vec<_>, _>>()?))
        })?;
        self.db.write(|transaction| {
            let born = new_session(now_ms);
            let fork = Session {
                id: born.id,
                started_ms: now_ms,
                changed_ms: now_ms,
                messages: 0,
                forked_from: Some(session),
                ..row
            };
            let mut copy = Copy::into(transaction, &fork)?;
            let mut media = Vec::new();
            for stored in records.into_iter().rev() {
                if let Record::Artifact(Artifact { file, .. }) = stored.record {
                    media.push(file);
                }
                copy.add(stored.seq, stored.at_ms, stored.record)?;
            }
            Ok((copy.writer.finish_quietly()?, media))
        })
    }
}

/// Records on their way into another conversation. Places change, so what names a place changes too.
struct Copy<'t> {
    writer: Writer<'t>,
    places: BTreeMap<u64, u64>,
}

impl<'t> Copy<'t> {
    fn into(transaction: &'t WriteTransaction, session: &Session) -> Result<Self, StoreError> {
        put_session(&mut transaction.open_table(SESSIONS)?, session)?;
        Ok(Self { writer: Writer::new(transaction, session.id, false)?, places: BTreeMap::new() })
    }

    fn add(&mut self, old: u64, at_ms: i64, mut record: Record) -> Result<(), StoreError> {
        if let Record::Summary(summary) = &mut record {
            if summary.from > 0 {
                summary.from = self.places.range(summary.from..).next().map_or(0, |(_, new)| *new);
            }
            summary.upto = self.places.range(..=summary.upto).next_back().map_or(0, |(_, new)| *new);
        }
        let stored = self.writer.add(at_ms, record)?;
        self.places.insert(old, stored.seq);
        Ok(())
    }
}

struct Lines<'r> {
    reader: &'r mut dyn BufRead,
    limits: ImportLimits,
    line: u64,
}

impl Lines<'_> {
    /// The next line that is not blank.
    fn next(&mut self) -> Result<Option<Vec<u8>>, StoreError> {
        loop {
            self.line += 1;
            let mut bytes = Vec::new();
            let limit = self.limits.line_bytes.saturating_add(1);
            (&mut *self.reader).take(limit).read_until(b'\n', &mut bytes)?;
            if bytes.is_empty() {
                return Ok(None);
            }
            if bytes.len() as u64 == limit && bytes.last() != Some(&b'\n') {
                return Err(self.problem("too long"));
            }
            if !bytes.trim_ascii().is_empty() {
                return Ok(Some(bytes));
            }
        }
    }

    fn problem(&self, reason: &str) -> StoreError {
        StoreError::Import { line: self.line, reason: reason.to_owned() }
    }
}

fn write_line(writer: &mut dyn Write, line: &Value) -> Result<(), StoreError> {
    serde_json::to_writer(&mut *writer, line)?;
    Ok(writer.write_all(b"\n")?)
}
