//! Bodies as a whole: a person's own members, other files, size and speed.

use crate::support::{asks, call, checked, folder, json, result, user};
use bytes::Bytes;
use fuseforks_llm::{
    Endpoint, Wire,
    canonical::{Attachment, AttachmentKind, Message, Request, ToolSpec},
    encode_body,
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn request(messages: Vec<Message>) -> Request {
    Request { model: "m".into(), max_output_tokens: Some(100), messages, ..Request::default() }
}

fn with_extra(wire: &str, extra: Value) -> Value {
    let wire = Wire::find(wire).unwrap();
    let endpoint = Endpoint::new(wire, "http://localhost")
        .with_extra(extra.as_object().unwrap().clone())
        .with_window(Some(4096));
    json(&wire.encode(&request(vec![user("hi")]), &endpoint.options).unwrap())
}

#[test]
fn a_persons_own_members_are_laid_over_the_head() {
    let body =
        with_extra("openai-compat", json!({"max_tokens": null, "top_k": 5, "stream_options": {"x": 1}}));
    assert_eq!((body.get("max_tokens"), &body["top_k"]), (None, &json!(5)));
    assert_eq!(body["stream_options"], json!({"include_usage": true, "x": 1}));
    let body = with_extra("ollama", json!({"keep_alive": "10m", "options": {"num_ctx": 1}}));
    assert_eq!(body["options"], json!({"num_ctx": 1, "num_predict": 100}));
    assert_eq!(body["keep_alive"], "10m");
}

#[test]
fn the_conversation_cannot_be_replaced() {
    for wire in Wire::all() {
        let plain = with_extra(wire.id(), json!({}));
        let extra = json!({"system": "x", "systemInstruction": "x", "messages": [], "contents": [], "input": [], "tools": [], "stream": false});
        assert_eq!(with_extra(wire.id(), extra), plain, "{wire:?}");
    }
}

#[test]
fn the_window_reaches_the_server_that_lets_the_client_choose() {
    assert_eq!(with_extra("ollama", json!({}))["options"]["num_ctx"], 4096);
}

#[test]
fn files_stand_in_the_form_of_each_wire() {
    let bytes = Bytes::from_static(b"some bytes");
    let base64 = base64_simd::STANDARD.encode_to_string(&bytes);
    let body = |wire: &str, kind, media_type: &str| {
        let attachment = Attachment::Other {
            kind,
            media_type: media_type.into(),
            name: "a.bin".into(),
            bytes: bytes.clone(),
        };
        let message = Message::User { text: "see".into(), attachments: vec![attachment], cache: false };
        json(&encode_body(Wire::find(wire).unwrap(), &request(vec![message])).unwrap())
    };
    let pdf = AttachmentKind::Pdf;
    assert_eq!(
        body("anthropic", pdf, "application/pdf")["messages"][0]["content"][0],
        json!({"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": base64}, "title": "a.bin"})
    );
    let url = format!("data:application/pdf;base64,{base64}");
    assert_eq!(
        body("openai-responses", pdf, "application/pdf")["input"][0]["content"][0],
        json!({"type": "input_file", "filename": "a.bin", "file_data": url})
    );
    assert_eq!(
        body("gemini", AttachmentKind::Video, "video/mp4")["contents"][0]["parts"][0],
        json!({"inlineData": {"mimeType": "video/mp4", "data": base64}})
    );
    assert_eq!(
        body("meta-responses", AttachmentKind::Audio, "audio/mpeg")["input"][0]["content"][0],
        json!({"type": "input_audio", "data": base64, "format": "mp3"})
    );
    assert_eq!(
        body("meta-responses", AttachmentKind::Video, "video/mp4")["input"][0]["content"][0],
        json!({"type": "input_video", "video_url": format!("data:video/mp4;base64,{base64}")})
    );
    // What a wire does not carry leaves the text alone.
    assert_eq!(
        body("openai-compat", pdf, "application/pdf")["messages"][0],
        json!({"role": "user", "content": "see"})
    );
}

/// Where each wire puts the schema of its only tool.
fn parameters(wire: &str, schema: Value) -> Value {
    let tool = ToolSpec {
        name: "cam__shot".into(),
        description: "d".into(),
        parameters: schema.as_object().unwrap().clone(),
    };
    let request = Request { tools: vec![tool], ..request(vec![user("hi")]) };
    let body = json(&encode_body(Wire::find(wire).unwrap(), &request).unwrap());
    let places = ["/tools/0/input_schema", "/tools/0/function/parameters", "/tools/0/parameters"];
    places.iter().find_map(|place| body.pointer(place)).cloned().unwrap_or_default()
}

