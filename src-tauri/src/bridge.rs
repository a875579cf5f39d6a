//! Events on their way to the window: in order, in batches, none lost.

use fuseforks_contract::Event;
use std::time::Duration;
use tauri::ipc::Channel;
use tokio::sync::mpsc::UnboundedReceiver;

/// How long events gather before they are sent: one frame of a screen.
const GATHER: Duration = Duration::from_millis(16);
/// Events of one batch.
const BATCH: usize = 512;

/// Sends events until the window is gone.
pub(crate) async fn forward(mut events: UnboundedReceiver<Event>, channel: Channel<Vec<Event>>) {
    loop {
        let mut batch = Vec::new();
        if events.recv_many(&mut batch, BATCH).await == 0 {
            return;
        }
        tokio::time::sleep(GATHER).await;
        while batch.len() < BATCH {
            match events.try_recv() {
                Ok(event) => batch.push(event),
                Err(_) => break,
            }
        }
        if channel.send(batch).is_err() {
            return;
        }
    }
}
