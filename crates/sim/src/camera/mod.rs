//! The camera stand-in: an MCP server with the two tools of the real camera app.
//!
//! Owns the frames it serves and the record of them, which is the truth that tests compare with. It
//! believes nothing of what a client says and keeps nothing but its frames. Frames depend on the scene
//! and the sequence number only.

mod digits;
mod frame;
mod huge;
mod noise;
mod odd;
mod odd_files;
mod odd_sound;
mod photo;
mod raw;
mod scene;
mod server;
mod state;

use std::io;
use std::sync::Arc;
use std::time::Duration;

pub use odd::{Odd, UnknownOdd};
pub use scene::{HEIGHT, Scene, UnknownScene, WIDTH};
pub use state::Shot;

use crate::serve::Server;
use state::State;

/// Whether the camera app lets callers look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Permission {
    /// It already did.
    #[default]
    Granted,
    /// Its owner answers yes this long after the first call; calls wait until then.
    After(Duration),
    /// Its owner says no to every call.
    Denied,
}

/// How a camera behaves.
#[derive(Clone, Debug, Default)]
pub struct CameraOptions {
    /// Port on 127.0.0.1; a free one if `None`.
    pub port: Option<u16>,
    /// What stands before it.
    pub scene: Scene,
    /// How long every image takes.
    pub delay: Duration,
    /// The camera app's own question.
    pub permission: Permission,
    /// The first so many image calls fail with an `isError` result; the ones after them work.
    pub fail_first: u64,
    /// An odd answer instead of a frame.
    pub odd: Option<Odd>,
}

/// A running camera. Dropping it ends it and every connection to it.
pub struct Camera {
    server: Server,
    state: Arc<State>,
}

/// Starts a camera on 127.0.0.1.
///
/// # Errors
/// The port is taken, or the system gives no thread.
pub fn start(options: CameraOptions) -> io::Result<Camera> {
    let port = options.port;
    let state = Arc::new(State::new(options));
    let server = Server::start(port, "sim-camera", |_| match state.odd() {
        None => server::router(&state),
        Some(odd) => raw::router(&state, odd),
    })?;
    Ok(Camera { server, state })
}

impl Camera {
    /// The MCP address, `http://127.0.0.1:PORT/mcp`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/mcp", self.server.address())
    }

    /// Puts another scene before the camera, from the next frame on.
    pub fn set_scene(&self, scene: Scene) {
        self.state.set_scene(scene);
    }

    /// Every frame served, oldest first (the last 10,000).
    #[must_use]
    pub fn shots(&self) -> Vec<Shot> {
        self.state.shots()
    }

    /// How often `live_view_image` was called, failed calls included.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.state.calls()
    }

    /// How often `camera_status` was called.
    #[must_use]
    pub fn status_calls(&self) -> u64 {
        self.state.status_calls()
    }

    /// Image calls that their caller gave up before they had an answer.
    #[must_use]
    pub fn cancelled(&self) -> u64 {
        self.state.cancelled()
    }

    /// Ends it as a killed program would: connections break, the port is free on return.
    pub fn shutdown(mut self) {
        self.server.stop();
    }
}
