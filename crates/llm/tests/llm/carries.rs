//! The carries table against what is really written.

use crate::support::{asks, call, image, result, user};
use bytes::Bytes;
use fuseforks_llm::{
    Carry, Endpoint, Place, Vision, Wire,
    canonical::{Attachment, AttachmentKind, Message, Request, ToolSpec},
    carries, encode_body,
};

const KINDS: [AttachmentKind; 4] =
    [AttachmentKind::Image, AttachmentKind::Audio, AttachmentKind::Video, AttachmentKind::Pdf];

fn attachment(kind: AttachmentKind) -> Attachment {
    let media_type = match kind {
        AttachmentKind::Image => return Attachment::Image(image("red.jpg")),
        AttachmentKind::Audio => "audio/wav",
        AttachmentKind::Video => "video/mp4",
        AttachmentKind::Pdf => "application/pdf",
    };
    Attachment::Other {
        kind,
        media_type: media_type.into(),
        name: "file".into(),
        bytes: Bytes::from(format!("the bytes of {media_type} that must be found again")),
    }
}

fn base64(attachment: &Attachment) -> String {
    match attachment {
        Attachment::Image(image) => image.base64().to_owned(),
        Attachment::Other { bytes, .. } => base64_simd::STANDARD.encode_to_string(bytes),
    }
}

fn request(messages: Vec<Message>) -> Request {
    let tool =
        ToolSpec { name: "cam__shot".into(), description: String::new(), parameters: Default::default() };
    Request { model: "m".into(), tools: vec![tool], messages, ..Request::default() }
}

fn times(body: &[u8], needle: &str) -> usize {
    String::from_utf8(body.to_vec()).unwrap().matches(needle).count()
}

#[test]
fn the_table_tells_the_truth_about_attachments() {
    for wire in Wire::all() {
        for kind in KINDS {
            let attachment = attachment(kind);
            let base64 = base64(&attachment);
            let message = Message::User { text: "see".into(), attachments: vec![attachment], cache: false };
            let body = encode_body(wire, &request(vec![message])).unwrap();
            let expected = usize::from(wire.carries(kind, Place::UserAttachment).possible());
            assert_eq!(times(&body, &base64), expected, "{wire:?} {kind:?}");
        }
    }
}

#[test]
fn the_table_tells_the_truth_about_tool_results() {
    for wire in Wire::all() {
        for kind in KINDS {
            let carry = wire.carries(kind, Place::ToolResult);
            assert_eq!(carry.possible(), kind == AttachmentKind::Image, "{wire:?} {kind:?}");
        }
        let shown = image("red.jpg");
        let messages = vec![
            user("look"),
            asks(&[call("1", "cam__shot")]),
            result("1", "cam__shot", "text", std::slice::from_ref(&shown)),
        ];
        let body = encode_body(wire, &request(messages)).unwrap();
        assert_eq!(times(&body, shown.base64()), 1, "{wire:?}");
    }
}

#[test]
fn the_rows_that_others_rely_on() {
    let table = [
        ("anthropic", Carry::Native, Carry::Native),
        ("openai-compat", Carry::Native, Carry::Carrier),
        ("gemini", Carry::Native, Carry::Native),
        ("openai-responses", Carry::Native, Carry::Native),
        ("xai-responses", Carry::Native, Carry::Native),
        ("meta-responses", Carry::Native, Carry::Native),
        ("perplexity-responses", Carry::Native, Carry::Native),
        ("ollama", Carry::IfVision, Carry::IfVision),
        ("no such wire", Carry::No, Carry::No),
    ];
    for (wire, attached, shown) in table {
        assert_eq!(carries(wire, AttachmentKind::Image, Place::UserAttachment), attached, "{wire}");
        assert_eq!(carries(wire, AttachmentKind::Image, Place::ToolResult), shown, "{wire}");
    }
    assert_eq!(Wire::all().count(), 8);
    for wire in Wire::all() {
        assert_eq!(Wire::find(wire.id()), Some(wire));
    }
}

#[test]
fn ollama_sends_images_only_to_a_model_that_is_known_to_see() {
    let shown = image("red.jpg");
    let attached = Attachment::Image(image("green.jpg"));
    let needle = base64(&attached);
    let messages = vec![
        Message::User { text: "look".into(), attachments: vec![attached], cache: false },
        asks(&[call("1", "cam__shot")]),
        result("1", "cam__shot", "text", std::slice::from_ref(&shown)),
    ];
    let request = request(messages);
    let wire = Wire::find("ollama").unwrap();
    for (vision, expected) in [(Vision::Yes, 1), (Vision::No, 0), (Vision::Unknown, 0)] {
        let endpoint = Endpoint::new(wire, "http://localhost:11434").with_vision(vision);
        let body = wire.encode(&request, &endpoint.options).unwrap();
        assert_eq!(times(&body, shown.base64()), expected, "{vision:?}");
        assert_eq!(times(&body, &needle), expected, "{vision:?}");
        assert_eq!(times(&body, "images"), 2 * expected, "{vision:?}: no empty list either");
    }
}
