//! The live camera panel.

use crate::wire_types;

wire_types! {
    /// A tool that returned or promises an image.
    pub struct CameraSource {
        /// The agent.
        pub agent: String,
        /// The server.
        pub server: String,
        /// The exposed tool name.
        pub tool: String,
    }

    /// The sources of a village.
    pub struct CameraSources {
        /// Best first.
        pub sources: Vec<CameraSource>,
    }

    /// Starts the panel.
    pub struct CameraStart {
        /// The village.
        pub village: String,
        /// Where the frames come from.
        pub source: CameraSource,
        /// Milliseconds between calls, 500 to 60,000; 0 means as fast as the camera answers.
        pub interval_ms: u32,
    }

    /// How the panel does.
    #[derive(Copy, Eq)]
    pub enum CameraPhase {
        /// Not running.
        Off,
        /// The first call is on its way; it may wait for the camera app's own permission.
        Starting,
        /// Frames come.
        Live,
        /// Frames stopped coming.
        Stale,
        /// The camera or the person refused; press Start to try again.
        Refused,
        /// The server does not answer.
        Unreachable,
    }

    /// The panel's state.
    pub struct CameraView {
        /// How it does.
        pub phase: CameraPhase,
        /// Where the frames come from.
        pub source: Option<CameraSource>,
        /// The chosen interval.
        pub interval_ms: u32,
        /// The newest frame.
        pub frame: Option<FrameView>,
        /// Measured frames per second.
        pub fps: f32,
        /// Frames in memory, oldest first, by sequence.
        pub ring: Vec<u32>,
        /// Why it stopped.
        pub problem: Option<crate::Failure>,
    }

    /// One frame; its bytes are at `media://localhost/frame/{village}/{seq}`.
    pub struct FrameView {
        /// Its number in this run of the panel.
        pub seq: u32,
        /// When it came, in milliseconds since 1970 UTC.
        #[ts(type = "number")]
        pub at_ms: i64,
        /// Pixels.
        pub width: u32,
        /// Pixels.
        pub height: u32,
        /// Bytes.
        pub bytes: u32,
        /// `JPEG` or `WebP`.
        pub format: String,
        /// SHA-256, hexadecimal.
        pub sha256: String,
        /// Templates it was sent to.
        pub sent_to: Vec<String>,
    }

    /// Takes a frame as an attachment for the next message.
    pub struct FrameTake {
        /// The village.
        pub village: String,
        /// The agent it is meant for.
        pub agent: String,
        /// The frame.
        pub seq: u32,
    }
}
