//! What the camera knows between calls: scene, counters, the record of frames served.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use bytes::Bytes;
use tokio::time::Instant;

use super::frame::{self, Frame};
use super::{CameraOptions, Odd, Permission, Scene};

/// Shots whose bytes are kept.
const KEPT_JPEGS: usize = 64;
/// Shots of which anything is kept: an hour of a fast panel must not fill memory.
const KEPT_SHOTS: usize = 10_000;

/// A frame that was taken and, unless an odd answer sent something else in its place, served as it is.
#[derive(Clone, Debug)]
pub struct Shot {
    /// Its sequence number, from 1.
    pub seq: u64,
    /// What it shows.
    pub scene: Scene,
    /// Digest of the JPEG, lower-case hex.
    pub sha256: String,
    /// Size of the JPEG in bytes.
    pub len: usize,
    /// The JPEG, of the newest 64 shots.
    pub jpeg: Option<Bytes>,
}

/// Why there is no frame.
pub(super) enum NoFrame {
    /// The owner of the camera said no.
    Denied,
    /// The camera failed.
    Failed,
}

impl NoFrame {
    /// The text of the `isError` result.
    pub(super) fn text(&self) -> &'static str {
        match self {
            Self::Denied => "permission denied by the user of the camera app",
            Self::Failed => "no frame: camera busy",
        }
    }
}

pub(super) struct State {
    options: CameraOptions,
    scene: Mutex<Scene>,
    shots: Mutex<VecDeque<Shot>>,
    permission_at: OnceLock<Instant>,
    seq: AtomicU64,
    calls: AtomicU64,
    status_calls: AtomicU64,
    cancelled: AtomicU64,
}

impl State {
    pub(super) fn new(options: CameraOptions) -> Self {
        Self {
            scene: Mutex::new(options.scene),
            shots: Mutex::default(),
            permission_at: OnceLock::new(),
            seq: AtomicU64::new(0),
            calls: AtomicU64::new(0),
            status_calls: AtomicU64::new(0),
            cancelled: AtomicU64::new(0),
            options,
        }
    }

    pub(super) fn odd(&self) -> Option<Odd> {
        self.options.odd
    }

    pub(super) fn set_scene(&self, scene: Scene) {
        *self.scene.lock().unwrap_or_else(PoisonError::into_inner) = scene;
    }

    pub(super) fn shots(&self) -> Vec<Shot> {
        self.shots.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    pub(super) fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    pub(super) fn status_calls(&self) -> u64 {
        self.status_calls.load(Ordering::Relaxed)
    }

    pub(super) fn cancelled(&self) -> u64 {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Notes that a caller gave up.
    pub(super) fn note_cancelled(&self) {
        self.cancelled.fetch_add(1, Ordering::Relaxed);
    }

    /// Asks the owner, waits, and says whether this call may have a frame.
    pub(super) async fn admit(&self) -> Result<(), NoFrame> {
        let call = self.calls.fetch_add(1, Ordering::Relaxed) + 1;
        match self.options.permission {
            Permission::Granted => {}
            Permission::Denied => return Err(NoFrame::Denied),
            Permission::After(wait) => {
                let at = *self.permission_at.get_or_init(|| Instant::now() + wait);
                tokio::time::sleep_until(at).await;
            }
        }
        tokio::time::sleep(self.options.delay).await;
        if call <= self.options.fail_first { Err(NoFrame::Failed) } else { Ok(()) }
    }

    /// Takes the next frame and records it.
    pub(super) async fn take(&self) -> Result<Frame, NoFrame> {
        let scene = *self.scene.lock().unwrap_or_else(PoisonError::into_inner);
        let seq = self.seq.fetch_add(1, Ordering::Relaxed) + 1;
        let frame = tokio::task::spawn_blocking(move || frame::render(scene, seq))
            .await
            .ok()
            .and_then(Result::ok)
            .ok_or(NoFrame::Failed)?;
        let mut shots = self.shots.lock().unwrap_or_else(PoisonError::into_inner);
        if shots.len() == KEPT_SHOTS {
            shots.pop_front();
        }
        if let Some(old) = shots.len().checked_sub(KEPT_JPEGS).and_then(|index| shots.get_mut(index)) {
            old.jpeg = None;
        }
        shots.push_back(Shot {
            seq,
            scene,
            sha256: frame.sha256.clone(),
            len: frame.jpeg.len(),
            jpeg: Some(frame.jpeg.clone()),
        });
        Ok(frame)
    }

    /// The body of `camera_status`, keys in alphabetical order.
    pub(super) fn status(&self) -> String {
        self.status_calls.fetch_add(1, Ordering::Relaxed);
        let frames = self.seq.load(Ordering::Relaxed);
        format!(
            r#"{{"aperture":"f/4","battery":83,"connected":true,"frames":{frames},"iso":400,"lens":"NIKKOR Z 24-120mm f/4 S","live_view":true,"mode":"A","model":"NIKON Z 6_3","shutter":"1/250"}}"#
        )
    }
}
