//! JSON Schema to the subset of OpenAPI that Gemini takes. Every other key is a 400 for the whole request.
//!
//! Deterministic; order is kept. What cannot be said as a constraint is appended to the description as
//! JSON, so that the model still reads it.

use crate::wire::schema::{dedup, describe, resolve};
use serde_json::{Map, Value, json};

/// How deep references are followed; a deeper one is cut.
const DEPTH: usize = 8;

/// How many nodes one schema may become; references could multiply without end.
const NODES: usize = 2000;

/// Keys that pass as they are, if their value has the right kind.
const TEXTS: [&str; 3] = ["title", "description", "pattern"];
const COUNTS: [(&str, &str); 6] = [
    ("minItems", "array"),
    ("maxItems", "array"),
    ("minProperties", "object"),
    ("maxProperties", "object"),
    ("minLength", "string"),
    ("maxLength", "string"),
];
const FREE: [&str; 2] = ["default", "example"];

/// Formats by type.
const FORMATS: [(&str, &[&str]); 3] =
    [("string", &["date-time", "enum"]), ("number", &["float", "double"]), ("integer", &["int32", "int64"])];

/// The parameters of a function; `None` for a function that has none.
pub(super) fn degrade(schema: &Map<String, Value>) -> Option<Value> {
    let mut walk = Walk { root: schema, nodes: 0 };
    let mut seen = Vec::new();
    let mut root = walk.object(schema, 0, &mut seen);
    // The root is an object by contract, whatever it says.
    root.shift_remove("nullable");
    root.get("properties")?;
    root.insert("type".into(), "OBJECT".into());
    Some(Value::Object(root))
}

struct Walk<'a> {
    root: &'a Map<String, Value>,
    nodes: usize,
}

impl<'a> Walk<'a> {
    fn node(&mut self, schema: &'a Value, depth: usize, seen: &mut Vec<&'a str>) -> Value {
        match schema {
            Value::Object(schema) => Value::Object(self.object(schema, depth, seen)),
            // `true` allows anything; a text is the nearest that can be said.
            _ => json!({"type": "STRING"}),
        }
    }

