//! What the UI can ask, hears back and is told: plain types, no logic.
//!
//! Owns the boundary between a window (or a browser, or a test) and the application. It must never hold
//! a domain type or decide anything: it knows no other crate of ours. TypeScript is generated from it.
//!
//! Invariant: every command stands once in [`commands!`](crate::host); a host that lacks one does not
//! compile, and the UI cannot spell a name that does not exist.

pub mod agent;
pub mod app;
pub mod board;
pub mod camera;
pub mod chat;
pub mod context;
pub mod event;
pub mod failure;
pub mod host;
pub mod log;
pub mod mcp;
pub mod paste;
pub mod question;
pub mod template;
pub mod village;
pub mod work;

pub use event::Event;
pub use failure::Failure;
pub use host::{COMMANDS, Host, dispatch};

/// The derives that every type of the boundary has.
macro_rules! wire_types {
    ($($(#[$meta:meta])* $vis:vis $kind:ident $name:ident $body:tt)*) => {
        $(
            #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, ts_rs::TS)]
            #[serde(rename_all = "snake_case")]
            #[ts(export, export_to = "types.gen.ts")]
            $(#[$meta])*
            $vis $kind $name $body
        )*
    };
}
pub(crate) use wire_types;
