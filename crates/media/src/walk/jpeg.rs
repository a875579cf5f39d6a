//! JPEG (ITU-T T.81, Annex B): markers, one frame header, scans, an end.
//!
//! Invariant: a walked file has a frame of a kind that is decoded here, tables, at least one scan
//! with data, and an end marker. What stands after the end marker is not looked at.

use crate::{DropReason, Limits, exif};
use std::ops::Range;

/// Most scans that are believed. Encoders write about ten; a scan can name the whole picture in a
/// few bytes, so the count bounds the work of a decoder.
const MAX_SCANS: u32 = 100;
/// Most segments that are believed. A file of 30 MB whose metadata is split as finely as it may be has 500;
/// millions of empty ones would cost a decoder time and memory.
const MAX_SEGMENTS: u32 = 10_000;

/// One part of a file, in order.
pub(crate) enum Part {
    /// A marker with its segment; `whole` begins at the marker, `body` after the length.
    Segment { marker: u8, whole: Range<usize>, body: Range<usize> },
    /// Entropy-coded data, restart markers included.
    Entropy(Range<usize>),
    /// The end marker; the file ends after it.
    End(Range<usize>),
}

/// Iterates over the parts of a file. Bytes between segments that belong to none are skipped, as
/// every decoder does.
pub(crate) struct Parts<'a> {
    bytes: &'a [u8],
    at: usize,
    in_scan: bool,
    ended: bool,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 2, in_scan: false, ended: false }
    }

    /// The offset of the code of the next marker that is no stuffed byte; fill bytes are passed.
    fn next_marker(&self, mut at: usize, scan: bool) -> Option<usize> {
        loop {
            at += memchr::memchr(0xFF, self.bytes.get(at..)?)? + 1;
            match *self.bytes.get(at)? {
                // A fill byte: the next FF is found again from here.
                0xFF => {}
                0x00 => at += 1,
                0x01 | 0xD0..=0xD7 if scan => at += 1,
                _ => return Some(at),
            }
        }
    }

    fn step(&mut self) -> Option<Part> {
        if self.in_scan {
            self.in_scan = false;
            let code = self.next_marker(self.at, true)?;
            let data = self.at..self.start_of(code);
            self.at = data.end;
            return Some(Part::Entropy(data));
        }
        loop {
            let code = self.next_marker(self.at, false)?;
            let start = code - 1;
            match self.bytes[code] {
                0xD9 => {
                    self.ended = true;
                    return Some(Part::End(start..code + 1));
                }
                0x01 | 0xD0..=0xD7 => self.at = code + 1,
                // A second start inside a file: two files run together, or nonsense.
                0xD8 => return None,
                marker => {
                    let len = self.bytes.get(code + 1..code + 3)?;
                    let len = usize::from(u16::from_be_bytes([len[0], len[1]]));
                    let end = code + 1 + len;
                    if len < 2 || end > self.bytes.len() {
                        return None;
                    }
                    self.at = end;
                    self.in_scan = marker == 0xDA;
                    return Some(Part::Segment { marker, whole: start..end, body: code + 3..end });
                }
            }
        }
    }

    /// Where the marker with its code at `code` begins, fill bytes included.
    fn start_of(&self, code: usize) -> usize {
        let mut start = code - 1;
        while start > self.at && self.bytes[start - 1] == 0xFF {
            start -= 1;
        }
        start
    }
}

impl Iterator for Parts<'_> {
    /// An `Err` ends the iteration: the file is cut or corrupt there.
    type Item = Result<Part, DropReason>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let part = self.step().ok_or(DropReason::Unreadable);
        self.ended |= part.is_err();
        Some(part)
    }
}

/// How the samples of a frame are to be read, by the rules of libjpeg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colour {
    Grey,
    YCbCr,
    Rgb,
    /// Four inks, inverted (0 is full ink): Adobe writes them so, and every browser takes all files
    /// for such, marked or not.
    Cmyk,
    /// The same through YCbCr.
    Ycck,
}

/// A walked JPEG.
pub(crate) struct Jpeg<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) progressive: bool,
    pub(crate) colour: Colour,
    /// Samples of all components, for an estimate of memory.
    pub(crate) samples: u64,
    /// How many times the coarsest component is stretched in one direction.
    pub(crate) stretch: u64,
    /// All components are in the first scan, whole unless the file is progressive.
    pub(crate) together: bool,
    /// Of a common sampling: 4:4:4, 4:2:2, 4:4:0, 4:2:0 or grey.
    pub(crate) common: bool,
    pub(crate) orientation: u8,
    /// Just after the end marker.
    pub(crate) end: usize,
}

struct Frame {
    width: u32,
    height: u32,
    progressive: bool,
    ids: Vec<u8>,
    samples: u64,
    stretch: u64,
    common: bool,
}