    fn object(
        &mut self,
        schema: &'a Map<String, Value>,
        depth: usize,
        seen: &mut Vec<&'a str>,
    ) -> Map<String, Value> {
        self.nodes += 1;
        if depth > DEPTH * 4 || self.nodes > NODES {
            return cut(schema);
        }
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            return self.reference(schema, target, depth, seen);
        }
        if let Some(all) = schema.get("allOf").and_then(Value::as_array) {
            return self.all_of(schema, all, depth, seen);
        }
        for key in ["anyOf", "oneOf"] {
            if let Some(any) = schema.get(key).and_then(Value::as_array) {
                return self.any_of(schema, any, depth, seen);
            }
        }
        if let Some(types) = schema.get("type").and_then(Value::as_array) {
            return self.types(schema, types, depth, seen);
        }
        self.plain(schema, schema.get("type").and_then(Value::as_str), depth, seen)
    }

    fn reference(
        &mut self,
        schema: &'a Map<String, Value>,
        target: &'a str,
        depth: usize,
        seen: &mut Vec<&'a str>,
    ) -> Map<String, Value> {
        let found = target.strip_prefix('#').and_then(|pointer| resolve(self.root, pointer));
        let mut out = match found {
            Some(found) if !seen.contains(&target) && seen.len() < DEPTH => {
                seen.push(target);
                let out = self.object(found, depth + 1, seen);
                seen.pop();
                out
            }
            // A circle is cut where it closes.
            Some(found) => cut(found),
            None => cut(&Map::new()),
        };
        for key in TEXTS {
            if let Some(own @ Value::String(_)) = schema.get(key) {
                out.insert(key.into(), own.clone());
            }
        }
        out
    }

    /// Objects are merged into one; of anything else the first member stands for all.
    fn all_of(
        &mut self,
        schema: &'a Map<String, Value>,
        all: &'a [Value],
        depth: usize,
        seen: &mut Vec<&'a str>,
    ) -> Map<String, Value> {
        let mut out = self.own(schema, "allOf", depth, seen);
        for member in all.iter().filter_map(Value::as_object) {
            let member = self.object(member, depth + 1, seen);
            for (key, value) in member {
                match (key.as_str(), out.get_mut(&key), value) {
                    ("properties", Some(Value::Object(into)), Value::Object(more)) => {
                        for (name, property) in more {
                            into.entry(name).or_insert(property);
                        }
                    }
                    ("required", Some(Value::Array(into)), Value::Array(more)) => {
                        into.extend(more);
                        dedup(into);
                    }
                    (_, None, value) => {
                        out.insert(key, value);
                    }
                    _ => {}
                }
            }
        }
        if !out.contains_key("type") && !out.contains_key("anyOf") {
            out.insert("type".into(), "OBJECT".into());
        }
        out
    }

    /// `null` among the members becomes `nullable`; one member left stands for itself.
    fn any_of(
        &mut self,
        schema: &'a Map<String, Value>,
        any: &'a [Value],
        depth: usize,
        seen: &mut Vec<&'a str>,
    ) -> Map<String, Value> {
        let is_null = |v: &&Value| v.get("type").and_then(Value::as_str) == Some("null");
        let nullable = any.iter().any(|v| is_null(&v));
        let members: Vec<&Value> = any.iter().filter(|v| !is_null(v)).collect();
        let key = if schema.contains_key("anyOf") { "anyOf" } else { "oneOf" };
        let mut out = self.own(schema, key, depth, seen);
        if out.contains_key("type") && members.len() > 1 {
            // A node that has a type of its own says enough; both together are refused in places.
        } else if let [only] = members[..] {
            let Value::Object(member) = self.node(only, depth + 1, seen) else {
                return out;
            };
            for (key, value) in member {
                out.entry(key).or_insert(value);
            }
        } else {
            let members: Vec<Value> = members.into_iter().map(|m| self.node(m, depth + 1, seen)).collect();
            if members.is_empty() {
                out.entry("type").or_insert_with(|| "STRING".into());
            } else {
                out.insert("anyOf".into(), members.into());
            }
        }
        if nullable {
            out.insert("nullable".into(), true.into());
        }
        out
    }

    /// What stands beside a combination; nothing is guessed from its absence.
    fn own(
        &mut self,
        schema: &'a Map<String, Value>,
        combination: &str,
        depth: usize,
        seen: &mut Vec<&'a str>,
    ) -> Map<String, Value> {
        let typed = schema.contains_key("type") || schema.contains_key("properties");
        if typed {
            let kind = schema.get("type").and_then(Value::as_str);
            let mut out = self.plain(schema, kind, depth, seen);
            out.shift_remove(combination);
            return out;
        }
        let mut out = Map::new();
        for key in TEXTS.into_iter().chain(FREE) {
            if let Some(value) = schema.get(key).filter(|value| !value.is_null()) {
                out.insert(key.into(), value.clone());
            }
        }
        out
    }

    fn types(
        &mut self,
        schema: &'a Map<String, Value>,
        types: &'a [Value],
        depth: usize,
        seen: &mut Vec<&'a str>,
    ) -> Map<String, Value> {
        let kinds: Vec<&str> =
            types.iter().filter_map(Value::as_str).filter(|kind| *kind != "null").collect();
        let mut out = match kinds[..] {
            [] => self.plain(schema, None, depth, seen),
            [only] => self.plain(schema, Some(only), depth, seen),
            _ => {
                let members: Vec<Value> = kinds
                    .iter()
                    .map(|kind| {
                        let mut member = self.plain(schema, Some(kind), depth, seen);
                        TEXTS.iter().take(2).for_each(|key| drop(member.shift_remove(*key)));
                        Value::Object(member)
                    })
                    .collect();
                let mut out = Map::new();
                for key in ["title", "description"] {
                    if let Some(text @ Value::String(_)) = schema.get(key) {
                        out.insert(key.into(), text.clone());
                    }
                }
                out.insert("anyOf".into(), members.into());
                out
            }
        };
        if kinds.len() < types.len() {
            out.insert("nullable".into(), true.into());
        }
        out
    }

    /// A node of one type.
    fn plain(
        &mut self,
        schema: &'a Map<String, Value>,
        kind: Option<&str>,
        depth: usize,
        seen: &mut Vec<&'a str>,
    ) -> Map<String, Value> {
        let kind = kind.map_or_else(|| guess(schema), |kind| kind.to_ascii_lowercase());
        let mut out = Map::new();
        let mut lost = Map::new();
        out.insert("type".into(), kind.to_ascii_uppercase().into());
        for key in TEXTS {
            if let Some(text @ Value::String(_)) = schema.get(key) {
                out.insert(key.into(), text.clone());
            }
        }
        for key in FREE {
            if let Some(value) = schema.get(key).filter(|value| !value.is_null()) {
                out.insert(key.into(), value.clone());
            }
        }
        if let Some(nullable @ Value::Bool(_)) = schema.get("nullable") {
            out.insert("nullable".into(), nullable.clone());
        }
        for (key, _) in COUNTS.into_iter().filter(|(_, of)| *of == kind) {
            if let Some(count) = schema.get(key).filter(|value| value.is_u64()) {
                out.insert(key.into(), count.clone());
            }
        }
        choices(schema, &kind, &mut out, &mut lost);
        bounds(schema, &kind, &mut out, &mut lost);
        if let Some(format) = schema.get("format").and_then(Value::as_str) {
            let known = FORMATS.iter().any(|(of, formats)| *of == kind && formats.contains(&format));
            let into = if known { &mut out } else { &mut lost };
            into.insert("format".into(), format.into());
        }
        match kind.as_str() {
            "object" => self.properties(schema, &mut out, depth, seen),
            "array" => {
                let items = schema.get("items").filter(|items| items.is_object());
                let items = items
                    .map_or_else(|| json!({"type": "STRING"}), |items| self.node(items, depth + 1, seen));
                out.insert("items".into(), items);
            }
            _ => {}
        }
        describe(&mut out, &lost);
        out
    }

    fn properties(
        &mut self,
        schema: &'a Map<String, Value>,
        out: &mut Map<String, Value>,
        depth: usize,
        seen: &mut Vec<&'a str>,
    ) {
        let mut properties = Map::new();
        for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            // A name that the API refuses would take the whole request with it.
            if nameable(name) {
                properties.insert(name.clone(), self.node(property, depth + 1, seen));
            }
        }
        if properties.is_empty() {
            return;
        }
        let known = |name: &&Value| name.as_str().is_some_and(|name| properties.contains_key(name));
        for key in ["required", "propertyOrdering"] {
            let names = schema.get(key).and_then(Value::as_array).into_iter().flatten();
            let mut names: Vec<Value> = names.filter(known).cloned().collect();
            dedup(&mut names);
            if !names.is_empty() {
                out.insert(key.into(), names.into());
            }
        }
        out.insert("properties".into(), properties.into());
    }
}

