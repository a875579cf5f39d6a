//! Sensor noise: a seeded generator and the grain it puts on a picture.

use image::RgbImage;

/// A small xorshift generator. Equal seeds give equal frames on every machine.
pub(super) struct Grain(u64);

impl Grain {
    pub(super) fn new(seed: u64) -> Self {
        // An xorshift state may not be zero, and neighbouring seeds must not give similar streams.
        Self(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// Adds grey noise of mean zero, at most `strength` levels either way, so that mean colours stay.
pub(super) fn grain(pixels: &mut RgbImage, seed: u64, strength: i16) {
    let mut source = Grain::new(seed);
    let span = u64::from(strength.unsigned_abs()) * 2 + 1;
    let mut bits = 0_u64;
    let mut left = 0;
    for pixel in pixels.as_mut().chunks_exact_mut(3) {
        if left == 0 {
            bits = source.next();
            left = 8;
        }
        let step = i16::try_from(((bits & 0xFF) * span) >> 8).unwrap_or(0) - strength;
        bits >>= 8;
        left -= 1;
        for channel in pixel {
            *channel = u8::try_from((i16::from(*channel) + step).clamp(0, 255)).unwrap_or(0);
        }
    }
}
