//! Tests of the wires and the client, through the public API.

mod carries;
mod conversation;
mod echo;
mod golden;
mod support;
mod tokens;
