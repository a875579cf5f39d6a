//! Luma and two differences to RGB (ITU-T T.871, section 7).

/// Fraction bits of the factors.
const BITS: u32 = 16;

const fn factor(value: f64) -> i32 {
    (value * (1 << BITS) as f64 + 0.5) as i32
}

const RED: i32 = factor(1.402);
const BLUE: i32 = factor(1.772);
const GREEN_OF_BLUE: i32 = factor(0.344_136);
const GREEN_OF_RED: i32 = factor(0.714_136);

/// Three planes of one size, as pixels.
pub(super) fn to_rgb(luma: &[u8], blue: &[u8], red: &[u8]) -> Vec<u8> {
    let mut rgb = vec![0; 3 * luma.len()];
    let (pixels, _) = rgb.as_chunks_mut::<3>();
    for (((&y, &cb), &cr), pixel) in luma.iter().zip(blue).zip(red).zip(pixels) {
        let (cb, cr) = (i32::from(cb) - 128, i32::from(cr) - 128);
        let y = (i32::from(y) << BITS) + (1 << (BITS - 1));
        let sums = [y + RED * cr, y - GREEN_OF_BLUE * cb - GREEN_OF_RED * cr, y + BLUE * cb];
        *pixel = sums.map(|sum| (sum >> BITS).clamp(0, 255) as u8);
    }
    rgb
}

#[cfg(test)]
mod tests;
