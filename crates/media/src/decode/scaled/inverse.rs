//! The inverse cosine transform of a block's low frequencies, at `N` eighths of its size.
//!
//! The `N` x `N` lowest frequencies of 8 x 8 samples are those of a block of `N` x `N` samples (T.81 A.3.3
//! with 8 replaced by `N`, up to a factor that does not depend on `N`). This is sharper than
//! averaging the samples, and nothing above has to be computed.

use std::f32::consts::{FRAC_1_SQRT_2, PI};

/// Samples of a row that are computed together, whatever `N` is.
pub(super) const LANES: usize = 4;

/// Row and column of a coefficient, by its place in the file (T.81, figure A.6).
pub(super) const PLACE: [(u8, u8); 64] = places();

const fn places() -> [(u8, u8); 64] {
    let (mut places, mut index, mut diagonal) = ([(0, 0); 64], 0, 0);
    while diagonal < 15_u8 {
        let low = diagonal.saturating_sub(7);
        let mut step = low;
        while step + low <= diagonal {
            let other = diagonal - step;
            places[index] = if diagonal % 2 == 0 { (other, step) } else { (step, other) };
            index += 1;
            step += 1;
        }
        diagonal += 1;
    }
    places
}

/// The last coefficient that is needed at `n` eighths.
pub(super) const fn last(n: usize) -> usize {
    let (mut index, mut last) = (0, 0);
    while index < 64 {
        if (PLACE[index].0 as usize) < n && (PLACE[index].1 as usize) < n {
            last = index;
        }
        index += 1;
    }
    last
}

/// What every sample gets of every frequency.
pub(super) struct Waves<const N: usize> {
    /// By frequency, then sample.
    waves: [[f32; LANES]; N],
}

impl<const N: usize> Waves<N> {
    pub(super) fn new() -> Self {
        let mut waves = [[0.0; LANES]; N];
        for (frequency, wave) in waves.iter_mut().enumerate() {
            for (sample, value) in wave.iter_mut().enumerate().take(N) {
                let angle = (2 * sample + 1) as f32 * frequency as f32 * PI / (2 * N) as f32;
                // The scale of an 8-point transform.
                let scale = if frequency == 0 { FRAC_1_SQRT_2 / 2.0 } else { 0.5 };
                *value = scale * angle.cos();
            }
        }
        Self { waves }
    }
}

/// A block in the making: rows of samples, columns still of frequencies.
pub(super) struct Block<const N: usize> {
    rows: [[f32; LANES]; N],
}

impl<const N: usize> Block<N> {
    /// With its first coefficient, dequantised.
    #[inline(always)]
    pub(super) fn new(mean: f32, waves: &Waves<N>) -> Self {
        let mut rows = [[0.0; LANES]; N];
        rows[0] = waves.waves[0].map(|wave| wave * mean);
        Self { rows }
    }

    /// Adds the coefficient of this place, dequantised. One that is not needed is passed over.
    #[inline(always)]
    pub(super) fn add(&mut self, index: usize, value: f32, waves: &Waves<N>) {
        let (row, column) = PLACE[index & 63];
        if let (Some(row), Some(wave)) =
            (self.rows.get_mut(usize::from(row)), waves.waves.get(usize::from(column)))
        {
            for (sum, wave) in row.iter_mut().zip(wave) {
                *sum += value * wave;
            }
        }
    }

    /// Row `y` of the samples; the first `N` count.
    #[inline(always)]
    pub(super) fn row(&self, y: usize, waves: &Waves<N>) -> [u8; LANES] {
        let mut sums = [128.0; LANES];
        for (row, wave) in self.rows.iter().zip(&waves.waves) {
            for (sum, value) in sums.iter_mut().zip(row) {
                *sum += value * wave[y % LANES];
            }
        }
        sums.map(to_sample)
    }
}

/// Rounded to nearest and clamped.
#[inline(always)]
fn to_sample(value: f32) -> u8 {
    // At 2^23 a float has no fraction: adding it rounds, and the number stands in the lowest bits.
    const ROUND: f32 = 8_388_608.0;
    ((value.clamp(0.0, 255.0) + ROUND).to_bits() & 255) as u8
}

#[cfg(test)]
mod tests;
