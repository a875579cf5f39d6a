//! Ollama's own `/api/chat` and the endpoints that describe its models.

mod check;
mod messages;
mod models;
mod write;

use axum::http::{HeaderMap, Method};
use serde_json::{Value, json};

use super::answer::Answer;
use super::fault::{Check, Fault, Kind};
use super::http::{bearer, opens, plain_chat};
use super::received::Received;
use super::step::Turn;
use super::usage::Caching;
use super::wire::{Call, Dialect, Route};
use super::world::World;

pub(super) struct Ollama;

impl Dialect for Ollama {
    fn body_limit(&self) -> usize {
        256 * 1024 * 1024
    }

    fn stream_type(&self) -> &'static str {
        "application/x-ndjson"
    }

    fn caching(&self, _call: &Call<'_>) -> Caching {
        Caching::Never
    }

    fn admit(&self, world: &World, headers: &HeaderMap) -> Check<()> {
        if world.options.key.is_none() && !headers.contains_key("authorization") {
            return Ok(());
        }
        if opens(world, bearer(headers)) { Ok(()) } else { Err(Fault::new(Kind::Auth, 401, "unauthorized")) }
    }

    fn route(&self, world: &World, method: &Method, path: &str, _query: &str, body: &[u8]) -> Check<Route> {
        match (method, path) {
            (&Method::POST, "/api/chat") => Ok(plain_chat()),
            (&Method::POST, "/api/show") => models::show(world, body).map(Route::Info),
            (&Method::GET, "/api/tags") => Ok(Route::Info(models::tags(world))),
            (&Method::GET, "/api/version") => Ok(Route::Info(json!({"version": "0.31.0"}))),
            _ => Err(Fault::new(Kind::NotFound, 404, "404 page not found")),
        }
    }

    fn read(&self, call: &Call<'_>) -> Check<Received> {
        check::request(call)
    }

    fn write(&self, call: &Call<'_>, received: &Received, turn: &Turn) -> Answer {
        write::turn(call, received, turn)
    }

    fn fault(&self, _world: &World, fault: &Fault) -> Answer {
        let message = match fault.kind {
            Kind::Unknown => format!("unknown field {}", fault.path),
            Kind::Missing => format!("missing field {}", fault.path),
            Kind::Type => format!(
                "json: cannot unmarshal into Go struct field ChatRequest.{} of type {}",
                fault.path, fault.message
            ),
            _ if fault.path.is_empty() => fault.message.clone(),
            _ => format!("{}: {}", fault.path, fault.message),
        };
        Answer::json(fault.status, &json!({"error": message}))
    }

    fn raw_event(&self, event: &Value) -> Vec<u8> {
        match event {
            Value::String(text) => text.clone().into_bytes(),
            other => write::line(other),
        }
    }
}
