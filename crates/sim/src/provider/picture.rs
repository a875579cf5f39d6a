//! Images in requests: strict base64, type by bytes, a full decode, the vendor's limits.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE, URL_SAFE_NO_PAD};
use bytes::Bytes;
use image::{ImageFormat, ImageReader};
use std::io::Cursor;

use super::received::Image;
use super::world::World;
use crate::colour::Colour;
use crate::digest::sha256_hex;

/// What a vendor takes.
pub(super) struct Rules {
    /// Media types.
    pub(super) types: &'static [&'static str],
    /// Longest edge in pixels.
    pub(super) edge: u32,
    /// Base64 characters of one image.
    pub(super) characters: usize,
    /// Whether the URL-safe alphabet is taken too.
    pub(super) url_safe: bool,
}

/// What is wrong with an image. Each vendor has its own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bad {
    /// The vendor's clients would not send it so: not base64.
    Base64,
    /// Not an image of a type it takes.
    Unsupported(String),
    /// The declared type is not that of the bytes.
    Mismatch {
        /// What the request says.
        declared: String,
        /// What the bytes say.
        found: &'static str,
    },
    /// It does not decode.
    Unreadable,
    /// Too many pixels along an edge.
    Edge(u32),
    /// Too many bytes.
    Bytes(usize),
}

/// Checks one image. `declared` is the media type the request gives, if the wire has a place for it.
pub(super) fn check(world: &World, data: &str, declared: Option<&str>, rules: &Rules) -> Result<Image, Bad> {
    if data.len() > rules.characters {
        return Err(Bad::Bytes(data.len()));
    }
    let bytes = decode(data, rules.url_safe).ok_or(Bad::Base64)?;
    let found = media_type(&bytes).unwrap_or("unknown");
    if let Some(declared) = declared
        && !rules.types.contains(&declared)
    {
        return Err(Bad::Unsupported(declared.to_owned()));
    }
    if let Some(declared) = declared
        && declared != found
    {
        return Err(Bad::Mismatch { declared: declared.to_owned(), found });
    }
    if !rules.types.contains(&found) {
        return Err(Bad::Unsupported(found.to_owned()));
    }
    let reader = ImageReader::new(Cursor::new(&bytes)).with_guessed_format().map_err(|_| Bad::Unreadable)?;
    let (width, height) = reader.into_dimensions().map_err(|_| Bad::Unreadable)?;
    if width.max(height) > rules.edge {
        return Err(Bad::Edge(rules.edge));
    }
    let sha256 = sha256_hex(&bytes);
    if !world.known_good(&sha256) {
        image::load_from_memory(&bytes).map_err(|_| Bad::Unreadable)?;
        world.note_good(&sha256);
    }
    Ok(Image { sha256, media_type: found, width, height, bytes: Bytes::from(bytes) })
}

/// Strict base64: canonical padding, no line break, no white space.
pub(super) fn decode(data: &str, url_safe: bool) -> Option<Vec<u8>> {
    let standard = STANDARD.decode(data).ok();
    if !url_safe {
        return standard;
    }
    standard.or_else(|| URL_SAFE.decode(data).ok()).or_else(|| URL_SAFE_NO_PAD.decode(data).ok())
}

/// The type that the first bytes say.
fn media_type(bytes: &[u8]) -> Option<&'static str> {
    Some(match image::guess_format(bytes).ok()? {
        ImageFormat::Jpeg => "image/jpeg",
        ImageFormat::Png => "image/png",
        ImageFormat::WebP => "image/webp",
        ImageFormat::Gif => "image/gif",
        _ => return None,
    })
}

/// The named colours of the left and the right half.
pub(super) fn halves(bytes: &[u8]) -> Option<(Colour, Colour)> {
    let pixels = image::load_from_memory(bytes).ok()?.into_rgb8();
    let (width, _) = pixels.dimensions();
    let mut sums = [[0_u64; 4]; 2];
    for (index, pixel) in pixels.as_raw().chunks_exact(3).enumerate() {
        let right = index % width as usize >= width as usize / 2;
        let half = &mut sums[usize::from(right)];
        for (sum, value) in half.iter_mut().zip(pixel) {
            *sum += u64::from(*value);
        }
        half[3] += 1;
    }
    let mean = |half: [u64; 4]| {
        let count = half[3].max(1);
        [half[0], half[1], half[2]].map(|sum| u8::try_from(sum / count).unwrap_or(u8::MAX))
    };
    Some((Colour::nearest(mean(sums[0])), Colour::nearest(mean(sums[1]))))
}
