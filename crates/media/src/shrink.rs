//! Shrinking with Lanczos3, whole pictures or rows as they come.
//!
//! Rows are resized in a few bands, so that a large picture is never in memory as a whole. A band is
//! computed as soon as every row under its filter is there; the result is that of one pass. Not more
//! bands than needed: the resizer computes its coefficients anew for each.
//!
//! What a thread worked with is kept for its next picture: to get that memory from the system again costs as much
//! time as the resizing.

use crate::{
    DropReason,
    raster::{Raster, unreadable},
};
use fast_image_resize as fir;
use fir::images::{Image, ImageRef};
use std::{cell::RefCell, mem};

/// Source bytes of a band, about: large enough that the coefficients do not matter.
const BAND: usize = 8 << 20;
const MAX_BANDS: usize = 32;
/// Half the width of a Lanczos3 kernel in target pixels, plus one for rounding.
const SUPPORT: f64 = 3.5;
/// Bytes of either buffer that a thread keeps.
const KEPT: usize = 12 << 20;

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Memory to work with.
#[derive(Default)]
struct Scratch {
    rows: Vec<u8>,
    resizer: fir::Resizer,
}

impl Scratch {
    /// What the thread has kept.
    fn take() -> Self {
        SCRATCH.take()
    }

    /// Leaves it for the next picture, unless it is much.
    fn give_back(mut self) {
        self.rows.clear();
        if self.rows.capacity() > KEPT {
            self.rows = Vec::new();
        }
        if self.resizer.size_of_internal_buffers() > KEPT {
            self.resizer.reset_internal_buffers();
        }
        SCRATCH.set(self);
    }
}

fn pixel_type(channels: usize) -> fir::PixelType {
    if channels == 1 { fir::PixelType::U8 } else { fir::PixelType::U8x3 }
}

/// Shrinks a whole picture to `width` x `height`. Only `part` of it (width and height from the top left
/// corner, in pixels) is the picture: a decode at a scale rounds its size up, and stretching that to
/// the target would move everything by up to half a pixel.
pub(crate) fn shrink(
    source: Raster,
    part: (f64, f64),
    (width, height): (u32, u32),
) -> Result<Raster, DropReason> {
    if (source.width, source.height) == (width, height) {
        return Ok(source);
    }
    let kind = pixel_type(source.channels);
    let from = ImageRef::new(source.width, source.height, &source.data, kind).map_err(unreadable)?;
    let mut data = vec![0; width as usize * height as usize * source.channels];
    let mut to = Image::from_slice_u8(width, height, &mut data, kind).map_err(unreadable)?;
    let options = options().crop(0.0, 0.0, part.0, part.1);
    let mut scratch = Scratch::take();
    let resized = scratch.resizer.resize(&from, &mut to, &options).map_err(unreadable);
    scratch.give_back();
    resized?;
    Ok(Raster { width, height, channels: source.channels, data })
}

fn options() -> fir::ResizeOptions {
    fir::ResizeOptions::new().resize_alg(fir::ResizeAlg::Convolution(fir::FilterType::Lanczos3))
}

/// Takes the rows of a picture from the top and gives the shrunk picture.
pub(crate) struct Shrinker {
    width: usize,
    height: usize,
    channels: usize,
    to: (u32, u32),
    /// Holds source rows that are still needed; the first of them is row `first`.
    scratch: Scratch,
    first: usize,
    done: Vec<u8>,
    /// Target rows computed so far, and of a band.
    at: usize,
    band: usize,
}

impl Shrinker {
    pub(crate) fn new(width: u32, height: u32, channels: usize, to: (u32, u32)) -> Self {
        let source = width as usize * height as usize * channels;
        let bands = source.div_ceil(BAND).clamp(1, MAX_BANDS);
        let mut scratch = Scratch::take();
        scratch.rows.reserve_exact(Self::held(width, height, channels, to));
        Self {
            width: width as usize,
            height: height as usize,
            channels,
            to,
            scratch,
            first: 0,
            done: Vec::new(),
            at: 0,
            band: (to.1 as usize).div_ceil(bands),
        }
    }

