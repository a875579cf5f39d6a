//! JSON Schema in the seven keys that the server reads.
//!
//! It drops every other key without a word, and refuses the whole request where one of the seven has a
//! value of another kind. So references are put in where they stand, what other keys say is said in the
//! seven where it can be, and what is left of it is appended to the description as JSON, which the model
//! reads. Deterministic; order is kept.

use crate::wire::schema::{dedup, describe, resolve};
use serde_json::{Map, Value};

/// How deep references are followed.
const DEPTH: usize = 8;

/// How deep a schema may be, and how many nodes it may become.
const LEVELS: usize = 32;
const NODES: usize = 2000;

/// What a model should know although no key is left for it.
const TOLD: [&str; 13] = [
    "format",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "uniqueItems",
    "default",
];

/// The parameters of a tool.
pub(super) fn degrade(schema: &Map<String, Value>) -> Map<String, Value> {
    let mut walk = Walk { root: schema, nodes: 0 };
    let inside = walk.object(schema, 0, &mut Vec::new());
    let mut out = Map::new();
    // The root is an object by contract, whatever it says.
    out.insert("type".into(), "object".into());
    out.extend(inside.into_iter().filter(|(name, _)| name != "type"));
    out.entry("properties").or_insert_with(|| Map::new().into());
    out
}

struct Walk<'a> {
    root: &'a Map<String, Value>,
    nodes: usize,
}

impl<'a> Walk<'a> {
    fn node(&mut self, schema: &'a Value, depth: usize, seen: &mut Vec<&'a str>) -> Value {
        // `true` allows anything, and the server knows no such schema.
        schema.as_object().map_or_else(Map::new, |schema| self.object(schema, depth + 1, seen)).into()
    }

    fn nodes(&mut self, list: &'a [Value], depth: usize, seen: &mut Vec<&'a str>) -> Value {
        list.iter().map(|schema| self.node(schema, depth, seen)).collect()
    }

    fn object(
        &mut self,
        schema: &'a Map<String, Value>,
        depth: usize,
        seen: &mut Vec<&'a str>,
    ) -> Map<String, Value> {
        self.nodes += 1;
        if depth > LEVELS || self.nodes > NODES {
            return cut();
        }
        let mut out = match schema.get("$ref").and_then(Value::as_str) {
            Some(target) => self.reference(target, depth, seen),
            None => Map::new(),
        };
        for member in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            if let Value::Object(member) = member {
                let member = self.object(member, depth + 1, seen);
                merge(&mut out, member);
            }
        }
        let own = self.own(schema, depth, seen);
        merge(&mut out, own);
        let lost = schema.iter().filter(|(name, value)| TOLD.contains(&name.as_str()) && !value.is_null());
        describe(&mut out, &lost.map(|(name, value)| (name.clone(), value.clone())).collect());
        out
    }

    /// What a node says itself, in the keys that are kept.
    fn own(
        &mut self,
        schema: &'a Map<String, Value>,
        depth: usize,
        seen: &mut Vec<&'a str>,
    ) -> Map<String, Value> {
        let mut out = Map::new();
        for (name, value) in schema {
            let (name, value) = match (name.as_str(), value) {
                ("type" | "description", Value::String(_)) | ("enum", Value::Array(_)) => {
                    (name.as_str(), value.clone())
                }
                ("type" | "required", Value::Array(list)) => {
                    let words: Vec<Value> = list.iter().filter(|word| word.is_string()).cloned().collect();
                    (name.as_str(), words.into())
                }
                ("const", value) if !schema.contains_key("enum") => ("enum", vec![value.clone()].into()),
                ("items", Value::Array(list)) => ("items", self.nodes(list, depth, seen)),
                ("items", value) => ("items", self.node(value, depth, seen)),
                ("anyOf", Value::Array(list)) => ("anyOf", self.nodes(list, depth, seen)),
                ("oneOf", Value::Array(list)) if !schema.contains_key("anyOf") => {
                    ("anyOf", self.nodes(list, depth, seen))
                }
                ("properties", Value::Object(map)) => {
                    let members =
                        map.iter().map(|(name, schema)| (name.clone(), self.node(schema, depth, seen)));
                    ("properties", members.collect())
                }
                _ => continue,
            };
            out.insert(name.to_owned(), value);
        }
        out
    }

    fn reference(&mut self, target: &'a str, depth: usize, seen: &mut Vec<&'a str>) -> Map<String, Value> {
        let found = target.strip_prefix('#').and_then(|pointer| resolve(self.root, pointer));
        match found {
            Some(found) if !seen.contains(&target) && seen.len() < DEPTH => {
                seen.push(target);
                let out = self.object(found, depth + 1, seen);
                seen.pop();
                out
            }
            // A circle is cut where it closes.
            _ => cut(),
        }
    }
}

/// Lays one node over another. Members and the names of those that must be there are joined.
fn merge(into: &mut Map<String, Value>, node: Map<String, Value>) {
    for (name, value) in node {
        match (name.as_str(), into.get_mut(&name), value) {
            ("properties", Some(Value::Object(known)), Value::Object(more)) => known.extend(more),
            ("required", Some(Value::Array(known)), Value::Array(more)) => {
                known.extend(more);
                dedup(known);
            }
            (_, _, value) => {
                into.insert(name, value);
            }
        }
    }
}

/// A node without its inside.
fn cut() -> Map<String, Value> {
    std::iter::once(("type".to_owned(), "object".into())).collect()
}

#[cfg(test)]
#[path = "schema_tests.rs"]
mod tests;
