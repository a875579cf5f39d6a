//! JPEG at 1 to 4 eighths of its size: sequential files with their components in one scan.
//!
//! Owns the way from entropy-coded bytes to planes of samples. What other decoders do with every coefficient is here
//! done with the low frequencies only, as many as the target needs: the codes of the others are passed several at a
//! time. It must never guess: data that end early, or a restart marker that is not the next one,
//! make the file unreadable.

mod bits;
mod header;
mod huffman;
mod inverse;

use crate::{DropReason, walk::jpeg::Jpeg};
use bits::Bits;
use header::{Component, Header};
use huffman::{END, extend};
use inverse::{Block, LANES, Waves, last};

/// Samples of one component, rows from the top, without padding.
pub(super) struct Plane {
    pub(super) width: u32,
    pub(super) height: u32,
    /// How much of that is the picture: the last column and row may be so in part.
    pub(super) part: (f64, f64),
    pub(super) data: Vec<u8>,
}

/// The size of a plane at `n` eighths of a component whose factors are `factor` of `most`.
fn scaled(size: u32, n: usize, factor: usize, most: usize) -> f64 {
    f64::from(size) * (n * factor) as f64 / (8 * most) as f64
}

/// The fewest eighths, up to four, at which a picture is still no smaller than the target.
pub(super) fn eighths(size: (u32, u32), to: (u32, u32)) -> Option<usize> {
    let covers = |n: u32| size.0 * n >= 8 * to.0 && size.1 * n >= 8 * to.1;
    (1..=4).find(|&n| covers(n)).map(|n| n as usize)
}

/// The planes of a file (1 or 3) at `n` eighths, 1 to 4.
pub(super) fn planes(jpeg: &Jpeg<'_>, n: usize, stop: &dyn Fn() -> bool) -> Result<Vec<Plane>, DropReason> {
    let header = header::read(jpeg).ok_or(DropReason::Unreadable)?;
    match n {
        1 => scan::<1>(jpeg, &header, stop),
        2 => scan::<2>(jpeg, &header, stop),
        3 => scan::<3>(jpeg, &header, stop),
        _ => scan::<4>(jpeg, &header, stop),
    }
}

/// A component on its way into a plane.
struct Lane<'a> {
    component: &'a Component,
    /// The last first coefficient; each is written as the difference to it.
    previous: i32,
    /// Samples of one row of units, whole blocks.
    strip: Vec<u8>,
    stride: usize,
    plane: Plane,
}

impl<'a> Lane<'a> {
    fn new<const N: usize>(
        jpeg: &Jpeg<'_>,
        header: &Header<'_>,
        component: &'a Component,
        units: usize,
    ) -> Self {
        let part = (
            scaled(jpeg.width, N, component.across, header.across),
            scaled(jpeg.height, N, component.down, header.down),
        );
        let (width, height) = (part.0.ceil() as u32, part.1.ceil() as u32);
        // A block is written with all its lanes; the last one needs room for them.
        let stride = units * component.across * N + LANES;
        let data = Vec::with_capacity(width as usize * height as usize);
        let plane = Plane { width, height, part, data };
        Self { component, previous: 0, strip: vec![0; stride * component.down * N], stride, plane }
    }

    /// Takes the strip into the plane, as far as it belongs to the picture.
    fn keep(&mut self) {
        let width = self.plane.width as usize;
        for row in self.strip.chunks_exact(self.stride) {
            if self.plane.data.len() < width * self.plane.height as usize {
                self.plane.data.extend_from_slice(&row[..width]);
            }
        }
    }

    fn unit<const N: usize>(&mut self, bits: &mut Bits<'_>, unit: usize, waves: &Waves<N>) -> Option<()> {
        let (across, down) = (self.component.across, self.component.down);
        for block_row in 0..down {
            for column in 0..across {
                let block = self.block(bits, waves)?;
                let x = (unit * across + column) * N;
                for y in 0..N {
                    let at = (block_row * N + y) * self.stride + x;
                    self.strip.get_mut(at..at + LANES)?.copy_from_slice(&block.row(y, waves));
                }
            }
        }
        Some(())
    }

    #[inline(always)]
    fn block<const N: usize>(&mut self, bits: &mut Bits<'_>, waves: &Waves<N>) -> Option<Block<N>> {
        let Component { quantisation, dc, ac, .. } = self.component;
        bits.fill();
        let (length, size) = dc.find(bits.peek())?;
        bits.take(length);
        if size > 0 {
            let difference = extend((bits.peek() >> (64 - size)) as u32, size);
            bits.take(size);
            self.previous = self.previous.wrapping_add(difference);
        }
        let mut block = Block::new(self.previous as f32 * quantisation[0], waves);
        let mut next = 1;
        while next <= last(N) as u32 {
            bits.fill();
            let step = ac.step(bits.peek())?;
            let number = step.number(bits.peek());
            bits.take(step.bits());
            next += step.advance();
            if step.advance() == END {
                return Some(block);
            }
            let index = next as usize - 1;
            block.add(index, number as f32 * quantisation.get(index)?, waves);
        }
        while next < 64 {
            bits.fill();
            let Some(leap) = ac.leap(bits.peek(), next) else {
                let step = ac.step(bits.peek())?;
                bits.take(step.bits());
                if step.advance() == END {
                    return Some(block);
                }
                next += step.advance();
                continue;
            };
            bits.take(leap.bits());
            if leap.ends() {
                return Some(block);
            }
            next += leap.advance();
            // What was filled is enough for a second one.
            if let Some(leap) = ac.leap(bits.peek(), next) {
                bits.take(leap.bits());
                if leap.ends() {
                    return Some(block);
                }
                next += leap.advance();
            }
        }
        (next == 64).then_some(block)
    }
}

fn scan<const N: usize>(
    jpeg: &Jpeg<'_>,
    header: &Header<'_>,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Plane>, DropReason> {
    let units = (jpeg.width as usize).div_ceil(8 * header.across);
    let rows = (jpeg.height as usize).div_ceil(8 * header.down);
    let waves = Waves::<N>::new();
    let mut lanes: Vec<_> =
        header.components.iter().map(|component| Lane::new::<N>(jpeg, header, component, units)).collect();
    let mut bits = Bits::new(header.entropy);
    let mut done = 0;
    for _ in 0..rows {
        if stop() {
            return Err(DropReason::Cancelled);
        }
        for unit in 0..units {
            if header.restart > 0 && done > 0 && done % header.restart == 0 {
                bits.restart(((done / header.restart - 1) % 8) as u8).ok_or(DropReason::Unreadable)?;
                lanes.iter_mut().for_each(|lane| lane.previous = 0);
            }
            done += 1;
            bits.ready().ok_or(DropReason::Unreadable)?;
            for lane in &mut lanes {
                lane.unit(&mut bits, unit, &waves).ok_or(DropReason::Unreadable)?;
            }
        }
        lanes.iter_mut().for_each(Lane::keep);
    }
    bits.ready().ok_or(DropReason::Unreadable)?;
    Ok(lanes.into_iter().map(|lane| lane.plane).collect())
}

#[cfg(test)]
mod tests;
