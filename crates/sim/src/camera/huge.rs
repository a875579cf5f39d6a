//! Photographs of 45 megapixels, painted and encoded once: that takes seconds, and many callers share them.

use std::sync::OnceLock;

use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use serde_json::Value;

use super::noise::grain;
use super::odd::image;
use super::odd_files::halves;

const WIDTH: u32 = 8256;
const HEIGHT: u32 = 5504;

/// A list of four image blocks as JSON. The files have the same pixels and are not the same.
pub(super) fn four() -> Bytes {
    static WRITTEN: OnceLock<Bytes> = OnceLock::new();
    let written = WRITTEN.get_or_init(|| {
        let photo = photo();
        let blocks: Vec<Value> =
            (0..4_u8).map(|number| image(&commented(&photo, number), "image/jpeg")).collect();
        Bytes::from(Value::from(blocks).to_string())
    });
    written.clone()
}

fn photo() -> Vec<u8> {
    let mut pixels = halves(WIDTH, HEIGHT, "orange", "blue");
    grain(&mut pixels, 5, 4);
    let mut file = Vec::new();
    // Writing a valid picture to memory cannot fail; an empty file would fail the test that asked.
    let _ = JpegEncoder::new_with_quality(&mut file, 85).encode_image(&pixels);
    file
}

/// The file with a comment after its start marker.
fn commented(jpeg: &[u8], number: u8) -> Vec<u8> {
    let (start, rest) = jpeg.split_at(jpeg.len().min(2));
    [start, &[0xFF, 0xFE, 0, 3, number], rest].concat()
}