    /// Bytes of source rows held at most.
    fn held(width: u32, height: u32, channels: usize, to: (u32, u32)) -> usize {
        let row = width as usize * channels;
        let all = row * height as usize;
        if (width, height) == to {
            return all;
        }
        let scale = f64::from(height) / f64::from(to.1);
        let bands = all.div_ceil(BAND).clamp(1, MAX_BANDS);
        let band_rows = (to.1 as usize).div_ceil(bands) as f64 * scale;
        let rows = (band_rows + 2.0 * (SUPPORT * scale + 2.0)).ceil() as usize;
        row * rows.min(height as usize)
    }

    /// Bytes that shrinking such a picture takes, for a permit.
    pub(crate) fn memory(width: u32, height: u32, channels: usize, to: (u32, u32)) -> u64 {
        let held = Self::held(width, height, channels, to);
        // The resizer's own buffer between its two passes is at most a band of source rows.
        let buffer = if (width, height) == to { 0 } else { held.min(BAND * 2) };
        (held + buffer + to.0 as usize * to.1 as usize * channels) as u64
    }

    /// Adds the next row.
    ///
    /// # Errors
    /// [`DropReason::Unreadable`] if it has another length than the picture is wide.
    pub(crate) fn row(&mut self, row: &[u8]) -> Result<(), DropReason> {
        if row.len() != self.width * self.channels {
            return Err(DropReason::Unreadable);
        }
        self.scratch.rows.extend_from_slice(row);
        self.advance()
    }

    fn same_size(&self) -> bool {
        (self.width as u32, self.height as u32) == self.to
    }

    fn advance(&mut self) -> Result<(), DropReason> {
        let target_rows = self.to.1 as usize;
        let stride = self.width * self.channels;
        while !self.same_size() && self.at < target_rows {
            let have = self.first + self.scratch.rows.len() / stride;
            let scale = self.height as f64 / target_rows as f64;
            let end = (self.at + self.band).min(target_rows);
            let needed = (end as f64 + SUPPORT) * scale + 1.0;
            if have < self.height && needed > have as f64 {
                return Ok(());
            }
            self.compute(end, have, scale)?;
            self.at = end;
            // Rows above the next band's filter have done their work.
            let keep = ((end as f64 - SUPPORT) * scale - 1.0).floor().max(0.0) as usize;
            let gone = keep.clamp(self.first, have) - self.first;
            self.scratch.rows.drain(..gone * stride);
            self.first += gone;
        }
        Ok(())
    }

    fn compute(&mut self, end: usize, have: usize, scale: f64) -> Result<(), DropReason> {
        let kind = pixel_type(self.channels);
        let held = have - self.first;
        let from =
            ImageRef::new(self.width as u32, held as u32, &self.scratch.rows, kind).map_err(unreadable)?;
        let target_stride = self.to.0 as usize * self.channels;
        self.done.resize(end * target_stride, 0);
        let into = &mut self.done[self.at * target_stride..];
        let count = (end - self.at) as u32;
        let mut to = Image::from_slice_u8(self.to.0, count, into, kind).map_err(unreadable)?;
        let top = self.at as f64 * scale - self.first as f64;
        let height = (f64::from(count) * scale).min(held as f64 - top);
        let options = options().crop(0.0, top, self.width as f64, height);
        self.scratch.resizer.resize(&from, &mut to, &options).map_err(unreadable)
    }

    /// The finished picture.
    ///
    /// # Errors
    /// [`DropReason::Unreadable`] if rows are missing.
    pub(crate) fn finish(mut self) -> Result<Raster, DropReason> {
        let stride = self.width * self.channels;
        if self.first + self.scratch.rows.len() / stride != self.height {
            return Err(DropReason::Unreadable);
        }
        let same = self.same_size();
        let data = mem::take(if same { &mut self.scratch.rows } else { &mut self.done });
        Ok(Raster { width: self.to.0, height: self.to.1, channels: self.channels, data })
    }
}

impl Drop for Shrinker {
    fn drop(&mut self) {
        mem::take(&mut self.scratch).give_back();
    }
}

#[cfg(test)]
mod tests;
