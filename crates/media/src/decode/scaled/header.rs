//! What stands before the data of a scan: quantisation and Huffman tables, components, restart interval.

use super::{
    bits::MOST_BLOCKS,
    huffman::{Ac, Codes, Dc},
};
use crate::walk::jpeg::{Jpeg, Part, Parts};
use std::{array::from_fn, rc::Rc};

/// One component with what its blocks are read with.
pub(super) struct Component {
    /// Blocks of a unit, across and down.
    pub(super) across: usize,
    pub(super) down: usize,
    /// In the order of the file.
    pub(super) quantisation: [f32; 64],
    pub(super) dc: Rc<Dc>,
    pub(super) ac: Rc<Ac>,
}

/// Everything a scan is read with.
pub(super) struct Header<'a> {
    pub(super) components: Vec<Component>,
    /// Units between restart markers; 0 if there are none.
    pub(super) restart: usize,
    /// The largest factors, which the units are counted with.
    pub(super) across: usize,
    pub(super) down: usize,
    pub(super) entropy: &'a [u8],
}

/// One component as the frame has it.
pub(super) struct Framed {
    pub(super) id: u8,
    /// Blocks of a unit, across and down.
    pub(super) across: usize,
    pub(super) down: usize,
    /// The place of its quantisation table.
    pub(super) quantisation: u8,
}

/// The components of a frame header.
pub(super) fn frame(body: &[u8]) -> Option<Vec<Framed>> {
    let count = usize::from(*body.get(5)?);
    let frame = body.get(6..6 + 3 * count)?.as_chunks::<3>().0;
    let framed = |&[id, factors, quantisation]: &[u8; 3]| {
        // The unit of a component alone is a block, whatever its factors say (T.81 A.2.2).
        let factors = if count == 1 { 0x11 } else { factors };
        let (across, down) = (usize::from(factors >> 4), usize::from(factors & 15));
        Framed { id, across, down, quantisation }
    };
    Some(frame.iter().map(framed).collect())
}

/// A scan header.
pub(super) struct Scan {
    /// Identifier and places of the tables of each component.
    pub(super) components: Vec<[u8; 2]>,
    /// The band of coefficients, both ends included.
    pub(super) first: u32,
    pub(super) last: u32,
    /// Up to which bit the coefficients are there before the scan (0 if none is), and after it.
    pub(super) high: u32,
    pub(super) low: u32,
}

impl Scan {
    pub(super) fn read(body: &[u8]) -> Option<Self> {
        let (&count, rest) = body.split_first()?;
        let (components, rest) = rest.split_at_checked(2 * usize::from(count))?;
        let &[first, last, bits] = rest.first_chunk()?;
        Some(Self {
            components: components.as_chunks().0.to_vec(),
            first: u32::from(first),
            last: u32::from(last),
            high: u32::from(bits >> 4),
            low: u32::from(bits & 15),
        })
    }
}

/// The tables that are valid at a place of the file.
#[derive(Default)]
pub(super) struct Tables {
    quantisation: [Option<[f32; 64]>; 4],
    /// A table that is wrong is as good as none: only those that are used are judged.
    dc: [Option<Codes>; 4],
    ac: [Option<Codes>; 4],
    /// Units between restart markers; 0 if there are none.
    pub(super) restart: usize,
}

/// `None` if a table is missing or is none.
pub(super) fn read<'a>(jpeg: &Jpeg<'a>) -> Option<Header<'a>> {
    let mut tables = Tables::default();
    let (mut framed, mut scan) = (Vec::new(), None);
    for part in Parts::new(jpeg.bytes) {
        match part.ok()? {
            Part::Segment { marker, body, .. } => {
                let body = &jpeg.bytes[body];
                match marker {
                    0xC0 | 0xC1 => framed = frame(body)?,
                    0xDA => scan = Scan::read(body),
                    _ => tables.take(marker, body)?,
                }
            }
            Part::Entropy(range) => return tables.header(&framed, &scan?, &jpeg.bytes[range]),
            Part::End(_) => return None,
        }
    }
    None
}

