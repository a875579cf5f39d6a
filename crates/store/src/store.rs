//! Conversations: making, naming, deleting, and adding to them.

use crate::{
    Record, Session, State, StoreError, Stored, codec,
    database::Db,
    record::USER,
    tables::{
        BEGUN, MEDIA, META, NEXT_SEQ_KEY, RECORDS, SESSIONS, THREADS, media_of, records_of, threads_of,
    },
};
use redb::{ReadableTable, Table, WriteTransaction};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    path::Path,
};
use uuid::Uuid;

/// The longest title made of a message, in characters.
const TITLE_CHARS: usize = 60;

/// The conversations of a village. Share it: every call may come from any thread.
pub struct Store {
    pub(crate) db: Db,
}

impl Store {
    /// Opens the store at `path`, or makes it if there is no file.
    ///
    /// # Errors
    /// The file is something else, damaged, of a newer version, or open elsewhere; it is left as it is.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Ok(Self { db: Db::at(path)? })
    }

    /// Begins a conversation.
    ///
    /// # Errors
    /// The disk refused.
    pub fn create_session(&self, now_ms: i64) -> Result<Session, StoreError> {
        let session = new_session(now_ms);
        self.db.write(|transaction| {
            put_session(&mut transaction.open_table(SESSIONS)?, &session)?;
            Ok(session.clone())
        })
    }

    /// All conversations, last changed first.
    ///
    /// # Errors
    /// The disk refused, or the file is damaged.
    pub fn sessions(&self) -> Result<Vec<Session>, StoreError> {
        self.db.read(|transaction| {
            let mut sessions = Vec::new();
            for entry in transaction.open_table(SESSIONS)?.iter()? {
                sessions.push(codec::decode_session(entry?.1.value())?);
            }
            sessions.sort_by_key(|session| Reverse((session.changed_ms, session.started_ms, session.id)));
            Ok(sessions)
        })
    }

    /// One conversation's row.
    ///
    /// # Errors
    /// [`StoreError::NoSession`], or the disk refused.
    pub fn session(&self, id: Uuid) -> Result<Session, StoreError> {
        self.db.read(|transaction| get_session(&transaction.open_table(SESSIONS)?, id))
    }

    /// Names a conversation. An empty title takes the name away: the first message names it again.
    ///
    /// # Errors
    /// [`StoreError::NoSession`], or the disk refused.
    pub fn rename(&self, id: Uuid, title: &str) -> Result<Session, StoreError> {
        self.db.write(|transaction| {
            let mut sessions = transaction.open_table(SESSIONS)?;
            let mut session = get_session(&sessions, id)?;
            title.trim().clone_into(&mut session.title);
            session.named = !session.title.is_empty();
            if !session.named {
                for entry in transaction.open_table(RECORDS)?.range(records_of(id.as_u128()))? {
                    let (key, value) = entry?;
                    if let Some(title) = title_of(&codec::decode(key.value().1, value.value()).record) {
                        session.title = title;
                        break;
                    }
                }
            }
            put_session(&mut sessions, &session)?;
            Ok(session)
        })
    }

    /// Deletes a conversation for good and says which media files it had.
    ///
    /// # Errors
    /// [`StoreError::NoSession`], or the disk refused.
    pub fn delete(&self, id: Uuid) -> Result<Vec<Uuid>, StoreError> {
        let key = id.as_u128();
        self.db.write(|transaction| {
            let removed = transaction.open_table(SESSIONS)?.remove(key)?.is_some();
            if !removed {
                return Err(StoreError::NoSession(id));
            }
            transaction.open_table(RECORDS)?.retain_in(records_of(key), |_, _| false)?;
            transaction.open_table(THREADS)?.retain_in(threads_of(key), |_, ()| false)?;
            transaction.open_table(BEGUN)?.retain(|_, (session, _)| session != key)?;
            let mut media = transaction.open_table(MEDIA)?;
            let files = media
                .range(media_of(key))?
                .map(|entry| Ok(Uuid::from_u128(entry?.0.value().1)))
                .collect::<Result<Vec<_>, StoreError>>()?;
            media.retain_in(media_of(key), |_, ()| false)?;
            Ok(files)
        })
    }

    /// Adds records in their order, all or none. When it returns they are on the disk.
    ///
    /// A message to an agent that names its turn begins that turn; the turn's record ends it and comes
    /// after everything else of the turn.
    ///
    /// # Errors
    /// [`StoreError::NoSession`], or the disk refused.
    pub fn append(&self, session: Uuid, now_ms: i64, records: &[Record]) -> Result<Vec<Stored>, StoreError> {
        if records.is_empty() {
            return Ok(Vec::new());
        }
        self.db.write(|transaction| {
            let mut writer = Writer::new(transaction, session, true)?;
            let mut stored = Vec::with_capacity(records.len());
            for record in records {
                stored.push(writer.add(now_ms, record.clone())?);
            }
            writer.finish(now_ms)?;
            Ok(stored)
        })
    }

    /// The media files that records refer to, by conversation: what the sweep may not take.
    ///
    /// # Errors
    /// The disk refused, or the file is damaged.
    pub fn media(&self) -> Result<BTreeMap<Uuid, BTreeSet<Uuid>>, StoreError> {
        self.db.read(|transaction| {
            let mut known: BTreeMap<Uuid, BTreeSet<Uuid>> = BTreeMap::new();
            for entry in transaction.open_table(MEDIA)?.iter()? {
                let (session, file) = entry?.0.value();
                known.entry(Uuid::from_u128(session)).or_default().insert(Uuid::from_u128(file));
            }
            Ok(known)
        })
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").finish_non_exhaustive()
    }
}

