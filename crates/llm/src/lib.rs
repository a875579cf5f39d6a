//! One conversation in canonical form, and a wire for each provider protocol.
//!
//! Owns what a model is asked and what it answered: encoding, decoding and streaming are pure; one file
//! (`client.rs`) speaks HTTP. It must never write a sentence that a person or a model reads, know a
//! session or run a tool: texts come in with the request, errors go out as facts.
//!
//! Invariant: every [`canonical::ToolCall`] of an assistant message has exactly one
//! [`canonical::ToolResult`] in the messages right after it. Strict providers answer 400 otherwise.

mod backend;
pub mod canonical;
mod capabilities;
mod client;
pub mod conversation;
mod endpoint;
mod error;
mod fault;
mod httpdate;
mod jpegs;
mod limits;
mod mask;
mod named;
mod ndjson;
pub mod refusal;
pub mod retry;
mod secret;
mod sse;
mod wire;

pub use backend::{Backend, Delta, Reply, Sink};
pub use capabilities::ModelInfo;
pub use client::{HttpBackend, Transport, capabilities, is_loopback, list_models};
pub use endpoint::{Endpoint, Options, Vision};
pub use error::{ErrorCode, LlmError};
pub use limits::{Limits, Retry};
pub use secret::{Secret, SecretFault};
pub use wire::{Carry, Decoder, Place, Wire, carries, encode_body, image_tokens};
