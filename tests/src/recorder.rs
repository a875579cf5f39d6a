//! Everything an application told, in order, for as long as a story runs.

use crate::PATIENCE;
use fuseforks_contract::Event;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedReceiver;

struct Inner {
    told: UnboundedReceiver<Event>,
    events: Vec<Event>,
}

/// The events so far. Clones see the same ones.
#[derive(Clone)]
pub struct Recorder(Arc<Mutex<Inner>>);

impl Recorder {
    /// Records from now on.
    #[must_use]
    pub fn of(told: UnboundedReceiver<Event>) -> Self {
        Self(Arc::new(Mutex::new(Inner { told, events: Vec::new() })))
    }

    /// Everything that was told before this call: nothing is on its way behind it.
    fn heard(&self) -> MutexGuard<'_, Inner> {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while let Ok(event) = inner.told.try_recv() {
            inner.events.push(event);
        }
        inner
    }

    /// How many there are: a place to look from later.
    #[must_use]
    pub fn mark(&self) -> usize {
        self.heard().events.len()
    }

    /// The events from a mark on.
    #[must_use]
    pub fn since(&self, mark: usize) -> Vec<Event> {
        self.heard().events.iter().skip(mark).cloned().collect()
    }

    /// The newest number of log lines that was told, since the village was opened.
    #[must_use]
    pub fn log_lines(&self) -> u32 {
        let told = |event: &Event| if let Event::Log { total, .. } = event { Some(*total) } else { None };
        self.since(0).iter().rev().find_map(told).unwrap_or(0)
    }

    /// Lets go of every event so far, for a story that measures memory. Marks begin anew.
    pub fn forget(&self) {
        self.heard().events = Vec::new();
    }

    /// Waits for an event from `mark` on in which `look` finds something.
    ///
    /// # Panics
    /// When there is none in time; `what` says what was waited for.
    pub async fn wait<T>(&self, mark: usize, what: &str, look: impl Fn(&Event) -> Option<T>) -> T {
        let begun = Instant::now();
        loop {
            if let Some(found) = self.heard().events.iter().skip(mark).find_map(&look) {
                return found;
            }
            assert!(begun.elapsed() < PATIENCE, "waited too long for {what}");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
}
