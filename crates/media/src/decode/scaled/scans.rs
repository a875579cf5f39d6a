//! Files of many scans, each with a part of the whole picture: of a sequential file, some of the components; of a
//! progressive one (T.81, Annex G), some bits of some coefficients.
//!
//! Owns what has to be remembered between the scans: of each block the low coefficients, and of all 63 others
//! whether they are still zero, because the bits of a later scan depend on that. So a picture takes 10 to 40 bytes a
//! block, where all coefficients take 128.

use super::{
    bits::{Bits, MOST_BLOCKS},
    coefficients::{Values, begin, difference, refine, whole},
    header::{Framed, Scan, Tables, frame},
    huffman::{Codes, Symbols},
    inverse::{Block, PLACE, Waves},
    sheet::{Plane, Sheet},
};
use crate::{
    DropReason,
    walk::jpeg::{Jpeg, Part, Parts},
};

/// The most bits that a scan may leave to later ones (T.81, G.1.1.1.1).
const LOWEST: u32 = 13;
/// No slot.
const NONE: u8 = u8::MAX;

/// Whether the picture is more than what one scan gives.
pub(super) fn are_many(jpeg: &Jpeg<'_>) -> bool {
    jpeg.progressive || !jpeg.together
}

/// Bytes that are remembered between the scans of a file at `n` eighths.
pub(in crate::decode) fn memory(jpeg: &Jpeg<'_>, n: usize) -> u64 {
    if are_many(jpeg) { jpeg.samples / 64 * (2 * (n * n) as u64 + 8) } else { 0 }
}

/// One component of the picture.
struct Component {
    id: u8,
    across: usize,
    down: usize,
    /// Which quantisation table, and the table as it was when the first scan of this component came.
    table: u8,
    quantisation: Option<[f32; 64]>,
    /// Blocks of a row, padding included, and of those what a scan of this component alone has.
    stride: usize,
    own: (usize, usize),
    /// `kept` coefficients of each block.
    low: Vec<i16>,
    /// Of each block, which coefficients are not zero, by their place in the file.
    nonzero: Vec<u64>,
    previous: i32,
}

/// Which coefficients are kept at a scale.
struct Kept {
    /// Place in the file to slot.
    slots: [u8; 64],
    places: Vec<u8>,
}

impl Kept {
    fn new(n: usize) -> Self {
        let mut kept = Self { slots: [NONE; 64], places: Vec::with_capacity(n * n) };
        for (place, &(row, column)) in PLACE.iter().enumerate() {
            if usize::from(row) < n && usize::from(column) < n {
                kept.slots[place] = kept.places.len() as u8;
                kept.places.push(place as u8);
            }
        }
        kept
    }
}

/// The picture as a whole.
struct Picture {
    components: Vec<Component>,
    /// The largest factors, across and down.
    most: (usize, usize),
    /// Units in a row, and rows of them.
    units: (usize, usize),
}

impl Picture {
    /// Nothing of it is known yet. `None` if the frame is none.
    fn new(jpeg: &Jpeg<'_>, frame: &[Framed], kept: &Kept) -> Option<Self> {
        let most = (frame.iter().map(|each| each.across).max()?, frame.iter().map(|each| each.down).max()?);
        let size = (jpeg.width as usize, jpeg.height as usize);
        let units = (size.0.div_ceil(8 * most.0), size.1.div_ceil(8 * most.1));
        let own = |size: usize, factor: usize, most: usize| (size * factor).div_ceil(most).div_ceil(8);
        let component = |&Framed { id, across, down, quantisation }: &Framed| {
            let stride = units.0 * across;
            let blocks = stride * units.1 * down;
            Component {
                id,
                across,
                down,
                table: quantisation,
                quantisation: None,
                stride,
                own: (own(size.0, across, most.0), own(size.1, down, most.1)),
                low: vec![0; blocks * kept.places.len()],
                nonzero: vec![0; blocks],
                previous: 0,
            }
        };
        let alone = |(at, one): (usize, &Framed)| frame[..at].iter().all(|other| other.id != one.id);
        let distinct = frame.iter().enumerate().all(alone);
        distinct.then(|| Self { components: frame.iter().map(component).collect(), most, units })
    }
}

