//! Large answers take turns: however many tools answer at once with pictures, few of them are in memory.
//!
//! An answer that turns out to be larger than [`LARGE`] takes a place before more of it is read, and keeps it
//! until its reader has made of it what it needs and dropped the result. Meanwhile the others wait in the
//! network, not here. The clock of a call stands still while it waits: that silence is ours.
//!
//! Invariant: nobody is kept from a place for long by somebody else's slow connection. Whoever reads longer
//! than [`PATIENCE`] gives its place up, goes on without one, and takes one again when all of it has come.

use rmcp::model::RequestId;
use serde_json::Value;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::Instant,
};

/// Bytes of one message up to which nobody waits: a camera frame and most screenshots are smaller.
pub(crate) const LARGE: usize = 1 << 20;
/// Large answers that are read or used at once. Of the largest ones (64 MiB), each may be in memory as text
/// three times over while it is taken apart.
const PLACES: usize = 2;
/// How long a place may be kept for reading.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often a waiting call's clock is set anew.
const TICK: Duration = Duration::from_millis(500);

static FREE: Semaphore = Semaphore::const_new(PLACES);

/// The right to hold one large answer; none for a small one. Equality ignores it.
#[derive(Clone, Default)]
pub struct Place(Option<Arc<SemaphorePermit<'static>>>);

impl Place {
    async fn take() -> Self {
        // The semaphore is never closed.
        Self(FREE.acquire().await.ok().map(Arc::new))
    }

    fn is_held(&self) -> bool {
        self.0.is_some()
    }
}

impl std::fmt::Debug for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Place(held: {})", self.is_held())
    }
}

impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Place {}

struct Entry {
    moved: Instant,
    place: Place,
    since: Instant,
    slow: bool,
}

/// Answers that calls of one connection wait for.
pub(crate) struct Incoming {
    entries: Mutex<HashMap<RequestId, Entry>>,
    patience: Duration,
    tick: Duration,
}

impl Default for Incoming {
    fn default() -> Self {
        Self { entries: Mutex::default(), patience: PATIENCE, tick: TICK }
    }
}

impl Incoming {
    fn lock(&self) -> MutexGuard<'_, HashMap<RequestId, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a call. What it was given is given back when the guard goes.
    pub(crate) fn expect(self: &Arc<Self>, request: RequestId) -> Expected {
        let now = Instant::now();
        let entry = Entry { moved: now, place: Place::default(), since: now, slow: false };
        self.lock().insert(request.clone(), entry);
        Expected { incoming: Arc::clone(self), request }
    }

    /// Notes that some of an answer came, `size` bytes of it so far, and waits for a place if it is large.
    pub(crate) async fn came(&self, request: &RequestId, size: usize) {
        let wants = {
            let mut entries = self.lock();
            let Some(entry) = entries.get_mut(request) else { return };
            entry.moved = Instant::now();
            if entry.place.is_held() && entry.since.elapsed() > self.patience {
                entry.place = Place::default();
                entry.slow = true;
            }
            size > LARGE && !entry.slow && !entry.place.is_held()
        };
        if wants {
            let place = self.waited(request).await;
            if let Some(entry) = self.lock().get_mut(request) {
                entry.place = place;
                entry.since = Instant::now();
            }
        }
    }

    /// Waits in line. A call that is gone waits no more.
    async fn waited(&self, request: &RequestId) -> Place {
        let place = Place::take();
        tokio::pin!(place);
        loop {
            tokio::select! {
                place = &mut place => return place,
                () = tokio::time::sleep(self.tick) => match self.lock().get_mut(request) {
                    Some(entry) => entry.moved = Instant::now(),
                    None => return Place::default(),
                },
            }
        }
    }
}

/// One call's part in the answers to come.
pub(crate) struct Expected {
    incoming: Arc<Incoming>,
    request: RequestId,
}

impl Expected {
    /// When something of the answer came, or was waited for, last.
    pub(crate) fn moved(&self) -> Instant {
        self.incoming.lock().get(&self.request).map_or_else(Instant::now, |entry| entry.moved)
    }

    /// The place for this answer, which has come whole; waits for one if it is large and has none.
    pub(crate) async fn settle(&self, answer: &Value) -> Place {
        let place = self.incoming.lock().get_mut(&self.request).map(|entry| std::mem::take(&mut entry.place));
        match place {
            Some(place) if place.is_held() => place,
            _ if weight(answer) > LARGE => self.incoming.waited(&self.request).await,
            _ => Place::default(),
        }
    }
}

impl Drop for Expected {
    fn drop(&mut self) {
        self.incoming.lock().remove(&self.request);
    }
}

/// Bytes of all texts in an answer.
fn weight(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(weight).sum(),
        Value::Object(map) => map.values().map(weight).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    }
}

#[cfg(test)]
mod tests;
