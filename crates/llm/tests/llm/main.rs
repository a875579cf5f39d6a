//! Tests of the wires and the client, through the public API.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a helper that fails fails its test")]

mod body;
mod carries;
mod client;
mod conversation;
mod echo;
mod golden;
mod privacy;
mod questions;
mod server;
mod streams;
mod support;
mod tokens;
