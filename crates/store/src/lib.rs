//! What a village keeps: its conversations in one file, the media of its conversations in a folder.
//!
//! Owns the format of `sessions.redb` and of `media/`, and the one way to replace a file
//! ([`write_atomic`]). It must never know a model, a tool server, a language or a window, and never
//! read a clock: times are passed in.
//!
//! Invariants: records are only ever added, so that a conversation can be read while it is written; what
//! was returned as stored survives a kill at any moment; a file that does not open is left as it is; and
//! no record has a field for bytes: pictures and sounds are referred to, so the file stays small and a
//! deleted picture is gone.
//!
//! All calls block: run them where blocking is allowed.

mod atomic;
mod codec;
mod database;
mod error;
mod history;
mod media;
mod page;
mod range;
mod record;
mod recover;
mod search;
mod store;
mod tables;
mod transfer;

pub use atomic::{remove_leftovers, write_atomic};
pub use error::StoreError;
pub use history::{Exchange, History};
pub use media::{MediaError, MediaFolder, MediaMeta, NewMedia, Swept, is_allowed_mime, named_file};
pub use page::Page;
pub use range::Answer;
pub use record::{
    Artifact, AttachmentRef, Message, Record, Session, State, Stored, Summary, System, Tool, Turn, Usage,
};
pub use search::{Hit, SearchLimits, SearchResult};
pub use store::Store;
pub use transfer::ImportLimits;

#[cfg(test)]
mod tests;
