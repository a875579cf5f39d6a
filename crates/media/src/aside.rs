//! Runs a piece of work on a thread of its own and waits for it.
//!
//! Three things follow: a decoder that panics ends its thread and nothing else; the caller's question
//! whether to stop is asked on the caller's thread, often, while the work only looks at a flag; and
//! the memory that the allocator keeps for a thread is kept for the few that decode, not for each of
//! the many that ask.

use crate::{DropReason, permit::POLL};
use std::{
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{RecvTimeoutError, sync_channel},
    },
    thread,
};

/// Runs `work`, which gets a flag that turns true when `cancelled` said so.
///
/// # Errors
/// What `work` says; [`DropReason::Cancelled`] if it was stopped; [`DropReason::Unreadable`] if it
/// panicked; [`DropReason::TooLarge`] if the system has no thread for it.
pub(crate) fn run<T: Send>(
    cancelled: &dyn Fn() -> bool,
    work: impl FnOnce(&dyn Fn() -> bool) -> Result<T, DropReason> + Send,
) -> Result<T, DropReason> {
    let stop = AtomicBool::new(false);
    let result = thread::scope(|scope| {
        // Nothing is sent: the end of the work closes the channel.
        let (working, ended) = sync_channel::<()>(0);
        let stop = &stop;
        let body = move || {
            let result = work(&|| stop.load(Ordering::Relaxed));
            drop(working);
            result
        };
        let name = String::from("media-decode");
        let Ok(thread) = thread::Builder::new().name(name).spawn_scoped(scope, body) else {
            return Err(DropReason::TooLarge);
        };
        while ended.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
            if cancelled() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        thread.join().unwrap_or(Err(DropReason::Unreadable))
    });
    // A stop inside a decoder looks like a read error to it.
    if stop.load(Ordering::Relaxed) {
        Err(DropReason::Cancelled)
    } else {
        result
    }
}

#[cfg(test)]
mod tests;
