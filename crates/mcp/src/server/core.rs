//! What all handles on one server share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::{
    sync::{Notify, watch},
    time::Instant,
};
use tokio_util::sync::CancellationToken;

use crate::{
    config::ServerEntry, era::Era, error::ConnectError, host::Host, limits::Limits, live::Live,
    tool::ToolList,
};

#[derive(Clone)]
pub(super) enum State {
    Connecting,
    Ready(Arc<Live>),
    Failed { error: ConnectError, retry_at: Option<Instant> },
    Closed,
}

/// One owner.
pub(super) struct Seat {
    pub(super) name: String,
    pub(super) host: Arc<dyn Host>,
}

struct Seats {
    next: u64,
    taken: Vec<(u64, Seat)>,
    closed: bool,
}

pub(super) struct Core {
    pub(super) entry: ServerEntry,
    pub(super) limits: Limits,
    pub(super) state: watch::Sender<State>,
    pub(super) tools: watch::Sender<Arc<ToolList>>,
    /// Rung to try again without waiting.
    pub(super) kick: Notify,
    /// Cancelled when the last owner left.
    pub(super) stop: CancellationToken,
    /// One reader of the tool list at a time.
    pub(super) reading: tokio::sync::Mutex<()>,
    era: Mutex<Option<Era>>,
    seats: Mutex<Seats>,
}

impl Core {
    /// A core with its first owner, whose place is 0.
    pub(super) fn new(entry: ServerEntry, limits: Limits, era: Option<Era>, owner: Seat) -> Arc<Self> {
        let seats = Seats { next: 1, taken: vec![(0, owner)], closed: false };
        Arc::new(Self {
            entry,
            limits,
            state: watch::Sender::new(State::Connecting),
            tools: watch::Sender::new(Arc::default()),
            kick: Notify::new(),
            stop: CancellationToken::new(),
            reading: tokio::sync::Mutex::default(),
            era: Mutex::new(era),
            seats: Mutex::new(seats),
        })
    }

    pub(super) fn era(&self) -> Option<Era> {
        *lock(&self.era)
    }

    pub(super) fn remember(&self, era: Era) {
        *lock(&self.era) = Some(era);
    }

    /// A place for another owner; none once the last one left.
    pub(super) fn join(&self, seat: Seat) -> Option<u64> {
        let mut seats = lock(&self.seats);
        if seats.closed {
            return None;
        }
        let id = seats.next;
        seats.next += 1;
        seats.taken.push((id, seat));
        Some(id)
    }

    /// Gives a place back. Doing so twice is harmless.
    pub(super) fn leave(&self, id: u64) {
        let mut seats = lock(&self.seats);
        seats.taken.retain(|(seat, _)| *seat != id);
        if seats.taken.is_empty() {
            seats.closed = true;
            self.stop.cancel();
        }
    }

    /// Publishes a list; owners hear of it if it differs from the one before.
    pub(super) fn publish(&self, list: ToolList) {
        let changed = self.tools.send_if_modified(|known| {
            let changed = **known != list;
            if changed {
                *known = Arc::new(list);
            }
            changed
        });
        if !changed {
            return;
        }
        let owners: Vec<(String, Arc<dyn Host>)> =
            lock(&self.seats).taken.iter().map(|(_, seat)| (seat.name.clone(), seat.host.clone())).collect();
        for (name, host) in owners {
            host.tools_changed(&name);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
