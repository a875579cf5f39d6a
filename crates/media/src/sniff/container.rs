//! Containers that hold sound, pictures, or both: ISO base media, EBML, Ogg.
//!
//! Every loop here is bounded by a count as well as by the bytes, because the sizes in the file are
//! a stranger's.

use crate::Kind;

const MAX_BOXES: usize = 256;
const MAX_DEPTH: u8 = 6;

/// ISO base media files: the major brand decides, then the compatible ones.
pub(super) fn iso(bytes: &[u8]) -> Option<Kind> {
    match bytes.get(4..8)? {
        b"ftyp" => {}
        // QuickTime files older than the `ftyp` box.
        b"moov" | b"wide" | b"mdat" if plausible_box(bytes) => return Some(Kind::QuickTime),
        _ => return None,
    }
    let size = u32::from_be_bytes(bytes.get(..4)?.try_into().ok()?) as usize;
    let major = bytes.get(8..12)?;
    let brands = bytes.get(16..size.clamp(16, bytes.len().max(16))).unwrap_or_default();
    match brand(major) {
        Brand::Avif => Some(Kind::Avif),
        Brand::Heic => Some(Kind::Heic),
        Brand::Heif => {
            let avif = brands.chunks_exact(4).any(|b| matches!(brand(b), Brand::Avif));
            Some(if avif { Kind::Avif } else { Kind::Heic })
        }
        Brand::QuickTime => Some(Kind::QuickTime),
        Brand::ThreeGp => Some(Kind::ThreeGp),
        Brand::Audio => Some(Kind::Mp4Audio),
        Brand::Video => Some(mp4(bytes)),
        Brand::Unknown => brands.chunks_exact(4).find_map(|b| match brand(b) {
            Brand::Avif => Some(Kind::Avif),
            Brand::Heic | Brand::Heif => Some(Kind::Heic),
            Brand::QuickTime => Some(Kind::QuickTime),
            Brand::ThreeGp => Some(Kind::ThreeGp),
            Brand::Audio => Some(Kind::Mp4Audio),
            Brand::Video => Some(mp4(bytes)),
            Brand::Unknown => None,
        }),
    }
}

enum Brand {
    Avif,
    Heic,
    /// Says only that it holds pictures; the codec is named elsewhere.
    Heif,
    QuickTime,
    ThreeGp,
    Audio,
    Video,
    Unknown,
}

fn brand(name: &[u8]) -> Brand {
    match name {
        b"avif" | b"avis" => Brand::Avif,
        b"heic" | b"heix" | b"hevc" | b"hevx" | b"heim" | b"heis" | b"hevm" | b"hevs" => Brand::Heic,
        b"mif1" | b"mif2" | b"msf1" | b"miaf" => Brand::Heif,
        b"qt  " => Brand::QuickTime,
        b"M4A " | b"M4B " | b"M4P " | b"F4A " | b"F4B " => Brand::Audio,
        b"isom" | b"avc1" | b"mp41" | b"mp42" | b"mp71" | b"M4V " | b"M4VH" | b"M4VP" | b"dash" | b"MSNV"
        | b"F4V " | b"f4v " | b"XAVC" | b"hvc1" | b"av01" | b"cmfc" => Brand::Video,
        [b'3', b'g', b'p' | b'2' | b'e' | b'g' | b's' | b'r', _] => Brand::ThreeGp,
        [b'i', b's', b'o', b'2'..=b'9' | b'a'..=b'c'] => Brand::Video,
        _ => Brand::Unknown,
    }
}

fn plausible_box(bytes: &[u8]) -> bool {
    let size = bytes.get(..4).map_or(0, |b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]));
    size == 1 || size >= 8
}

/// Sound alone, or video? The handlers of the tracks say it; without any, it counts as video.
fn mp4(bytes: &[u8]) -> Kind {
    let (mut sound, mut pictures) = (false, false);
    handlers(bytes, 0, &mut 0, &mut |handler| match handler {
        b"soun" => sound = true,
        b"vide" => pictures = true,
        _ => {}
    });
    if sound && !pictures { Kind::Mp4Audio } else { Kind::Mp4 }
}

