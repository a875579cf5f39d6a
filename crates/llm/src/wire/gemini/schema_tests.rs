use super::*;

fn degraded(schema: Value) -> Value {
    degrade(schema.as_object().unwrap()).unwrap_or(Value::Null)
}

/// Checks what one property becomes.
fn check(property: Value, expected: Value) {
    let schema = json!({"type": "object", "properties": {"p": property}});
    assert_eq!(degraded(schema)["properties"]["p"], expected, "{property}");
}

/// Every key of the result is one that the API takes.
fn only_known_keys(schema: &Value) {
    const KNOWN: [&str; 23] = [
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
        "anyOf",
        "propertyOrdering",
        "-",
    ];
    let Some(map) = schema.as_object() else { panic!("{schema}") };
    for (key, value) in map {
        assert!(KNOWN.contains(&key.as_str()), "{key} in {schema}");
        match key.as_str() {
            "properties" => value.as_object().unwrap().values().for_each(only_known_keys),
            "items" => only_known_keys(value),
            "anyOf" => value.as_array().unwrap().iter().for_each(only_known_keys),
            "type" => assert!(value.is_string(), "{schema}"),
            _ => {}
        }
    }
    assert!(map.contains_key("type") || map.contains_key("anyOf"), "{schema}");
}

#[test]
fn types_and_nulls() {
    check(json!({"type": "string"}), json!({"type": "STRING"}));
    check(json!({"type": ["string", "null"]}), json!({"type": "STRING", "nullable": true}));
    check(
        json!({"type": ["string", "integer"], "description": "d"}),
        json!({"description": "d", "anyOf": [{"type": "STRING"}, {"type": "INTEGER"}]}),
    );
    check(
        json!({"anyOf": [{"type": "string"}, {"type": "null"}], "title": "T", "default": null}),
        json!({"title": "T", "type": "STRING", "nullable": true}),
    );
    check(
        json!({"oneOf": [{"type": "object", "properties": {"a": {"type": "integer"}}}, {"type": "string"}]}),
        json!({"anyOf": [{"type": "OBJECT", "properties": {"a": {"type": "INTEGER"}}}, {"type": "STRING"}]}),
    );
    check(json!({}), json!({"type": "STRING"}));
    check(json!(true), json!({"type": "STRING"}));
    check(json!({"description": "anything"}), json!({"type": "STRING", "description": "anything"}));
    check(json!({"items": {"type": "number"}}), json!({"type": "ARRAY", "items": {"type": "NUMBER"}}));
    check(json!({"type": "array"}), json!({"type": "ARRAY", "items": {"type": "STRING"}}));
    check(json!({"type": "object", "additionalProperties": false}), json!({"type": "OBJECT"}));
}

#[test]
fn a_constraint_stands_only_where_it_has_a_meaning() {
    check(
        json!({"type": ["string", "integer"], "minimum": 1, "minLength": 2, "minItems": 3}),
        json!({"anyOf": [{"type": "STRING", "minLength": 2}, {"type": "INTEGER", "minimum": 1}]}),
    );
}

#[test]
fn choices_are_texts() {
    check(json!({"const": "a"}), json!({"type": "STRING", "enum": ["a"]}));
    check(json!({"enum": ["a", "b", null]}), json!({"type": "STRING", "nullable": true, "enum": ["a", "b"]}));
    check(
        json!({"type": "integer", "enum": [1, 2], "description": "n"}),
        json!({"type": "INTEGER", "description": "n {\"enum\":[1,2]}"}),
    );
    check(json!({"const": true}), json!({"type": "BOOLEAN", "description": "{\"enum\":[true]}"}));
    check(json!({"enum": ["a", ""]}), json!({"type": "STRING", "description": "{\"enum\":[\"a\",\"\"]}"}));
}

#[test]
fn constraints_that_are_not_known_become_words() {
    check(
        json!({"type": "string", "format": "uri", "description": "where"}),
        json!({"type": "STRING", "description": "where {\"format\":\"uri\"}"}),
    );
    check(json!({"type": "string", "format": "date-time"}), json!({"type": "STRING", "format": "date-time"}));
    check(json!({"type": "integer", "exclusiveMinimum": 0}), json!({"type": "INTEGER", "minimum": 1}));
    check(json!({"type": "integer", "exclusiveMaximum": 10}), json!({"type": "INTEGER", "maximum": 9}));
    check(
        json!({"type": "number", "exclusiveMinimum": 0, "maximum": 1.5}),
        json!({"type": "NUMBER", "maximum": 1.5, "description": "{\"exclusiveMinimum\":0}"}),
    );
    check(
        json!({"type": "string", "minLength": 1, "maxLength": 9, "pattern": "^a", "examples": ["x"], "$comment": "c"}),
        json!({"type": "STRING", "pattern": "^a", "minLength": 1, "maxLength": 9}),
    );
}

