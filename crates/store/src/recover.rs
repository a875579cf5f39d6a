//! After a kill: turns that began and never ended are marked as interrupted.

use crate::{
    Record, Store, StoreError, Stored, Turn, codec,
    store::Writer,
    tables::{BEGUN, RECORDS},
};
use redb::ReadableTable;
use std::collections::BTreeMap;
use uuid::Uuid;

impl Store {
    /// Ends every turn that a kill cut off: writes its record with `stop=interrupted` and no cost. Call it
    /// once, before the first turn of this run. The messages stay; they have no reply, so they enter no prompt.
    ///
    /// # Errors
    /// The disk refused, or the file is damaged.
    pub fn recover(&self, now_ms: i64) -> Result<Vec<(Uuid, Stored)>, StoreError> {
        let cut = self.db.read(|transaction| {
            let records = transaction.open_table(RECORDS)?;
            let mut cut: BTreeMap<u128, Vec<(u64, Record)>> = BTreeMap::new();
            for entry in transaction.open_table(BEGUN)?.iter()? {
                let (turn, place) = entry?;
                let (session, seq) = place.value();
                let message =
                    records.get((session, seq))?.map(|value| codec::decode(seq, value.value()).record);
                if let Some(Record::Message(message)) = message {
                    let record = Turn {
                        turn: turn.value().to_owned(),
                        request: message.request,
                        agent: message.to,
                        stop: "interrupted".to_owned(),
                        ..Turn::default()
                    };
                    cut.entry(session).or_default().push((seq, Record::Turn(record)));
                }
            }
            Ok(cut)
        })?;
        if cut.is_empty() {
            return Ok(Vec::new());
        }
        self.db.write(|transaction| {
            let mut ended = Vec::new();
            for (session, mut turns) in cut {
                // In the order in which they began.
                turns.sort_by_key(|(seq, _)| *seq);
                let session = Uuid::from_u128(session);
                let mut writer = Writer::new(transaction, session, true)?;
                for (_, turn) in turns {
                    ended.push((session, writer.add(now_ms, turn)?));
                }
                writer.finish_quietly()?;
            }
            Ok(ended)
        })
    }
}
