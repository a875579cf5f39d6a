//! What a request with 20 images costs, beside a bare copy of as many bytes: `cargo xtask bench llm`.
//!
//! The ratio is the promise: a body is written in one pass over texts and base64 that are there already. A
//! body built through a tree of values is measured beside it, to show what that would cost.

use bytes::Bytes;
use fuseforks_llm::{
    Wire,
    canonical::{Message, Request, ToolCall, ToolResult},
    encode_body,
};
use fuseforks_media::{Image, Limits, normalise};
use serde_json::Value;
use std::{
    error::Error,
    hint::black_box,
    io::{Write as _, stdout},
    path::Path,
    time::{Duration, Instant},
};

const IMAGES: u8 = 20;
/// Bytes of one image; 20 of them are what a request may hold.
const SIZE: usize = 1_000_000;
const RUNS: usize = 15;
/// Bodies that take longer than so many copies are not built at memory speed.
const MOST: f64 = 4.0;

fn main() -> Result<(), Box<dyn Error>> {
    let request = request()?;
    let mut out = stdout().lock();
    writeln!(out, "20 images of 1 MB, median of {RUNS} runs")?;
    writeln!(
        out,
        "{:<22}{:>10}{:>10}{:>10}{:>8}{:>12}",
        "wire", "MB", "copy ms", "build ms", "ratio", "tree ratio"
    )?;
    let mut slow = Vec::new();
    for wire in Wire::all() {
        let body = encode_body(wire, &request)?;
        let copy = median(|| drop(black_box(body.as_slice().to_vec())));
        let build = median(|| drop(black_box(encode_body(wire, &request))));
        let value: Value = serde_json::from_slice(&body)?;
        let tree = median(|| drop(black_box(serde_json::to_vec(&black_box(value.clone())))));
        let ratio = build.as_secs_f64() / copy.as_secs_f64();
        writeln!(
            out,
            "{:<22}{:>10.1}{:>10.2}{:>10.2}{ratio:>8.2}{:>12.2}",
            wire.id(),
            body.len() as f64 / 1e6,
            copy.as_secs_f64() * 1e3,
            build.as_secs_f64() * 1e3,
            tree.as_secs_f64() / copy.as_secs_f64(),
        )?;
        if ratio > MOST {
            slow.push(wire.id());
        }
    }
    if slow.is_empty() { Ok(()) } else { Err(format!("over {MOST} copies: {}", slow.join(", ")).into()) }
}

/// A turn of 20 looks; the base64 of each image is made, as it is in the second round of its life.
fn request() -> Result<Request, Box<dyn Error>> {
    let file = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/images/red.jpg"))?;
    let mut messages = vec![Message::User { text: "look".into(), attachments: Vec::new(), cache: false }];
    for n in 0..IMAGES {
        // Bytes after the end mark are part of the file and change nothing else.
        let padded = [file.as_slice(), &vec![n; SIZE - file.len()]].concat();
        let image = normalise(Bytes::from(padded), &Limits::default(), &|| false)
            .map_err(|reason| format!("{reason:?}"))?
            .image;
        black_box(image.base64());
        messages.extend(look(n, image));
    }
    Ok(Request { model: "m".into(), messages, ..Request::default() })
}

fn look(n: u8, image: Image) -> [Message; 2] {
    let (id, name) = (format!("call_{n}"), "nik__live_view_image");
    [
        Message::Assistant {
            text: String::new(),
            calls: vec![ToolCall::parse(id.clone(), name, "{}")],
            echo: None,
        },
        Message::Tool(ToolResult {
            call: id,
            name: name.into(),
            text: "one frame".into(),
            is_error: false,
            images: vec![image],
            caption: Some("(images from the result of nik__live_view_image: 1)".into()),
        }),
    ]
}

fn median(mut run: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let begin = Instant::now();
            run();
            begin.elapsed()
        })
        .collect();
    times.sort_unstable();
    times.get(RUNS / 2).copied().unwrap_or_default()
}
