//! What the bits of a block say about its coefficients, in one scan of many.

use super::{
    bits::Bits,
    header::Scan,
    huffman::{Symbols, extend},
};

/// By how much a first coefficient differs from the last one.
#[inline(always)]
pub(super) fn difference(bits: &mut Bits<'_>, codes: &Symbols) -> Option<i32> {
    bits.fill();
    let (length, size) = codes.find(bits.peek())?;
    bits.take(length);
    number(bits, size)
}

/// All coefficients of a block after the first one (T.81, F.2.2.2).
#[inline(always)]
pub(super) fn whole(codes: &Symbols, bits: &mut Bits<'_>, values: &mut Values<'_>) -> Option<()> {
    let mut next = 1;
    while next < 64 {
        bits.fill();
        let (length, symbol) = codes.find(bits.peek())?;
        bits.take(length);
        let (run, size) = (symbol >> 4, symbol & 15);
        if size == 0 && run < 15 {
            return Some(());
        }
        next += run;
        let value = number(bits, size)?;
        if next < 64 && size > 0 {
            values.set(next, value);
        }
        next += 1;
    }
    (next == 64).then_some(())
}

/// The number of this size that comes next. `None` if there is no such size.
#[inline(always)]
fn number(bits: &mut Bits<'_>, size: u32) -> Option<i32> {
    match size {
        0 => Some(0),
        1..=15 => {
            let number = extend((bits.peek() >> (64 - size)) as u32, size);
            bits.take(size);
            Some(number)
        }
        _ => None,
    }
}

/// How many blocks end here, this one included: a code of this run with so many bits after it.
#[inline(always)]
fn ends(bits: &mut Bits<'_>, run: u32) -> u32 {
    // Shifted in two steps, because a run of 0 has no bits.
    let more = (bits.peek() >> 1 >> (63 - run)) as u32;
    bits.take(run);
    (1 << run) + more
}

/// What is known of a block.
pub(super) struct Values<'a> {
    /// The coefficients that are kept.
    pub(super) low: &'a mut [i16],
    /// Which coefficients are not zero, by their place in the file.
    pub(super) nonzero: &'a mut u64,
    /// Where in `low` a place is; a number that is too large for those that are not kept.
    pub(super) slots: &'a [u8; 64],
}

impl Values<'_> {
    #[inline(always)]
    fn slot(&mut self, place: u32) -> Option<&mut i16> {
        self.low.get_mut(usize::from(self.slots[place as usize & 63]))
    }

    #[inline(always)]
    pub(super) fn set(&mut self, place: u32, value: i32) {
        *self.nonzero |= 1 << (place & 63);
        if let Some(slot) = self.slot(place) {
            *slot = value as i16;
        }
    }

    /// Takes the next bit of a coefficient that is not zero.
    #[inline(always)]
    fn correct(&mut self, bits: &mut Bits<'_>, place: u32, unit: i16) {
        bits.fill();
        let grows = bits.peek() >> 63 == 1;
        bits.take(1);
        if grows && let Some(slot) = self.slot(place) {
            *slot = slot.wrapping_add(if *slot < 0 { -unit } else { unit });
        }
    }

    /// Takes a bit of each coefficient from `next` to before `end` that is not zero.
    #[inline(always)]
    fn correct_all(&mut self, bits: &mut Bits<'_>, next: u32, end: u32, unit: i16) {
        let mut left = *self.nonzero & between(next, end);
        while left != 0 {
            self.correct(bits, left.trailing_zeros(), unit);
            left &= left - 1;
        }
    }
}

/// The bits from `next` to before `end`, which is at most 64.
#[inline(always)]
fn between(next: u32, end: u32) -> u64 {
    if next >= end { 0 } else { u64::MAX >> (64 - (end - next)) << next }
}

/// The first scan of a band (T.81, G.1.2.2).
#[inline(always)]
pub(super) fn begin(
    scan: &Scan,
    codes: &Symbols,
    bits: &mut Bits<'_>,
    ended: &mut u32,
    values: &mut Values<'_>,
) -> Option<()> {
    if *ended > 0 {
        *ended -= 1;
        return Some(());
    }
    let mut next = scan.first;
    while next <= scan.last {
        bits.fill();
        let (length, symbol) = codes.find(bits.peek())?;
        bits.take(length);
        let (run, size) = (symbol >> 4, symbol & 15);
        if size == 0 {
            if run < 15 {
                *ended = ends(bits, run) - 1;
                break;
            }
            next += 16;
            continue;
        }
        next += run;
        if next > scan.last {
            return None;
        }
        let value = number(bits, size)?;
        values.set(next, value << scan.low);
        next += 1;
    }
    Some(())
}

/// A later scan of a band (T.81, G.1.2.3): a bit of each coefficient that is not zero, and those that become one
/// or minus one.
#[inline(always)]
pub(super) fn refine(
    scan: &Scan,
    codes: &Symbols,
    bits: &mut Bits<'_>,
    ended: &mut u32,
    values: &mut Values<'_>,
) -> Option<()> {
    let unit = 1_i16 << scan.low;
    let end = scan.last + 1;
    let mut next = scan.first;
    if *ended == 0 {
        while next < end {
            bits.fill();
            let (length, symbol) = codes.find(bits.peek())?;
            bits.take(length);
            let run = symbol >> 4;
            let fresh = match symbol & 15 {
                0 if run < 15 => {
                    *ended = ends(bits, run);
                    break;
                }
                0 => None,
                1 => {
                    let positive = bits.peek() >> 63 == 1;
                    bits.take(1);
                    Some(if positive { unit } else { -unit })
                }
                _ => return None,
            };
            let place = zero(*values.nonzero, next, run).min(end);
            values.correct_all(bits, next, place, unit);
            if let Some(fresh) = fresh {
                if place == end {
                    return None;
                }
                values.set(place, i32::from(fresh));
            }
            next = place + 1;
        }
    }
    if *ended > 0 {
        *ended -= 1;
        values.correct_all(bits, next, end, unit);
    }
    Some(())
}

/// The place of the zero before which there are `run` others, counted from `next`; 64 if there is none.
#[inline(always)]
fn zero(nonzero: u64, mut next: u32, mut run: u32) -> u32 {
    while next < 64 {
        let zeros = (nonzero >> next).trailing_zeros();
        if zeros > run {
            return next + run;
        }
        run -= zeros;
        next += zeros + 1;
    }
    64
}

#[cfg(test)]
mod tests;
