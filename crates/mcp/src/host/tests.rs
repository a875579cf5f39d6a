use serde_json::{Value, json};

use super::{Ask, ElicitAnswer, Elicitation, FieldKind, Form, Problem};

fn form(schema: Value) -> Form {
    Form::read(&schema).expect("a form")
}

fn rich() -> Form {
    form(json!({"type": "object", "required": ["name", "color"], "properties": {
        "name": {"type": "string", "title": "Your name", "minLength": 2, "maxLength": 5, "default": "Ann"},
        "age": {"type": "integer", "minimum": 1, "maximum": 150, "default": 30},
        "share": {"type": "number"},
        "sure": {"type": "boolean", "default": true},
        "color": {"type": "string", "enum": ["r", "g"], "enumNames": ["Red", "Green"], "default": "g"},
        "size": {"oneOf": [{"const": "s", "title": "Small"}, {"const": "l"}]},
        "tags": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"enum": ["a", "b", "c"]}},
        "odd": {"type": "object"},
    }}))
}

#[test]
fn every_simple_kind_becomes_a_field_and_defaults_are_prefilled() {
    let form = rich();
    let field = |key: &str| form.fields.iter().find(|field| field.key == key);
    assert_eq!(field("name").unwrap().label, "Your name");
    assert!(matches!(field("age").unwrap().kind, FieldKind::Number { integer: true, .. }));
    assert!(matches!(&field("color").unwrap().kind, FieldKind::Choice(c) if c[0].label == "Red"));
    assert!(matches!(&field("size").unwrap().kind, FieldKind::Choice(c) if c[1].label == "l"));
    assert!(matches!(&field("tags").unwrap().kind, FieldKind::Many { choices, .. } if choices.len() == 3));
    assert!(field("odd").is_none(), "an optional field nobody can fill in is left out");
    assert_eq!(form.defaults(), json!({"name": "Ann", "age": 30, "sure": true, "color": "g"}));
}

#[test]
fn answers_are_checked_field_by_field() {
    let form = rich();
    let problem = |answer: Value| form.check(&answer).map_err(|p| (p.key, p.problem));
    assert_eq!(problem(json!({"name": "Bob", "color": "r"})), Ok(()));
    let cases = [
        (json!([]), "", Problem::Type),
        (json!({"color": "r"}), "name", Problem::Missing),
        (json!({"name": "B", "color": "r"}), "name", Problem::TooSmall),
        (json!({"name": "Barbara", "color": "r"}), "name", Problem::TooLarge),
        (json!({"name": "Bob", "color": "blue"}), "color", Problem::NotAChoice),
        (json!({"name": "Bob", "color": "r", "age": 1.5}), "age", Problem::Type),
        (json!({"name": "Bob", "color": "r", "age": 151}), "age", Problem::TooLarge),
        (json!({"name": "Bob", "color": "r", "sure": "yes"}), "sure", Problem::Type),
        (json!({"name": "Bob", "color": "r", "tags": []}), "tags", Problem::TooSmall),
        (json!({"name": "Bob", "color": "r", "tags": ["x"]}), "tags", Problem::NotAChoice),
        (json!({"name": "Bob", "color": "r", "extra": 1}), "extra", Problem::UnknownKey),
    ];
    for (answer, key, what) in cases {
        assert_eq!(problem(answer), Err((key.to_owned(), what)));
    }
}

#[test]
fn a_required_field_that_is_no_simple_value_makes_no_form() {
    let schema = json!({"properties": {"x": {"type": "object"}}, "required": ["x"]});
    assert_eq!(Form::read(&schema), None);
}

#[test]
fn an_address_is_shown_whole_with_its_host_and_only_if_it_is_http() {
    let read = |url: &str| {
        let params = json!({"mode": "url", "message": "open\u{202E} it", "url": url});
        Elicitation::read("nik", None, &params)
    };
    let asked = read("https://pay.example/x?y=1").unwrap();
    assert_eq!(asked.message, "open it");
    assert_eq!(
        asked.ask,
        Ask::Url { url: "https://pay.example/x?y=1".to_owned(), host: "pay.example".to_owned() }
    );
    assert_eq!(read("javascript:alert(1)"), None);
    assert_eq!(read("file:///etc/passwd"), None);
}

#[test]
fn the_three_answers_stay_three_and_a_bad_form_is_not_sent() {
    let ask = Ask::Form(rich());
    let action = |answer: ElicitAnswer| answer.to_result(&ask)["action"].clone();
    assert_eq!(action(ElicitAnswer::Accept(json!({"name": "Bob", "color": "r"}))), "accept");
    assert_eq!(action(ElicitAnswer::Accept(json!({"name": 5}))), "cancel");
    assert_eq!(action(ElicitAnswer::Decline), "decline");
    assert_eq!(action(ElicitAnswer::Cancel), "cancel");
}
