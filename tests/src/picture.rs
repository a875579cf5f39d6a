//! Pictures made by an independent library, and the digests of bytes.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use sha2::{Digest as _, Sha256};
use std::{fmt::Write as _, io::Cursor};

/// A picture full of noise that depends on `seed`, so that no two look or weigh the same.
fn noise(seed: u32, width: u32, height: u32) -> DynamicImage {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(12_345) | 1;
    let pixels = RgbImage::from_fn(width, height, |x, _| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let [a, b, c, _] = state.to_le_bytes();
        let base = if x < width / 2 { 40 } else { 160 };
        Rgb([base + a % 60, base + b % 60, base + c % 60])
    });
    DynamicImage::ImageRgb8(pixels)
}

/// A noisy picture in a format.
///
/// # Panics
/// When the encoder refuses.
#[must_use]
pub fn noisy(seed: u32, width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    noise(seed, width, height).write_to(&mut file, format).unwrap();
    file.into_inner()
}

/// A noisy JPEG of 300x200 pixels.
#[must_use]
pub fn jpeg(seed: u32) -> Vec<u8> {
    noisy(seed, 300, 200, ImageFormat::Jpeg)
}

/// The same pixels as PNG, with a text chunk that says something else each time.
///
/// # Panics
/// When the encoder refuses.
#[must_use]
pub fn png_with_note(seed: u32, note: &str) -> Vec<u8> {
    let plain = noisy(seed, 60, 40, ImageFormat::Png);
    let mut chunk = b"tEXtComment\0".to_vec();
    chunk.extend_from_slice(note.as_bytes());
    // After the signature (8 bytes) and the header chunk (25 bytes).
    let mut file = plain[..33].to_vec();
    let length = u32::try_from(chunk.len() - 4).unwrap();
    file.extend_from_slice(&length.to_be_bytes());
    file.extend_from_slice(&chunk);
    file.extend_from_slice(&crc(&chunk).to_be_bytes());
    file.extend_from_slice(&plain[33..]);
    file
}

/// CRC-32 as PNG (ISO 3309) has it.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
    })
}

/// Standard base64.
#[must_use]
pub fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// SHA-256 in lower-case hexadecimal.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// Kilobytes of 1000 bytes, rounded to the nearest, at least 1: worked out in decimal, for pane lines.
#[must_use]
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small"
)]
pub fn kilobytes(bytes: usize) -> u64 {
    ((bytes as f64 / 1000.0).round() as u64).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_note_makes_another_file_of_the_same_pixels() {
        let (one, two) = (png_with_note(7, "a"), png_with_note(7, "bb"));
        assert_ne!(one, two);
        let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().into_rgb8().into_raw();
        assert_eq!(pixels(&one), pixels(&two));
        assert_ne!(pixels(&one), pixels(&png_with_note(8, "a")));
    }
}
