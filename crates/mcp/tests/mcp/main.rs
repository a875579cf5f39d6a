//! MCP client against small servers that do what real ones do, and what hostile ones would.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a helper that cannot go on fails its test")]

mod ask;
mod calls;
mod config;
mod fleet;
mod http;
mod listing;
mod privacy;
mod recover;
mod refused;
mod stdio;
mod support;
