//! The tables of `sessions.redb`.

use redb::TableDefinition;
use std::ops::{Bound, Range, RangeInclusive};

/// The format that this program writes. A file with a higher one is left alone.
pub(crate) const FORMAT: u64 = 1;

/// `format`, and `next_seq`: the place of the next record.
pub(crate) const META: TableDefinition<&str, u64> = TableDefinition::new("meta");

/// Conversation -> its row as JSON.
pub(crate) const SESSIONS: TableDefinition<u128, &[u8]> = TableDefinition::new("sessions");

/// (conversation, place) -> the record as JSON.
pub(crate) const RECORDS: TableDefinition<(u128, u64), &[u8]> = TableDefinition::new("records");

/// (conversation, agent, place): which records stand in an agent's thread. A page of one thread and the
/// history of a prompt are read without walking past the other agents' records.
pub(crate) const THREADS: TableDefinition<(u128, &str, u64), ()> = TableDefinition::new("threads");

/// (conversation, media file): the files that records refer to, so that the sweep at start reads no record.
pub(crate) const MEDIA: TableDefinition<(u128, u128), ()> = TableDefinition::new("media");

/// Turn -> (conversation, place) of the message that began it, until its turn record is written. What is
/// left here at start was cut off by a kill.
pub(crate) const BEGUN: TableDefinition<&str, (u128, u64)> = TableDefinition::new("begun");

/// Key of [`META`].
pub(crate) const FORMAT_KEY: &str = "format";

/// Key of [`META`].
pub(crate) const NEXT_SEQ_KEY: &str = "next_seq";

/// All records of a conversation.
pub(crate) fn records_of(session: u128) -> RangeInclusive<(u128, u64)> {
    (session, 0)..=(session, u64::MAX)
}

/// All threads of a conversation.
pub(crate) fn threads_of(session: u128) -> (Bound<ThreadKey>, Bound<ThreadKey>) {
    let end = session.checked_add(1).map_or(Bound::Unbounded, |next| Bound::Excluded((next, "", 0)));
    (Bound::Included((session, "", 0)), end)
}

/// One agent's thread in a conversation, before a place.
pub(crate) fn thread_of(session: u128, agent: &str, before: u64) -> Range<(u128, &str, u64)> {
    (session, agent, 0)..(session, agent, before)
}

/// Key of [`THREADS`].
type ThreadKey = (u128, &'static str, u64);

/// All media of a conversation.
pub(crate) fn media_of(session: u128) -> RangeInclusive<(u128, u128)> {
    (session, 0)..=(session, u128::MAX)
}
