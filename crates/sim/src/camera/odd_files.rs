//! Image files that the odd answers carry.
//!
//! Encoders of the `image` crate make the correct ones; the broken ones are written by hand.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

use super::noise::{Grain, grain};
use crate::colour::Colour;

/// A drawing that is text.
pub(super) const SVG: &[u8] = br##"<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#d62024"/></svg>"##;
/// A page that a misconfigured proxy returns in place of a picture.
pub(super) const HTML: &[u8] = b"<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>";

fn encode(pixels: RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    // Writing a valid picture to memory cannot fail; an empty file would fail the test that asked.
    let _ = DynamicImage::ImageRgb8(pixels).write_to(&mut file, format);
    file.into_inner()
}

fn decode(jpeg: &[u8]) -> RgbImage {
    image::load_from_memory(jpeg).map(DynamicImage::into_rgb8).unwrap_or_default()
}

pub(super) fn halves(width: u32, height: u32, left: &str, right: &str) -> RgbImage {
    let rgb = |name: &str| name.parse().map_or([0; 3], Colour::rgb);
    let (left, right) = (rgb(left), rgb(right));
    RgbImage::from_fn(width, height, |x, _| Rgb(if x < width / 2 { left } else { right }))
}

/// The frame as PNG.
pub(super) fn png(jpeg: &[u8]) -> Vec<u8> {
    encode(decode(jpeg), ImageFormat::Png)
}

/// The frame as lossless WebP.
pub(super) fn webp(jpeg: &[u8]) -> Vec<u8> {
    encode(decode(jpeg), ImageFormat::WebP)
}

/// A GIF of 64x64, green and purple.
pub(super) fn gif() -> Vec<u8> {
    encode(halves(64, 64, "green", "purple"), ImageFormat::Gif)
}

/// A BMP of 64x64, green and purple.
pub(super) fn bmp() -> Vec<u8> {
    encode(halves(64, 64, "green", "purple"), ImageFormat::Bmp)
}

/// A PNG of 3000x2000, orange and blue, with grain: about 10 megabytes.
pub(super) fn big_png() -> Vec<u8> {
    let mut pixels = halves(3000, 2000, "orange", "blue");
    grain(&mut pixels, 3, 6);
    encode(pixels, ImageFormat::Png)
}

/// A JPEG whose first 300 bytes after the start marker are noise.
pub(super) fn corrupt(jpeg: &[u8]) -> Vec<u8> {
    let mut file = jpeg.to_vec();
    let mut noise = Grain::new(11);
    for byte in file.iter_mut().skip(4).take(300) {
        *byte = u8::try_from(noise.next() & 0x7F).unwrap_or(0);
    }
    file
}

/// Signature, a header of 8,000,000 x 4,294,967,295 pixels of 64 bits with a valid checksum, and the
/// head of a data chunk without data.
pub(super) fn huge_header() -> Vec<u8> {
    let mut header = b"IHDR".to_vec();
    header.extend_from_slice(&8_000_000_u32.to_be_bytes());
    header.extend_from_slice(&u32::MAX.to_be_bytes());
    header.extend_from_slice(&[16, 6, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0d".to_vec();
    file.extend_from_slice(&header);
    file.extend_from_slice(&crc32(&header).to_be_bytes());
    file.extend_from_slice(b"\x00\x00\x00\x00IDAT");
    file
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
    })
}

/// An animation of two full-canvas frames, put together from two still files.
///
/// The layout is RFC 9649: an extended header with the animation flag, loop settings, and each frame as
/// an ANMF chunk around the VP8L chunk of a still picture.
pub(super) fn webp_animated() -> Vec<u8> {
    const EDGE: u32 = 64;
    let less_one = (EDGE - 1).to_le_bytes();
    let mut canvas = vec![0b0000_0010, 0, 0, 0];
    canvas.extend_from_slice(&less_one[..3]);
    canvas.extend_from_slice(&less_one[..3]);
    let mut body = chunk(b"VP8X", &canvas);
    body.extend(chunk(b"ANIM", &[0, 0, 0, 0, 0, 0]));
    for (left, right) in [("red", "blue"), ("blue", "red")] {
        let still = encode(halves(EDGE, EDGE, left, right), ImageFormat::WebP);
        let mut frame = vec![0; 6];
        frame.extend_from_slice(&less_one[..3]);
        frame.extend_from_slice(&less_one[..3]);
        frame.extend_from_slice(&[100, 0, 0, 0]);
        // The still file is "RIFF", size, "WEBP" and then its chunks.
        frame.extend_from_slice(still.get(12..).unwrap_or_default());
        body.extend(chunk(b"ANMF", &frame));
    }
    let mut file = b"RIFF".to_vec();
    file.extend_from_slice(&u32::try_from(body.len() + 4).unwrap_or(0).to_le_bytes());
    file.extend_from_slice(b"WEBP");
    file.extend(body);
    file
}

fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut chunk = name.to_vec();
    chunk.extend_from_slice(&u32::try_from(data.len()).unwrap_or(0).to_le_bytes());
    chunk.extend_from_slice(data);
    if data.len() % 2 == 1 {
        chunk.push(0);
    }
    chunk
}
