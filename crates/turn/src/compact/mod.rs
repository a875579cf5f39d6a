//! Compaction: how a long conversation is measured, cut, and made small.
//!
//! Owns the choice of what leaves a prompt and the form of what a summariser reads. It must never edit a
//! live conversation: messages go in, messages come out. It calls no model.
//!
//! Invariant: where nothing changes, the very same slice comes back, so a conversation without media
//! costs no copy, and a caller can see by the pointer that nothing happened.

mod estimate;
mod micro;
mod mime;
mod rewritten;
mod runs;
mod slim;
mod split;
mod summary;
mod told;
mod trigger;

pub use estimate::{
    Counts, DEFAULT_IMAGE_TOKENS, IMAGE_TOKENS_VARIABLE, estimate, image_token_estimate, message_chars,
    text_chars,
};
pub use micro::{DEFAULT_IDLE_MINUTES, DEFAULT_KEEP, Micro, OLD_RESULT, micro, micro_request};
pub use mime::{clean_mime, media_placeholder, old_media_placeholder};
pub use rewritten::Rewritten;
pub use slim::{slim, slim_for_summary};
pub use split::split;
pub(crate) use split::{newest_share, worth_it};
pub use summary::accept;
pub use told::{Telling, told};
pub use trigger::{DEFAULT_THRESHOLD, Meter, threshold};
