//! Checks of tools that all wires share.

use serde_json::Value;

use super::fault::Check;
use super::node::Node;

/// The name that every vendor takes: 1 to 64 of letters, digits, `_` and `-`.
pub(super) fn name<'a>(node: &Node<'a>) -> Check<&'a str> {
    let name = node.text()?;
    let fits = (1..=64).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if fits { Ok(name) } else { Err(node.fault("String should match pattern '^[a-zA-Z0-9_-]{1,64}$'")) }
}

/// A JSON Schema of an object.
pub(super) fn schema(node: &Node<'_>) -> Check<()> {
    node.object()?;
    node.need("type")?.one_of(&["object"])?;
    if let Some(properties) = node.get("properties") {
        properties.object()?;
    }
    if let Some(required) = node.get("required") {
        let known = node.value.get("properties").and_then(Value::as_object);
        for entry in required.list()? {
            let name = entry.text()?;
            if !known.is_some_and(|known| known.contains_key(name)) {
                return Err(entry.fault("required property is not in properties"));
            }
        }
    }
    Ok(())
}

/// Arguments as the JSON text of an object.
pub(super) fn arguments(node: &Node<'_>) -> Check<Value> {
    match serde_json::from_str::<Value>(node.text()?) {
        Ok(value) if value.is_object() => Ok(value),
        _ => Err(node.fault("function arguments must be the JSON text of an object")),
    }
}

/// Refuses a second tool of the same name.
pub(super) fn distinct(names: &[String], node: &Node<'_>) -> Check<()> {
    let mut sorted: Vec<&String> = names.iter().collect();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(node.fault(format!("Tool names must be unique: {}", pair[0]))),
        None => Ok(()),
    }
}
