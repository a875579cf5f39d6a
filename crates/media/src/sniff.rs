//! The kind of some bytes by their magic. A declared media type or a file name is never asked.
//!
//! Text formats (SVG, HTML) have no magic and are no kind: whoever wants an image calls them
//! unreadable.

mod container;
mod frames;

use crate::Kind;

/// What `bytes` are, or `None` if no known format begins like this. Looks at headers only; that the
/// rest is whole and decodable is [`crate::probe`]'s business.
#[must_use]
pub fn sniff(bytes: &[u8]) -> Option<Kind> {
    fixed(bytes)
        .or_else(|| riff(bytes))
        .or_else(|| container::iso(bytes))
        .or_else(|| container::ebml(bytes))
        .or_else(|| container::ogg(bytes))
        .or_else(|| weak(bytes))
        .or_else(|| frames::mpeg_audio(bytes))
}

/// Signatures long enough to be believed alone.
fn fixed(bytes: &[u8]) -> Option<Kind> {
    const TABLE: &[(&[u8], Kind)] = &[
        (b"\xFF\xD8\xFF", Kind::Jpeg),
        (b"\x89PNG\r\n\x1A\n", Kind::Png),
        (b"GIF87a", Kind::Gif),
        (b"GIF89a", Kind::Gif),
        (b"II*\0", Kind::Tiff),
        (b"MM\0*", Kind::Tiff),
        (b"II+\0\x08\0\0\0", Kind::Tiff),
        (b"MM\0+\0\x08\0\0", Kind::Tiff),
        (b"\0\0\0\x0CJXL \r\n\x87\n", Kind::JpegXl),
        (b"\0\0\0\x0CjP  \r\n\x87\n", Kind::Jpeg2000),
        (b"\xFF\x4F\xFF\x51", Kind::Jpeg2000),
        (b"8BPS\0\x01", Kind::Psd),
        (b"8BPS\0\x02", Kind::Psd),
        (b"qoif", Kind::Qoi),
        (b"\x76\x2F\x31\x01", Kind::Exr),
        (b"fLaC", Kind::Flac),
        (b"%PDF-", Kind::Pdf),
        (b"\0\0\x01\xBA", Kind::Mpeg),
        (b"\0\0\x01\xB3", Kind::Mpeg),
        (b"FLV\x01", Kind::Flv),
        (b"\x30\x26\xB2\x75\x8E\x66\xCF\x11\xA6\xD9\x00\xAA\x00\x62\xCE\x6C", Kind::Wmv),
    ];
    TABLE.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|&(_, kind)| kind)
}

/// RIFF and IFF: four letters, a size, four letters.
fn riff(bytes: &[u8]) -> Option<Kind> {
    let form = bytes.get(8..12)?;
    match (bytes.get(..4)?, form) {
        (b"RIFF", b"WEBP") => Some(Kind::WebP),
        (b"RIFF", b"WAVE") => Some(Kind::Wav),
        (b"RIFF", b"AVI ") => Some(Kind::Avi),
        (b"FORM", b"AIFF" | b"AIFC") => Some(Kind::Aiff),
        _ => None,
    }
}

/// Signatures of two or four bytes that a text could begin with too: the fields after them must
/// make sense.
fn weak(bytes: &[u8]) -> Option<Kind> {
    let u16_at = |at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    let u32_at = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    // The size of the header that follows tells a bitmap from a word that begins with "BM".
    if bytes.starts_with(b"BM") && matches!(u32_at(14)?, 12 | 16 | 40 | 52 | 56 | 64 | 108 | 124) {
        return Some(Kind::Bmp);
    }
    if (bytes.starts_with(b"\0\0\x01\0") || bytes.starts_with(b"\0\0\x02\0"))
        && u16_at(4)? > 0
        && *bytes.get(9)? == 0
        && u32_at(18)? >= 22
    {
        return Some(Kind::Ico);
    }
    // A bare JPEG XL codestream; "FF 0A" begins no other format and no text.
    bytes.starts_with(b"\xFF\x0A").then_some(Kind::JpegXl)
}

#[cfg(test)]
mod tests;
