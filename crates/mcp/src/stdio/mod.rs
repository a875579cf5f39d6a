//! Local servers: a child process that speaks on its standard streams.
//!
//! The child gets a short list of variables and what its entry names, never this program's environment: keys
//! live there. It leads a process group of its own, because package runners start the real server as a
//! grandchild, and the whole group goes when the connection goes.

mod decode;
mod env;
mod line;
mod shell;
mod spawn;
mod stderr;
mod transport;

pub(crate) use spawn::{Spawned, spawn};
pub(crate) use stderr::Tail;
pub(crate) use transport::ExitWatch;
