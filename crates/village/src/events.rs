//! Who is told what happened. Telling never blocks and never loses: each listener has its own queue.

use fuseforks_contract::Event;
use std::sync::{Mutex, PoisonError};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// The listeners.
#[derive(Default)]
pub struct Events(Mutex<Vec<UnboundedSender<Event>>>);

impl Events {
    /// Listens from now on.
    pub fn subscribe(&self) -> UnboundedReceiver<Event> {
        let (sender, receiver) = unbounded_channel();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(sender);
        receiver
    }

    /// Tells every listener; one that is gone is forgotten.
    pub fn tell(&self, event: Event) {
        let mut listeners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|listener| listener.send(event.clone()).is_ok());
    }
}
