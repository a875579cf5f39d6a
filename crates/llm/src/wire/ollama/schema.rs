//! JSON Schema for a server that reads only some keys and no references.
//!
//! References are put in where they stand and `const` becomes `enum`; everything else stays as it is: the
//! server drops what it does not know. A schema that needs neither is sent unchanged.

use crate::wire::body::resolve;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// How deep references are followed.
const DEPTH: usize = 8;

/// How many nodes one schema may become.
const NODES: usize = 2000;

/// Keywords whose value is a map of schemas by name.
const NAMED: [&str; 3] = ["properties", "patternProperties", "dependentSchemas"];

/// Keywords whose value is a list of schemas, or one.
const SCHEMAS: [&str; 12] = [
    "anyOf",
    "oneOf",
    "allOf",
    "prefixItems",
    "items",
    "additionalProperties",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
];

/// The schema, changed only where it must be.
pub(super) fn degrade(schema: &Map<String, Value>) -> Cow<'_, Map<String, Value>> {
    let mut walk = Walk { root: schema, nodes: 0, changed: false };
    let mut out = walk.object(schema, &mut Vec::new());
    if !walk.changed {
        return Cow::Borrowed(schema);
    }
    out.shift_remove("$defs");
    out.shift_remove("definitions");
    Cow::Owned(out)
}

struct Walk<'a> {
    root: &'a Map<String, Value>,
    nodes: usize,
    changed: bool,
}

impl<'a> Walk<'a> {
    fn object(&mut self, schema: &'a Map<String, Value>, seen: &mut Vec<&'a str>) -> Map<String, Value> {
        self.nodes += 1;
        let mut out = match schema.get("$ref").and_then(Value::as_str) {
            Some(target) => self.reference(target, seen),
            None => Map::new(),
        };
        for (key, value) in schema.iter().filter(|(key, _)| *key != "$ref") {
            let value = match (key.as_str(), value) {
                ("const", value) => {
                    self.changed = true;
                    if !schema.contains_key("enum") {
                        out.insert("enum".into(), Value::Array(vec![value.clone()]));
                    }
                    continue;
                }
                (key, Value::Object(map)) if NAMED.contains(&key) => {
                    map.iter().map(|(name, schema)| (name.clone(), self.node(schema, seen))).collect()
                }
                (key, Value::Array(list)) if SCHEMAS.contains(&key) => {
                    list.iter().map(|schema| self.node(schema, seen)).collect()
                }
                (key, value) if SCHEMAS.contains(&key) => self.node(value, seen),
                (_, value) => value.clone(),
            };
            out.insert(key.clone(), value);
        }
        out
    }

    fn node(&mut self, schema: &'a Value, seen: &mut Vec<&'a str>) -> Value {
        match schema {
            Value::Object(schema) => Value::Object(self.object(schema, seen)),
            other => other.clone(),
        }
    }

    fn reference(&mut self, target: &'a str, seen: &mut Vec<&'a str>) -> Map<String, Value> {
        self.changed = true;
        let found = target.strip_prefix('#').and_then(|pointer| resolve(self.root, pointer));
        match found {
            Some(found) if !seen.contains(&target) && seen.len() < DEPTH && self.nodes < NODES => {
                seen.push(target);
                let out = self.object(found, seen);
                seen.pop();
                out
            }
            // A circle is cut where it closes.
            _ => std::iter::once(("type".to_owned(), "object".into())).collect(),
        }
    }
}

#[cfg(test)]
#[path = "schema_tests.rs"]
mod tests;
