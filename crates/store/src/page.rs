//! Records of a conversation, a page at a time, newest page first.

use crate::{
    Store, StoreError, Stored, codec,
    store::get_session,
    tables::{RECORDS, SESSIONS, THREADS, thread_of},
};
use redb::ReadTransaction;
use uuid::Uuid;

/// Some records that follow each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// Oldest first.
    pub records: Vec<Stored>,
    /// There are older ones.
    pub more: bool,
}

impl Store {
    /// The newest `limit` records before a place (`None`: the end), of one agent's thread or of all.
    ///
    /// # Errors
    /// [`StoreError::NoSession`], or the disk refused.
    pub fn page(
        &self,
        session: Uuid,
        agent: Option<&str>,
        before: Option<u64>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        self.db.read(|transaction| {
            get_session(&transaction.open_table(SESSIONS)?, session)?;
            let mut page = Page::default();
            let mut records = back(transaction, session, agent, before.unwrap_or(u64::MAX))?;
            for _ in 0..limit {
                match records.next() {
                    Some(stored) => page.records.push(stored?),
                    None => break,
                }
            }
            page.more = records.next().is_some();
            page.records.reverse();
            Ok(page)
        })
    }

    /// One record.
    ///
    /// # Errors
    /// The disk refused.
    pub fn record(&self, session: Uuid, seq: u64) -> Result<Option<Stored>, StoreError> {
        self.db.read(|transaction| {
            let records = transaction.open_table(RECORDS)?;
            Ok(records.get((session.as_u128(), seq))?.map(|value| codec::decode(seq, value.value())))
        })
    }
}

/// A walk from the newest record before a place to the oldest.
pub(crate) type Back = Box<dyn Iterator<Item = Result<Stored, StoreError>>>;

pub(crate) fn back(
    transaction: &ReadTransaction,
    session: Uuid,
    agent: Option<&str>,
    before: u64,
) -> Result<Back, StoreError> {
    let session = session.as_u128();
    let records = transaction.open_table(RECORDS)?;
    let Some(agent) = agent else {
        let walk = records.range_owned((session, 0)..(session, before))?.rev();
        return Ok(Box::new(walk.map(|entry| {
            let (key, value) = entry?;
            Ok(codec::decode(key.value().1, value.value()))
        })));
    };
    let threads = transaction.open_table(THREADS)?;
    let walk = threads.range_owned(thread_of(session, agent, before))?.rev();
    Ok(Box::new(walk.filter_map(move |entry| {
        let read = || {
            let seq = entry?.0.value().2;
            let value = records.get((session, seq))?;
            Ok(value.map(|value| codec::decode(seq, value.value())))
        };
        read().transpose()
    })))
}
