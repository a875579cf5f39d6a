//! Tests of the wires and the client, through the public API.

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