#[test]
fn references_are_put_in_and_circles_cut() {
    let schema = json!({"$schema": "x", "type": "object", "$defs": {
            "Point": {"type": "object", "properties": {"x": {"type": "number"}}, "additionalProperties": false},
            "Tree": {"type": "object", "description": "a tree", "properties": {"child": {"$ref": "#/$defs/Tree"}}}},
        "properties": {"at": {"$ref": "#/$defs/Point", "description": "where"}, "tree": {"$ref": "#/$defs/Tree"},
            "gone": {"$ref": "#/$defs/Gone"}, "far": {"$ref": "https://x/y"}, "self": {"$ref": "#"}},
        "required": ["at", "nothing"]});
    let out = degraded(schema);
    only_known_keys(&out);
    assert_eq!(
        out["properties"]["at"],
        json!({"type": "OBJECT", "properties": {"x": {"type": "NUMBER"}}, "description": "where"})
    );
    assert_eq!(
        out["properties"]["tree"]["properties"]["child"],
        json!({"type": "OBJECT", "description": "a tree"})
    );
    assert_eq!(out["properties"]["gone"], json!({"type": "OBJECT"}));
    assert_eq!(out["required"], json!(["at"]));
}

#[test]
fn all_of_objects_is_one_object() {
    check(
        json!({"allOf": [
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
            {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b", "a"]}]}),
        json!({"type": "OBJECT", "properties": {"a": {"type": "STRING"}, "b": {"type": "STRING"}}, "required": ["a", "b"]}),
    );
    check(
        json!({"allOf": [{"type": "string"}], "description": "d"}),
        json!({"description": "d", "type": "STRING"}),
    );
}

#[test]
fn a_function_without_parameters_has_none() {
    assert_eq!(degraded(json!({"type": "object", "properties": {}})), Value::Null);
    assert_eq!(degraded(json!({})), Value::Null);
    let root_ref = json!({"$ref": "#/$defs/A", "$defs": {"A": {"type": "object", "properties": {"x": {"type": "string"}}}}});
    assert_eq!(degraded(root_ref), json!({"type": "OBJECT", "properties": {"x": {"type": "STRING"}}}));
}

#[test]
fn names_that_the_api_refuses_leave_alone() {
    let schema = json!({"properties": {"fine": {"type": "string"}, "not-fine": {"type": "string"}, "\u{5199}": {}},
        "required": ["fine", "not-fine"]});
    assert_eq!(
        degraded(schema),
        json!({"type": "OBJECT", "required": ["fine"], "properties": {"fine": {"type": "STRING"}}})
    );
}

#[test]
fn everything_at_once_stays_callable_and_the_same_each_time() {
    let schema = json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
        "additionalProperties": false, "propertyNames": {"pattern": "^a"}, "patternProperties": {"x": {}},
        "if": {}, "then": {}, "not": {}, "dependentRequired": {}, "unevaluatedProperties": false,
        "$defs": {"N": {"type": "object", "properties": {"next": {"anyOf": [{"$ref": "#/$defs/N"}, {"type": "null"}]}}}},
        "properties": {
            "a": {"anyOf": [{"type": "string"}, {"type": "null"}]}, "b": {"type": ["string", "null"]},
            "c": {"const": "a"}, "d": {"oneOf": [{"type": "object"}, {"type": "object", "properties": {"x": {"const": 1}}}]},
            "e": {"type": "integer", "enum": [1, 2]}, "f": {"type": "string", "format": "uri"},
            "g": {"type": "integer", "exclusiveMinimum": 3}, "h": {"$ref": "#/$defs/N"}, "i": {},
            "j": {"type": "array", "items": [{"type": "string"}], "prefixItems": [], "contains": {}, "uniqueItems": true}}});
    let out = degraded(schema.clone());
    only_known_keys(&out);
    assert_eq!(out["properties"].as_object().unwrap().len(), 10);
    assert_eq!(out.to_string(), degraded(schema).to_string());
}

#[test]
fn references_that_multiply_are_bounded() {
    let mut defs = Map::new();
    for n in 0..12 {
        let properties: Map<String, Value> =
            (0..12).map(|p| (format!("p{p}"), json!({"$ref": format!("#/$defs/D{}", n + 1)}))).collect();
        defs.insert(format!("D{n}"), json!({"type": "object", "properties": properties}));
    }
    let schema = json!({"type": "object", "$defs": defs, "properties": {"x": {"$ref": "#/$defs/D0"}}});
    let out = degraded(schema);
    only_known_keys(&out);
    assert!(out.to_string().len() < 400_000, "{}", out.to_string().len());
}
