//! The entropy-coded bytes of a scan as bits, without stuffing, up to the next restart marker.
//!
//! Invariant: after [`Bits::ready`] there is enough for one unit of blocks, or the rest up to the marker
//! and zeros after it, so that nothing in between has to ask for the end. Whether more was taken than there was is
//! found by the next call.

/// The most blocks that a unit of several components may have (T.81 B.2.3).
pub(super) const MOST_BLOCKS: usize = 10;
/// Bytes that one unit takes at most: blocks of 64 numbers, each 16 bits of code and 15 of number.
const UNIT: usize = MOST_BLOCKS * 64 * 31 / 8;
const WINDOW: usize = 32 << 10;

/// Reads a scan.
pub(super) struct Bits<'a> {
    source: &'a [u8],
    window: Vec<u8>,
    /// The next byte of the window.
    at: usize,
    /// Everything up to the next marker is in the window.
    drained: bool,
    /// Taken from the window, the next bit on top; `have` of them count.
    bits: u64,
    have: u32,
}

impl<'a> Bits<'a> {
    pub(super) fn new(source: &'a [u8]) -> Self {
        Self { source, window: Vec::with_capacity(WINDOW), at: 0, drained: false, bits: 0, have: 0 }
    }

    /// Must be called before each unit of blocks. `None` if the last one took more than there was.
    #[inline(always)]
    pub(super) fn ready(&mut self) -> Option<()> {
        if self.window.len() >= self.at + UNIT { Some(()) } else { self.slide() }
    }

    #[cold]
    fn slide(&mut self) -> Option<()> {
        if !self.drained {
            self.window.drain(..self.at);
            self.at = 0;
            self.unstuff();
        }
        let taken = (8 * self.at).saturating_sub(self.have as usize);
        (taken <= 8 * self.window.len()).then_some(())
    }

    /// Fills the window up to the next marker.
    fn unstuff(&mut self) {
        while self.window.len() < WINDOW {
            let room = (WINDOW - self.window.len()).min(self.source.len());
            let clean = memchr::memchr(0xFF, &self.source[..room]).unwrap_or(room);
            self.window.extend_from_slice(&self.source[..clean]);
            self.source = &self.source[clean..];
            match self.source {
                [0xFF, 0, rest @ ..] if clean < room => {
                    self.window.push(0xFF);
                    self.source = rest;
                }
                // A fill byte.
                [0xFF, 0xFF, ..] => self.source = &self.source[1..],
                [] | [0xFF, ..] if clean < room || self.source.is_empty() => {
                    self.drained = true;
                    return;
                }
                _ => {}
            }
        }
    }

    /// Goes on after the restart marker of this number (0 to 7). `None` if it is not the next one.
    pub(super) fn restart(&mut self, number: u8) -> Option<()> {
        self.slide()?;
        loop {
            let at = memchr::memchr(0xFF, self.source)?;
            self.source = &self.source[at..];
            match self.source {
                [_, 0, rest @ ..] => self.source = rest,
                [_, 0xFF, ..] => self.source = &self.source[1..],
                [_, marker, rest @ ..] if *marker == 0xD0 + number => {
                    self.window.clear();
                    (self.source, self.at, self.drained, self.bits, self.have) = (rest, 0, false, 0, 0);
                    return Some(());
                }
                _ => return None,
            }
        }
    }

    /// At least 56 bits that can be looked at and taken.
    #[inline(always)]
    pub(super) fn fill(&mut self) {
        let next = match self.window.get(self.at..).and_then(|rest| rest.first_chunk()) {
            Some(next) => *next,
            None => self.rest(),
        };
        self.bits |= u64::from_be_bytes(next) >> self.have;
        self.at += (63 - self.have as usize) >> 3;
        self.have |= 56;
    }

    /// The last bytes, and zeros.
    #[cold]
    fn rest(&self) -> [u8; 8] {
        let rest = self.window.get(self.at..).unwrap_or_default();
        let mut next = [0; 8];
        for (to, from) in next.iter_mut().zip(rest) {
            *to = *from;
        }
        next
    }

    /// The next bits, from the top.
    #[inline(always)]
    pub(super) fn peek(&self) -> u64 {
        self.bits
    }

    /// Takes fewer than were filled.
    #[inline(always)]
    pub(super) fn take(&mut self, count: u32) {
        self.bits <<= count;
        self.have -= count;
    }
}

#[cfg(test)]
mod tests;