/// `enum` and `const`: texts only, never empty; other values go into the description.
fn choices(
    schema: &Map<String, Value>,
    kind: &str,
    out: &mut Map<String, Value>,
    lost: &mut Map<String, Value>,
) {
    let listed = schema.get("enum").and_then(Value::as_array).cloned();
    let Some(values) = listed.or_else(|| schema.get("const").map(|value| vec![value.clone()])) else {
        return;
    };
    if values.iter().any(Value::is_null) {
        out.insert("nullable".into(), true.into());
    }
    let values: Vec<Value> = values.into_iter().filter(|value| !value.is_null()).collect();
    let texts = values.iter().all(|value| value.as_str().is_some_and(|text| !text.is_empty()));
    if kind == "string" && texts && !values.is_empty() {
        out.insert("enum".into(), values.into());
    } else if !values.is_empty() {
        lost.insert("enum".into(), values.into());
    }
}

/// Bounds of numbers; exclusive ones become inclusive where the type allows it.
fn bounds(
    schema: &Map<String, Value>,
    kind: &str,
    out: &mut Map<String, Value>,
    lost: &mut Map<String, Value>,
) {
    if !matches!(kind, "integer" | "number") {
        return;
    }
    for (inclusive, exclusive, step) in
        [("minimum", "exclusiveMinimum", 1), ("maximum", "exclusiveMaximum", -1)]
    {
        if let Some(bound @ Value::Number(_)) = schema.get(inclusive) {
            out.insert(inclusive.into(), bound.clone());
        }
        if let Some(Value::Number(bound)) = schema.get(exclusive) {
            match bound.as_i64().filter(|_| kind == "integer") {
                Some(bound) => out.insert(inclusive.into(), bound.saturating_add(step).into()),
                None => lost.insert(exclusive.into(), bound.clone().into()),
            };
        }
    }
    if let Some(multiple) = schema.get("multipleOf") {
        lost.insert("multipleOf".into(), multiple.clone());
    }
}

/// The type of a node that does not say it.
fn guess(schema: &Map<String, Value>) -> String {
    let values = schema.get("enum").and_then(Value::as_array).and_then(|list| list.first());
    match values.or_else(|| schema.get("const")) {
        Some(Value::Bool(_)) => "boolean",
        Some(Value::Number(number)) if number.is_f64() => "number",
        Some(Value::Number(_)) => "integer",
        _ if schema.contains_key("properties") => "object",
        _ if schema.contains_key("items") => "array",
        _ => "string",
    }
    .to_owned()
}

/// A node without its inside.
fn cut(schema: &Map<String, Value>) -> Map<String, Value> {
    let kind = match schema.get("type").and_then(Value::as_str) {
        Some(kind @ ("string" | "number" | "integer" | "boolean")) => kind.to_ascii_uppercase(),
        _ => "OBJECT".to_owned(),
    };
    let mut out = Map::new();
    out.insert("type".into(), kind.into());
    if let Some(text @ Value::String(_)) = schema.get("description") {
        out.insert("description".into(), text.clone());
    }
    out
}

/// `[A-Za-z_][A-Za-z0-9_]{0,63}`
fn nameable(name: &str) -> bool {
    name.len() <= 64
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
#[path = "schema_tests.rs"]
mod tests;
