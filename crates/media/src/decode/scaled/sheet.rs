//! The samples of one component, from blocks to a plane.

use super::inverse::{Block, LANES, Waves};

/// Samples of one component, rows from the top, without padding.
pub(in crate::decode) struct Plane {
    pub(in crate::decode) width: u32,
    pub(in crate::decode) height: u32,
    /// How much of that is the picture: the last column and row may be so in part.
    pub(in crate::decode) part: (f64, f64),
    pub(in crate::decode) data: Vec<u8>,
}

/// A plane in the making.
pub(super) struct Sheet<const N: usize> {
    /// Samples of one row of units, whole blocks.
    strip: Vec<u8>,
    stride: usize,
    pub(super) plane: Plane,
}

/// The size of a plane at `n` eighths of a component whose factors are `factor` of `most`.
fn scaled(size: u32, n: usize, factor: usize, most: usize) -> f64 {
    f64::from(size) * (n * factor) as f64 / (8 * most) as f64
}

impl<const N: usize> Sheet<N> {
    /// For a component of a picture of this size, whose factors (across and down) are `factors` of `most`, and which
    /// has so many `units` in a row.
    pub(super) fn new(size: (u32, u32), factors: (usize, usize), most: (usize, usize), units: usize) -> Self {
        let part = (scaled(size.0, N, factors.0, most.0), scaled(size.1, N, factors.1, most.1));
        let (width, height) = (part.0.ceil() as u32, part.1.ceil() as u32);
        // A block is written with all its lanes; the last one needs room for them.
        let stride = units * factors.0 * N + LANES;
        let data = Vec::with_capacity(width as usize * height as usize);
        let plane = Plane { width, height, part, data };
        Self { strip: vec![0; stride * factors.1 * N], stride, plane }
    }

    /// Writes the block in this row and column of blocks of the row of units. `None` if there is none.
    #[inline(always)]
    pub(super) fn write(
        &mut self,
        block: &Block<N>,
        row: usize,
        column: usize,
        waves: &Waves<N>,
    ) -> Option<()> {
        for y in 0..N {
            let at = (row * N + y) * self.stride + column * N;
            self.strip.get_mut(at..at + LANES)?.copy_from_slice(&block.row(y, waves));
        }
        Some(())
    }

    /// Takes the row of units into the plane, as far as it belongs to the picture.
    pub(super) fn keep(&mut self) {
        let width = self.plane.width as usize;
        for row in self.strip.chunks_exact(self.stride) {
            if self.plane.data.len() < width * self.plane.height as usize {
                self.plane.data.extend_from_slice(&row[..width]);
            }
        }
    }
}
