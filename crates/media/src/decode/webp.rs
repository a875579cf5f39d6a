//! WebP in. The decoder gets one bitstream in a file made for it: the first frame of an animation is
//! then a still picture, and contradictions between header and bitstream cannot matter.

use crate::{
    DropReason,
    pieces::Pieces,
    raster::{Raster, flatten, unreadable},
    shrink::Shrinker,
    walk::webp::{Frame, WebP},
};
use image_webp::WebPDecoder;

/// Bytes that decoding takes, for a permit.
pub(super) fn memory(webp: &WebP<'_>, to: (u32, u32)) -> u64 {
    let frame = &webp.frame;
    let pixels = u64::from(frame.width) * u64::from(frame.height);
    let bitstream = match (frame.lossless, frame.alpha) {
        // ARGB, decoded in place.
        (true, _) => 4 * pixels,
        // Planes of one and a half bytes a pixel, then RGB.
        (false, None) => 9 * pixels / 2,
        // Planes, RGBA, and the transparency as ARGB and alone.
        (false, Some(_)) => 21 * pixels / 2,
    };
    bitstream + Shrinker::memory(webp.width, webp.height, 3, to)
}

pub(super) fn decode(
    webp: &WebP<'_>,
    to: (u32, u32),
    cancelled: &dyn Fn() -> bool,
) -> Result<Raster, DropReason> {
    let (pixels, bytes_per_pixel) = bitstream(&webp.frame, cancelled)?;
    let frame = &webp.frame;
    let (left, right) = (frame.x as usize * 3, (frame.x + frame.width) as usize * 3);
    let stride = frame.width as usize * bytes_per_pixel;
    let mut rows = pixels.chunks_exact(stride);
    let mut shrinker = Shrinker::new(webp.width, webp.height, 3, to);
    let mut out = vec![255; webp.width as usize * 3];
    for y in 0..webp.height {
        if y % 64 == 0 && cancelled() {
            return Err(DropReason::Cancelled);
        }
        let inside = y >= frame.y && y < frame.y + frame.height;
        let row = if inside { rows.next() } else { None };
        match row {
            Some(row) if bytes_per_pixel == 4 => flatten::<4, 3>(row, &mut out[left..right]),
            Some(row) => out[left..right].copy_from_slice(row),
            // The canvas is transparent before the first frame, and transparency is painted white.
            None => out.fill(255),
        }
        shrinker.row(&out)?;
    }
    shrinker.finish()
}

/// The pixels of a frame, and how many bytes each has: 3 (RGB) or 4 (RGBA).
fn bitstream(frame: &Frame<'_>, cancelled: &dyn Fn() -> bool) -> Result<(Vec<u8>, usize), DropReason> {
    let header = header(frame)?;
    let mut input = Pieces::new(cancelled);
    input.push(&header.riff);
    if let Some(alpha) = frame.alpha {
        input.push(&header.alpha);
        input.push(alpha);
        input.push(&[0][..alpha.len() % 2]);
    }
    input.push(&header.image);
    input.push(&frame.data[header.replaced..]);
    input.push(&[0][..frame.data.len() % 2]);
    let mut decoder = WebPDecoder::new(input).map_err(unreadable)?;
    let bytes_per_pixel = if frame.lossless || frame.alpha.is_some() { 4 } else { 3 };
    let size = frame.width as usize * frame.height as usize * bytes_per_pixel;
    if decoder.output_buffer_size() != Some(size) {
        return Err(DropReason::Unreadable);
    }
    let mut pixels = vec![0; size];
    decoder.read_image(&mut pixels).map_err(unreadable)?;
    // Without the mark of transparency its samples mean nothing.
    if frame.lossless && !marks_alpha(frame.data) {
        pixels.as_chunks_mut::<4>().0.iter_mut().for_each(|pixel| pixel[3] = 255);
    }
    Ok((pixels, bytes_per_pixel))
}

/// The bit of a VP8L header that says its transparency is used.
const ALPHA_BIT: u8 = 0x10;

fn marks_alpha(vp8l: &[u8]) -> bool {
    vp8l.get(4).is_some_and(|b| b & ALPHA_BIT != 0)
}

struct Header {
    riff: Vec<u8>,
    alpha: Vec<u8>,
    image: Vec<u8>,
    /// Bytes of the bitstream that `image` already holds.
    replaced: usize,
}

fn header(frame: &Frame<'_>) -> Result<Header, DropReason> {
    let chunk = |name: &[u8; 4], len: usize| -> Result<Vec<u8>, DropReason> {
        let len = u32::try_from(len).map_err(|_| DropReason::TooLarge)?;
        Ok([&name[..], &len.to_le_bytes()].concat())
    };
    let padded = |len: usize| 8 + len.next_multiple_of(2);
    let mut image = chunk(if frame.lossless { b"VP8L" } else { b"VP8 " }, frame.data.len())?;
    let mut body = 4 + padded(frame.data.len());
    let mut extended = Vec::new();
    let mut alpha = Vec::new();
    let mut replaced = 0;
    if frame.lossless {
        // Marked as transparent, a bitstream is decoded straight into the buffer that it fills.
        let head = frame.data.first_chunk::<5>().ok_or(DropReason::Unreadable)?;
        image.extend_from_slice(&head[..4]);
        image.push(head[4] | ALPHA_BIT);
        replaced = 5;
    } else if let Some(data) = frame.alpha {
        alpha = chunk(b"ALPH", data.len())?;
        extended = chunk(b"VP8X", 10)?;
        extended.extend_from_slice(&[ALPHA_BIT, 0, 0, 0]);
        for side in [frame.width - 1, frame.height - 1] {
            extended.extend_from_slice(&side.to_le_bytes()[..3]);
        }
        body += extended.len() + padded(data.len());
    }
    let mut riff = chunk(b"RIFF", body)?;
    riff.extend_from_slice(b"WEBP");
    riff.extend_from_slice(&extended);
    Ok(Header { riff, alpha, image, replaced })
}
