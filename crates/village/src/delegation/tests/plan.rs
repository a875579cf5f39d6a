//! What a plan asks.

use super::super::plan::questions;
use serde_json::{Map, Value, json};

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap()
}

#[test]
fn the_same_question_to_the_same_agent_counts_once() {
    let asks = json!({ "asks": [
        { "to": "agent_2", "message": "one" },
        { "to": "agent_3", "message": "one" },
        { "to": " agent_2 ", "message": "one\n" },
        { "to": "agent_2", "message": "two" },
        { "to": "agent_3", "message": "one" },
    ]});
    let (asked, folded) = questions(&object(&asks));
    let pairs: Vec<_> = asked.iter().map(|(to, said)| (to.as_str(), said.as_str())).collect();
    assert_eq!(pairs, [("agent_2", "one"), ("agent_3", "one"), ("agent_2", "two")]);
    assert_eq!(folded, 2);
}

#[test]
fn what_is_no_plan_asks_nothing_and_breaks_nothing() {
    for odd in [json!({}), json!({ "asks": "x" }), json!({ "asks": {} }), json!({ "asks": [] })] {
        assert!(questions(&object(&odd)).0.is_empty(), "{odd}");
    }
    let (asked, _) = questions(&object(&json!({ "asks": [7, { "to": 2 }, null] })));
    assert_eq!(asked, [(String::new(), String::new())], "judged like any other: nobody by that name");
}
