//! Chat Completions as the smallest common set of many servers.
//!
//! Stricter than any one of them: what some server somewhere refuses is refused here.

mod check;
mod messages;
mod write;

pub(super) use messages::data_url;

use axum::http::{HeaderMap, Method};
use serde_json::{Value, json};

use super::Model;
use super::answer::{self, Answer};
use super::fault::{Check, Fault, Kind};
use super::http::{bearer, below, opens, plain_chat};
use super::received::Received;
use super::step::Turn;
use super::wire::{Call, Dialect, Route};
use super::world::World;

pub(super) struct OpenaiCompat;

impl Dialect for OpenaiCompat {
    fn body_limit(&self) -> usize {
        50 * 1024 * 1024
    }

    fn admit(&self, world: &World, headers: &HeaderMap) -> Check<()> {
        if headers.contains_key("authorization") {
            return admit(world, headers);
        }
        // Servers on one's own machine want no key.
        if world.options.key.is_none() { Ok(()) } else { admit(world, headers) }
    }

    fn route(&self, world: &World, method: &Method, path: &str, _query: &str, _body: &[u8]) -> Check<Route> {
        match (method, below(path, "/v1")?) {
            (&Method::POST, "/chat/completions") => Ok(plain_chat()),
            (&Method::GET, "/models") => Ok(Route::Info(models(world))),
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
        error(world, fault)
    }

    fn raw_event(&self, event: &Value) -> Vec<u8> {
        match event {
            Value::String(text) => text.clone().into_bytes(),
            other => answer::data(other),
        }
    }
}

/// Lets in who shows the right bearer token.
pub(super) fn admit(world: &World, headers: &HeaderMap) -> Check<()> {
    if opens(world, bearer(headers)) {
        return Ok(());
    }
    Err(Fault::new(Kind::Auth, 401, "Incorrect API key provided").with_code("invalid_api_key"))
}

/// The list of models in OpenAI's shape. Models that were set also say what they take, as a router does.
pub(super) fn models(world: &World) -> Value {
    let bare =
        |name: &str| json!({"id": name, "object": "model", "created": 1_790_000_000, "owned_by": "sim"});
    let told = |model: &Model| {
        let mut entry = bare(&model.name);
        if !model.silent {
            let modalities: &[&str] = if model.vision { &["text", "image"] } else { &["text"] };
            entry["architecture"] = json!({"input_modalities": modalities, "output_modalities": ["text"]});
            entry["context_length"] = json!(model.context);
            entry["supported_parameters"] =
                if model.tools { json!(["tools", "max_tokens"]) } else { json!([]) };
        }
        entry
    };
    let data: Vec<Value> = match &world.options.models[..] {
        [] => vec![bare("sim-model")],
        models => models.iter().map(told).collect(),
    };
    json!({"object": "list", "data": data})
}

/// An error in OpenAI's shape.
pub(super) fn error(world: &World, fault: &Fault) -> Answer {
    let (message, code) = match fault.kind {
        Kind::Unknown => (format!("Unknown parameter: '{}'.", fault.path), Some("unknown_parameter")),
        Kind::Missing => {
            (format!("Missing required parameter: '{}'.", fault.path), Some("missing_required_parameter"))
        }
        Kind::Type => {
            (format!("Invalid type for '{}': expected {}.", fault.path, fault.message), Some("invalid_type"))
        }
        _ if fault.path.is_empty() => (fault.message.clone(), fault.code),
        _ => (format!("Invalid value for '{}': {}", fault.path, fault.message), fault.code),
    };
    let kind = match fault.status {
        401 => "authentication_error",
        403 => "permission_error",
        404 => "not_found_error",
        429 => "rate_limit_error",
        500..=599 => "server_error",
        _ => "invalid_request_error",
    };
    let param = if fault.path.is_empty() { Value::Null } else { json!(fault.path) };
    let body =
        json!({"error": {"message": message, "type": kind, "param": param, "code": code.or(fault.code)}});
    Answer::json(fault.status, &body).with_header("x-request-id", world.id("req_"))
}
