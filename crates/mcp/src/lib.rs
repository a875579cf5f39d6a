//! MCP client: any server people have, both protocol eras, HTTP and local commands.
//!
//! Owns configuration, connections, tool names, calls and results as parts. Knows no model, no village and no
//! language: errors are facts, texts of servers come out bounded and cleaned, base64 is not decoded here.
//! One failing server never stops another, one odd block never loses a result, and every wait has a limit
//! that was passed in.

mod call;
mod calls;
mod clean;
pub mod config;
mod connect;
mod era;
mod error;
mod faults;
mod fleet;
mod handler;
pub mod host;
mod http;
mod intake;
mod limits;
mod listing;
mod live;
mod mask;
pub mod name;
pub mod result;
mod server;
mod stdio;
mod thinking;
mod tool;

pub use calls::ProgressSink;
pub use era::{Era, ServerInfo};
pub use error::{BadField, Breach, CallError, Clock, ConnectError, SpawnFailure, Unreachable};
pub use fleet::{Fleet, FleetEntry, Launch, OfferedTool, ServerStatus, Status};
pub use intake::Place;
pub use limits::Limits;
pub use server::{Pool, Server, ServerState};
pub use tool::{Tool, ToolList};
