//! What a model can do, as `/api/show` and `/api/tags` say it.

use serde_json::{Value, json};

use super::super::Model;
use super::super::fault::{Check, Fault, Kind};
use super::super::world::World;

const MOMENT: &str = "2026-11-01T00:00:00Z";

/// A model that is not on the list.
pub(super) fn missing(name: &str) -> Fault {
    Fault::new(Kind::NotFound, 404, format!("model '{name}' not found"))
}

pub(super) fn show(world: &World, body: &[u8]) -> Check<Value> {
    let asked: Value = serde_json::from_slice(body).map_err(|error| Fault::invalid("", error.to_string()))?;
    let name = asked["model"].as_str().filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| Fault::invalid("", "model is required"))?;
    let any = Model::new(name);
    let model = if world.options.models.is_empty() {
        &any
    } else {
        let known = world.options.models.iter().find(|model| model.name == name);
        known.ok_or_else(|| missing(name))?
    };
    let mut shown = json!({
        "modelfile": "", "parameters": "", "template": "{{ .Prompt }}", "details": details(),
        "model_info": {"general.architecture": "sim", "sim.context_length": model.context},
        "modified_at": MOMENT,
    });
    if !model.silent {
        let able = [
            ("completion", true),
            ("tools", model.tools),
            ("vision", model.vision),
            ("thinking", model.thinking),
        ];
        let able: Vec<&str> = able.iter().filter(|(_, able)| *able).map(|(name, _)| *name).collect();
        shown["capabilities"] = json!(able);
    }
    Ok(shown)
}

pub(super) fn tags(world: &World) -> Value {
    let names = world.options.models.iter().map(|model| model.name.as_str());
    let names: Vec<&str> =
        if world.options.models.is_empty() { vec!["sim-model:latest"] } else { names.collect() };
    let entry = |name: &&str| {
        json!({"name": name, "model": name, "modified_at": MOMENT, "size": 1_000_000, "digest": "0".repeat(64),
            "details": details()})
    };
    json!({"models": names.iter().map(entry).collect::<Vec<_>>()})
}

fn details() -> Value {
    json!({"parent_model": "", "format": "gguf", "family": "sim", "families": ["sim"], "parameter_size": "8B",
        "quantization_level": "Q4_K_M"})
}
