//! The person's time over the questions of one call, which is not the server's.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

/// What a person has taken of the time that the questions of one call may take.
pub(crate) struct Thinking {
    limit: Duration,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Questions that wait now, and since when at least one does.
    open: usize,
    since: Option<Instant>,
    /// What earlier ones took.
    spent: Duration,
}

impl Thinking {
    pub(crate) fn new(limit: Duration) -> Self {
        Self { limit, state: Mutex::default() }
    }

    /// What was taken until now, never more than the limit.
    pub(crate) fn spent(&self) -> Duration {
        self.lock().spent().min(self.limit)
    }

    /// What is left.
    pub(crate) fn left(&self) -> Duration {
        self.limit - self.spent()
    }

    /// Something waits for the person until the pause is dropped.
    pub(crate) fn pause(&self) -> Pause<'_> {
        let mut state = self.lock();
        state.open += 1;
        state.since.get_or_insert_with(Instant::now);
        Pause(self)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn spent(&self) -> Duration {
        self.spent + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

/// Something waits for the person.
pub(crate) struct Pause<'a>(&'a Thinking);

impl Drop for Pause<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.open -= 1;
        // Questions that wait at the same time are thought about at the same time.
        if state.open == 0 {
            state.spent = state.spent();
            state.since = None;
        }
    }
}