/// Adds records to one conversation within a transaction.
pub(crate) struct Writer<'t> {
    session: Session,
    /// Messages begin turns. Copies of a conversation do not: their turns are over.
    live: bool,
    next: u64,
    meta: Table<'t, &'static str, u64>,
    sessions: Table<'t, u128, &'static [u8]>,
    records: Table<'t, (u128, u64), &'static [u8]>,
    threads: Table<'t, (u128, &'static str, u64), ()>,
    media: Table<'t, (u128, u128), ()>,
    begun: Table<'t, &'static str, (u128, u64)>,
}

impl<'t> Writer<'t> {
    pub(crate) fn new(transaction: &'t WriteTransaction, id: Uuid, live: bool) -> Result<Self, StoreError> {
        let sessions = transaction.open_table(SESSIONS)?;
        let session = get_session(&sessions, id)?;
        let meta = transaction.open_table(META)?;
        let next = meta.get(NEXT_SEQ_KEY)?.map_or(1, |next| next.value());
        Ok(Self {
            session,
            live,
            next,
            meta,
            sessions,
            records: transaction.open_table(RECORDS)?,
            threads: transaction.open_table(THREADS)?,
            media: transaction.open_table(MEDIA)?,
            begun: transaction.open_table(BEGUN)?,
        })
    }

    pub(crate) fn add(&mut self, at_ms: i64, record: Record) -> Result<Stored, StoreError> {
        let seq = self.next;
        self.next += 1;
        let session = self.session.id.as_u128();
        self.records.insert((session, seq), codec::encode(at_ms, &record)?.as_slice())?;
        for agent in record.agents() {
            self.threads.insert((session, agent, seq), ())?;
        }
        match &record {
            Record::Message(message) => {
                self.session.messages += u64::from(message.state != State::Said);
                if self.session.title.is_empty() {
                    self.session.title = title_of(&record).unwrap_or_default();
                }
                let begins = self.live && message.to != USER && message.state == State::Complete;
                if let Some(turn) = message.turn.as_deref().filter(|_| begins)
                    && self.begun.get(turn)?.is_none()
                {
                    self.begun.insert(turn, (session, seq))?;
                }
            }
            Record::Turn(turn) if self.live => {
                self.begun.remove(turn.turn.as_str())?;
            }
            Record::Artifact(artifact) => {
                self.media.insert((session, artifact.file.as_u128()), ())?;
            }
            Record::Turn(_)
            | Record::Tool(_)
            | Record::Summary(_)
            | Record::System(_)
            | Record::Unknown(_) => {}
        }
        Ok(Stored { seq, at_ms, record })
    }

    /// Writes the row: the conversation changed now.
    pub(crate) fn finish(mut self, now_ms: i64) -> Result<Session, StoreError> {
        self.session.changed_ms = self.session.changed_ms.max(now_ms);
        self.finish_quietly()
    }

    /// Writes the row and leaves its time of change alone: nobody said anything.
    pub(crate) fn finish_quietly(mut self) -> Result<Session, StoreError> {
        self.meta.insert(NEXT_SEQ_KEY, self.next)?;
        put_session(&mut self.sessions, &self.session)?;
        Ok(self.session)
    }
}

/// A conversation that is not stored yet. Ids sort by time of birth (RFC 9562, version 7).
pub(crate) fn new_session(now_ms: i64) -> Session {
    let random = Uuid::new_v4();
    let mut bytes = [0; 10];
    bytes.copy_from_slice(&random.as_bytes()[..10]);
    let millis = u64::try_from(now_ms).unwrap_or_default();
    Session {
        id: uuid::Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid(),
        title: String::new(),
        named: false,
        started_ms: now_ms,
        changed_ms: now_ms,
        messages: 0,
        forked_from: None,
        extra: serde_json::Map::new(),
    }
}

pub(crate) fn get_session(
    sessions: &impl ReadableTable<u128, &'static [u8]>,
    id: Uuid,
) -> Result<Session, StoreError> {
    let row = sessions.get(id.as_u128())?.ok_or(StoreError::NoSession(id))?;
    codec::decode_session(row.value())
}

pub(crate) fn put_session(
    sessions: &mut Table<'_, u128, &'static [u8]>,
    session: &Session,
) -> Result<(), StoreError> {
    sessions.insert(session.id.as_u128(), codec::encode_session(session)?.as_slice())?;
    Ok(())
}

/// The title that a person's message gives: its first line with words, cut.
fn title_of(record: &Record) -> Option<String> {
    let Record::Message(message) = record else { return None };
    if message.from != USER {
        return None;
    }
    let line = message.text.lines().map(str::trim).find(|line| !line.is_empty())?;
    Some(line.chars().take(TITLE_CHARS).collect())
}
