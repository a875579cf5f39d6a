//! A server's tools, read one by one from raw JSON.
//!
//! One malformed tool is dropped alone and counted; the rest of the list stands. Names stay exactly as the
//! server wrote them, because calls need them; everything that is shown is bounded and cleaned.

use std::{collections::HashSet, sync::Arc};

use serde_json::{Map, Value, json};

use crate::{clean, limits::Limits};

const TITLE: usize = 200;
/// Nesting of a schema beyond which no provider and no person can follow.
const MAX_DEPTH: usize = 64;

/// One tool. Its hints are the server's claim, to be shown and never trusted.
#[derive(Debug, Clone, PartialEq)]
pub struct Tool {
    /// The server's own name, exact. Not for display: it may hold anything.
    pub name: String,
    /// A title for display.
    pub title: Option<String>,
    /// What it does, in the server's words; empty if it says nothing.
    pub description: String,
    /// JSON schema of the arguments, always an object schema, every keyword kept.
    pub input_schema: Value,
    /// JSON schema of the structured result.
    pub output_schema: Option<Value>,
    /// Claims to change nothing.
    pub read_only: Option<bool>,
    /// Claims that it may destroy something.
    pub destructive: Option<bool>,
    /// Claims that a second call with the same arguments changes nothing more.
    pub idempotent: Option<bool>,
    /// Claims to reach beyond its own machine.
    pub open_world: Option<bool>,
}

/// A server's list, and what did not make it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolList {
    /// The usable tools, in the server's order.
    pub tools: Vec<Arc<Tool>>,
    /// Tools that could not be read.
    pub malformed: usize,
    /// Tools whose name an earlier one has.
    pub duplicates: usize,
    /// Whether the page or tool limit, or a repeated cursor, ended the list.
    pub truncated: bool,
}

impl ToolList {
    /// The tool of that exact name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arc<Tool>> {
        self.tools.iter().find(|tool| tool.name == name)
    }
}

/// Collects pages into one list.
#[derive(Default)]
pub(crate) struct Collector {
    list: ToolList,
    names: HashSet<String>,
}

impl Collector {
    /// Adds one page's tools. False when the tool limit is reached.
    pub(crate) fn page(&mut self, tools: Vec<Value>, limits: &Limits) -> bool {
        for value in tools {
            if self.list.tools.len() >= limits.max_tools {
                self.list.truncated = true;
                return false;
            }
            match read(value, limits) {
                None => self.list.malformed += 1,
                Some(tool) if !self.names.insert(tool.name.clone()) => self.list.duplicates += 1,
                Some(tool) => self.list.tools.push(Arc::new(tool)),
            }
        }
        true
    }

    pub(crate) fn truncate(&mut self) {
        self.list.truncated = true;
    }

    pub(crate) fn finish(self) -> ToolList {
        self.list
    }
}

fn read(value: Value, limits: &Limits) -> Option<Tool> {
    let Value::Object(mut map) = value else {
        return None;
    };
    let name = map.get("name")?.as_str().filter(|name| !name.is_empty())?.to_owned();
    let hints = map.get("annotations").cloned().unwrap_or_default();
    let hint = |key: &str| hints.get(key).and_then(Value::as_bool);
    let shown = |value: Option<&Value>| {
        value.and_then(Value::as_str).map(|text| clean::line(text, TITLE)).filter(|text| !text.is_empty())
    };
    Some(Tool {
        title: shown(map.get("title")).or_else(|| shown(hints.get("title"))),
        description: map
            .get("description")
            .and_then(Value::as_str)
            .map(|text| clean::block(text, limits.max_description))
            .unwrap_or_default(),
        input_schema: input_schema(map.remove("inputSchema"), limits)?,
        output_schema: map.remove("outputSchema").filter(|schema| {
            schema.is_object() && depth(schema) <= MAX_DEPTH && size(schema) <= limits.max_schema
        }),
        read_only: hint("readOnlyHint"),
        destructive: hint("destructiveHint"),
        idempotent: hint("idempotentHint"),
        open_world: hint("openWorldHint"),
        name,
    })
}

/// An object schema. A missing one means no arguments; another type cannot be called.
fn input_schema(schema: Option<Value>, limits: &Limits) -> Option<Value> {
    let mut map = match schema {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(map)) => map,
        Some(_) => return None,
    };
    match map.get("type") {
        None => {
            map.insert("type".to_owned(), json!("object"));
        }
        Some(Value::String(kind)) if kind == "object" => {}
        Some(_) => return None,
    }
    let mut schema = Value::Object(map);
    if depth(&schema) > MAX_DEPTH || size(&schema) > limits.max_schema {
        return None;
    }
    clean_texts(&mut schema, limits.max_description);
    Some(schema)
}

/// Descriptions inside a schema reach the model like the tool's own.
fn clean_texts(value: &mut Value, max: usize) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                match value {
                    Value::String(text) if key == "description" || key == "title" => {
                        *text = clean::block(text, max);
                    }
                    other => clean_texts(other, max),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| clean_texts(item, max)),
        _ => {}
    }
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Object(map) => 1 + map.values().map(depth).max().unwrap_or(0),
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

fn size(value: &Value) -> usize {
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    match serde_json::to_writer(&mut count, value) {
        Ok(()) => count.0,
        Err(_) => usize::MAX,
    }
}

#[cfg(test)]
mod tests;