#[test]
fn a_tool_without_parameters_says_that_it_takes_an_object() {
    let listed = json!({"type": "object", "properties": {}});
    for wire in Wire::all() {
        for schema in [json!({}), json!({"type": "object"}), listed.clone()] {
            let expected = match wire.id() {
                // It has no word for an object without members.
                "gemini" => Value::Null,
                "anthropic" if schema != listed => json!({"type": "object"}),
                _ => listed.clone(),
            };
            assert_eq!(parameters(wire.id(), schema.clone()), expected, "{wire:?} {schema}");
        }
    }
}

#[test]
fn a_schema_goes_out_as_it_was_written_where_json_schema_is_spoken() {
    let schema = json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
        "$defs": {"P": {"type": "object", "properties": {"next": {"$ref": "#/$defs/P"}}}},
        "properties": {
            "a": {"anyOf": [{"type": "string"}, {"type": "null"}]}, "b": {"type": ["string", "null"]},
            "c": {"const": "a"}, "d": {"oneOf": [{"type": "object"}, {"type": "object"}]},
            "e": {"type": "integer", "enum": [1, 2]}, "f": {"type": "string", "format": "uri"},
            "g": {"type": "number", "exclusiveMinimum": 0}, "h": {"$ref": "#/$defs/P"}, "i": {}},
        "additionalProperties": false, "propertyNames": {"pattern": "^[a-z]$"}});
    for wire in Wire::all().filter(|wire| !["gemini", "ollama"].contains(&wire.id())) {
        assert_eq!(parameters(wire.id(), schema.clone()), schema, "{wire:?}");
    }
    let members = json!({"$ref": "#/$defs/P", "$defs": {"P": {"type": "object", "properties": {}}}});
    let typed = parameters("openai-compat", members);
    assert_eq!((&typed["type"], typed.get("properties")), (&json!("object"), None), "they stand elsewhere");
}

#[test]
fn a_user_message_of_an_image_alone_has_no_text_part() {
    let shown = Attachment::Image(crate::support::image("red.jpg"));
    let message = || Message::User { text: " ".into(), attachments: vec![shown.clone()], cache: false };
    for (wire, path) in [
        ("anthropic", "/messages/0/content"),
        ("openai-compat", "/messages/0/content"),
        ("gemini", "/contents/0/parts"),
        ("xai-responses", "/input/0/content"),
    ] {
        let body = json(&encode_body(Wire::find(wire).unwrap(), &request(vec![message()])).unwrap());
        assert_eq!(body.pointer(path).and_then(Value::as_array).map(Vec::len), Some(1), "{wire}: {body:#}");
    }
}

#[test]
fn blank_messages_are_left_out_and_neighbours_join() {
    let blank = Message::Assistant { text: "\n".into(), calls: Vec::new(), echo: None };
    let messages = vec![user("one"), blank, user(""), user("two")];
    let body = json(&encode_body(Wire::find("anthropic").unwrap(), &request(messages.clone())).unwrap());
    assert_eq!(
        body["messages"],
        json!([{"role": "user", "content": [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]}])
    );
    for wire in ["openai-compat", "ollama"] {
        let body = json(&encode_body(Wire::find(wire).unwrap(), &request(messages.clone())).unwrap());
        assert_eq!(body["messages"].as_array().unwrap().len(), 2, "{wire}");
    }
}

/// A looking glass on the promise that twenty images cost one copy each: even without optimisation, and on
/// a busy machine, 27 MB of base64 are written in well under the seconds that escaping them would take.
#[test]
fn twenty_images_are_written_at_memory_speed() {
    let file = std::fs::read(folder("images").join("red.jpg")).unwrap();
    let images: Vec<_> = (0..20u8)
        .map(|n| {
            // Bytes after the end mark are part of the file and change nothing else.
            let padded = [file.clone(), vec![n; 1_000_000]].concat();
            checked(padded.into()).unwrap()
        })
        .collect();
    images.iter().for_each(|image| assert!(image.base64().len() > 1_333_000));
    let results = images.iter().enumerate().flat_map(|(n, image)| {
        let id = format!("c{n}");
        [asks(&[call(&id, "cam__shot")]), result(&id, "cam__shot", "text", std::slice::from_ref(image))]
    });
    let request = request(std::iter::once(user("hi")).chain(results).collect());
    for wire in Wire::all() {
        let start = Instant::now();
        let body = encode_body(wire, &request).unwrap();
        let took = start.elapsed();
        assert!(body.len() > 26_000_000, "{wire:?}: {}", body.len());
        assert!(body.capacity() < body.len() + body.len() / 8, "{wire:?}: one buffer, sized at once");
        assert!(took < Duration::from_secs(2), "{wire:?}: {took:?}");
        println!("{wire:?} {took:?}");
    }
}
