//! A reader over pieces of a file, which also asks whether to stop.
//!
//! Decoders get a file without its metadata: a broken Exif block or a text chunk that inflates to
//! gigabytes is then nobody's problem. And they read while they decode, so this is the place where
//! a stop takes effect inside a library.

use std::io::{BufRead, Error, Read, Result, Seek, SeekFrom};

/// How many bytes are given out between two questions.
const WINDOW: usize = 64 << 10;

/// The concatenation of some slices.
pub(crate) struct Pieces<'a> {
    parts: Vec<&'a [u8]>,
    /// The current part, the offset in it, and the offset of its beginning in the whole.
    part: usize,
    at: usize,
    base: u64,
    /// Offset in the current part up to which bytes are given out without a question.
    until: usize,
    cancelled: &'a dyn Fn() -> bool,
}

impl<'a> Pieces<'a> {
    pub(crate) fn new(cancelled: &'a dyn Fn() -> bool) -> Self {
        Self { parts: Vec::new(), part: 0, at: 0, base: 0, until: 0, cancelled }
    }

    /// Appends a piece.
    pub(crate) fn push(&mut self, piece: &'a [u8]) {
        if !piece.is_empty() {
            self.parts.push(piece);
        }
    }

    fn total(&self) -> u64 {
        self.parts.iter().map(|part| part.len() as u64).sum()
    }
}

impl BufRead for Pieces<'_> {
    #[inline]
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if self.at >= self.until {
            if (self.cancelled)() {
                return Err(Error::other("cancelled"));
            }
            while let Some(part) = self.parts.get(self.part) {
                if self.at < part.len() {
                    break;
                }
                self.base += part.len() as u64;
                self.part += 1;
                self.at = 0;
            }
            let len = self.parts.get(self.part).map_or(0, |part| part.len());
            self.until = (self.at + WINDOW).min(len);
        }
        Ok(self.parts.get(self.part).map_or(&[][..], |part| &part[self.at..self.until]))
    }

    #[inline]
    fn consume(&mut self, amount: usize) {
        self.at += amount;
    }
}

impl Read for Pieces<'_> {
    #[inline]
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        let available = self.fill_buf()?;
        let count = available.len().min(out.len());
        // Decoders read byte by byte: that case must not become a call of memcpy.
        if count == 1 {
            out[0] = available[0];
        } else {
            out[..count].copy_from_slice(&available[..count]);
        }
        self.consume(count);
        Ok(count)
    }
}

impl Seek for Pieces<'_> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        let here = self.base + self.at as u64;
        let target = match to {
            SeekFrom::Start(n) => Some(n),
            SeekFrom::Current(n) => here.checked_add_signed(n),
            SeekFrom::End(n) => self.total().checked_add_signed(n),
        };
        let target = target.ok_or_else(|| Error::other("seek-range"))?;
        (self.part, self.base, self.at, self.until) = (0, 0, 0, 0);
        while let Some(part) = self.parts.get(self.part) {
            if target < self.base + part.len() as u64 {
                self.at = (target - self.base) as usize;
                break;
            }
            self.base += part.len() as u64;
            self.part += 1;
        }
        Ok(target)
    }
}

#[cfg(test)]
mod tests;
