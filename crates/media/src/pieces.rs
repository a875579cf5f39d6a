//! A reader over pieces of a file, which also asks whether to stop.
//!
//! Decoders get a file without its metadata: a broken Exif block or a text chunk that inflates to
//! gigabytes is then nobody's problem. And they read while they decode, so this is the place where
//! a stop takes effect inside a library.

use std::io::{BufRead, Error, ErrorKind, Read, Result, Seek, SeekFrom};

/// How many bytes are given out between two questions.
const WINDOW: usize = 64 << 10;

/// The concatenation of some slices.
pub(crate) struct Pieces<'a> {
    parts: Vec<&'a [u8]>,
    /// The part after the current one.
    next: usize,
    /// Given out without a question: the beginning of what is left of the current part. Decoders read byte by
    /// byte, so that case is as short as it can be.
    window: &'a [u8],
    /// The rest of the current part.
    rest: &'a [u8],
    /// Bytes of the parts up to the current one's end.
    ended: u64,
    cancelled: &'a dyn Fn() -> bool,
}

impl<'a> Pieces<'a> {
    pub(crate) fn new(cancelled: &'a dyn Fn() -> bool) -> Self {
        Self { parts: Vec::new(), next: 0, window: &[], rest: &[], ended: 0, cancelled }
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

    /// The next window; an empty one at the end.
    #[cold]
    fn open(&mut self) -> Result<()> {
        if (self.cancelled)() {
            return Err(Error::other("cancelled"));
        }
        if self.rest.is_empty()
            && let Some(part) = self.parts.get(self.next)
        {
            self.rest = part;
            self.next += 1;
            self.ended += part.len() as u64;
        }
        (self.window, self.rest) = self.rest.split_at(self.rest.len().min(WINDOW));
        Ok(())
    }
}

impl BufRead for Pieces<'_> {
    #[inline]
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if self.window.is_empty() {
            self.open()?;
        }
        Ok(self.window)
    }

    #[inline]
    fn consume(&mut self, amount: usize) {
        self.window = self.window.get(amount..).unwrap_or_default();
    }
}

impl Read for Pieces<'_> {
    #[inline]
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        let available = self.fill_buf()?;
        let count = available.len().min(out.len());
        // One byte must not become a call of memcpy.
        if count == 1 {
            out[0] = available[0];
        } else {
            out[..count].copy_from_slice(&available[..count]);
        }
        self.consume(count);
        Ok(count)
    }

    #[inline]
    fn read_exact(&mut self, mut out: &mut [u8]) -> Result<()> {
        if let ([byte], [first, rest @ ..]) = (&mut *out, self.window) {
            *byte = *first;
            self.window = rest;
            return Ok(());
        }
        while !out.is_empty() {
            let count = self.read(out)?;
            if count == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            out = &mut out[count..];
        }
        Ok(())
    }
}

impl Seek for Pieces<'_> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        let here = self.ended - (self.window.len() + self.rest.len()) as u64;
        let target = match to {
            SeekFrom::Start(n) => Some(n),
            SeekFrom::Current(n) => here.checked_add_signed(n),
            SeekFrom::End(n) => self.total().checked_add_signed(n),
        };
        let target = target.ok_or_else(|| Error::other("seek-range"))?;
        (self.next, self.window, self.rest, self.ended) = (0, &[], &[], 0);
        while let Some(part) = self.parts.get(self.next) {
            let before = self.ended;
            self.next += 1;
            self.ended += part.len() as u64;
            if target < self.ended {
                self.rest = &part[(target - before) as usize..];
                break;
            }
        }
        Ok(target)
    }
}

#[cfg(test)]
mod tests;
