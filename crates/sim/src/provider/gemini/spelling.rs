//! Field names in snake_case, which the vendor takes beside its own camelCase.

use serde_json::Value;

/// Fields below which the names are the caller's own, or those of a JSON schema.
const FOREIGN: [&str; 6] =
    ["args", "response", "parameters", "parametersJsonSchema", "responseSchema", "responseJsonSchema"];

/// The request with every field in camelCase.
pub(super) fn camel(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let fields = map.iter().map(|(key, inner)| {
                let key = camel_key(key);
                let inner = if FOREIGN.contains(&key.as_str()) { inner.clone() } else { camel(inner) };
                (key, inner)
            });
            Value::Object(fields.collect())
        }
        Value::Array(list) => Value::Array(list.iter().map(camel).collect()),
        other => other.clone(),
    }
}

fn camel_key(key: &str) -> String {
    let mut written = String::new();
    let mut upper = false;
    for letter in key.chars() {
        if letter == '_' && !written.is_empty() {
            upper = true;
        } else if upper {
            written.push(letter.to_ascii_uppercase());
            upper = false;
        } else {
            written.push(letter);
        }
    }
    written
}
