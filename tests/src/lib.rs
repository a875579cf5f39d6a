//! A world for stories: temporary villages, stand-ins, and what they recorded.
//!
//! Owns the scenery that stories share. It must never compute what a story expects with the code that the
//! story is about: sizes, digests and placements come from the stand-ins' records and from independent
//! libraries.
//!
//! Invariant: every world has a machine folder and a village of its own, and nothing reaches the person's
//! home, keys or network.

#![expect(clippy::unwrap_used, reason = "a world that cannot be made ends its story")]

pub mod door;
pub mod listener;
pub mod picture;
pub mod process;
pub mod program;
pub mod recorder;
pub mod search;
pub mod secrets;
pub mod told;
pub mod toolbox;
pub mod world;

pub use recorder::Recorder;
pub use told::Told;
pub use world::{Builder, Kept, World, template_of};

use std::time::Duration;

/// How long anything in a story may take before the story fails. Generous: machines that run tests are
/// busy, and a story that hangs is told by what it waited for.
pub const PATIENCE: Duration = Duration::from_secs(40);

/// The key of every template of a story. It must never be seen anywhere but at its provider.
pub const KEY: &str = "sk-test-123";

/// The model of every template of a story, unless it asks for another. Every vendor's names allow it: one
/// wants a provider before a slash.
pub const MODEL: &str = "sim/story-model";

/// Waits until `look` gives something.
///
/// # Panics
/// When it never does; `what` says what was waited for.
pub async fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = std::time::Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "waited too long for {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
