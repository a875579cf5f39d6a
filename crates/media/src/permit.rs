//! Large decodes take turns, so that the process stays small whatever arrives at once.
//!
//! Every decode takes a permit for the bytes it will hold before it allocates them. Small and large
//! decodes have budgets of their own: a small one (a camera frame) never waits behind a large one,
//! and a large one is never starved, because waiters are served in the order they came. A decode
//! that is larger than its whole budget waits until it is alone; one that is larger than
//! [`CEILING`] is not done at all.
//!
//! The number at work is bounded too, because the system's allocator keeps freed memory for every
//! thread that ever decoded.
//!
//! Waiting blocks the calling thread: callers are off the async threads. `cancelled` is asked every
//! few milliseconds while waiting.

use crate::DropReason;
use std::{
    collections::VecDeque,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

const MIB: u64 = 1 << 20;
/// What counts as small: a 1080p screen of any format does.
const SMALL_EACH: u64 = 24 * MIB;
/// The most that one decode may hold, alone: with it the process stays under 1 GiB, a window included. All that the
/// guards let through fits, but for a lossy WebP with transparency of more than about 60 megapixels.
pub(crate) const CEILING: u64 = 640 * MIB;
/// How often a waiting decode asks whether it was cancelled.
pub(crate) const POLL: Duration = Duration::from_millis(10);

/// Decodes at work at the same time, small and large ones.
pub(crate) const PLACES: usize = LARGE_PLACES + SMALL_PLACES;
const LARGE_PLACES: usize = 3;
const SMALL_PLACES: usize = 2;

/// 384 MiB in all.
static LARGE: Budget = Budget::new(320 * MIB, LARGE_PLACES);
static SMALL: Budget = Budget::new(64 * MIB, SMALL_PLACES);

/// Waits until `bytes` of decode memory are free and takes them.
///
/// # Errors
/// [`DropReason::TooLarge`] above the ceiling, [`DropReason::Cancelled`] when stopped while waiting.
pub(crate) fn take(bytes: u64, cancelled: &dyn Fn() -> bool) -> Result<Permit<'static>, DropReason> {
    if bytes > CEILING {
        return Err(DropReason::TooLarge);
    }
    let budget = if bytes <= SMALL_EACH { &SMALL } else { &LARGE };
    budget.take(bytes, cancelled)
}

/// A number of bytes and of places that are shared out.
pub(crate) struct Budget {
    bytes: u64,
    places: usize,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    bytes: u64,
    places: usize,
    next: u64,
    queue: VecDeque<u64>,
}

impl Budget {
    pub(crate) const fn new(bytes: u64, places: usize) -> Self {
        let state = State { bytes, places, next: 0, queue: VecDeque::new() };
        Self { bytes, places, state: Mutex::new(state), changed: Condvar::new() }
    }

    pub(crate) fn take(&self, bytes: u64, cancelled: &dyn Fn() -> bool) -> Result<Permit<'_>, DropReason> {
        let bytes = bytes.min(self.bytes);
        let mut state = self.lock();
        let ticket = state.next;
        state.next += 1;
        state.queue.push_back(ticket);
        loop {
            if state.queue.front() == Some(&ticket) && state.bytes >= bytes && state.places > 0 {
                state.queue.pop_front();
                state.bytes -= bytes;
                state.places -= 1;
                // The next in the queue may fit beside this one.
                self.changed.notify_all();
                return Ok(Permit { budget: self, bytes });
            }
            // A stranger's closure must not run under the lock: it may take one of its own. What
            // changes meanwhile is noticed at the latest after a poll.
            drop(state);
            let stop = cancelled();
            state = self.lock();
            if stop {
                state.queue.retain(|&waiting| waiting != ticket);
                self.changed.notify_all();
                return Err(DropReason::Cancelled);
            }
            state = self.changed.wait_timeout(state, POLL).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is whole at every point where a panic could happen.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes and places that nobody holds.
    #[cfg(test)]
    pub(crate) fn free(&self) -> (u64, usize) {
        let state = self.lock();
        (state.bytes, state.places)
    }
}

/// A share of a budget, given back when dropped.
pub(crate) struct Permit<'a> {
    budget: &'a Budget,
    bytes: u64,
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut state = self.budget.lock();
        state.bytes += self.bytes;
        state.places += 1;
        debug_assert!(state.bytes <= self.budget.bytes && state.places <= self.budget.places);
        self.budget.changed.notify_all();
    }
}

#[cfg(test)]
mod tests;
