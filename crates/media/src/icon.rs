//! A small square picture that stands beside a name: always a lossless WebP, never what came.

use crate::{
    DropReason, Limits, decode,
    raster::{Raster, unreadable},
    walk,
};
use bytes::Bytes;
use image_webp::{ColorType, WebPEncoder};

/// Decoding a very long picture keeps at most so many edges of its length.
const LONGEST: u64 = 8;

/// Makes an icon: the middle square of an image, upright, over white, shrunk to `edge` pixels and never
/// enlarged. Nothing else of the file is in it.
///
/// # Errors
/// As [`crate::normalise`]; the bytes limit does not apply.
pub fn icon(bytes: &[u8], edge: u32, limits: &Limits) -> Result<Vec<u8>, DropReason> {
    let edge = edge.max(1);
    let bytes = Bytes::copy_from_slice(bytes);
    let walked = walk::walk_carried(&bytes, limits)?;
    let probe = walked.probe();
    let (short, long) = (probe.width.min(probe.height).max(1), probe.width.max(probe.height));
    // The short side is to be the edge.
    let within = (u64::from(long) * u64::from(edge)).div_ceil(u64::from(short));
    let within = within.min(u64::from(edge) * LONGEST).max(1);
    let within = u32::try_from(within).unwrap_or(u32::MAX);
    decode::picture(&bytes, &walked, within, &|| false, move |raster| encode(&middle(&raster, edge)))
}

/// The middle square.
fn middle(raster: &Raster, edge: u32) -> Raster {
    let side = raster.width.min(raster.height).min(edge);
    let (left, top) = ((raster.width - side) / 2, (raster.height - side) / 2);
    let row = |y: u32| {
        let start = (y as usize * raster.width as usize + left as usize) * raster.channels;
        &raster.data[start..start + side as usize * raster.channels]
    };
    let data = (top..top + side).flat_map(row).copied().collect();
    Raster { width: side, height: side, channels: raster.channels, data }
}

fn encode(square: &Raster) -> Result<Vec<u8>, DropReason> {
    let colour = if square.channels == 1 { ColorType::L8 } else { ColorType::Rgb8 };
    let mut webp = Vec::new();
    let encoder = WebPEncoder::new(&mut webp);
    encoder.encode(&square.data, square.width, square.height, colour).map_err(unreadable)?;
    Ok(webp)
}
