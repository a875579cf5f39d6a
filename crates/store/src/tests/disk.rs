//! A disk in memory that remembers every operation, can lose what was not synced, and can be full.

use redb::StorageBackend;
use std::{
    io,
    sync::{Arc, Mutex, MutexGuard},
};

/// What the database did to the disk.
#[derive(Clone, Debug)]
pub(super) enum Op {
    Write(usize, Vec<u8>),
    Resize(usize),
    Sync,
}

#[derive(Debug, Default)]
struct State {
    image: Vec<u8>,
    log: Vec<Op>,
    /// Nothing may grow beyond this.
    room: Option<usize>,
    broken: bool,
}

/// Cloning shares the disk.
#[derive(Clone, Debug, Default)]
pub(super) struct Disk(Arc<Mutex<State>>);

impl Disk {
    pub(super) fn of(image: Vec<u8>) -> Self {
        Self(Arc::new(Mutex::new(State { image, ..State::default() })))
    }

    /// Operations so far.
    pub(super) fn log(&self) -> Vec<Op> {
        self.state().log.clone()
    }

    /// No byte more than there are now.
    pub(super) fn fill(&self) {
        let mut state = self.state();
        state.room = Some(state.image.len());
    }

    pub(super) fn free(&self) {
        self.state().room = None;
    }

    /// Every access fails, or works again.
    pub(super) fn set_broken(&self, broken: bool) {
        self.state().broken = broken;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    fn working(&self) -> io::Result<MutexGuard<'_, State>> {
        let state = self.state();
        if state.broken { Err(io::Error::other("broken disk")) } else { Ok(state) }
    }
}

impl State {
    fn change(&mut self, op: Op) -> io::Result<()> {
        let end = match &op {
            Op::Write(at, data) => at + data.len(),
            Op::Resize(len) => *len,
            Op::Sync => 0,
        };
        if self.room.is_some_and(|room| end > room) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        apply(&mut self.image, &op);
        self.log.push(op);
        Ok(())
    }
}

/// What an operation makes of an image.
pub(super) fn apply(image: &mut Vec<u8>, op: &Op) {
    match op {
        Op::Write(at, data) => {
            if image.len() < at + data.len() {
                image.resize(at + data.len(), 0);
            }
            image[*at..at + data.len()].copy_from_slice(data);
        }
        Op::Resize(len) => image.resize(*len, 0),
        Op::Sync => {}
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.working()?.image.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let state = self.working()?;
        let at = usize::try_from(offset).unwrap();
        let bytes = state.image.get(at..at + out.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        out.copy_from_slice(bytes);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.working()?.change(Op::Resize(usize::try_from(len).unwrap()))
    }

    fn sync_data(&self) -> io::Result<()> {
        self.working()?.change(Op::Sync)
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.working()?.change(Op::Write(usize::try_from(offset).unwrap(), data.to_vec()))
    }
}
