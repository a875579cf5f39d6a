//! Large decodes take turns, so that the process stays small whatever arrives at once.
//!
//! Every decode takes a permit for the bytes it will hold before it allocates them. Small and large
//! decodes have budgets of their own: a small one (a camera frame) never waits behind a large one,
//! and a large one is never starved, because waiters are served in the order they came. A decode
//! that is larger than its whole budget waits until it is alone; one that is larger than
//! [`CEILING`] is not done at all.
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
/// Bytes that large decodes hold together.
const LARGE: u64 = 320 * MIB;
/// Bytes that small decodes hold together.
const SMALL: u64 = 64 * MIB;
/// What counts as small.
const SMALL_EACH: u64 = 16 * MIB;
/// The most that one decode may hold, alone: with it the process stays under 1 GiB.
pub(crate) const CEILING: u64 = 768 * MIB;
/// How often a waiting decode asks whether it was cancelled.
const POLL: Duration = Duration::from_millis(20);

static LARGE_BUDGET: Budget = Budget::new(LARGE);
static SMALL_BUDGET: Budget = Budget::new(SMALL);

/// Waits until `bytes` of decode memory are free and takes them.
///
/// # Errors
/// [`DropReason::TooLarge`] above the ceiling, [`DropReason::Cancelled`] when stopped while waiting.
pub(crate) fn take(bytes: u64, cancelled: &dyn Fn() -> bool) -> Result<Permit, DropReason> {
    if bytes > CEILING {
        return Err(DropReason::TooLarge);
    }
    let budget = if bytes <= SMALL_EACH {
        &SMALL_BUDGET
    } else {
        &LARGE_BUDGET
    };
    budget.take(bytes, cancelled)
}

/// A number of bytes that are shared out.
pub(crate) struct Budget {
    total: u64,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    used: u64,
    next: u64,
    queue: VecDeque<u64>,
}

impl Budget {
    pub(crate) const fn new(total: u64) -> Self {
        Self {
            total,
            state: Mutex::new(State {
                used: 0,
                next: 0,
                queue: VecDeque::new(),
            }),
            changed: Condvar::new(),
        }
    }

    pub(crate) fn take(
        &'static self,
        bytes: u64,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Permit, DropReason> {
        let bytes = bytes.min(self.total);
        let mut state = self.lock();
        let ticket = state.next;
        state.next += 1;
        state.queue.push_back(ticket);
        loop {
            if state.queue.front() == Some(&ticket) && state.used + bytes <= self.total {
                state.queue.pop_front();
                state.used += bytes;
                // The next in the queue may fit beside this one.
                self.changed.notify_all();
                return Ok(Permit { budget: self, bytes });
            }
            // A stranger's closure must not run under the lock: it may take one of its own.
            drop(state);
            let stop = cancelled();
            state = self.lock();
            if stop {
                state.queue.retain(|&waiting| waiting != ticket);
                self.changed.notify_all();
                return Err(DropReason::Cancelled);
            }
            if state.queue.front() != Some(&ticket) || state.used + bytes > self.total {
                state = self
                    .changed
                    .wait_timeout(state, POLL)
                    .unwrap_or_else(PoisonError::into_inner)
                    .0;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is whole at every point where a panic could happen.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Bytes of a budget, given back when dropped.
pub(crate) struct Permit {
    budget: &'static Budget,
    bytes: u64,
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.budget.lock().used -= self.bytes;
        self.budget.changed.notify_all();
    }
}

