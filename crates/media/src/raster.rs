//! Decoded pixels on their way out: 8-bit grey or RGB, no alpha.

use crate::DropReason;

/// A picture in memory, rows from the top, without padding.
pub(crate) struct Raster {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// 1 (grey) or 3 (RGB).
    pub(crate) channels: usize,
    pub(crate) data: Vec<u8>,
}

impl Raster {
    /// The picture turned and mirrored as the Exif orientation says (Exif 2.32, tag 0x0112).
    pub(crate) fn upright(self, orientation: u8) -> Self {
        if !(2..=8).contains(&orientation) {
            return self;
        }
        if self.channels == 1 { self.turn::<1>(orientation) } else { self.turn::<3>(orientation) }
    }

    fn turn<const N: usize>(self, orientation: u8) -> Self {
        let (w, h) = (self.width as usize, self.height as usize);
        let (out_w, out_h) = if orientation >= 5 { (h, w) } else { (w, h) };
        // Source index = start + x * step_x + y * step_y, for the pixel (x, y) of the result.
        let (w_i, h_i) = (w as isize, h as isize);
        let (start, step_x, step_y) = match orientation {
            2 => (w_i - 1, -1, w_i),
            3 => (w_i * h_i - 1, -1, -w_i),
            4 => ((h_i - 1) * w_i, 1, -w_i),
            5 => (0, w_i, 1),
            6 => ((h_i - 1) * w_i, -w_i, 1),
            7 => (w_i * h_i - 1, -w_i, -1),
            _ => (w_i - 1, w_i, -1),
        };
        let (source, _) = self.data.as_chunks::<N>();
        let mut data = vec![0; self.data.len()];
        let (pixels, _) = data.as_chunks_mut::<N>();
        // In tiles: a quarter turn by whole rows would read a new cache line for every pixel.
        for tile_y in (0..out_h).step_by(16) {
            for tile_x in (0..out_w).step_by(64) {
                for y in tile_y..(tile_y + 16).min(out_h) {
                    for x in tile_x..(tile_x + 64).min(out_w) {
                        let from = start + x as isize * step_x + y as isize * step_y;
                        pixels[y * out_w + x] = source[from as usize];
                    }
                }
            }
        }
        Self { width: out_w as u32, height: out_h as u32, channels: N, data }
    }

    /// The same picture in RGB.
    pub(crate) fn into_rgb(self) -> Vec<u8> {
        if self.channels == 3 { self.data } else { self.data.iter().flat_map(|&v| [v; 3]).collect() }
    }
}

/// The size an image is shrunk to: the long edge at most `edge`, the short one rounded to nearest,
/// never under 1, never larger than before.
pub(crate) fn fit(width: u32, height: u32, edge: u32) -> (u32, u32) {
    let long = width.max(height);
    if long <= edge {
        return (width, height);
    }
    let scale = |side: u32| {
        let scaled = (u64::from(side) * u64::from(edge) + u64::from(long) / 2) / u64::from(long);
        u32::try_from(scaled).unwrap_or(edge).max(1)
    };
    (scale(width), scale(height))
}

/// One sample over white: `value` with coverage `alpha` (both 0..=255), rounded.
#[inline]
pub(crate) fn over_white(value: u8, alpha: u8) -> u8 {
    let (value, alpha) = (u32::from(value), u32::from(alpha));
    let sum = value * alpha + 255 * (255 - alpha) + 128;
    ((sum + (sum >> 8)) >> 8) as u8
}

/// Rows of `pixels` composited on white, alpha dropped: `IN` samples a pixel with alpha last, `OUT`
/// = `IN - 1`.
pub(crate) fn flatten<const IN: usize, const OUT: usize>(pixels: &[u8], out: &mut [u8]) {
    let (from, _) = pixels.as_chunks::<IN>();
    let (to, _) = out.as_chunks_mut::<OUT>();
    for (from, to) in from.iter().zip(to) {
        let alpha = from[IN - 1];
        for (value, to) in from.iter().zip(to) {
            *to = over_white(*value, alpha);
        }
    }
}

/// A decoder's error that says no more than "not whole" or "not valid".
pub(crate) fn unreadable<E>(_: E) -> DropReason {
    DropReason::Unreadable
}

#[cfg(test)]
mod tests;
