//! Every limit of an MCP connection, as values that are passed in.
//!
//! Nothing in this crate waits, reads or counts without one of these numbers, so a test can scale all of
//! them down and a hostile server can neither hang nor flood the process.

use std::time::Duration;

/// Limits of one server connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// From the first byte sent to a usable tool list.
    pub connect: Duration,
    /// The same for the first start of a package runner (`npx`, `uvx`), which may have to download.
    pub first_connect_npx: Duration,
    /// How long one era probe may stay without an answer before the older handshake is tried.
    pub probe: Duration,
    /// Silence in a call; every progress notification starts it anew.
    pub idle: Duration,
    /// A call as a whole, progress or not. The person's time over its questions is not counted.
    pub cap: Duration,
    /// The person's time over all questions of one call. Then a question is answered with "cancel", and `cap` counts again.
    pub questions: Duration,
    /// Pages of one `tools/list`.
    pub max_pages: usize,
    /// Tools of one server.
    pub max_tools: usize,
    /// One message: a line, an SSE event, a JSON body. Bytes.
    pub max_message: usize,
    /// Characters kept of a tool's description.
    pub max_description: usize,
    /// Bytes of one tool's input schema as JSON; a larger one counts as malformed.
    pub max_schema: usize,
    /// First pause before a lost server is tried again; doubles up to `retry_max`.
    pub retry_first: Duration,
    /// Longest pause between two tries.
    pub retry_max: Duration,
    /// Failed starts of a local command in a row, after which only a call or a person starts it again.
    pub max_spawns: u32,
    /// How long `list_changed` notifications are collected before the list is read again.
    pub debounce: Duration,
    /// How long a child gets after its input was closed, and again after the polite signal.
    pub stop_grace: Duration,
    /// Rounds of questions a server may ask before it completes one call.
    pub max_rounds: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(30),
            first_connect_npx: Duration::from_secs(180),
            probe: Duration::from_secs(10),
            idle: Duration::from_secs(120),
            cap: Duration::from_secs(900),
            questions: Duration::from_secs(3600),
            max_pages: 50,
            max_tools: 1000,
            max_message: 64 * 1024 * 1024,
            max_description: 8192,
            max_schema: 256 * 1024,
            retry_first: Duration::from_secs(1),
            retry_max: Duration::from_secs(30),
            max_spawns: 5,
            debounce: Duration::from_millis(300),
            stop_grace: Duration::from_millis(1500),
            max_rounds: 10,
        }
    }
}
