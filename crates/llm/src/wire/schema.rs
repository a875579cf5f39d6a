//! What the wires share about the schemas of tools. Each wire that takes less than JSON Schema has one
//! function of its own that says what is left; the others send what the tool's owner wrote.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// A schema as it was written, with what every API wants at the root even where its owner left it out:
/// the word that it is an object and, on wires that look for them, its members.
pub(super) struct ObjectSchema<'a> {
    schema: &'a Map<String, Value>,
    listed: bool,
}

impl<'a> ObjectSchema<'a> {
    /// With `type` at the root.
    pub(super) fn typed(schema: &'a Map<String, Value>) -> Self {
        Self { schema, listed: false }
    }

    /// With `type` and `properties` at the root: an object schema without members is an error to OpenAI
    /// and to servers that copy it.
    pub(super) fn listed(schema: &'a Map<String, Value>) -> Self {
        Self { schema, listed: true }
    }
}

impl Serialize for ObjectSchema<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let has = |name: &str| self.schema.contains_key(name);
        let typed = has("type");
        // Members may stand in what the root is made of.
        let listed = !self.listed || ["properties", "$ref", "anyOf", "oneOf", "allOf"].into_iter().any(has);
        if typed && listed {
            return self.schema.serialize(serializer);
        }
        let mut whole = Map::new();
        if !typed {
            whole.insert("type".into(), "object".into());
        }
        whole.extend(self.schema.iter().map(|(name, value)| (name.clone(), value.clone())));
        if !listed {
            whole.insert("properties".into(), Map::new().into());
        }
        whole.serialize(serializer)
    }
}

/// What a local JSON pointer names (RFC 6901).
pub(super) fn resolve<'a>(root: &'a Map<String, Value>, pointer: &str) -> Option<&'a Map<String, Value>> {
    if pointer.is_empty() {
        return Some(root);
    }
    let mut parts = pointer.strip_prefix('/')?.split('/').map(|p| p.replace("~1", "/").replace("~0", "~"));
    let first = root.get(&parts.next()?)?;
    parts.try_fold(first, |value, part| value.get(&part))?.as_object()
}

/// Appends what a node loses to its description, as JSON: no rule any more, but the model reads it.
pub(super) fn describe(node: &mut Map<String, Value>, lost: &Map<String, Value>) {
    if lost.is_empty() {
        return;
    }
    let lost = Value::Object(lost.clone()).to_string();
    let text = match node.get("description").and_then(Value::as_str).filter(|text| !text.is_empty()) {
        Some(text) => format!("{text} {lost}"),
        None => lost,
    };
    node.insert("description".into(), text.into());
}

/// Leaves each value once, where it stood first.
pub(super) fn dedup(values: &mut Vec<Value>) {
    let mut seen: Vec<Value> = Vec::with_capacity(values.len());
    values.retain(|value| {
        let new = !seen.contains(value);
        if new {
            seen.push(value.clone());
        }
        new
    });
}
