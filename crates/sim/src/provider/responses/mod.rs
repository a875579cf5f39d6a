//! The Responses API of four vendors: one reader and one writer, and a table of what differs.

mod check;
mod items;
mod parts;
mod vendor;
mod write;

use axum::http::{HeaderMap, Method};
use serde_json::Value;

use super::answer::{self, Answer};
use super::fault::{Check, Fault, Kind};
use super::http::{below, plain_chat};
use super::openai_compat;
use super::received::Received;
use super::step::Turn;
use super::usage::Caching;
use super::wire::{Call, Dialect, Route};
use super::world::World;

pub(super) use vendor::{META, OPENAI, PERPLEXITY, Vendor, XAI};

impl Dialect for Vendor {
    fn body_limit(&self) -> usize {
        self.body_limit
    }

    fn caching(&self, _call: &Call<'_>) -> Caching {
        Caching::Implicit
    }

    fn admit(&self, world: &World, headers: &HeaderMap) -> Check<()> {
        openai_compat::admit(world, headers)
    }

    fn route(&self, world: &World, method: &Method, path: &str, _query: &str, _body: &[u8]) -> Check<Route> {
        match (method, below(path, "/v1")?) {
            (&Method::POST, "/responses") => Ok(plain_chat()),
            (&Method::GET, "/models") => Ok(Route::Info(openai_compat::models(world))),
            _ => Err(Fault::new(Kind::NotFound, 404, format!("Not found: {path}"))),
        }
    }

    fn read(&self, call: &Call<'_>) -> Check<Received> {
        check::request(self, call)
    }

    fn write(&self, call: &Call<'_>, received: &Received, turn: &Turn) -> Answer {
        write::turn(self, call, received, turn)
    }

    fn fault(&self, world: &World, fault: &Fault) -> Answer {
        self.error(world, fault)
    }

    fn raw_event(&self, event: &Value) -> Vec<u8> {
        match event {
            Value::String(text) => text.clone().into_bytes(),
            other => answer::event(other["type"].as_str().unwrap_or("message"), other),
        }
    }
}
