//! The one HTTP handler: reads, records, asks the dialect, applies what the options ask for.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{Method, header};
use axum::response::Response;
use serde_json::Value;

use super::answer::Answer;
use super::fault::{Check, Fault, Kind, image_refusal};
use super::received::{Received, ToolChoice};
use super::record::Recorded;
use super::step::{Step, Turn, TurnCall};
use super::usage;
use super::wire::{Call, Dialect, Route, Target};
use super::world::{World, lock};

/// No vendor takes more than half a gigabyte; a stand-in has less patience.
const HARD_LIMIT: usize = 256 * 1024 * 1024;

pub(super) fn router(world: &Arc<World>) -> Router {
    Router::new().fallback(handle).with_state(Arc::clone(world))
}

async fn handle(State(world): State<Arc<World>>, request: Request<Body>) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, HARD_LIMIT).await.unwrap_or_default();
    let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
    let index = {
        let mut records = lock(&world.records);
        let index = records.len() + 1;
        records.push(Recorded::new(index, parts.method.as_str(), path, &parts.headers, body.clone()));
        index
    };
    let dialect = world.options.wire.dialect();
    let done = serve(&world, dialect, &parts, &body, index).await;
    let (answer, refusal, is_chat) = match done {
        Ok((answer, is_chat)) => (answer, None, is_chat),
        Err(fault) => {
            let mut answer = dialect.fault(&world, &fault);
            if fault.kind == Kind::Asked
                && let Some(seconds) = world.options.retry_after
            {
                answer = answer.with_header("retry-after", seconds.to_string());
            }
            (answer, Some(fault.line()), false)
        }
    };
    note(&world, index, |record| {
        record.status = answer.status;
        record.refusal = refusal;
    });
    if let Some(folder) = &world.options.record {
        let record = lock(&world.records).get(index - 1).cloned();
        // A test that reads the folder notices a missing file by itself.
        let _ = record.map(|record| record.save(folder));
    }
    answer.into_response(world.options.cut.filter(|_| is_chat))
}

fn note(world: &World, index: usize, change: impl FnOnce(&mut Recorded)) {
    if let Some(record) = lock(&world.records).get_mut(index - 1) {
        change(record);
    }
}

/// The answer, and whether it is that of a model.
async fn serve(
    world: &World,
    dialect: &dyn Dialect,
    parts: &axum::http::request::Parts,
    body: &bytes::Bytes,
    index: usize,
) -> Check<(Answer, bool)> {
    dialect.admit(world, &parts.headers)?;
    let query = parts.uri.query().unwrap_or_default();
    let target = match dialect.route(world, &parts.method, parts.uri.path(), query, body)? {
        Route::Info(value) => return Ok((Answer::json(200, &value), false)),
        Route::Chat(target) => target,
    };
    if body.len() > dialect.body_limit() {
        return Err(Fault::new(Kind::TooLarge, 413, "Request exceeds the maximum size"));
    }
    if let Some(status) = world.options.status {
        return Err(Fault::new(Kind::Asked, status, "asked for by the test"));
    }
    let json = json_body(parts, body)?;
    let call = Call { world, headers: &parts.headers, target: &target, body: &json };
    let mut received = dialect.read(&call)?;
    received.body = body.clone();
    let received = Arc::new(received);
    limits(world, &received)?;
    note(world, index, |record| record.received = Some(Arc::clone(&received)));
    let sees = world
        .options
        .models
        .iter()
        .find(|model| model.name == received.model)
        .is_none_or(|model| model.vision);
    let step = world.options.script.next(&received, world.options.ignore_images || !sees);
    tokio::time::sleep(world.options.first_byte_delay + Duration::from_millis(step.delay_ms)).await;
    Ok((answer(&call, dialect, &received, step)?, true))
}

fn json_body(parts: &axum::http::request::Parts, body: &[u8]) -> Check<Value> {
    let media_type = parts.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_json = media_type.is_some_and(|value| value.split(';').next() == Some("application/json"));
    if parts.method != Method::POST || !is_json {
        return Err(Fault::invalid("", "Content-Type must be application/json"));
    }
    serde_json::from_slice(body).map_err(|error| Fault::invalid("", format!("Invalid JSON: {error}")))
}

fn limits(world: &World, received: &Received) -> Check<()> {
    let images = received.images();
    if let Some(status) = world.options.refuse_images
        && !images.is_empty()
    {
        return Err(Fault::new(Kind::Image, status, image_refusal(status)));
    }
    if world.options.refuse_webp && images.iter().any(|image| image.media_type == "image/webp") {
        return Err(Fault::new(Kind::Image, 400, "unsupported image format: image/webp"));
    }
    match world.options.max_images {
        Some(most) if images.len() > most => Err(Fault::new(
            Kind::Image,
            400,
            format!("At most {most} image(s) may be provided in one request"),
        )),
        _ => Ok(()),
    }
}

fn answer(call: &Call<'_>, dialect: &dyn Dialect, received: &Received, step: Step) -> Check<Answer> {
    let world = call.world;
    if let Some(status) = step.status {
        let retry_after = step.retry_after.map(|seconds| seconds.to_string());
        let answer = match &step.error {
            Some(Value::Object(body)) => Answer::json(status, &Value::Object(body.clone())),
            other => {
                let text = other.as_ref().and_then(Value::as_str).unwrap_or("asked for by the test");
                dialect.fault(world, &Fault::new(Kind::Asked, status, text))
            }
        };
        return Ok(match retry_after {
            Some(seconds) => answer.with_header("retry-after", seconds),
            None => answer,
        });
    }
    if let Some(events) = &step.raw_events {
        let parts = events.iter().map(|event| dialect.raw_event(event)).collect();
        return Ok(Answer::stream(dialect.stream_type(), parts, step.gap_ms));
    }
    if received.tool_choice == ToolChoice::None && !step.calls.is_empty() {
        return Err(Fault::new(Kind::Asked, 500, "the script calls a tool where none may be called"));
    }
    let counted = usage::count(&mut lock(&world.prefixes), received, &step, dialect.caching(call));
    let calls = step.calls.into_iter().map(|call| TurnCall {
        id: call.id.unwrap_or_else(|| world.id(dialect.call_prefix())),
        name: call.name,
        arguments: call.arguments,
    });
    let turn = Turn {
        thinking: step.thinking,
        text: step.text.unwrap_or_default(),
        calls: calls.collect(),
        stop: step.stop,
        usage: step.usage.unwrap_or(counted),
        broken: step.error,
        gap_ms: step.gap_ms,
    };
    Ok(dialect.write(call, received, &turn))
}

/// The caller's bearer token, if it shows one.
pub(super) fn bearer(headers: &axum::http::HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").filter(|key| !key.is_empty())
}

/// Whether `shown` opens the door: any key if the provider has none of its own.
pub(super) fn opens(world: &World, shown: Option<&str>) -> bool {
    match (&world.options.key, shown) {
        (Some(key), Some(shown)) => key == shown,
        (None, Some(_)) => true,
        (_, None) => false,
    }
}

/// The path without its base, or why it is none of this vendor's.
pub(super) fn below<'a>(path: &'a str, base: &str) -> Check<&'a str> {
    path.strip_prefix(base).ok_or_else(|| Fault::new(Kind::NotFound, 404, format!("Not found: {path}")))
}

/// The target of a model call that says nothing by its path.
pub(super) fn plain_chat() -> Route {
    Route::Chat(Target::default())
}
