//! A decimal number as pixels, for scenes in which a person or a test reads which frame it is.

use image::{Rgb, RgbImage};

/// Rows of a 3x5 glyph, three bits each, for 0 to 9.
const GLYPHS: [[u8; 5]; 10] = [
    [7, 5, 5, 5, 7],
    [2, 6, 2, 2, 7],
    [7, 1, 7, 4, 7],
    [7, 1, 7, 1, 7],
    [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7],
    [7, 4, 7, 5, 7],
    [7, 1, 1, 2, 2],
    [7, 5, 7, 5, 7],
    [7, 5, 7, 1, 7],
];

/// Draws `number` in yellow with its upper left corner at (`x`, `y`), `scale` pixels a dot. What would
/// leave the picture is not drawn.
pub(super) fn draw(pixels: &mut RgbImage, number: u64, x: u32, y: u32, scale: u32) {
    for (place, digit) in number.to_string().bytes().enumerate() {
        let glyph = GLYPHS[usize::from(digit.saturating_sub(b'0')).min(9)];
        let left = x + u32::try_from(place).unwrap_or(0) * 4 * scale;
        for row in 0..5 * scale {
            for column in 0..3 * scale {
                let lit = glyph[(row / scale) as usize] >> (2 - column / scale) & 1 == 1;
                if lit && let Some(pixel) = pixels.get_pixel_mut_checked(left + column, y + row) {
                    *pixel = Rgb([250, 222, 40]);
                }
            }
        }
    }
}
