//! Formats without a header: MPEG audio frames, which must be recognised by their shape.

use crate::Kind;

/// MP3 or AAC, also behind an ID3v2 tag.
pub(super) fn mpeg_audio(bytes: &[u8]) -> Option<Kind> {
    if let Some(after) = after_id3(bytes) {
        // The tag itself is proof enough; what follows only decides between the formats.
        return Some(if after.starts_with(b"fLaC") {
            Kind::Flac
        } else if adts_len(after).is_some() {
            Kind::Aac
        } else {
            Kind::Mp3
        });
    }
    // Twelve bits of sync are weak: where there are enough bytes, a second frame must follow.
    let chained = |len: usize, next: fn(&[u8]) -> Option<usize>| match bytes.get(len..) {
        Some(rest) if rest.len() >= 7 => next(rest).is_some(),
        _ => true,
    };
    if adts_len(bytes).is_some_and(|len| chained(len, adts_len)) {
        return Some(Kind::Aac);
    }
    if mp3_len(bytes).is_some_and(|len| chained(len, mp3_len)) {
        return Some(Kind::Mp3);
    }
    None
}

fn after_id3(bytes: &[u8]) -> Option<&[u8]> {
    let head = bytes.strip_prefix(b"ID3")?;
    let &[major, minor, flags, a, b, c, d] = head.first_chunk::<7>()?;
    let known = (2..=4).contains(&major) && minor != 0xFF && flags & 0x0F == 0;
    if !known || [a, b, c, d].iter().any(|&n| n >= 0x80) {
        return None;
    }
    let size = [a, b, c, d].iter().fold(0_usize, |size, &n| (size << 7) | usize::from(n));
    let footer = if flags & 0x10 != 0 { 10 } else { 0 };
    Some(bytes.get(10 + size + footer..).unwrap_or_default())
}

/// The length of the ADTS frame that begins here (ISO/IEC 13818-7, 6.2).
fn adts_len(bytes: &[u8]) -> Option<usize> {
    let &[sync, b1, b2, b3, b4, b5, _] = bytes.first_chunk::<7>()?;
    let len = (usize::from(b3 & 3) << 11) | (usize::from(b4) << 3) | usize::from(b5 >> 5);
    let valid = sync == 0xFF && b1 & 0xF6 == 0xF0 && (b2 >> 2) & 0xF < 13 && len >= 7;
    valid.then_some(len)
}

/// The length of the MPEG audio frame, layer II or III, that begins here (ISO/IEC 11172-3, 2.4.1.3).
fn mp3_len(bytes: &[u8]) -> Option<usize> {
    const V1_L2: [usize; 15] = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384];
    const V1_L3: [usize; 15] = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
    const V2: [usize; 15] = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
    let &[sync, b1, b2, _] = bytes.first_chunk::<4>()?;
    let (version, layer) = ((b1 >> 3) & 3, (b1 >> 1) & 3);
    let (bitrate, rate) = (usize::from(b2 >> 4), usize::from((b2 >> 2) & 3));
    if sync != 0xFF || b1 & 0xE0 != 0xE0 || version == 1 || !matches!(layer, 1 | 2) || rate == 3 {
        return None;
    }
    let v1 = version == 3;
    let kbps = *match (v1, layer) {
        (true, 2) => &V1_L2,
        (true, _) => &V1_L3,
        (false, _) => &V2,
    }
    .get(bitrate)?;
    let hz = [44_100, 48_000, 32_000][rate] >> [2, 0, 1, 0][usize::from(version)];
    let slots = if layer == 1 && !v1 { 72 } else { 144 };
    // Free format (bit rate 0) does not tell its length and is too rare to guess.
    (kbps > 0).then(|| slots * kbps * 1000 / hz + usize::from((b2 >> 1) & 1))
}
