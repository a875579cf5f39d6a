use serde_json::{Value, json};

use super::{Collector, ToolList};
use crate::limits::Limits;

fn list(tools: Vec<Value>, limits: &Limits) -> ToolList {
    let mut collector = Collector::default();
    collector.page(tools, limits);
    collector.finish()
}

fn tool(name: &str) -> Value {
    json!({"name": name, "description": "d", "inputSchema": {"type": "object"}})
}

#[test]
fn malformed_tools_are_dropped_alone_and_counted() {
    let tools = vec![
        tool("good"),
        json!({"name": 5, "inputSchema": {"type": "object"}}),
        json!({"description": "no name"}),
        json!({"name": "", "inputSchema": {"type": "object"}}),
        json!({"name": "string schema", "inputSchema": "x"}),
        json!({"name": "array schema", "inputSchema": {"type": "array"}}),
        json!("text"),
        json!({"name": "bare"}),
        json!({"name": "untyped", "inputSchema": {"properties": {"a": {"type": "string"}}}}),
    ];
    let list = list(tools, &Limits::default());
    let names: Vec<&str> = list.tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["good", "bare", "untyped"]);
    assert_eq!(list.malformed, 6);
    assert!(list.tools.iter().all(|tool| tool.input_schema["type"] == "object"));
}

#[test]
fn the_first_of_two_equal_names_stays() {
    let mut second = tool("twice");
    second["description"] = json!("second");
    let list = list(vec![tool("twice"), second, tool("Twice")], &Limits::default());
    assert_eq!(list.duplicates, 1);
    assert_eq!(list.get("twice").unwrap().description, "d");
    assert!(list.get("Twice").is_some());
}

#[test]
fn texts_are_bounded_and_cleaned_also_inside_the_schema() {
    let limits = Limits { max_description: 10, ..Limits::default() };
    let list = list(
        vec![json!({
            "name": "t", "title": "a\u{202E}b", "description": "x".repeat(50),
            "inputSchema": {"type": "object", "properties": {
                "description": {"type": "string", "description": "hid\u{E0041}den"},
            }},
            "annotations": {"readOnlyHint": true, "destructiveHint": "no"},
        })],
        &limits,
    );
    let tool = &list.tools[0];
    assert_eq!(tool.title.as_deref(), Some("ab"));
    assert_eq!(tool.description, format!("{}…", "x".repeat(10)));
    assert_eq!(tool.input_schema["properties"]["description"]["description"], "hidden");
    assert_eq!((tool.read_only, tool.destructive), (Some(true), None));
}

#[test]
fn a_schema_too_deep_or_too_big_counts_as_malformed() {
    let mut deep = json!({"type": "string"});
    for _ in 0..100 {
        deep = json!({"type": "object", "properties": {"a": deep}});
    }
    let big = json!({"type": "object", "description": "x".repeat(2000)});
    let limits = Limits { max_schema: 1000, ..Limits::default() };
    let list = list(
        vec![json!({"name": "deep", "inputSchema": deep}), json!({"name": "big", "inputSchema": big})],
        &limits,
    );
    assert_eq!((list.tools.len(), list.malformed), (0, 2));
}

#[test]
fn the_tool_limit_ends_the_list_and_says_so() {
    let limits = Limits { max_tools: 3, ..Limits::default() };
    let list = list((0..9).map(|n| tool(&format!("t{n}"))).collect(), &limits);
    assert_eq!((list.tools.len(), list.truncated), (3, true));
}
