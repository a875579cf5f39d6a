//! A socket that counts who knocks and answers nobody.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use tokio::{net::TcpListener, task::JoinHandle};

/// A listening socket on 127.0.0.1. Dropping it closes it.
pub struct Listener {
    port: u16,
    knocks: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Listener {
    /// Listens on a free port.
    ///
    /// # Panics
    /// When the system gives none.
    pub async fn start() -> Self {
        let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = socket.local_addr().unwrap().port();
        let knocks = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&knocks);
        let task = tokio::spawn(async move {
            let mut open = Vec::new();
            while let Ok((stream, _)) = socket.accept().await {
                counter.fetch_add(1, Ordering::SeqCst);
                open.push(stream);
            }
        });
        Self { port, knocks, task }
    }

    /// Its address with a path.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Connections so far.
    #[must_use]
    pub fn knocks(&self) -> usize {
        self.knocks.load(Ordering::SeqCst)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A port of this machine on which nobody listens.
///
/// # Panics
/// When the system gives none.
#[must_use]
pub fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}
