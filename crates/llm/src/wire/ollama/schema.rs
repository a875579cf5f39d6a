//! JSON Schema for a server that reads only some keys and no references.
//!
//! References are put in where they stand and `const` becomes `enum`; everything else stays as it is: the
//! server drops what it does not know. A schema that needs neither is sent unchanged.

use serde_json::{Map, Value};
use std::borrow::Cow;

/// How deep references are followed.
const DEPTH: usize = 8;

/// How many nodes one schema may become.
const NODES: usize = 2000;

/// The schema, changed only where it must be.
pub(super) fn degrade(schema: &Map<String, Value>) -> Cow<'_, Map<String, Value>> {
    if !needs(schema.values()) && !schema.contains_key("$ref") {
        return Cow::Borrowed(schema);
    }
    let mut walk = Walk { root: schema, nodes: 0 };
    let mut out = walk.object(schema, &mut Vec::new());
    out.shift_remove("$defs");
    out.shift_remove("definitions");
    Cow::Owned(out)
}

fn needs<'a>(values: impl Iterator<Item = &'a Value>) -> bool {
    let mut values = values;
    values.any(|value| match value {
        Value::Object(map) => map.contains_key("$ref") || map.contains_key("const") || needs(map.values()),
        Value::Array(list) => needs(list.iter()),
        _ => false,
    })
}

struct Walk<'a> {
    root: &'a Map<String, Value>,
    nodes: usize,
}

impl<'a> Walk<'a> {
    fn object(&mut self, schema: &'a Map<String, Value>, seen: &mut Vec<&'a str>) -> Map<String, Value> {
        self.nodes += 1;
        let mut out = Map::new();
        let target = schema.get("$ref").and_then(Value::as_str);
        if let Some(target) = target {
            let found = target.strip_prefix("#/").and_then(|path| self.resolve(path));
            match found {
                Some(found) if !seen.contains(&target) && seen.len() < DEPTH && self.nodes < NODES => {
                    seen.push(target);
                    out = self.object(found, seen);
                    seen.pop();
                }
                // A circle is cut where it closes.
                _ => {
                    out.insert("type".into(), "object".into());
                }
            }
        }
        for (key, value) in schema.iter().filter(|(key, _)| *key != "$ref") {
            match key.as_str() {
                "const" if !schema.contains_key("enum") => {
                    out.insert("enum".into(), Value::Array(vec![value.clone()]));
                }
                "const" => {}
                "$defs" | "definitions" if seen.is_empty() => {
                    out.insert(key.clone(), value.clone());
                }
                _ => {
                    let value = self.value(value, seen);
                    out.insert(key.clone(), value);
                }
            }
        }
        out
    }

    fn value(&mut self, value: &'a Value, seen: &mut Vec<&'a str>) -> Value {
        match value {
            Value::Object(map) => Value::Object(self.object(map, seen)),
            Value::Array(list) => list.iter().map(|item| self.value(item, seen)).collect(),
            other => other.clone(),
        }
    }

    fn resolve(&self, path: &str) -> Option<&'a Map<String, Value>> {
        let mut parts = path.split('/').map(|p| p.replace("~1", "/").replace("~0", "~"));
        let first = self.root.get(&parts.next()?)?;
        parts.try_fold(first, |value, part| value.get(&part))?.as_object()
    }
}