/// The planes of a file.
pub(super) fn planes<const N: usize>(
    jpeg: &Jpeg<'_>,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Plane>, DropReason> {
    let kept = Kept::new(N);
    let mut tables = Tables::default();
    let (mut picture, mut scan) = (None, None);
    for part in Parts::new(jpeg.bytes) {
        match part? {
            Part::Segment { marker, body, .. } => {
                let body = &jpeg.bytes[body];
                let known = match marker {
                    0xC0..=0xC2 => {
                        picture = frame(body).and_then(|frame| Picture::new(jpeg, &frame, &kept));
                        picture.is_some()
                    }
                    0xDA => {
                        scan = Scan::read(body);
                        scan.is_some()
                    }
                    _ => tables.take(marker, body).is_some(),
                };
                if !known {
                    return Err(DropReason::Unreadable);
                }
            }
            Part::Entropy(range) => {
                let (Some(picture), Some(scan)) = (&mut picture, scan.take()) else {
                    return Err(DropReason::Unreadable);
                };
                let components = &mut picture.components;
                let progressive = jpeg.progressive;
                let pass = Pass::new(&scan, progressive, &tables, components, &kept);
                let pass = pass.ok_or(DropReason::Unreadable)?;
                pass.run(&jpeg.bytes[range], picture.units, stop)?;
            }
            Part::End(_) => break,
        }
    }
    let Picture { components, most, units } = picture.ok_or(DropReason::Unreadable)?;
    let paint = |component: Component| {
        let sheet =
            Sheet::<N>::new((jpeg.width, jpeg.height), (component.across, component.down), most, units.0);
        paint(component, sheet, &kept, stop)
    };
    components.into_iter().map(paint).collect()
}

/// The samples of a component whose coefficients are all there.
fn paint<const N: usize>(
    component: Component,
    mut sheet: Sheet<N>,
    kept: &Kept,
    stop: &dyn Fn() -> bool,
) -> Result<Plane, DropReason> {
    let Component { down, stride, low, quantisation, .. } = component;
    // A component that no scan was about is no part of a picture.
    let quantisation = quantisation.ok_or(DropReason::Unreadable)?;
    let waves = Waves::<N>::new();
    let count = kept.places.len();
    for unit in low.chunks_exact(stride * down * count) {
        if stop() {
            return Err(DropReason::Cancelled);
        }
        for (row, blocks) in unit.chunks_exact(stride * count).enumerate() {
            for (column, values) in blocks.chunks_exact(count).enumerate() {
                let mut block = Block::new(f32::from(values[0]) * quantisation[0], &waves);
                for (&value, &place) in values.iter().zip(&kept.places).skip(1) {
                    if value != 0 {
                        let weight = quantisation[usize::from(place) & 63];
                        block.add(usize::from(place), f32::from(value) * weight, &waves);
                    }
                }
                sheet.write(&block, row, column, &waves).ok_or(DropReason::Unreadable)?;
            }
        }
        sheet.keep();
    }
    Ok(sheet.plane)
}

/// What a scan has of a block.
enum Read {
    /// All coefficients, the first one with codes of its own.
    Whole(Symbols, Symbols),
    /// The first one.
    Mean(Symbols),
    /// One more bit of the first one.
    MeanBit,
    /// A band of the others.
    Band(Symbols),
    /// One more bit of a band.
    BandBit(Symbols),
}

impl Read {
    /// `table` names the tables. `None` if one is missing, or the scan is none of a progressive file.
    fn new(scan: &Scan, progressive: bool, tables: &Tables, table: u8) -> Option<Self> {
        let symbols = |codes: Option<Codes>| codes.map(Symbols::new);
        let (dc, ac) = (|| symbols(tables.dc(table >> 4)), || symbols(tables.ac(table & 15)));
        if !progressive {
            // What such a scan says about bands and bits says nothing.
            return Some(Self::Whole(dc()?, ac()?));
        }
        if scan.low > LOWEST || !(scan.high == 0 || scan.high == scan.low + 1) {
            return None;
        }
        match (scan.first, scan.high) {
            (0, _) if scan.last != 0 => None,
            (0, 0) => dc().map(Self::Mean),
            (0, _) => Some(Self::MeanBit),
            _ if scan.last < scan.first || scan.last > 63 || scan.components.len() > 1 => None,
            (_, 0) => ac().map(Self::Band),
            _ => ac().map(Self::BandBit),
        }
    }
}

