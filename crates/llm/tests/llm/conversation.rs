//! Conversations as files.

use crate::support::{folder, image, parse};
use fuseforks_llm::{
    canonical::{Attachment, AttachmentKind, Message, ToolChoice},
    conversation::{ConversationFault, render},
};
use serde_json::json;

fn fault(text: &str) -> String {
    parse(text).expect_err("a fault").to_string()
}

#[test]
fn all_members_are_read() {
    let data = image("red.jpg").base64().to_owned();
    let text = json!({"model": "m", "system": "s", "max_output_tokens": 7, "tool_choice": "none",
        "tools": [{"name": "t", "description": "d", "parameters": {"type": "object", "x": 1}}, {"name": "u"}],
        "messages": [
            {"role": "user", "text": "hello", "attachments": [{"file": "green.jpg"}, {"media_type": "image/png", "data": data}]},
            {"role": "assistant", "text": "a", "calls": [{"id": "1", "name": "t", "arguments": {"z": 1, "a": 2}}]},
            {"role": "tool", "call": "1", "name": "t", "text": "r", "is_error": true, "images": [{"file": "red.jpg"}], "caption": "c"}]});
    let request = parse(&text.to_string()).unwrap();
    assert_eq!((request.model.as_str(), request.max_output_tokens), ("m", Some(7)));
    assert_eq!((request.system[0].text.as_str(), request.tool_choice), ("s", ToolChoice::None));
    assert_eq!(request.tools[1].parameters["type"], "object", "a tool without parameters takes none");
    let [Message::User { attachments, .. }, Message::Assistant { calls, .. }, Message::Tool(result)] =
        &request.messages[..]
    else {
        panic!("{:?}", request.messages)
    };
    let [Attachment::Image(first), Attachment::Image(second)] = &attachments[..] else { panic!() };
    assert_eq!((first, second), (&image("green.jpg"), &image("red.jpg")));
    assert_eq!(serde_json::to_string(&calls[0].arguments).unwrap(), r#"{"z":1,"a":2}"#, "order is kept");
    assert_eq!((result.is_error, result.caption.as_deref()), (true, Some("c")));
    assert_eq!(result.images, [image("red.jpg")]);
}

#[test]
fn what_is_written_reads_the_same() {
    for name in ["tools", "mixed", "attachment", "error_image"] {
        let path = folder("golden/conversations").join(format!("{name}.json"));
        let first = parse(&std::fs::read_to_string(path).unwrap()).unwrap();
        let written = render(&first);
        let second = parse(&written.to_string()).unwrap();
        assert_eq!(render(&second), written, "{name}");
    }
}

#[test]
fn bytes_decide_what_an_attachment_is() {
    let pdf = base64_simd::STANDARD.encode_to_string(b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n");
    let text =
        json!({"messages": [{"role": "user", "attachments": [{"media_type": "image/jpeg", "data": pdf}]}]});
    let request = parse(&text.to_string()).unwrap();
    let Message::User { attachments, .. } = &request.messages[0] else { panic!() };
    assert_eq!(attachments[0].kind(), AttachmentKind::Pdf);
}

#[test]
fn faults_say_where_they_are() {
    for (text, says) in [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("{", "EOF while parsing an object at line 1 column 1"),
        ("[1]", "invalid type: sequence, expected a map at line 1 column 0"),
        ("null", "invalid type: null, expected a map at line 1 column 4"),
        ("{}", "missing field `messages` at line 1 column 2"),
        (
            r#"{"messages": [5]}"#,
            "messages[0]: invalid type: integer `5`, expected a message at line 1 column 15",
        ),
    ] {
        assert_eq!(fault(text), says);
    }
    let text =
        r#"{"messages": [{"role": "user", "text": "a"}, {"role": "assistant", "calls": [{"id": 1}]}]}"#;
    assert!(fault(text).starts_with("messages[1].calls[0].id: invalid type"), "{}", fault(text));
    let text = r#"{"messages": [{"role": "robot"}]}"#;
    assert!(fault(text).starts_with("messages[0].role: unknown variant"), "{}", fault(text));
    let text = r#"{"messages": [{"role": "tool", "call": "1", "text": "r"}]}"#;
    assert_eq!(fault(text), "messages[0]: missing name");
    let text =
        r#"{"messages": [{"role": "user", "attachments": [{"media_type": "image/jpeg", "data": "%%"}]}]}"#;
    assert_eq!(fault(text), "messages[0].attachments[0].data: not base64, or too large");
    let text = r#"{"messages": [{"role": "user", "attachments": [{"file": "no-such-file.jpg"}]}]}"#;
    assert!(fault(text).starts_with("messages[0].attachments[0]: "), "{}", fault(text));
    let text = r#"{"messages": [{"role": "user", "attachments": [{}]}]}"#;
    assert_eq!(fault(text), "messages[0].attachments[0]: missing file or data");
    assert!(fault(r#"{"messages": []} x"#).contains("trailing"), "{}", fault(r#"{"messages": []} x"#));
}

#[test]
fn an_image_that_is_not_sendable_is_named() {
    let gif = base64_simd::STANDARD.encode_to_string(b"GIF89a\x01\x00\x01\x00\x00\x00\x00;");
    let text = json!({"messages": [{"role": "tool", "call": "1", "name": "t", "images": [{"data": gif}]}]});
    let error = parse(&text.to_string()).expect_err("a GIF is not carried");
    assert!(matches!(error.fault, ConversationFault::Image(_)), "{error}");
    assert_eq!(error.path, "messages[0].images[0]");
}
