//! A loopback HTTP server that lives exactly as long as its handle.
//!
//! Each server owns a runtime of its own. Stopping it ends every open connection at once, as a killed
//! process would, and the port is free again when `stop` returns: tests restart a server on its port.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::time::Duration;

use axum::Router;
use axum::serve::ListenerExt as _;
use tokio::runtime::Runtime;

/// How long a stopped server's running work (one JPEG at most) may take to end.
const STOP_WAIT: Duration = Duration::from_secs(2);

/// A running server.
pub(crate) struct Server {
    runtime: Option<Runtime>,
    address: SocketAddr,
}

impl Server {
    /// Binds 127.0.0.1 on `port` (a free one for `None`) and serves what `router` makes of the address.
    ///
    /// # Errors
    /// The port is taken, or the system gives no thread.
    pub(crate) fn start(
        port: Option<u16>,
        name: &str,
        router: impl FnOnce(SocketAddr) -> Router,
    ) -> io::Result<Self> {
        let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, port.unwrap_or(0)))?;
        socket.set_nonblocking(true)?;
        let address = socket.local_addr()?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name(name)
            .enable_all()
            .build()?;
        let router = router(address);
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(socket)
        };
        let listener = match listener {
            Ok(listener) => listener,
            Err(error) => {
                // Dropping a runtime where async work runs would panic.
                runtime.shutdown_background();
                return Err(error);
            }
        };
        // Without this a small answer waits 40 ms for the peer's delayed acknowledgement.
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        runtime.spawn(async move {
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { runtime: Some(runtime), address })
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends every connection and gives the port back. A second call does nothing.
    pub(crate) fn stop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // A runtime may not be waited for on a thread that itself runs async work.
            let stopper = std::thread::spawn(move || runtime.shutdown_timeout(STOP_WAIT));
            let _ = stopper.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}
