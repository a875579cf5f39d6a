//! Cuts metadata out of a file that is sent as it is otherwise.
//!
//! What is needed to show the picture stays (tables, JFIF, the Adobe colour mark, the profile);
//! everything else goes: Exif, XMP, IPTC, comments, previews, and whatever follows the end.

use crate::walk::{
    Walked,
    jpeg::{Jpeg, Part, Parts},
    webp::{Chunks, WebP},
};

/// The file without its metadata, or `None` if it has none.
pub(crate) fn metadata(walked: &Walked<'_>) -> Option<Vec<u8>> {
    match walked {
        Walked::Jpeg(file) => jpeg(file),
        Walked::WebP(file) => webp(file),
        Walked::Png(_) | Walked::Gif(_) => None,
    }
}

fn jpeg(file: &Jpeg<'_>) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(file.end);
    out.extend_from_slice(b"\xFF\xD8");
    for part in Parts::new(file.bytes) {
        match part.ok()? {
            Part::Segment { marker: 0xE0, body, .. } if file.bytes[body.clone()].starts_with(b"JFIF\0") => {
                jfif(&file.bytes[body], &mut out);
            }
            Part::Segment { marker, whole, body } => {
                if keeps(marker, &file.bytes[body]) {
                    out.extend_from_slice(&file.bytes[whole]);
                }
            }
            Part::Entropy(range) | Part::End(range) => out.extend_from_slice(&file.bytes[range]),
        }
    }
    (out.len() != file.bytes.len()).then_some(out)
}

/// The JFIF header without the preview that it may hold: version, density, and a preview of 0 x 0.
fn jfif(body: &[u8], out: &mut Vec<u8>) {
    const FIELDS: usize = 12;
    if let Some(fields) = body.get(..FIELDS) {
        out.extend_from_slice(b"\xFF\xE0\x00\x10");
        out.extend_from_slice(fields);
        out.extend_from_slice(&[0, 0]);
    }
}

fn keeps(marker: u8, body: &[u8]) -> bool {
    match marker {
        0xE2 => body.starts_with(b"ICC_PROFILE\0"),
        0xEE => body.starts_with(b"Adobe"),
        0xE0 | 0xE1 | 0xE3..=0xED | 0xEF | 0xFE => false,
        _ => true,
    }
}

fn webp(file: &WebP<'_>) -> Option<Vec<u8>> {
    let bytes = file.bytes;
    if !file.extended {
        // Only what follows the file can hold anything.
        return (file.end.next_multiple_of(2) < bytes.len()).then(|| bytes[..file.end].to_vec());
    }
    const EXIF_AND_XMP: u8 = 0x0C;
    let mut out = bytes[..12].to_vec();
    for chunk in Chunks::new(bytes, 12..file.end) {
        let chunk = chunk.ok()?;
        if !matches!(&chunk.name, b"VP8X" | b"ICCP" | b"ALPH" | b"VP8 " | b"VP8L") {
            continue;
        }
        let start = out.len();
        out.extend_from_slice(&bytes[chunk.body.start - 8..chunk.body.end]);
        if &chunk.name == b"VP8X" {
            out[start + 8] &= !EXIF_AND_XMP;
        }
        if out.len() % 2 == 1 {
            out.push(0);
        }
    }
    let size = u32::try_from(out.len() - 8).ok()?;
    out[4..8].copy_from_slice(&size.to_le_bytes());
    (out != bytes).then_some(out)
}
