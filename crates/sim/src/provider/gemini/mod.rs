//! Gemini's `generateContent`, native.

mod check;
mod contents;
mod parts;
mod schema;
mod spelling;
mod write;

use axum::http::{HeaderMap, Method};
use serde_json::{Value, json};

use super::Model;
use super::answer::{self, Answer};
use super::fault::{Check, Fault, Kind};
use super::http::opens;
use super::received::Received;
use super::step::Turn;
use super::wire::{Call, Dialect, Route, Target};
use super::world::World;

pub(super) struct Gemini;

impl Dialect for Gemini {
    fn body_limit(&self) -> usize {
        100 * 1024 * 1024
    }

    fn admit(&self, world: &World, headers: &HeaderMap) -> Check<()> {
        if headers.contains_key("authorization") {
            return Err(Fault::new(
                Kind::Auth,
                401,
                "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.",
            ));
        }
        let key =
            headers.get("x-goog-api-key").and_then(|key| key.to_str().ok()).filter(|key| !key.is_empty());
        if key.is_none() {
            return Err(Fault::new(
                Kind::Auth,
                403,
                "Method doesn't allow unregistered callers (callers without established identity).",
            ));
        }
        if opens(world, key) {
            return Ok(());
        }
        // This vendor says 400, not 401, to a wrong key.
        Err(Fault::new(Kind::Auth, 400, "API key not valid. Please pass a valid API key.")
            .with_code("API_KEY_INVALID"))
    }

    fn route(&self, world: &World, method: &Method, path: &str, query: &str, _body: &[u8]) -> Check<Route> {
        let lost = || Fault::new(Kind::NotFound, 404, format!("Not found: {path}"));
        // The vendor's own client library still uses the older path.
        let rest = path.strip_prefix("/v1beta/models").or_else(|| path.strip_prefix("/v1/models"));
        let rest = rest.ok_or_else(lost)?;
        let Some(rest) = rest.strip_prefix('/') else {
            return if *method == Method::GET { Ok(Route::Info(models(world))) } else { Err(lost()) };
        };
        if *method == Method::GET {
            let known = world.options.models.iter().find(|model| model.name == rest);
            return known.map(|model| Route::Info(info(model))).ok_or_else(lost);
        }
        let (model, verb) = rest.split_once(':').ok_or_else(lost)?;
        let stream = match verb {
            "generateContent" => false,
            "streamGenerateContent" if query.split('&').any(|pair| pair == "alt=sse") => true,
            "streamGenerateContent" => {
                return Err(Fault::invalid("", "this stand-in streams with alt=sse only"));
            }
            _ => return Err(lost()),
        };
        if !world.knows(model) {
            let words = format!(
                "models/{model} is not found for API version v1beta, or is not supported for generateContent."
            );
            return Err(Fault::new(Kind::NotFound, 404, words));
        }
        Ok(Route::Chat(Target { model: Some(model.to_owned()), stream: Some(stream) }))
    }

    fn read(&self, call: &Call<'_>) -> Check<Received> {
        check::request(call)
    }

    fn write(&self, call: &Call<'_>, received: &Received, turn: &Turn) -> Answer {
        write::turn(call, received, turn)
    }

    fn fault(&self, _world: &World, fault: &Fault) -> Answer {
        let path = indexed(&fault.path);
        let message = match fault.kind {
            Kind::Unknown => {
                let (parent, name) = path.rsplit_once('.').unwrap_or(("", &path));
                let place = if parent.is_empty() { String::new() } else { format!(" at '{parent}'") };
                format!("Invalid JSON payload received. Unknown name \"{name}\"{place}: Cannot find field.")
            }
            Kind::Missing => format!("* {path}: missing field."),
            Kind::Type => format!("Invalid value at '{path}' (expected {})", fault.message),
            _ if path.is_empty() => fault.message.clone(),
            _ => format!("* {path}: {}", fault.message),
        };
        let mut error =
            json!({"code": fault.status, "message": message, "status": status_name(fault.status)});
        if let Some(code) = fault.code {
            error["details"] = json!([{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": code,
                "domain": "googleapis.com"}]);
        } else if fault.status == 429 {
            error["details"] =
                json!([{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "1s"}]);
        }
        Answer::json(fault.status, &json!({"error": error}))
    }

    fn raw_event(&self, event: &Value) -> Vec<u8> {
        match event {
            Value::String(text) => text.clone().into_bytes(),
            other => answer::data(other),
        }
    }
}

/// `contents.1.parts.0` as `contents[1].parts[0]`.
fn indexed(path: &str) -> String {
    let mut written = String::new();
    for step in path.split('.') {
        if step.bytes().all(|byte| byte.is_ascii_digit()) && !step.is_empty() {
            written.push_str(&format!("[{step}]"));
        } else {
            if !written.is_empty() {
                written.push('.');
            }
            written.push_str(step);
        }
    }
    written
}

fn status_name(status: u16) -> &'static str {
    match status {
        401 => "UNAUTHENTICATED",
        403 => "PERMISSION_DENIED",
        404 => "NOT_FOUND",
        429 => "RESOURCE_EXHAUSTED",
        499 => "CANCELLED",
        503 => "UNAVAILABLE",
        504 => "DEADLINE_EXCEEDED",
        500..=599 => "INTERNAL",
        _ => "INVALID_ARGUMENT",
    }
}

/// Models up to 2.5 take no media in a function response and issue no signatures.
fn is_old(model: &str) -> bool {
    model.starts_with("gemini-1") || model.starts_with("gemini-2")
}

fn models(world: &World) -> Value {
    let models: Vec<Value> = match &world.options.models[..] {
        [] => vec![info(&Model::new("sim-model"))],
        models => models.iter().map(info).collect(),
    };
    json!({"models": models})
}

fn info(model: &Model) -> Value {
    json!({"name": format!("models/{}", model.name), "displayName": model.name, "version": "001",
        "inputTokenLimit": model.context, "outputTokenLimit": 65_536,
        "supportedGenerationMethods": ["generateContent"], "thinking": model.thinking})
}
