//! `mcp.json` as people paste it: parse, check, expand.
//!
//! Owns what an entry means, whichever client wrote it. Never reads a file, an environment or a clock: text
//! and lookups come in as values. A template (`${NAME}`) stays a template until [`expand`], and an entry that
//! still holds one is never started or sent, because an unset variable is where secrets leak as literals.

mod entry;
mod error;
mod expand;
mod import;
mod parse;
mod paste;
mod read;

pub use entry::{ServerEntry, ServerSet, ToolFilter, Transport};
pub use error::{ConfigError, ConfigReason};
pub use expand::{UnsetVariable, expand, variables};
pub use import::{Caution, SecretField, cautions, native_equivalent, replace_secret, secrets, split_command};
pub use parse::{Dialect, parse, parse_dialect, parse_lenient};
pub use paste::{Client, Input, Pasted, insert, paste};
