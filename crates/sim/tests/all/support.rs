//! Pictures, requests and event streams for the provider tests.

use std::io::Cursor;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use fuseforks_sim::colour::Colour;
use fuseforks_sim::provider::{self, Provider, ProviderOptions, Wire};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::Value;

use crate::http;

pub(crate) fn provider(wire: Wire) -> Provider {
    with(ProviderOptions::new(wire))
}

pub(crate) fn with(options: ProviderOptions) -> Provider {
    provider::start(options).expect("provider")
}

/// A picture of two halves, encoded and in base64.
pub(crate) fn picture(left: &str, right: &str, format: ImageFormat) -> String {
    sized(left, right, 64, 48, format)
}

pub(crate) fn sized(left: &str, right: &str, width: u32, height: u32, format: ImageFormat) -> String {
    let rgb = |name: &str| name.parse::<Colour>().expect("colour").rgb();
    let (left, right) = (rgb(left), rgb(right));
    let pixels = RgbImage::from_fn(width, height, |x, _| Rgb(if x < width / 2 { left } else { right }));
    let mut file = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(pixels).write_to(&mut file, format).expect("encoded");
    STANDARD.encode(file.into_inner())
}

pub(crate) fn jpeg(left: &str, right: &str) -> String {
    picture(left, right, ImageFormat::Jpeg)
}

/// A POST of JSON with the wire's headers.
pub(crate) fn request(provider: &Provider, wire: Wire, path: &str, body: &Value) -> reqwest::RequestBuilder {
    let request = http::client().post(format!("{}{path}", provider.url())).json(body);
    match wire {
        Wire::Anthropic => request.header("x-api-key", "k").header("anthropic-version", "2023-06-01"),
        _ => request.header("authorization", "Bearer k"),
    }
}

pub(crate) async fn send(request: reqwest::RequestBuilder) -> (u16, Value) {
    let response = request.send().await.expect("sent");
    let status = response.status().as_u16();
    let text = response.text().await.expect("body");
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

pub(crate) async fn text(request: reqwest::RequestBuilder) -> String {
    let response = request.send().await.expect("sent");
    assert_eq!(response.status(), 200);
    response.text().await.expect("body")
}

/// The JSON of every `data:` line; `[DONE]` becomes a string.
pub(crate) fn events(stream: &str) -> Vec<Value> {
    let data = stream.lines().filter_map(|line| line.strip_prefix("data: "));
    data.map(|data| serde_json::from_str(data).unwrap_or(Value::String(data.to_owned()))).collect()
}

/// Name, status, a part of the error, and what is wrong.
pub(crate) type Case<'a> = (&'a str, u16, &'a str, fn(&mut Value));

/// Sends every changed copy of `good` and compares status and a part of the error.
pub(crate) async fn refusals(wire: Wire, path: &str, good: &Value, cases: &[Case<'_>]) {
    let provider = provider(wire);
    let (status, answer) = send(request(&provider, wire, path, good)).await;
    assert_eq!(status, 200, "the good body: {answer}");
    for (name, expected, part, change) in cases {
        let mut body = good.clone();
        change(&mut body);
        let (status, answer) = send(request(&provider, wire, path, &body)).await;
        assert_eq!(status, *expected, "{name}: {answer}");
        assert!(answer.to_string().contains(part), "{name}: {answer}");
    }
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}
