//! WebP (RFC 9649): a RIFF file of one bitstream, or of an extended header and chunks.

use crate::{DropReason, Limits, exif};
use std::ops::Range;

const ANIMATION: u8 = 0x02;
/// Frame tag, start code and size of a VP8 key frame; the first partition follows.
const LOSSY_HEADER: usize = 10;

/// A RIFF chunk: its name and its payload, without the padding byte.
pub(crate) struct Chunk {
    pub(crate) name: [u8; 4],
    pub(crate) body: Range<usize>,
}

/// Iterates over the chunks in `range`.
pub(crate) struct Chunks<'a> {
    bytes: &'a [u8],
    range: Range<usize>,
}

impl<'a> Chunks<'a> {
    pub(crate) fn new(bytes: &'a [u8], range: Range<usize>) -> Self {
        Self { bytes, range }
    }
}

impl Iterator for Chunks<'_> {
    type Item = Result<Chunk, DropReason>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.range.is_empty() {
            return None;
        }
        let start = self.range.start;
        let chunk = (self.bytes.get(..self.range.end))
            .and_then(|bytes| bytes.get(start..)?.first_chunk::<8>())
            .and_then(|&[a, b, c, d, size @ ..]| {
                let end = (start + 8).checked_add(u32::from_le_bytes(size) as usize)?;
                (end <= self.range.end).then_some(Chunk { name: [a, b, c, d], body: start + 8..end })
            });
        // The padding byte of the last chunk may be missing: every reader allows it.
        self.range.start = chunk.as_ref().map_or(self.range.end, |c| c.body.end.next_multiple_of(2));
        Some(chunk.ok_or(DropReason::Unreadable))
    }
}

/// A bitstream with its place on the canvas.
#[derive(Clone, Copy)]
pub(crate) struct Frame<'a> {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) lossless: bool,
    pub(crate) data: &'a [u8],
    pub(crate) alpha: Option<&'a [u8]>,
}

/// A walked WebP; the frame is the first of an animation.
pub(crate) struct WebP<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) animated: bool,
    pub(crate) orientation: u8,
    pub(crate) frame: Frame<'a>,
    pub(crate) icc: Option<&'a [u8]>,
    /// The end of the RIFF chunk, without padding.
    pub(crate) end: usize,
    pub(crate) extended: bool,
}

pub(crate) fn walk<'a>(bytes: &'a [u8], limits: &Limits) -> Result<WebP<'a>, DropReason> {
    use DropReason::Unreadable;
    let first = bytes.get(12..).ok_or(Unreadable)?;
    let extended = first.starts_with(b"VP8X");
    let canvas = if extended {
        let head = first.get(8..18).ok_or(Unreadable)?;
        let size = (u24(&head[4..]) + 1, u24(&head[7..]) + 1);
        limits.guard(size.0, size.1)?;
        Some((head[0], size))
    } else {
        // Judged by the bitstream's own header, whatever the chunk around it claims.
        let (w, h) = match first.get(..4) {
            Some(b"VP8 ") => lossy_size(first.get(8..).ok_or(Unreadable)?).ok_or(Unreadable)?,
            Some(b"VP8L") => lossless_size(first.get(8..).ok_or(Unreadable)?).ok_or(Unreadable)?,
            _ => return Err(Unreadable),
        };
        limits.guard(w, h)?;
        None
    };
    let size = bytes.get(4..8).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]) as usize);
    let end = size.and_then(|size| size.checked_add(8)).filter(|&end| end <= bytes.len());
    let end = end.ok_or(Unreadable)?;
    let mut found = Found::default();
    for chunk in Chunks::new(bytes, 12..end) {
        found.take(bytes, &chunk?, limits)?;
    }
    let animated = found.animation || canvas.is_some_and(|(flags, _)| flags & ANIMATION != 0);
    let frame = if animated { found.first.or(found.still) } else { found.still };
    let frame = frame.ok_or(Unreadable)?;
    let (width, height) = canvas.map_or((frame.width, frame.height), |(_, size)| size);
    let fits = match (animated, canvas) {
        (true, Some(_)) => {
            frame.x.checked_add(frame.width).is_some_and(|right| right <= width)
                && frame.y.checked_add(frame.height).is_some_and(|bottom| bottom <= height)
        }
        _ => (frame.width, frame.height) == (width, height),
    };
    if !fits {
        return Err(Unreadable);
    }
    Ok(WebP {
        bytes,
        width,
        height,
        animated,
        orientation: found.exif.map_or(1, exif::orientation),
        frame,
        icc: found.icc,
        end,
        extended,
    })
}

