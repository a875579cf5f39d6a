//! The OpenAPI subset that function parameters are written in. Everything else is a hard 400.

use super::super::fault::{Check, Fault};
use super::super::node::Node;

const KEYS: [&str; 20] = [
    "type",
    "format",
    "title",
    "description",
    "nullable",
    "enum",
    "items",
    "properties",
    "required",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "example",
    "default",
];
const MORE: [&str; 2] = ["anyOf", "propertyOrdering"];
const DEPTH: usize = 32;

/// Checks the parameters of a function, which must be an object with properties.
pub(super) fn parameters(node: &Node<'_>) -> Check<()> {
    schema(node, 0)?;
    if kind(node)?.as_deref() != Some("object") {
        return Err(node.fault("parameters schema should be of type OBJECT."));
    }
    match node.value.get("properties").and_then(serde_json::Value::as_object) {
        Some(properties) if !properties.is_empty() => Ok(()),
        _ => Err(Fault::invalid(format!("{}.properties", node.path), "should be non-empty for OBJECT type")),
    }
}

fn kind(node: &Node<'_>) -> Check<Option<String>> {
    let Some(kind) = node.get("type") else {
        return Ok(None);
    };
    let lower = kind.text()?.to_ascii_lowercase();
    if ["string", "number", "integer", "boolean", "array", "object", "null"].contains(&lower.as_str()) {
        return Ok(Some(lower));
    }
    Err(kind.fault(format!(
        "Invalid value (type.googleapis.com/google.ai.generativelanguage.v1beta.Type), \"{lower}\""
    )))
}

fn schema(node: &Node<'_>, depth: usize) -> Check<()> {
    if depth > DEPTH {
        return Err(node.fault("schema is nested too deeply"));
    }
    let allowed: Vec<&str> = KEYS.into_iter().chain(MORE).collect();
    node.only(&allowed)?;
    let kind = kind(node)?;
    if kind.is_none() && node.get("anyOf").is_none() {
        return Err(Fault::invalid(format!("{}.type", node.path), "must be specified"));
    }
    node.maybe("description", Node::text)?;
    node.maybe("nullable", Node::flag)?;
    if let Some(values) = node.get("enum") {
        if kind.as_deref() != Some("string") {
            return Err(values.fault("only allowed for STRING type"));
        }
        for value in values.list()? {
            if value.text()?.is_empty() {
                return Err(value.fault("cannot be empty"));
            }
        }
    }
    if let Some(format) = node.get("format") {
        let known: &[&str] = match kind.as_deref() {
            Some("string") => &["enum", "date-time"],
            Some("number") => &["float", "double"],
            Some("integer") => &["int32", "int64"],
            _ => &[],
        };
        if !known.contains(&format.text()?) {
            return Err(format.fault(format!("only {known:?} are supported for this type")));
        }
    }
    if kind.as_deref() == Some("array") {
        schema(&node.need("items")?, depth + 1)?;
    }
    if let Some(options) = node.get("anyOf") {
        options.list()?.iter().try_for_each(|option| schema(option, depth + 1))?;
    }
    let properties = node.get("properties");
    if let Some(properties) = &properties {
        for name in properties.object()?.keys() {
            let first = name.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
            let rest = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if !first || !rest || name.len() > 64 {
                return Err(properties.fault(format!("invalid property name {name:?}")));
            }
            schema(&properties.need(name)?, depth + 1)?;
        }
    }
    if let Some(required) = node.get("required") {
        for entry in required.list()? {
            let known = properties
                .as_ref()
                .is_some_and(|known| known.value.get(entry.value.as_str().unwrap_or("")).is_some());
            if !known {
                return Err(entry.fault("property is not defined"));
            }
        }
    }
    Ok(())
}
