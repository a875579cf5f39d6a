//! One JSON text a line, out of bytes cut anywhere.

use crate::sse::Oversize;

/// The framing state between two pieces.
#[derive(Debug)]
pub(crate) struct Ndjson {
    limit: usize,
    line: Vec<u8>,
}

impl Ndjson {
    /// A framer whose lines may have `limit` bytes.
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, line: Vec::new() }
    }

    /// Takes a piece; complete lines that are not blank go into `lines`.
    pub(crate) fn feed(&mut self, mut bytes: &[u8], lines: &mut Vec<Vec<u8>>) -> Result<(), Oversize> {
        while let Some(end) = memchr::memchr(b'\n', bytes) {
            self.extend(&bytes[..end])?;
            lines.extend(self.rest());
            bytes = &bytes[end + 1..];
        }
        self.extend(bytes)
    }

    /// The line that the end of the bytes left without a line break.
    pub(crate) fn rest(&mut self) -> Option<Vec<u8>> {
        let line = std::mem::take(&mut self.line);
        (!line.trim_ascii().is_empty()).then_some(line)
    }

    fn extend(&mut self, bytes: &[u8]) -> Result<(), Oversize> {
        if self.line.len() + bytes.len() > self.limit {
            return Err(Oversize);
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }
}

#[cfg(test)]
#[path = "ndjson_tests.rs"]
mod tests;
