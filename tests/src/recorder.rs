//! Everything an application told, in order, for as long as a story runs.

use crate::PATIENCE;
use fuseforks_contract::Event;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::{Notify, mpsc::UnboundedReceiver};

#[derive(Default)]
struct Inner {
    events: Mutex<Vec<(Instant, Event)>>,
    more: Notify,
}

/// The events so far. Clones see the same ones.
#[derive(Clone, Default)]
pub struct Recorder(Arc<Inner>);

impl Recorder {
    /// Records from now on, on a task of its own.
    #[must_use]
    pub fn of(mut events: UnboundedReceiver<Event>) -> Self {
        let recorder = Self::default();
        let inner = Arc::clone(&recorder.0);
        tokio::spawn(async move {
            while let Some(event) = events.recv().await {
                inner.events.lock().unwrap_or_else(PoisonError::into_inner).push((Instant::now(), event));
                inner.more.notify_waiters();
            }
        });
        recorder
    }

    /// How many there are: a place to look from later.
    #[must_use]
    pub fn mark(&self) -> usize {
        self.0.events.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// The events from a mark on.
    #[must_use]
    pub fn since(&self, mark: usize) -> Vec<Event> {
        let events = self.0.events.lock().unwrap_or_else(PoisonError::into_inner);
        events.iter().skip(mark).map(|(_, event)| event.clone()).collect()
    }

    /// The newest number of log lines that was told, since the village was opened.
    #[must_use]
    pub fn log_lines(&self) -> u32 {
        let told = |event: &Event| if let Event::Log { total, .. } = event { Some(*total) } else { None };
        self.since(0).iter().rev().find_map(told).unwrap_or(0)
    }

    /// Waits for an event from `mark` on in which `look` finds something.
    ///
    /// # Panics
    /// When there is none in time; `what` says what was waited for.
    pub async fn wait<T>(&self, mark: usize, what: &str, look: impl Fn(&Event) -> Option<T>) -> T {
        let begun = Instant::now();
        loop {
            let more = self.0.more.notified();
            if let Some(found) = self.since(mark).iter().find_map(&look) {
                return found;
            }
            let left = PATIENCE.saturating_sub(begun.elapsed());
            let told = tokio::time::timeout(left.min(std::time::Duration::from_millis(200)), more).await;
            assert!(told.is_ok() || begun.elapsed() < PATIENCE, "waited too long for {what}");
        }
    }
}
