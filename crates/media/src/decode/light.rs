//! What the samples of a JPEG's components say, as light: luma and two differences (ITU-T T.871, section 7), and inks.

/// Fraction bits of the factors.
const BITS: u32 = 16;

const fn factor(value: f64) -> i32 {
    (value * (1 << BITS) as f64 + 0.5) as i32
}

const RED: i32 = factor(1.402);
const BLUE: i32 = factor(1.772);
const GREEN_OF_BLUE: i32 = factor(0.344_136);
const GREEN_OF_RED: i32 = factor(0.714_136);

/// Red, green and blue, or light that each ink lets through: planes of one size as pixels.
pub(super) fn interleaved(first: &[u8], second: &[u8], third: &[u8]) -> Vec<u8> {
    let mut rgb = vec![0; 3 * first.len()];
    let (pixels, _) = rgb.as_chunks_mut::<3>();
    for (((&a, &b), &c), pixel) in first.iter().zip(second).zip(third).zip(pixels) {
        *pixel = [a, b, c];
    }
    rgb
}

/// Takes from pixels what black ink takes, without a profile. In files, 255 is no ink, of black as of all others.
pub(super) fn darken(rgb: &mut [u8], black: &[u8]) {
    for (pixel, &open) in rgb.as_chunks_mut::<3>().0.iter_mut().zip(black) {
        *pixel = pixel.map(|light| ((u32::from(light) * u32::from(open) + 127) / 255) as u8);
    }
}

/// Luma and two differences: planes of one size as pixels.
pub(super) fn from_differences(luma: &[u8], blue: &[u8], red: &[u8]) -> Vec<u8> {
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
