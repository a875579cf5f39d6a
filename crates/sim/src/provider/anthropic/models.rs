//! The models endpoint: what each model can do.

use serde_json::{Value, json};

use super::super::Model;
use super::super::fault::{Check, Fault, Kind};
use super::super::world::World;

/// All models; one of a made-up name if none are set.
pub(super) fn list(world: &World) -> Value {
    let models: Vec<Value> = match &world.options.models[..] {
        [] => vec![info(&Model::new("sim-model"))],
        models => models.iter().map(info).collect(),
    };
    let id = |model: Option<&Value>| model.map_or(Value::Null, |model| model["id"].clone());
    json!({"first_id": id(models.first()), "last_id": id(models.last()), "has_more": false, "data": models})
}

/// One model, by its name as a segment of a path.
pub(super) fn one(world: &World, segment: &str) -> Check<Value> {
    let name = plain(segment);
    let name = name.as_str();
    if world.options.models.is_empty() {
        return Ok(info(&Model::new(name)));
    }
    let model = world.options.models.iter().find(|model| model.name == name);
    model.map(info).ok_or_else(|| Fault::new(Kind::NotFound, 404, format!("model: {name}")))
}

/// A segment without its escapes.
fn plain(segment: &str) -> String {
    let mut bytes = Vec::with_capacity(segment.len());
    let mut rest = segment.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(..2).filter(|_| *first == b'%').and_then(|code| str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn info(model: &Model) -> Value {
    let yes = |supported: bool| json!({"supported": supported});
    json!({
        "type": "model", "id": model.name, "display_name": model.name, "lifecycle": "active",
        "created_at": "2026-10-21T00:00:00Z", "deprecated_at": null, "retires_at": null, "line": null,
        "max_input_tokens": model.context, "max_tokens": 64_000,
        "capabilities": {
            "batch": yes(false), "citations": yes(false), "code_execution": yes(false),
            "context_management": {"supported": false},
            "effort": {"supported": model.thinking, "low": yes(model.thinking), "medium": yes(model.thinking),
                "high": yes(model.thinking), "xhigh": yes(false), "max": yes(false)},
            "image_input": yes(model.vision), "pdf_input": yes(model.vision),
            "server_tools": {"supported": false}, "structured_outputs": yes(false),
            "thinking": {"supported": model.thinking, "types": {"adaptive": yes(model.thinking),
                "between_tools": yes(false), "disabled": yes(true), "enabled": yes(false)}},
        },
    })
}