/// One scan on its way through the picture.
struct Pass<'a> {
    scan: &'a Scan,
    components: Vec<&'a mut Component>,
    /// Of each component of the scan.
    reads: Vec<Read>,
    restart: usize,
    kept: &'a Kept,
    /// Blocks still to come that have nothing new in this band.
    ended: u32,
}

impl<'a> Pass<'a> {
    /// `None` if this is no scan of such a picture.
    fn new(
        scan: &'a Scan,
        progressive: bool,
        tables: &Tables,
        components: &'a mut [Component],
        kept: &'a Kept,
    ) -> Option<Self> {
        let (mut chosen, mut reads) = (Vec::new(), Vec::new());
        let mut rest = components;
        for &[id, table] in &scan.components {
            // They stand in the order of the frame (T.81, B.2.3).
            let at = rest.iter().position(|component| component.id == id)?;
            let (before, after) = rest.split_at_mut(at + 1);
            let component = before.last_mut()?;
            if component.quantisation.is_none() {
                component.quantisation = Some(tables.quantisation(component.table)?);
            }
            component.previous = 0;
            reads.push(Read::new(scan, progressive, tables, table)?);
            chosen.push(component);
            rest = after;
        }
        let blocks: usize = chosen.iter().map(|component| component.across * component.down).sum();
        let fits = !chosen.is_empty() && (chosen.len() == 1 || blocks <= MOST_BLOCKS);
        fits.then_some(Self { scan, components: chosen, reads, restart: tables.restart, kept, ended: 0 })
    }

    fn run(
        mut self,
        entropy: &[u8],
        units: (usize, usize),
        stop: &dyn Fn() -> bool,
    ) -> Result<(), DropReason> {
        let alone = self.components.len() == 1;
        let (columns, rows) = if alone { self.components[0].own } else { units };
        let mut bits = Bits::new(entropy);
        let mut done = 0;
        for row in 0..rows {
            if stop() {
                return Err(DropReason::Cancelled);
            }
            for column in 0..columns {
                if self.restart > 0 && done > 0 && done % self.restart == 0 {
                    bits.restart(((done / self.restart - 1) % 8) as u8).ok_or(DropReason::Unreadable)?;
                    self.ended = 0;
                    self.components.iter_mut().for_each(|component| component.previous = 0);
                }
                done += 1;
                bits.ready().ok_or(DropReason::Unreadable)?;
                let read = if alone {
                    let block = row * self.components[0].stride + column;
                    self.block(&mut bits, 0, block)
                } else {
                    self.unit(&mut bits, row, column)
                };
                read.ok_or(DropReason::Unreadable)?;
            }
        }
        bits.ready().ok_or(DropReason::Unreadable)
    }

    fn unit(&mut self, bits: &mut Bits<'_>, row: usize, column: usize) -> Option<()> {
        for which in 0..self.components.len() {
            let Component { across, down, stride, .. } = *self.components[which];
            for y in 0..down {
                for x in 0..across {
                    self.block(bits, which, (row * down + y) * stride + column * across + x)?;
                }
            }
        }
        Some(())
    }

    #[inline(always)]
    fn block(&mut self, bits: &mut Bits<'_>, which: usize, block: usize) -> Option<()> {
        let count = self.kept.places.len();
        let component = self.components.get_mut(which)?;
        let low = component.low.get_mut(block * count..(block + 1) * count)?;
        let nonzero = component.nonzero.get_mut(block)?;
        let bit = self.scan.low;
        let mut values = Values { low, nonzero, slots: &self.kept.slots };
        match self.reads.get(which)? {
            Read::Whole(means, others) => {
                component.previous = component.previous.wrapping_add(difference(bits, means)?);
                values.set(0, component.previous);
                whole(others, bits, &mut values)
            }
            Read::Mean(codes) => {
                component.previous = component.previous.wrapping_add(difference(bits, codes)?);
                values.set(0, component.previous << bit);
                Some(())
            }
            Read::MeanBit => {
                bits.fill();
                *values.low.first_mut()? |= ((bits.peek() >> 63) << bit) as i16;
                bits.take(1);
                Some(())
            }
            Read::Band(codes) => begin(self.scan, codes, bits, &mut self.ended, &mut values),
            Read::BandBit(codes) => refine(self.scan, codes, bits, &mut self.ended, &mut values),
        }
    }
}

#[cfg(test)]
mod tests;
