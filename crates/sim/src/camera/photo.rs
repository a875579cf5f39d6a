//! The landscape that a new practice village looks at.
//!
//! Large plain regions with everyday names (blue sky, orange sun, green meadow, red house) so that a
//! person can check an answer at a glance. Two clouds drift with the sequence number, which shows that
//! the panel is live.

use image::{Rgb, RgbImage};

use super::noise::Grain;
use super::scene::{HEIGHT, WIDTH};

const HORIZON: i64 = 236;

/// Paints the landscape of frame `seq`, without grain.
pub(super) fn paint(seq: u64) -> RgbImage {
    let drift = i64::try_from(seq % 1600).unwrap_or(0);
    RgbImage::from_fn(WIDTH, HEIGHT, |x, y| {
        let (x, y) = (i64::from(x), i64::from(y));
        let tuft = tuft(x, y);
        Rgb(house(x, y).unwrap_or_else(|| if y < hill(x) { sky(x, y, drift) } else { ground(x, y, tuft) }))
    })
}

/// A shade of -8 to 7 for grass, one value for each patch of 20 x 10 pixels: finer detail would make
/// frames heavier than those of the real camera.
fn tuft(x: i64, y: i64) -> i64 {
    let patch = (y / 10) * 64 + (x + (y / 10 % 2) * 10) / 20;
    i64::try_from(Grain::new(patch.unsigned_abs()).next() >> 60).unwrap_or(0) - 8
}

fn sky(x: i64, y: i64, drift: i64) -> [u8; 3] {
    let (sun_x, sun_y) = (508, 92);
    let from_sun = (x - sun_x).pow(2) + (y - sun_y).pow(2);
    if from_sun < 46 * 46 {
        return [248, 150, 30];
    }
    let far = y * 255 / HORIZON;
    let mut colour = [70 + far * 70 / 255, 130 + far * 60 / 255, 222 + far * 14 / 255];
    if from_sun < 92 * 92 {
        let glow = 92 - from_sun.isqrt();
        colour = [colour[0] + glow * 3, colour[1] + glow, colour[2] - glow];
    }
    let cloud = |centre: i64, height: i64, wide: i64| {
        let dx = (x - centre - drift + 1600).rem_euclid(WIDTH.into()) - 320;
        dx * dx * 900 / (wide * wide) + (y - height).pow(2) < 900 / 4
            || (dx - 30).pow(2) + (y - height + 8).pow(2) < 18 * 18
    };
    if cloud(150, 60, 70) || cloud(390, 116, 54) {
        colour = [colour[0].max(236), colour[1].max(238), colour[2].max(242)];
    }
    pixel(colour)
}

/// Height of the hills' edge at `x`: two parabolas, no floating point.
fn hill(x: i64) -> i64 {
    let first = (x - 130).pow(2) / 460;
    let second = (x - 470).pow(2) / 620 + 14;
    HORIZON - 56 + first.min(second).min(56)
}

fn ground(x: i64, y: i64, tuft: i64) -> [u8; 3] {
    if y < HORIZON {
        let shade = (y - hill(x)) / 2;
        return pixel([40 + shade / 2, 104 + shade, 62 + shade / 3]);
    }
    let near = (y - HORIZON) * 255 / (i64::from(HEIGHT) - HORIZON);
    let path = 330 + (y - HORIZON) / 2;
    let half = 10 + near / 6;
    if (x - path).abs() < half {
        return pixel([176 + tuft / 4, 146 + tuft / 4, 104 + tuft / 4]);
    }
    if y > 310 && flower(x, y) {
        return pixel([246, 216, 60]);
    }
    let depth = near / 8;
    pixel([58 + tuft / 2 - depth / 3, 160 + tuft - depth, 52 + tuft / 3])
}

/// Whether a flower of four pixels across stands here: at most one in a cell of 48 x 24, in a third of
/// the cells.
fn flower(x: i64, y: i64) -> bool {
    let (column, row) = (x / 48, y / 24);
    let place = i64::try_from(Grain::new((row * 64 + column).unsigned_abs()).next() >> 48).unwrap_or(0);
    let (left, top) = (column * 48 + place % 44, row * 24 + place / 64 % 20);
    place % 3 == 0 && (left..left + 4).contains(&x) && (top..top + 4).contains(&y)
}

/// The house on the left: red walls, a brown roof, a white door and window.
fn house(x: i64, y: i64) -> Option<[u8; 3]> {
    let (left, right, eaves, floor) = (92, 244, 214, 306);
    let roof = y >= eaves - 58 && y < eaves && (x - (left + right) / 2).abs() < (y - eaves + 58) * 3 / 2 + 4;
    if roof {
        return Some(pixel([104 - (y % 8) * 3, 62 - (y % 8) * 2, 34]));
    }
    if x < left || x >= right || y < eaves || y >= floor {
        return None;
    }
    let door = (150..182).contains(&x) && y >= 252;
    let window = (200..230).contains(&x) && (234..262).contains(&y);
    let mortar = if y % 12 == 0 { 26 } else { 0 };
    Some(if door || window { [238, 234, 226] } else { pixel([202 - mortar, 44, 40]) })
}

fn pixel(colour: [i64; 3]) -> [u8; 3] {
    colour.map(|channel| u8::try_from(channel.clamp(0, 255)).unwrap_or(0))
}