#[derive(Default)]
struct Found<'a> {
    still: Option<Frame<'a>>,
    first: Option<Frame<'a>>,
    alpha: Option<&'a [u8]>,
    icc: Option<&'a [u8]>,
    exif: Option<&'a [u8]>,
    animation: bool,
}

impl<'a> Found<'a> {
    fn take(&mut self, bytes: &'a [u8], chunk: &Chunk, limits: &Limits) -> Result<(), DropReason> {
        let body = &bytes[chunk.body.clone()];
        match &chunk.name {
            b"ANIM" => self.animation = true,
            b"ANMF" => {
                self.animation = true;
                let frame = animation_frame(bytes, chunk.body.clone(), limits)?;
                self.first = self.first.or(Some(frame));
            }
            b"ALPH" => self.alpha = self.alpha.or(Some(body)),
            b"VP8 " | b"VP8L" if self.still.is_none() => {
                self.still = Some(bitstream(&chunk.name, body, self.alpha, limits)?);
            }
            b"ICCP" => self.icc = self.icc.or(Some(body)),
            b"EXIF" => self.exif = self.exif.or(Some(body)),
            _ => {}
        }
        Ok(())
    }
}

fn bitstream<'a>(
    name: &[u8; 4],
    data: &'a [u8],
    alpha: Option<&'a [u8]>,
    limits: &Limits,
) -> Result<Frame<'a>, DropReason> {
    let lossless = name == b"VP8L";
    let size = if lossless { lossless_size(data) } else { lossy_size(data) };
    let (width, height) = size.ok_or(DropReason::Unreadable)?;
    limits.guard(width, height)?;
    if !lossless && (u24(data) >> 5) as usize > data.len() - LOSSY_HEADER {
        return Err(DropReason::Unreadable);
    }
    Ok(Frame { x: 0, y: 0, width, height, lossless, data, alpha: alpha.filter(|_| !lossless) })
}

fn animation_frame<'a>(
    bytes: &'a [u8],
    body: Range<usize>,
    limits: &Limits,
) -> Result<Frame<'a>, DropReason> {
    let head = bytes[body.clone()].first_chunk::<16>().ok_or(DropReason::Unreadable)?;
    let (x, y) = (u24(&head[..]) * 2, u24(&head[3..]) * 2);
    let (width, height) = (u24(&head[6..]) + 1, u24(&head[9..]) + 1);
    let mut alpha = None;
    for chunk in Chunks::new(bytes, body.start + 16..body.end) {
        let chunk = chunk?;
        let data = &bytes[chunk.body.clone()];
        match &chunk.name {
            b"ALPH" => alpha = alpha.or(Some(data)),
            b"VP8 " | b"VP8L" => {
                let frame = bitstream(&chunk.name, data, alpha, limits)?;
                let same = (frame.width, frame.height) == (width, height);
                return if same { Ok(Frame { x, y, ..frame }) } else { Err(DropReason::Unreadable) };
            }
            _ => {}
        }
    }
    Err(DropReason::Unreadable)
}

fn u24(bytes: &[u8]) -> u32 {
    u32::from(bytes[0]) | u32::from(bytes[1]) << 8 | u32::from(bytes[2]) << 16
}

/// Width and height of a VP8 key frame (RFC 6386, 9.1).
fn lossy_size(data: &[u8]) -> Option<(u32, u32)> {
    let head = data.first_chunk::<LOSSY_HEADER>()?;
    let key_frame = head[0] & 1 == 0 && head[3..6] == [0x9D, 0x01, 0x2A];
    let width = u32::from(u16::from_le_bytes([head[6], head[7]]) & 0x3FFF);
    let height = u32::from(u16::from_le_bytes([head[8], head[9]]) & 0x3FFF);
    (key_frame && width > 0 && height > 0).then_some((width, height))
}

/// Width and height of a VP8L bitstream (RFC 9649, 3.4).
fn lossless_size(data: &[u8]) -> Option<(u32, u32)> {
    let &[signature, a, b, c, d] = data.first_chunk::<5>()?;
    let bits = u32::from_le_bytes([a, b, c, d]);
    (signature == 0x2F && bits >> 29 == 0).then_some(((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1))
}
