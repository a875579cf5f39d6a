//! Runs decodes on a few threads of their own.
//!
//! Four things follow. A decoder that panics spoils its job and nothing else. The caller's question
//! whether to stop is asked on the caller's thread, often, while the work only looks at a flag. Who
//! stops has its answer at once, even while a decoder still runs to its next look at the flag. And
//! the memory that the system's allocator keeps for a thread is kept for these few, not for each of
//! the many that ask: that alone made hundreds of megabytes of difference.
//!
//! The threads are started when they are needed and stay. There are as many as there are places in
//! the budgets, so a job that holds a permit never waits here.

use crate::{
    DropReason,
    permit::{PLACES, POLL, Permit},
};
use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{RecvTimeoutError, SyncSender, sync_channel},
    },
    thread,
};

type Job = Box<dyn FnOnce() + Send>;

static POOL: Pool = Pool::new();

struct Pool {
    state: Mutex<State>,
}

struct State {
    jobs: VecDeque<Job>,
    /// Threads that wait, the one that worked last at the end: it is the next to work, so that as many threads
    /// keep memory as ever worked at the same time.
    idle: Vec<SyncSender<Job>>,
    threads: usize,
}

impl Pool {
    const fn new() -> Self {
        Self { state: Mutex::new(State { jobs: VecDeque::new(), idle: Vec::new(), threads: 0 }) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands a job to a thread. `false` if there is no thread and none can be started.
    fn submit(&'static self, job: Job) -> bool {
        let mut state = self.lock();
        if let Some(thread) = state.idle.pop() {
            // It has room for one, and nobody else knows it now.
            return thread.send(job).is_ok();
        }
        state.jobs.push_back(job);
        if state.threads < PLACES {
            let name = format!("media-decode-{}", state.threads);
            match thread::Builder::new().name(name).spawn(|| self.serve()) {
                Ok(_) => state.threads += 1,
                Err(_) if state.threads == 0 => {
                    state.jobs.pop_back();
                    return false;
                }
                Err(_) => {}
            }
        }
        true
    }

    fn serve(&self) {
        let (sender, receiver) = sync_channel(1);
        loop {
            let mut state = self.lock();
            let waiting = state.jobs.pop_front();
            if waiting.is_none() {
                state.idle.push(sender.clone());
            }
            drop(state);
            let Some(job) = waiting.or_else(|| receiver.recv().ok()) else { return };
            // The job's channel closes when it is dropped: its caller learns of a panic by that.
            let _ = catch_unwind(AssertUnwindSafe(job));
        }
    }
}

/// Runs `work`, which gets a question that is answered with yes once `cancelled` said so. The permit
/// is given back when the work has really ended, which may be after this returned.
///
/// # Errors
/// What `work` says; [`DropReason::Cancelled`] if it was stopped; [`DropReason::Unreadable`] if it
/// panicked; [`DropReason::TooLarge`] if the system has no thread for it.
pub(crate) fn run<T: Send + 'static>(
    permit: Permit<'static>,
    cancelled: &dyn Fn() -> bool,
    work: impl FnOnce(&dyn Fn() -> bool) -> Result<T, DropReason> + Send + 'static,
) -> Result<T, DropReason> {
    run_in(&POOL, permit, cancelled, work)
}

fn run_in<T: Send + 'static>(
    pool: &'static Pool,
    permit: Permit<'static>,
    cancelled: &dyn Fn() -> bool,
    work: impl FnOnce(&dyn Fn() -> bool) -> Result<T, DropReason> + Send + 'static,
) -> Result<T, DropReason> {
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, receiver) = sync_channel(1);
    let flag = Arc::clone(&stop);
    let job = move || {
        let result = work(&|| flag.load(Ordering::Relaxed));
        // Free again before the caller goes on: its next call must find the room.
        drop(permit);
        // Nobody listens any more after a stop.
        let _ = sender.send(result);
    };
    if !pool.submit(Box::new(job)) {
        return Err(DropReason::TooLarge);
    }
    loop {
        match receiver.recv_timeout(POLL) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Disconnected) => return Err(DropReason::Unreadable),
            Err(RecvTimeoutError::Timeout) if cancelled() => {
                stop.store(true, Ordering::Relaxed);
                return Err(DropReason::Cancelled);
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

#[cfg(test)]
mod tests;
