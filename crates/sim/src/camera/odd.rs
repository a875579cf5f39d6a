//! The odd answers by name, each as the raw result of a `tools/call`.
//!
//! They are written as JSON, not through a typed library, since most say what no correct library can.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde_json::{Value, json};

use super::frame::Frame;
use super::huge;
use super::odd_files as files;
use super::odd_sound as sound;
use super::server::facts;

/// What a raw server does with a call.
pub(super) enum Answer {
    /// A result.
    Result(Value),
    /// A list of content blocks, written already because it is too large to be written for every call.
    Written(Bytes),
    /// A JSON-RPC error.
    RpcError(Value),
    /// Nothing, until the caller leaves.
    Hang,
    /// Headers, then a broken connection.
    Drop,
}

macro_rules! odd {
    ($($(#[$doc:meta])* $variant:ident = $name:literal),+ $(,)?) => {
        /// An odd answer of `live_view_image`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Odd { $($(#[$doc])* $variant),+ }

        impl Odd {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name on the command line.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }
    };
}

odd! {
    /// The frame as PNG.
    Png = "png",
    /// The frame as still lossless WebP.
    Webp = "webp",
    /// A WebP animation of two frames: left red, right blue, then swapped.
    WebpAnimated = "webp-animated",
    /// A GIF.
    Gif = "gif",
    /// A BMP.
    Bmp = "bmp",
    /// An SVG, called image/svg+xml.
    Svg = "svg",
    /// An HTML page, called image/jpeg.
    Html = "html",
    /// The first half of a JPEG.
    Truncated = "truncated",
    /// A JPEG whose tables are noise.
    Corrupt = "corrupt",
    /// A PNG of 3000x2000 pixels.
    BigPng = "big-png",
    /// A PNG of 41 bytes that claims 8,000,000 x 4,294,967,295 pixels.
    HugeHeader = "huge-header",
    /// Four frames.
    Four = "four",
    /// Five frames.
    Five = "five",
    /// Nine frames.
    Nine = "nine",
    /// Four JPEGs of 8256x5504 pixels, as from the card of the camera.
    FourHuge = "four-huge",
    /// A frame, a block of an unknown type, a text.
    UnknownBlock = "unknown-block",
    /// A frame without `mimeType`.
    NoMime = "no-mime",
    /// Frames whose audience is a string, an unknown role, an empty list.
    BadAudience = "bad-audience",
    /// A frame for the user only.
    UserAudience = "user-audience",
    /// A frame for the assistant only.
    AssistantAudience = "assistant-audience",
    /// A frame for both.
    BothAudience = "both-audience",
    /// A second of sound as WAV, no audience.
    Audio = "audio",
    /// The same for the user only.
    AudioUser = "audio-user",
    /// A frame as the blob of an embedded resource.
    ResourceBlobImage = "resource-blob-image",
    /// An embedded text resource.
    ResourceText = "resource-text",
    /// A resource link.
    ResourceLink = "resource-link",
    /// `structuredContent` and an empty `content`.
    StructuredOnly = "structured-only",
    /// A frame and a text, repeated inside `structuredContent`.
    StructuredRepeat = "structured-repeat",
    /// `isError` with a text and a frame.
    ErrorWithImage = "error-with-image",
    /// An empty `content`.
    Empty = "empty",
    /// A text of white space.
    Whitespace = "whitespace",
    /// A frame whose base64 is broken into lines of 76.
    LineWrappedBase64 = "line-wrapped-base64",
    /// A frame whose data is a data: URI.
    DataUri = "data-uri",
    /// A frame whose base64 has a character too few and one that is none.
    MalformedBase64 = "malformed-base64",
    /// A PNG called image/jpeg.
    WrongMime = "wrong-mime",
    /// A text of 200,000 characters.
    LongText = "long-text",
    /// A JSON-RPC error instead of a result.
    RpcError = "rpc-error",
    /// No answer at all.
    Hang = "hang",
    /// The connection breaks in the middle of the answer.
    DropConnection = "drop-connection",
}

impl Odd {
    /// How many frames the answer needs.
    pub(super) fn frames(self) -> usize {
        match self {
            Self::Four => 4,
            Self::Five => 5,
            Self::Nine => 9,
            Self::BadAudience => 3,
            _ => 1,
        }
    }

    /// The answer. `frames` are as many as [`Self::frames`] asked for.
    pub(super) fn answer(self, frames: &[Frame]) -> Answer {
        let Some(frame) = frames.first() else {
            return Answer::Hang;
        };
        let jpeg = &frame.jpeg[..];
        let text = json!({"type": "text", "text": facts(frame)});
        let shot = image(jpeg, "image/jpeg");
        let one = |bytes: &[u8], mime: &str| vec![image(bytes, mime), text.clone()];
        let mut extra = None;
        let content = match self {
            Self::Png => one(&files::png(jpeg), "image/png"),
            Self::Webp => one(&files::webp(jpeg), "image/webp"),
            Self::WebpAnimated => one(&files::webp_animated(), "image/webp"),
            Self::Gif => one(&files::gif(), "image/gif"),
            Self::Bmp => one(&files::bmp(), "image/bmp"),
            Self::Svg => one(files::SVG, "image/svg+xml"),
            Self::Html => one(files::HTML, "image/jpeg"),
            Self::Truncated => one(&jpeg[..jpeg.len() / 2], "image/jpeg"),
            Self::Corrupt => one(&files::corrupt(jpeg), "image/jpeg"),
            Self::BigPng => one(&files::big_png(), "image/png"),
            Self::HugeHeader => one(&files::huge_header(), "image/png"),
            Self::WrongMime => one(&files::png(jpeg), "image/jpeg"),
            Self::Four | Self::Five | Self::Nine => frames
                .iter()
                .flat_map(|frame| {
                    [image(&frame.jpeg, "image/jpeg"), json!({"type": "text", "text": facts(frame)})]
                })
                .collect(),
            Self::FourHuge => return Answer::Written(huge::four()),
            Self::UnknownBlock => {
                vec![shot, json!({"type": "hologram", "layers": 3, "data": "AAAA"}), text]
            }
            Self::NoMime => vec![json!({"type": "image", "data": STANDARD.encode(jpeg)}), text],
            Self::BadAudience => {
                let odd = [json!("user"), json!(["robot"]), json!([])];
                let marked = frames.iter().zip(odd).map(|(frame, audience)| {
                    with(image(&frame.jpeg, "image/jpeg"), "annotations", json!({"audience": audience}))
                });
                marked.chain([text]).collect()
            }
            Self::UserAudience => vec![audience(shot, &["user"]), text],
            Self::AssistantAudience => vec![audience(shot, &["assistant"]), text],
            Self::BothAudience => vec![audience(shot, &["user", "assistant"]), text],
            Self::Audio => vec![sound::block()],
            Self::AudioUser => vec![audience(sound::block(), &["user"])],
            Self::ResourceBlobImage => vec![
                json!({"type": "resource", "resource": {"uri": "nik://frame/1.jpg", "mimeType": "image/jpeg",
                    "blob": STANDARD.encode(jpeg)}}),
                text,
            ],
            Self::ResourceText => vec![json!({"type": "resource", "resource": {
                "uri": "nik://settings.txt", "mimeType": "text/plain", "text": "iso=400\nshutter=1/250\n"}})],
            Self::ResourceLink => vec![json!({"type": "resource_link", "uri": "nik://card/DSC_0001.NEF",
                "name": "DSC_0001.NEF", "mimeType": "image/x-nikon-nef", "size": 28_311_552})],
            Self::StructuredOnly => {
                extra = Some(("structuredContent", json!({"battery": 83, "mode": "A"})));
                Vec::new()
            }
            Self::StructuredRepeat => {
                let content = vec![shot, text];
                extra = Some(("structuredContent", json!({"result": content})));
                content
            }
            Self::ErrorWithImage => {
                extra = Some(("isError", json!(true)));
                vec![json!({"type": "text", "text": "autofocus failed"}), shot]
            }
            Self::Empty => Vec::new(),
            Self::Whitespace => vec![json!({"type": "text", "text": " \n\t "})],
            Self::LineWrappedBase64 => {
                vec![json!({"type": "image", "mimeType": "image/jpeg", "data": wrapped(jpeg)}), text]
            }
            Self::DataUri => {
                let data = format!("data:image/jpeg;base64,{}", STANDARD.encode(jpeg));
                vec![json!({"type": "image", "mimeType": "image/jpeg", "data": data}), text]
            }
            Self::MalformedBase64 => {
                let mut data = STANDARD.encode(jpeg);
                data.pop();
                data.insert(100, '*');
                vec![json!({"type": "image", "mimeType": "image/jpeg", "data": data}), text]
            }
            Self::LongText => vec![json!({"type": "text", "text": "0123456789".repeat(20_000)})],
            Self::RpcError => {
                return Answer::RpcError(json!({"code": -32603, "message": "internal error: sensor"}));
            }
            Self::Hang => return Answer::Hang,
            Self::DropConnection => return Answer::Drop,
        };
        let result = json!({"content": content});
        Answer::Result(match extra {
            Some((key, value)) => with(result, key, value),
            None => result,
        })
    }
}

pub(super) fn image(bytes: &[u8], mime: &str) -> Value {
    json!({"type": "image", "data": STANDARD.encode(bytes), "mimeType": mime})
}

fn audience(block: Value, roles: &[&str]) -> Value {
    with(block, "annotations", json!({"audience": roles, "priority": 0.9}))
}

fn with(mut object: Value, key: &str, value: Value) -> Value {
    if let Some(map) = object.as_object_mut() {
        map.insert(key.to_owned(), value);
    }
    object
}

/// Base64 as `encodebytes` of Python writes it: lines of 76 characters, each ended.
fn wrapped(bytes: &[u8]) -> String {
    let mut lines = String::new();
    for (place, letter) in STANDARD.encode(bytes).chars().enumerate() {
        if place > 0 && place % 76 == 0 {
            lines.push('\n');
        }
        lines.push(letter);
    }
    lines.push('\n');
    lines
}

/// Text that names no odd answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOdd(String);

impl fmt::Display for UnknownOdd {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Odd::ALL.iter().map(|odd| odd.name()).collect();
        write!(formatter, "unknown odd answer {:?}: {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownOdd {}

impl FromStr for Odd {
    type Err = UnknownOdd;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.iter().copied().find(|odd| odd.name() == text).ok_or_else(|| UnknownOdd(text.to_owned()))
    }
}
