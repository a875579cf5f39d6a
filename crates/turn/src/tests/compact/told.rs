use super::support::{assistant, jpeg, lines, picture, tool, user};
use crate::compact::{Telling, told};
use fuseforks_llm::canonical::{Echo, Message, ToolCall};
use std::sync::Arc;

fn tell(messages: &[Message]) -> Vec<Message> {
    told(
        messages,
        &Telling {
            called: &|name, arguments| format!("<called {name} {arguments}>"),
            returned: &|name, text| format!("<{name} gave> {text}"),
        },
    )
}

#[test]
fn rounds_become_text_of_the_model() {
    let messages = [
        user("watch", vec![picture(jpeg(1))]),
        assistant("a look", &["a:look:{\"n\":1}", "b:status"]),
        tool("a", "look", "red", &[jpeg(1)]),
        tool("b", "status", "ready", &[]),
        assistant("", &["c:look"]),
        tool("c", "look", "blue", &[]),
        user("and?", vec![]),
        assistant(" ", &[]),
    ];
    assert_eq!(
        lines(&tell(&messages)),
        [
            "user \"watch\\n[image: image/jpeg]\" []",
            "model \"a look\\n\\n<called look {\\\"n\\\":1}>\\n\\n<called status {}>\\n\\n\
             <look gave> red\\n[image: image/jpeg]\\n\\n<status gave> ready\\n\\n\
             <called look {}>\\n\\n<look gave> blue\" []",
            "user \"and?\" []",
        ]
    );
}

#[test]
fn nothing_is_left_that_belongs_to_one_provider() {
    let run = "QUJD".repeat(200);
    let echo = Echo { wire: "w", model: "m".to_owned(), items: Arc::new(serde_json::json!([run])) };
    let broken =
        ToolCall { malformed: Some(format!("{{\"x\":{run}")), ..super::support::call("a:look:{\"y\":1}") };
    let messages = [
        Message::User { text: "go".to_owned(), attachments: Vec::new(), cache: true },
        Message::Assistant { text: String::new(), calls: vec![broken], echo: Some(echo) },
        tool("a", "look", &run, &[]),
    ];
    let back = tell(&messages);
    let whole = format!("{back:?}");
    assert!(!whole.contains("QUJDQUJD"), "{whole}");
    assert!(whole.contains("<called look {\\\"x\\\":[base64: 800 characters]>"), "{whole}");
    assert!(matches!(&back[0], Message::User { cache: false, .. }));
    assert!(matches!(&back[1], Message::Assistant { calls, echo: None, .. } if calls.is_empty()), "{whole}");
}
