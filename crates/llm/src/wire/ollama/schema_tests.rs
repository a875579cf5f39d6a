use super::*;
use serde_json::json;

#[test]
fn a_schema_that_needs_nothing_is_the_same() {
    let schema = json!({"$schema": "x", "type": "object", "additionalProperties": false,
        "properties": {"a": {"type": ["string", "null"], "format": "uri"}}});
    let schema = schema.as_object().unwrap();
    assert!(matches!(degrade(schema), Cow::Borrowed(same) if same == schema));
}

#[test]
fn references_and_constants_are_put_in() {
    let schema = json!({"type": "object", "$defs": {
            "P": {"type": "object", "properties": {"kind": {"const": "p"}}, "required": ["kind"]},
            "T": {"type": "object", "properties": {"next": {"$ref": "#/$defs/T"}}}},
        "properties": {"p": {"$ref": "#/$defs/P", "description": "d"}, "t": {"$ref": "#/$defs/T"}, "g": {"$ref": "#/gone"}}});
    assert_eq!(
        Value::Object(degrade(schema.as_object().unwrap()).into_owned()),
        json!({"type": "object", "properties": {
            "p": {"type": "object", "properties": {"kind": {"enum": ["p"]}}, "required": ["kind"], "description": "d"},
            "t": {"type": "object", "properties": {"next": {"type": "object"}}},
            "g": {"type": "object"}}})
    );
}

#[test]
fn a_property_called_like_a_keyword_is_no_keyword() {
    let schema = json!({"type": "object", "properties": {"const": {"type": "string"}, "$ref": {"type": "string"}, "x": {"const": 1}}});
    let out = Value::Object(degrade(schema.as_object().unwrap()).into_owned());
    assert_eq!(
        out["properties"],
        json!({"const": {"type": "string"}, "$ref": {"type": "string"}, "x": {"enum": [1]}})
    );
}
