use super::*;
use serde_json::json;

fn degraded(schema: Value) -> Value {
    Value::Object(degrade(schema.as_object().unwrap()))
}

#[test]
fn only_keys_that_the_server_reads_are_left() {
    let schema = json!({"$schema": "x", "title": "T", "type": "object", "additionalProperties": false,
        "properties": {
            "a": {"type": ["string", "null"], "format": "uri", "description": "d"},
            "n": {"type": "integer", "minimum": 1, "maximum": 9, "title": "N"},
            "l": {"type": "array", "items": {"type": "string", "pattern": "^x"}, "minItems": 2}},
        "required": ["a"], "propertyNames": {"pattern": "^[a-z]+$"}});
    assert_eq!(
        degraded(schema),
        json!({"type": "object", "properties": {
            "a": {"type": ["string", "null"], "description": "d {\"format\":\"uri\"}"},
            "n": {"type": "integer", "description": "{\"minimum\":1,\"maximum\":9}"},
            "l": {"type": "array", "items": {"type": "string", "description": "{\"pattern\":\"^x\"}"},
                "description": "{\"minItems\":2}"}},
            "required": ["a"]})
    );
}

#[test]
fn references_and_constants_are_put_in() {
    let schema = json!({"type": "object", "$defs": {
            "P": {"type": "object", "properties": {"kind": {"const": "p"}}, "required": ["kind"]},
            "T": {"type": "object", "properties": {"next": {"$ref": "#/$defs/T"}}}},
        "properties": {"p": {"$ref": "#/$defs/P", "description": "d"}, "t": {"$ref": "#/$defs/T"}, "g": {"$ref": "#/gone"}}});
    assert_eq!(
        degraded(schema),
        json!({"type": "object", "properties": {
            "p": {"type": "object", "properties": {"kind": {"enum": ["p"]}}, "required": ["kind"], "description": "d"},
            "t": {"type": "object", "properties": {"next": {"type": "object"}}},
            "g": {"type": "object"}}})
    );
}

#[test]
fn combinations_are_said_in_the_one_that_is_kept() {
    let schema = json!({"type": "object", "properties": {
        "one": {"oneOf": [{"type": "string"}, {"type": "object", "properties": {"x": {"type": "integer", "multipleOf": 2}}}]},
        "all": {"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
            {"properties": {"b": true}, "required": ["b", "a"]}]}}});
    assert_eq!(
        degraded(schema),
        json!({"type": "object", "properties": {
            "one": {"anyOf": [{"type": "string"},
                {"type": "object", "properties": {"x": {"type": "integer", "description": "{\"multipleOf\":2}"}}}]},
            "all": {"type": "object", "properties": {"a": {"type": "string"}, "b": {}}, "required": ["a", "b"]}}})
    );
}

#[test]
fn what_the_server_could_not_decode_is_left_out() {
    let schema = json!({"type": "object", "required": true, "description": 7,
        "properties": {"x": {"type": 1, "enum": "a", "anyOf": {}, "required": ["y", 2], "items": false}}});
    assert_eq!(
        degraded(schema),
        json!({"type": "object", "properties": {"x": {"required": ["y"], "items": {}}}})
    );
    assert_eq!(degraded(json!({})), json!({"type": "object", "properties": {}}));
    assert_eq!(degraded(json!({"type": ["object", "null"]})), json!({"type": "object", "properties": {}}));
}

#[test]
fn a_property_called_like_a_keyword_is_no_keyword() {
    let schema = json!({"type": "object", "properties": {"const": {"type": "string"}, "$ref": {"type": "string"}, "x": {"const": 1}}});
    assert_eq!(
        degraded(schema)["properties"],
        json!({"const": {"type": "string"}, "$ref": {"type": "string"}, "x": {"enum": [1]}})
    );
}

#[test]
fn references_that_multiply_end() {
    let defs: Map<String, Value> = (0..40)
        .map(|n| {
            let next = json!({"$ref": format!("#/$defs/n{}", n + 1)});
            (format!("n{n}"), json!({"type": "object", "properties": {"a": next, "b": next, "c": next}}))
        })
        .collect();
    let schema = json!({"$defs": defs, "properties": {"n": {"$ref": "#/$defs/n0"}}});
    let out = degraded(schema).to_string();
    assert!(out.len() < 400_000 && !out.contains("$ref"), "{}", out.len());
}