impl Tables {
    /// Takes what a segment says, if it is about tables. `None` if it is wrong.
    pub(super) fn take(&mut self, marker: u8, body: &[u8]) -> Option<()> {
        match marker {
            0xC4 => self.define_huffman(body)?,
            0xDB => self.define_quantisation(body)?,
            0xDD => self.restart = usize::from(u16::from_be_bytes(*body.first_chunk()?)),
            _ => {}
        }
        Some(())
    }

    /// A copy of a quantisation table.
    pub(super) fn quantisation(&self, place: u8) -> Option<[f32; 64]> {
        *self.quantisation.get(usize::from(place))?
    }

    /// A copy of a table of first coefficients.
    pub(super) fn dc(&self, place: u8) -> Option<Codes> {
        self.dc.get(usize::from(place))?.clone()
    }

    /// A copy of a table of the other coefficients.
    pub(super) fn ac(&self, place: u8) -> Option<Codes> {
        self.ac.get(usize::from(place))?.clone()
    }

    fn define_quantisation(&mut self, mut body: &[u8]) -> Option<()> {
        while let Some((&head, rest)) = body.split_first() {
            let (mut table, wide) = ([0.0; 64], head >> 4);
            let bytes = if wide == 0 { 64 } else { 128 };
            let (values, rest) = rest.split_at_checked(bytes)?;
            for (to, from) in table.iter_mut().zip(values.chunks_exact(bytes / 64)) {
                *to = from.iter().fold(0.0, |value, &byte| value * 256.0 + f32::from(byte));
            }
            *self.quantisation.get_mut(usize::from(head & 15)).filter(|_| wide <= 1)? = Some(table);
            body = rest;
        }
        Some(())
    }

    fn define_huffman(&mut self, mut body: &[u8]) -> Option<()> {
        while let Some((&head, rest)) = body.split_first() {
            let (counts, rest) = rest.split_first_chunk::<16>()?;
            let total = counts.iter().map(|&count| usize::from(count)).sum();
            let (symbols, rest) = rest.split_at_checked(total)?;
            let kind = match head >> 4 {
                0 => &mut self.dc,
                1 => &mut self.ac,
                _ => return None,
            };
            *kind.get_mut(usize::from(head & 15))? = Codes::new(counts, symbols);
            body = rest;
        }
        Some(())
    }

    fn header<'a>(mut self, frame: &[Framed], scan: &Scan, entropy: &'a [u8]) -> Option<Header<'a>> {
        let selectors = Some(&scan.components).filter(|all| all.len() == frame.len())?;
        // Look-ups are made once, and of what is used only: a file can define tables without end.
        let uses = |shift: u8, place: usize| {
            selectors.iter().any(|&[_, table]| usize::from(table >> shift & 15) == place)
        };
        let dc: [_; 4] =
            from_fn(|place| self.dc[place].take().filter(|_| uses(4, place)).and_then(Dc::new).map(Rc::new));
        let ac: [_; 4] =
            from_fn(|place| self.ac[place].take().filter(|_| uses(0, place)).map(Ac::new).map(Rc::new));
        let component = |(framed, &[chosen, table]): (&Framed, &[u8; 2])| {
            (framed.id == chosen).then_some(Component {
                across: framed.across,
                down: framed.down,
                quantisation: self.quantisation(framed.quantisation)?,
                dc: dc.get(usize::from(table >> 4))?.clone()?,
                ac: ac.get(usize::from(table & 15))?.clone()?,
            })
        };
        let components: Vec<_> = frame.iter().zip(selectors).map(component).collect::<Option<_>>()?;
        let blocks: usize = components.iter().map(|each| each.across * each.down).sum();
        if blocks > MOST_BLOCKS {
            return None;
        }
        let across = components.iter().map(|each| each.across).max()?;
        let down = components.iter().map(|each| each.down).max()?;
        Some(Header { components, restart: self.restart, across, down, entropy })
    }
}
