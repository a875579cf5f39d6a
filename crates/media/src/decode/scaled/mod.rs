//! JPEG at 1 to 4 eighths of its size, of every make that a walk lets through.
//!
//! Owns the way from entropy-coded bytes to planes of samples. What other decoders do with every coefficient is here
//! done with the low frequencies only, as many as the target needs: the codes of the others are passed several at a
//! time. It must never guess: data that end early, or a restart marker that is not the next one,
//! make the file unreadable.

mod bits;
mod coefficients;
mod header;
mod huffman;
mod inverse;
mod scans;
mod sheet;

use crate::{DropReason, walk::jpeg::Jpeg};
use bits::Bits;
use header::{Component, Header};
use huffman::{END, extend};
use inverse::{Block, Waves, last};
use sheet::Sheet;

pub(super) use {scans::memory, sheet::Plane};

/// The most eighths.
pub(super) const MOST: usize = 4;

/// The fewest eighths, up to [`MOST`], at which a picture is still no smaller than the target.
pub(super) fn eighths(size: (u32, u32), to: (u32, u32)) -> Option<usize> {
    let covers = |n: u32| size.0 * n >= 8 * to.0 && size.1 * n >= 8 * to.1;
    (1..=MOST as u32).find(|&n| covers(n)).map(|n| n as usize)
}

/// The planes of a file, one of each component, at `n` eighths, 1 to 4.
pub(super) fn planes(jpeg: &Jpeg<'_>, n: usize, stop: &dyn Fn() -> bool) -> Result<Vec<Plane>, DropReason> {
    match n {
        1 => at::<1>(jpeg, stop),
        2 => at::<2>(jpeg, stop),
        3 => at::<3>(jpeg, stop),
        _ => at::<4>(jpeg, stop),
    }
}

fn at<const N: usize>(jpeg: &Jpeg<'_>, stop: &dyn Fn() -> bool) -> Result<Vec<Plane>, DropReason> {
    if scans::are_many(jpeg) {
        return scans::planes::<N>(jpeg, stop);
    }
    let header = header::read(jpeg).ok_or(DropReason::Unreadable)?;
    scan::<N>(jpeg, &header, stop)
}

/// A component on its way into a plane.
struct Lane<'a, const N: usize> {
    component: &'a Component,
    /// The last first coefficient; each is written as the difference to it.
    previous: i32,
    sheet: Sheet<N>,
}

impl<const N: usize> Lane<'_, N> {
    fn unit(&mut self, bits: &mut Bits<'_>, unit: usize, waves: &Waves<N>) -> Option<()> {
        let (across, down) = (self.component.across, self.component.down);
        for row in 0..down {
            for column in 0..across {
                let block = self.block(bits, waves)?;
                self.sheet.write(&block, row, unit * across + column, waves)?;
            }
        }
        Some(())
    }

    #[inline(always)]
    fn block(&mut self, bits: &mut Bits<'_>, waves: &Waves<N>) -> Option<Block<N>> {
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
    let (size, most) = ((jpeg.width, jpeg.height), (header.across, header.down));
    let sheet =
        |component: &Component| Sheet::<N>::new(size, (component.across, component.down), most, units);
    let mut lanes: Vec<_> = header
        .components
        .iter()
        .map(|component| Lane { component, previous: 0, sheet: sheet(component) })
        .collect();
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
        lanes.iter_mut().for_each(|lane| lane.sheet.keep());
    }
    bits.ready().ok_or(DropReason::Unreadable)?;
    Ok(lanes.into_iter().map(|lane| lane.sheet.plane).collect())
}

#[cfg(test)]
mod tests;