pub(crate) fn walk<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Jpeg<'a>, DropReason> {
    let (mut frame, mut orientation, mut jfif, mut adobe): (Option<Frame>, _, _, _) =
        (None, None, false, None);
    let mut together = false;
    let mut segments = 0;
    let (mut quantisation, mut huffman, mut scans, mut data, mut end) = (false, false, 0, 0, None);
    for part in Parts::new(bytes) {
        match part? {
            Part::Segment { marker, body, .. } => {
                segments += 1;
                if segments > MAX_SEGMENTS {
                    return Err(DropReason::Unreadable);
                }
                let body = &bytes[body];
                match marker {
                    0xC4 => huffman = true,
                    0xDB => quantisation = true,
                    0xC0..=0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF | 0xF7 => {
                        // One frame a file; several are the hierarchical mode.
                        if frame.is_some() {
                            return Err(DropReason::Unreadable);
                        }
                        frame = Some(read_frame(marker, body, limits)?);
                    }
                    0xDA => {
                        scans += 1;
                        let frame = frame.as_ref().filter(|_| scans <= MAX_SCANS);
                        let components = frame.ok_or(DropReason::Unreadable)?.ids.len();
                        together |= scans == 1 && body.first().is_some_and(|&n| usize::from(n) == components);
                    }
                    0xE0 => jfif |= body.starts_with(b"JFIF\0"),
                    0xE1 if orientation.is_none() => {
                        orientation = body.strip_prefix(b"Exif\0\0").map(exif::orientation);
                    }
                    0xEE if adobe.is_none() => {
                        adobe = body.strip_prefix(b"Adobe").and_then(|rest| rest.get(6).copied());
                    }
                    _ => {}
                }
            }
            Part::Entropy(range) => data += range.len(),
            Part::End(range) => end = Some(range.end),
        }
    }
    match (frame, end) {
        (Some(frame), Some(end)) if quantisation && huffman && data > 0 => Ok(Jpeg {
            bytes,
            width: frame.width,
            height: frame.height,
            progressive: frame.progressive,
            colour: colour(&frame.ids, jfif, adobe),
            samples: frame.samples,
            stretch: frame.stretch,
            together,
            common: frame.common,
            orientation: orientation.unwrap_or(1),
            end,
        }),
        _ => Err(DropReason::Unreadable),
    }
}

fn read_frame(marker: u8, body: &[u8], limits: &Limits) -> Result<Frame, DropReason> {
    let (head, components) = body.split_first_chunk::<6>().ok_or(DropReason::Unreadable)?;
    let &[precision, h0, h1, w0, w1, count] = head;
    let height = u32::from(u16::from_be_bytes([h0, h1]));
    let width = u32::from(u16::from_be_bytes([w0, w1]));
    limits.guard(width, height)?;
    let process = match marker {
        0xC0..=0xC2 if precision == 8 => None,
        0xC0..=0xC2 => Some("JPEG 12-bit"),
        0xC3 | 0xF7 => Some("JPEG lossless"),
        0xC9..=0xCB => Some("JPEG arithmetic"),
        _ => Some("JPEG hierarchical"),
    };
    if let Some(format) = process {
        return Err(DropReason::Unsupported { format });
    }
    // A height of 0 is written later, by a DNL segment; nothing in use does that.
    if width == 0 || height == 0 || !matches!(count, 1 | 3 | 4) {
        return Err(DropReason::Unreadable);
    }
    let components = components.get(..3 * usize::from(count)).ok_or(DropReason::Unreadable)?;
    let factors = || components.chunks_exact(3).map(|c| (u64::from(c[1] >> 4), u64::from(c[1] & 15)));
    if !factors().all(|(h, v)| (1..=4).contains(&h) && (1..=4).contains(&v)) {
        return Err(DropReason::Unreadable);
    }
    let (h_max, v_max) = factors().fold((1, 1), |(h, v), (ch, cv)| (h.max(ch), v.max(cv)));
    let mcus = u64::from(width).div_ceil(8 * h_max) * u64::from(height).div_ceil(8 * v_max);
    Ok(Frame {
        width,
        height,
        progressive: marker == 0xC2,
        ids: components.chunks_exact(3).map(|c| c[0]).collect(),
        samples: factors().map(|(h, v)| mcus * 64 * h * v).sum(),
        stretch: factors().map(|(h, v)| (h_max / h).max(v_max / v)).max().unwrap_or(1),
        common: factors().skip(1).all(|each| each == (1, 1)) && h_max <= 2 && v_max <= 2,
    })
}

fn colour(ids: &[u8], jfif: bool, adobe: Option<u8>) -> Colour {
    match (ids, adobe) {
        ([_], _) => Colour::Grey,
        ([_, _, _, _], Some(2)) => Colour::Ycck,
        ([_, _, _, _], _) => Colour::Cmyk,
        (_, _) if jfif => Colour::YCbCr,
        (_, Some(0)) => Colour::Rgb,
        (_, Some(_)) => Colour::YCbCr,
        ([b'R', b'G', b'B'], None) => Colour::Rgb,
        _ => Colour::YCbCr,
    }
}

/// The ICC profile of a file, put together from its segments; `None` if there is none or a part is
/// missing.
pub(crate) fn icc(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut chunks: Vec<(u8, u8, &[u8])> = Vec::new();
    for part in Parts::new(bytes) {
        if let Ok(Part::Segment { marker: 0xE2, body, .. }) = part
            && let Some([number, total, profile @ ..]) = bytes[body].strip_prefix(b"ICC_PROFILE\0")
        {
            chunks.push((*number, *total, profile));
        }
        if chunks.len() > 255 {
            return None;
        }
    }
    let count = chunks.len();
    chunks.sort_by_key(|chunk| chunk.0);
    let complete = chunks.iter().zip(1..).all(|(&(n, total, _), i)| n == i && usize::from(total) == count);
    (count > 0 && complete).then(|| chunks.iter().flat_map(|chunk| chunk.2).copied().collect())
}
