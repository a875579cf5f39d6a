//! The one fact of Exif that matters here: which way up.

/// The orientation (1..=8) in a TIFF structure, 1 if there is none or it makes no sense. `tiff` is
/// the body of a JPEG's Exif segment after its name, of a WebP `EXIF` chunk or of a PNG `eXIf` chunk.
pub(crate) fn orientation(tiff: &[u8]) -> u8 {
    // Some writers keep the JPEG segment's name in WebP and PNG.
    let tiff = tiff.strip_prefix(b"Exif\0\0").unwrap_or(tiff);
    read(tiff).filter(|n| (1..=8).contains(n)).map_or(1, |n| n as u8)
}

fn read(tiff: &[u8]) -> Option<u32> {
    let little = match tiff.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let u16_at = |at: usize| {
        let b = tiff.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if little { u16::from_le_bytes(b) } else { u16::from_be_bytes(b) })
    };
    let u32_at = |at: usize| {
        let b = tiff.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(if little { u32::from_le_bytes(b) } else { u32::from_be_bytes(b) })
    };
    let directory = usize::try_from(u32_at(4)?).ok()?;
    let count = usize::from(u16_at(directory)?);
    for entry in (0..count).map(|i| directory + 2 + 12 * i) {
        if u16_at(entry)? == 0x0112 {
            return match (u16_at(entry + 2)?, u32_at(entry + 4)?) {
                (3, 1) => u16_at(entry + 8).map(u32::from),
                (4, 1) => u32_at(entry + 8),
                _ => None,
            };
        }
    }
    None
}

#[cfg(test)]
mod tests;
