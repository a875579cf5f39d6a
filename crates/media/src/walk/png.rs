//! PNG (W3C, third edition, section 5): chunks from `IHDR` to `IEND`.

use crate::{DropReason, Limits, exif};
use std::ops::Range;

const SIGNATURE: usize = 8;

/// A chunk: its type, where it stands with length and checksum, and its data.
pub(crate) struct Chunk {
    pub(crate) name: [u8; 4],
    pub(crate) whole: Range<usize>,
    pub(crate) body: Range<usize>,
}

/// Iterates over the chunks up to and including `IEND`. Checksums are the decoder's to check.
pub(crate) struct Chunks<'a> {
    bytes: &'a [u8],
    at: usize,
    ended: bool,
}

impl<'a> Chunks<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: SIGNATURE, ended: false }
    }

    fn step(&self) -> Option<Chunk> {
        let head = self.bytes.get(self.at..self.at + 8)?;
        let len = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let body = self.at + 8..(self.at + 8).checked_add(len)?;
        let whole = self.at..body.end.checked_add(4)?;
        let name = [head[4], head[5], head[6], head[7]];
        (whole.end <= self.bytes.len()).then_some(Chunk { name, whole, body })
    }
}

impl Iterator for Chunks<'_> {
    type Item = Result<Chunk, DropReason>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let chunk = self.step();
        match &chunk {
            Some(chunk) => {
                self.at = chunk.whole.end;
                self.ended = &chunk.name == b"IEND";
            }
            None => self.ended = true,
        }
        Some(chunk.ok_or(DropReason::Unreadable))
    }
}

/// A walked PNG.
pub(crate) struct Png<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) grey: bool,
    pub(crate) interlaced: bool,
    pub(crate) animated: bool,
    pub(crate) orientation: u8,
}

pub(crate) fn walk<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Png<'a>, DropReason> {
    // The size comes first, even if the chunk that holds it is cut right after.
    let head = bytes.get(SIGNATURE..SIGNATURE + 16).ok_or(DropReason::Unreadable)?;
    if &head[..8] != b"\0\0\0\x0DIHDR" {
        return Err(DropReason::Unreadable);
    }
    let width = u32::from_be_bytes([head[8], head[9], head[10], head[11]]);
    let height = u32::from_be_bytes([head[12], head[13], head[14], head[15]]);
    limits.guard(width, height)?;
    let (mut data, mut animated, mut orientation, mut end) = (0, false, None, false);
    for chunk in Chunks::new(bytes) {
        let chunk = chunk?;
        match &chunk.name {
            b"IDAT" => data += chunk.body.len(),
            b"acTL" => animated = true,
            b"eXIf" if orientation.is_none() => orientation = Some(exif::orientation(&bytes[chunk.body])),
            b"IEND" => end = true,
            _ => {}
        }
    }
    let (colour, interlace) = match bytes.get(25..29) {
        Some(&[colour, 0, 0, interlace]) => (colour, interlace),
        _ => return Err(DropReason::Unreadable),
    };
    if !end || data == 0 || width == 0 || height == 0 || interlace > 1 {
        return Err(DropReason::Unreadable);
    }
    Ok(Png {
        bytes,
        width,
        height,
        grey: matches!(colour, 0 | 4),
        interlaced: interlace == 1,
        animated,
        orientation: orientation.unwrap_or(1),
    })
}
