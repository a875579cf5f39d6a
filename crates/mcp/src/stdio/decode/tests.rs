use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientJsonRpcMessage, ClientRequest, JsonRpcMessage, RequestId,
    ServerResult,
};
use serde_json::{Value, json};

use super::{Message, Pending, line, too_long};
use crate::faults::Faults;

fn pending(ids: &[i64]) -> Pending {
    let pending = Pending::default();
    for id in ids {
        let call = CallToolRequest::new(CallToolRequestParams::new("t"));
        pending.sending(&ClientJsonRpcMessage::request(
            ClientRequest::CallToolRequest(call),
            RequestId::Number(*id),
        ));
    }
    pending
}

fn result(messages: &[Message]) -> (i64, Value) {
    match messages {
        [JsonRpcMessage::Response(response)] => {
            let RequestId::Number(id) = response.id else { panic!("id") };
            let ServerResult::CustomResult(value) = &response.result else { panic!("not raw") };
            (id, value.0.clone())
        }
        other => panic!("{other:?}"),
    }
}

fn error_ids(messages: &[Message]) -> Vec<i64> {
    let mut ids: Vec<i64> = messages
        .iter()
        .map(|message| match message {
            JsonRpcMessage::Error(error) => match error.id {
                Some(RequestId::Number(id)) => id,
                _ => panic!("id"),
            },
            other => panic!("{other:?}"),
        })
        .collect();
    ids.sort_unstable();
    ids
}

#[test]
fn noise_is_no_message() {
    for noise in [
        "",
        "   ",
        "Starting...",
        "\u{feff}",
        "\u{1b}[32mready\u{1b}[0m",
        "{not json",
        "[1,2",
        "{}",
        "\"x\"",
        "{ok}",
    ] {
        assert!(line(noise.as_bytes(), &pending(&[1])).is_empty(), "{noise:?}");
    }
    assert!(line(b"\xff\xfe\x00garbage", &pending(&[1])).is_empty());
}

#[test]
fn a_message_inside_marks_colours_and_carriage_returns_is_read() {
    let body = json!({"jsonrpc": "2.0", "id": 1, "result": {"content": []}}).to_string();
    for text in [
        body.clone(),
        format!("{body}\r"),
        format!("\u{feff}{body}"),
        format!("  {body}  "),
        format!("\u{1b}[36m{body}\u{1b}[0m"),
    ] {
        assert_eq!(result(&line(text.as_bytes(), &pending(&[1]))), (1, json!({"content": []})), "{text:?}");
    }
}

#[test]
fn bytes_that_are_no_utf8_inside_a_string_do_not_lose_the_answer() {
    let mut bytes = br#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"a"#.to_vec();
    bytes.push(0xff);
    bytes.extend(br#"b"}]}}"#);
    let (_, value) = result(&line(&bytes, &pending(&[1])));
    assert_eq!(value["content"][0]["text"], "a\u{fffd}b");
}

#[test]
fn an_id_may_come_back_as_text_and_jsonrpc_may_be_missing() {
    let text = json!({"id": "7", "result": {"x": 1}}).to_string();
    assert_eq!(result(&line(text.as_bytes(), &pending(&[7]))), (7, json!({"x": 1})));
}

#[test]
fn odd_errors_end_their_call() {
    for error in
        [json!("text"), json!({"code": "x"}), json!({"message": 5}), json!({"code": 99_999_999_999_i64})]
    {
        let text = json!({"jsonrpc": "2.0", "id": 3, "error": error}).to_string();
        assert_eq!(error_ids(&line(text.as_bytes(), &pending(&[3]))), [3], "{text}");
    }
}

#[test]
fn a_batch_is_read_item_by_item() {
    let text = json!([
        {"jsonrpc": "2.0", "id": 1, "result": {}},
        {"nonsense": true},
        {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"},
    ]);
    assert_eq!(line(text.to_string().as_bytes(), &pending(&[1])).len(), 2);
}

#[test]
fn the_call_of_an_oversized_answer_is_found_at_either_end() {
    let cases = [
        (r#"{"jsonrpc":"2.0","id":5,"result":{"content":[{"#, r#"xxx"}]}}"#),
        (r#"{"id":5,"jsonrpc":"2.0","result":{"content":[{"#, r#"xxx"}]}}"#),
        (r#"{ "jsonrpc": "2.0", "id": "5", "result": {"#, r#"xxx"}]}}"#),
        (r#"{"result":{"content":[{"type":"image","data":"AAAA"#, r#"AAA"}]},"jsonrpc":"2.0","id":5}"#),
        (r#"{"result":{"content":[{"type":"image","data":"AAAA"#, r#"AAA"}]},"id":5,"jsonrpc":"2.0"}"#),
    ];
    for (head, tail) in cases {
        let faults = Faults::default();
        let ended = too_long(head.as_bytes(), tail.as_bytes(), &pending(&[4, 5, 6]), &faults);
        assert_eq!(error_ids(&ended), [5], "{head}");
        assert!(faults.take_too_large(&RequestId::Number(5)));
        assert!(!faults.take_too_large(&RequestId::Number(4)));
    }
}

#[test]
fn an_oversized_line_without_an_id_ends_every_call_but_a_notification_none() {
    let faults = Faults::default();
    let ended = too_long(br#"{"result":{"id":9,"x":"#, b"yyyy\"}}", &pending(&[4, 5]), &faults);
    assert_eq!(error_ids(&ended), [4, 5]);
    let head = br#"{"jsonrpc":"2.0","method":"notifications/message","params":{"data":""#;
    assert!(too_long(head, b"xx\"}}", &pending(&[4, 5]), &faults).is_empty());
}
