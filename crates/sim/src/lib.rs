//! Stand-ins for what a village talks to: a camera behind MCP and strict model providers.
//!
//! Owns the practice camera and the servers that tests run against. It must never use another crate of
//! this project: a wrong belief about a protocol would then pass on both sides of the wire and no test
//! could see it. Everything here is checked against raw bytes and raw JSON for the same reason.
//!
//! Both halves bind 127.0.0.1 only and stop when their handle is dropped.

pub mod colour;
mod digest;
mod serve;

#[cfg(feature = "camera")]
pub mod camera;
#[cfg(feature = "provider")]
pub mod provider;