fn handlers(mut rest: &[u8], depth: u8, seen: &mut usize, found: &mut dyn FnMut(&[u8])) {
    while let Some((head, after)) = rest.split_at_checked(8) {
        *seen += 1;
        if *seen > MAX_BOXES || depth > MAX_DEPTH {
            return;
        }
        let size = u64::from(u32::from_be_bytes([head[0], head[1], head[2], head[3]]));
        let (size, skip) = match size {
            0 => (rest.len() as u64, 8),
            1 => match after.get(..8).and_then(|b| b.try_into().ok()) {
                Some(large) => (u64::from_be_bytes(large), 16),
                None => return,
            },
            n => (n, 8),
        };
        if size < skip {
            return;
        }
        let end = usize::try_from(size).unwrap_or(usize::MAX).min(rest.len());
        let body = rest.get(skip as usize..end).unwrap_or_default();
        match &head[4..8] {
            b"moov" | b"trak" | b"mdia" => handlers(body, depth + 1, seen, found),
            b"hdlr" => {
                if let Some(handler) = body.get(8..12) {
                    found(handler);
                }
            }
            _ => {}
        }
        rest = &rest[end..];
    }
}

/// Matroska and WebM: the document type decides, then whether a track holds video.
pub(super) fn ebml(bytes: &[u8]) -> Option<Kind> {
    let body = bytes.strip_prefix(b"\x1A\x45\xDF\xA3")?;
    let (size, used) = vint(body)?;
    let header_end = used.checked_add(usize::try_from(size).ok()?)?.min(body.len());
    let header = &body[used..header_end];
    let mut webm = false;
    elements(header, 0, &mut 0, &mut |id, value| webm |= id == 0x4282 && value.starts_with(b"webm"));
    if !webm {
        return Some(Kind::Matroska);
    }
    let (mut sound, mut pictures) = (false, false);
    elements(&body[header_end..], 0, &mut 0, &mut |id, value| {
        if id == 0x83 {
            match value.last() {
                Some(1) => pictures = true,
                Some(2) => sound = true,
                _ => {}
            }
        }
    });
    Some(if sound && !pictures { Kind::WebmAudio } else { Kind::Webm })
}

/// Walks EBML elements; goes into the ones on the way to a track's type (Segment, Tracks,
/// TrackEntry) and calls `found` with the rest.
fn elements(mut rest: &[u8], depth: u8, seen: &mut usize, found: &mut dyn FnMut(u32, &[u8])) {
    while let Some((id, id_len)) = element_id(rest) {
        *seen += 1;
        if *seen > MAX_BOXES || depth > MAX_DEPTH {
            return;
        }
        let Some((size, size_len)) = vint(&rest[id_len..]) else {
            return;
        };
        let start = id_len + size_len;
        let end = usize::try_from(size).ok().and_then(|n| start.checked_add(n)).unwrap_or(usize::MAX);
        let end = end.min(rest.len());
        let value = &rest[start..end];
        match id {
            0x1853_8067 | 0x1654_AE6B | 0xAE => elements(value, depth + 1, seen, found),
            // Media data begins: the tracks came before it or do not come at all.
            0x1F43_B675 => return,
            _ => found(id, value),
        }
        rest = &rest[end..];
    }
}

fn element_id(bytes: &[u8]) -> Option<(u32, usize)> {
    let len = bytes.first()?.leading_zeros() as usize + 1;
    if len > 4 {
        return None;
    }
    let id = bytes.get(..len)?.iter().fold(0, |id, &b| (id << 8) | u32::from(b));
    Some((id, len))
}

/// A variable-length size; all ones means "until the end".
fn vint(bytes: &[u8]) -> Option<(u64, usize)> {
    let len = bytes.first()?.leading_zeros() as usize + 1;
    if len > 8 {
        return None;
    }
    let raw = bytes.get(..len)?.iter().fold(0_u64, |n, &b| (n << 8) | u64::from(b));
    let mask = (1_u64 << (7 * len)) - 1;
    let value = raw & mask;
    Some((if value == mask { u64::MAX } else { value }, len))
}

/// Ogg: the first pages name the codec of every stream.
pub(super) fn ogg(bytes: &[u8]) -> Option<Kind> {
    let mut rest = bytes;
    let mut kind = None;
    for _ in 0..8 {
        let Some(page) = rest.strip_prefix(b"OggS\0") else {
            break;
        };
        let begins = page.first().is_some_and(|flags| flags & 2 != 0);
        if !begins {
            break;
        }
        let count = usize::from(*page.get(21)?);
        let lacing = page.get(22..22 + count)?;
        let size: usize = lacing.iter().map(|&n| usize::from(n)).sum();
        let packet = page.get(22 + count..)?;
        let video = [b"\x80theora".as_slice(), b"BBCD\0", b"\x01video", b"\x4FVP80"];
        if video.iter().any(|magic| packet.starts_with(magic)) {
            return Some(Kind::OggVideo);
        }
        kind = Some(Kind::Ogg);
        rest = packet.get(size..).unwrap_or_default();
    }
    kind
}
