//! Anthropic Messages, from the vendor's reference and client types of late 2026.
//!
//! Both live API versions are served; each refuses what the other allows.

mod blocks;
mod check;
mod echo;
mod models;
mod write;

use axum::http::{HeaderMap, Method};
use serde_json::{Value, json};

use super::answer::{self, Answer};
use super::fault::{Check, Fault, Kind};
use super::http::{bearer, below, opens, plain_chat};
use super::received::Received;
use super::step::Turn;
use super::usage::Caching;
use super::wire::{Call, Dialect, Route};
use super::world::World;

pub(super) struct Anthropic;

/// The versions of the API that are served.
const VERSIONS: [&str; 2] = ["2023-06-01", "2026-10-21"];

impl Dialect for Anthropic {
    fn body_limit(&self) -> usize {
        32 * 1024 * 1024
    }

    fn call_prefix(&self) -> &'static str {
        "toolu_"
    }

    fn caching(&self, call: &Call<'_>) -> Caching {
        Caching::Explicit(check::has_breakpoint(call.body))
    }

    fn admit(&self, world: &World, headers: &HeaderMap) -> Check<()> {
        let key = headers.get("x-api-key").and_then(|key| key.to_str().ok()).filter(|key| !key.is_empty());
        if key.is_some() && bearer(headers).is_some() {
            return Err(Fault::new(Kind::Auth, 401, "send x-api-key or Authorization, not both"));
        }
        if !opens(world, key.or_else(|| bearer(headers))) {
            return Err(Fault::new(Kind::Auth, 401, "invalid x-api-key"));
        }
        match headers.get("anthropic-version").and_then(|version| version.to_str().ok()) {
            None => Err(Fault::invalid("", "anthropic-version: header is required")),
            Some(version) if VERSIONS.contains(&version) => Ok(()),
            Some(version) => Err(Fault::invalid(
                "",
                format!("anthropic-version: {version:?} is not a valid version. See the list of versions."),
            )),
        }
    }

    fn route(&self, world: &World, method: &Method, path: &str, _query: &str, _body: &[u8]) -> Check<Route> {
        match (method, below(path, "/v1")?) {
            (&Method::POST, "/messages") => Ok(plain_chat()),
            (&Method::GET, "/models") => Ok(Route::Info(models::list(world))),
            (&Method::GET, rest) if rest.starts_with("/models/") => {
                models::one(world, &rest["/models/".len()..]).map(Route::Info)
            }
            _ => Err(Fault::new(Kind::NotFound, 404, format!("Not found: {path}"))),
        }
    }

    fn read(&self, call: &Call<'_>) -> Check<Received> {
        check::request(call)
    }

    fn write(&self, call: &Call<'_>, received: &Received, turn: &Turn) -> Answer {
        write::turn(call, received, turn)
    }

    fn fault(&self, world: &World, fault: &Fault) -> Answer {
        if fault.status == 413 {
            // The edge in front of the vendor answers this one, and not in JSON.
            let page = b"<html><head><title>413 Request Entity Too Large</title></head></html>".to_vec();
            return Answer::new(413, "text/html", vec![page]);
        }
        let id = world.id("req_");
        let message = match fault.kind {
            Kind::Unknown => format!("{}: Extra inputs are not permitted", fault.path),
            Kind::Missing => format!("{}: Field required", fault.path),
            Kind::Type => format!("{}: Input should be a valid {}", fault.path, fault.message),
            _ if fault.path.is_empty() => fault.message.clone(),
            _ => format!("{}: {}", fault.path, fault.message),
        };
        let mut error = json!({"type": error_type(fault.status), "message": message});
        if let Some(code) = fault.code {
            error["details"] = json!({"error_code": code});
        }
        Answer::json(fault.status, &json!({"type": "error", "error": error, "request_id": id}))
            .with_header("request-id", id)
    }

    fn raw_event(&self, event: &Value) -> Vec<u8> {
        match event {
            Value::String(text) => text.clone().into_bytes(),
            other => answer::event(other["type"].as_str().unwrap_or("message"), other),
        }
    }
}

fn error_type(status: u16) -> &'static str {
    match status {
        401 => "authentication_error",
        402 => "billing_error",
        403 => "permission_error",
        404 => "not_found_error",
        409 => "conflict_error",
        413 => "request_too_large",
        429 => "rate_limit_error",
        504 => "timeout_error",
        529 => "overloaded_error",
        500..=599 => "api_error",
        _ => "invalid_request_error",
    }
}
