//! MCP client against small servers that do what real ones do, and what hostile ones would.

mod ask;
mod calls;
mod config;
mod fleet;
mod http;
mod listing;
mod privacy;
mod recover;
mod stdio;
mod support;
