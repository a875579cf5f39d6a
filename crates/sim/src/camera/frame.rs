//! A painted scene as the JPEG that the camera sends.

use std::io;

use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;

use super::scene::Scene;
use crate::digest::sha256_hex;

/// Chosen so that frames of every scene weigh what those of the real camera do, 19 to 30 kilobytes.
const QUALITY: u8 = 80;

/// One frame.
pub(super) struct Frame {
    pub(super) seq: u64,
    pub(super) jpeg: Bytes,
    pub(super) sha256: String,
}

/// Paints and encodes frame number `seq` of `scene`; the same pair gives the same bytes.
///
/// # Errors
/// The encoder refuses, which in-memory writing of a valid picture gives no reason for.
pub(super) fn render(scene: Scene, seq: u64) -> io::Result<Frame> {
    let mut jpeg = Vec::with_capacity(32 * 1024);
    JpegEncoder::new_with_quality(&mut jpeg, QUALITY)
        .encode_image(&scene.paint(seq))
        .map_err(io::Error::other)?;
    let sha256 = sha256_hex(&jpeg);
    Ok(Frame { seq, jpeg: Bytes::from(jpeg), sha256 })
}
