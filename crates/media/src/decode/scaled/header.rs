//! What stands before the first scan: quantisation and Huffman tables, components, restart interval.

use super::huffman::{Ac, Codes, Dc};
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

#[derive(Default)]
struct Tables {
    quantisation: [Option<[f32; 64]>; 4],
    /// A table that is wrong is as good as none: only those that are used are judged.
    dc: [Option<Codes>; 4],
    ac: [Option<Codes>; 4],
    restart: usize,
}

/// `None` if a table is missing or is none.
pub(super) fn read<'a>(jpeg: &Jpeg<'a>) -> Option<Header<'a>> {
    let mut tables = Tables::default();
    // Identifier, factors, quantisation table of each component.
    let mut frame: Vec<[u8; 3]> = Vec::new();
    let mut scan = None;
    for part in Parts::new(jpeg.bytes) {
        match part.ok()? {
            Part::Segment { marker, body, .. } => {
                let body = &jpeg.bytes[body];
                match marker {
                    0xC0 | 0xC1 => {
                        let count = usize::from(*body.get(5)?);
                        frame = body.get(6..6 + 3 * count)?.as_chunks().0.to_vec();
                    }
                    0xC4 => tables.huffman(body)?,
                    0xDB => tables.quantisation(body)?,
                    0xDD => tables.restart = usize::from(u16::from_be_bytes(*body.first_chunk()?)),
                    0xDA => scan = Some(body),
                    _ => {}
                }
            }
            Part::Entropy(range) => return tables.header(&frame, scan?, &jpeg.bytes[range]),
            Part::End(_) => return None,
        }
    }
    None
}

impl Tables {
    fn quantisation(&mut self, mut body: &[u8]) -> Option<()> {
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

    fn huffman(&mut self, mut body: &[u8]) -> Option<()> {
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

    fn header<'a>(mut self, frame: &[[u8; 3]], scan: &[u8], entropy: &'a [u8]) -> Option<Header<'a>> {
        let (&count, selectors) = scan.split_first()?;
        let (selectors, _) = selectors.as_chunks::<2>();
        let selectors = selectors.get(..usize::from(count)).filter(|all| all.len() == frame.len())?;
        // Look-ups are made once, and of what is used only: a file can define tables without end.
        let uses = |shift: u8, place: usize| {
            selectors.iter().any(|&[_, table]| usize::from(table >> shift & 15) == place)
        };
        let dc: [_; 4] =
            from_fn(|place| self.dc[place].take().filter(|_| uses(4, place)).and_then(Dc::new).map(Rc::new));
        let ac: [_; 4] =
            from_fn(|place| self.ac[place].take().filter(|_| uses(0, place)).map(Ac::new).map(Rc::new));
        let alone = frame.len() == 1;
        let component = |(&[id, factors, quantisation], &[chosen, table]): (&[u8; 3], &[u8; 2])| {
            // The unit of a component alone is a block, whatever its factors say (T.81 A.2.2).
            let factors = if alone { 0x11 } else { factors };
            (id == chosen).then_some(Component {
                across: usize::from(factors >> 4),
                down: usize::from(factors & 15),
                quantisation: (*self.quantisation.get(usize::from(quantisation))?)?,
                dc: dc.get(usize::from(table >> 4))?.clone()?,
                ac: ac.get(usize::from(table & 15))?.clone()?,
            })
        };
        let components: Vec<_> = frame.iter().zip(selectors).map(component).collect::<Option<_>>()?;
        let across = components.iter().map(|each| each.across).max()?;
        let down = components.iter().map(|each| each.down).max()?;
        Some(Header { components, restart: self.restart, across, down, entropy })
    }
}
