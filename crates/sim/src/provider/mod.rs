//! Model providers that check every request as strictly as the vendors' documents allow.
//!
//! Owns what a vendor would refuse and the shapes it answers with, written from those documents alone.
//! It answers from what it received: colours it names were measured in an image of that very request.
//! A 200 proves nothing by itself, so every request is kept for a test to look at.

mod answer;
mod anthropic;
mod fault;
mod gemini;
mod http;
mod mind;
mod node;
mod ollama;
mod openai_compat;
mod picture;
mod received;
mod record;
mod responses;
mod step;
mod tools;
mod usage;
mod wire;
mod world;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

pub use received::{Call, Image, Message, Received, Role, Tool, ToolChoice, ToolResult};
pub use record::Recorded;
pub use step::{Script, Step, StepCall, Usage};
pub use wire::{UnknownWire, Wire};

use crate::serve::Server;
use world::{World, lock};

/// How a provider behaves.
#[derive(Clone)]
pub struct ProviderOptions {
    /// The protocol it speaks.
    pub wire: Wire,
    /// Port on 127.0.0.1; a free one if `None`.
    pub port: Option<u16>,
    /// The only key it takes; any if `None`. Chat Completions and Ollama servers without one also serve
    /// callers that show no key, as local servers do.
    pub key: Option<String>,
    /// Its models; any name if empty.
    pub models: Vec<Model>,
    /// Who decides the answers.
    pub script: Script,
    /// Writes every request into this folder.
    pub record: Option<PathBuf>,
    /// Answers every model call that carries an image with this status and the words that go with it.
    pub refuse_images: Option<u16>,
    /// Answers a model call that carries a WebP with 400.
    pub refuse_webp: bool,
    /// Takes images, answers 200, and does not see them.
    pub ignore_images: bool,
    /// Answers a model call with more images than this with 400.
    pub max_images: Option<usize>,
    /// Ends the body of every model answer early.
    pub cut: Option<Cut>,
    /// Answers every model call with this status.
    pub status: Option<u16>,
    /// Seconds in the `Retry-After` header of errors that were asked for.
    pub retry_after: Option<u64>,
    /// Waits before the first byte of every model answer.
    pub first_byte_delay: Duration,
    /// Whether thinking and thought signatures are issued even if not asked for, and must come back.
    pub strict_echo: bool,
    /// Whether earlier messages may not change before a thinking block (Anthropic).
    pub prefix_binding: bool,
}

impl ProviderOptions {
    /// A provider that behaves well.
    #[must_use]
    pub fn new(wire: Wire) -> Self {
        Self {
            wire,
            port: None,
            key: None,
            models: Vec::new(),
            script: Script::default(),
            record: None,
            refuse_images: None,
            refuse_webp: false,
            ignore_images: false,
            max_images: None,
            cut: None,
            status: None,
            retry_after: None,
            first_byte_delay: Duration::ZERO,
            strict_echo: false,
            prefix_binding: false,
        }
    }
}

/// Where an answer ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Bytes of the body that still arrive.
    pub after: usize,
    /// Whether the connection breaks; otherwise the body ends as if it were complete.
    pub reset: bool,
}

/// A model and what it can do.
#[derive(Clone, Debug)]
pub struct Model {
    /// Its name.
    pub name: String,
    /// Whether it takes images.
    pub vision: bool,
    /// Whether it calls tools.
    pub tools: bool,
    /// Whether it thinks.
    pub thinking: bool,
    /// Its window in tokens.
    pub context: u64,
    /// Whether an old server says nothing about capabilities (Ollama).
    pub silent: bool,
}

impl Model {
    /// A model that can do everything, with a window of 128,000 tokens.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), vision: true, tools: true, thinking: true, context: 128_000, silent: false }
    }
}

/// A running provider. Dropping it ends it and every connection to it.
pub struct Provider {
    server: Server,
    world: Arc<World>,
}

/// Starts a provider on 127.0.0.1.
///
/// # Errors
/// The port is taken, or the system gives no thread.
pub fn start(options: ProviderOptions) -> io::Result<Provider> {
    let port = options.port;
    let world = Arc::new(World::new(options));
    let server = Server::start(port, "sim-provider", |_| http::router(&world))?;
    Ok(Provider { server, world })
}

impl Provider {
    /// The base URL for a template, for example `http://127.0.0.1:PORT/v1`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}{}", self.server.address(), self.world.options.wire.base_path())
    }

    /// Every request so far, oldest first.
    #[must_use]
    pub fn requests(&self) -> Vec<Recorded> {
        lock(&self.world.records).clone()
    }

    /// The model calls that passed the checks, oldest first.
    #[must_use]
    pub fn chats(&self) -> Vec<Arc<Received>> {
        lock(&self.world.records).iter().filter_map(|record| record.received.clone()).collect()
    }

    /// Lets go of every request so far, for a test that measures memory.
    pub fn forget(&self) {
        lock(&self.world.records).clear();
        *lock(&self.world.prefixes) = usage::Prefixes::default();
    }

    /// Ends it as a killed program would: connections break, the port is free on return.
    pub fn shutdown(mut self) {
        self.server.stop();
    }
}
