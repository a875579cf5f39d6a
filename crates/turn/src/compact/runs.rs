//! Long runs of base64 in text: they cost far more tokens than prose of their length.
//!
//! A run is 512 or more characters of the standard base64 alphabet in a row, padding included. Nothing
//! tries to decode one.

use std::{borrow::Cow, ops::Range};

/// The shortest run that counts.
pub(crate) const SHORTEST: usize = 512;

/// The runs of a text, as byte ranges; the alphabet is ASCII, so bytes are characters.
pub(crate) fn runs(text: &str) -> Runs<'_> {
    Runs { bytes: text.as_bytes(), from: 0 }
}

/// See [`runs`].
pub(crate) struct Runs<'a> {
    bytes: &'a [u8],
    from: usize,
}

impl Iterator for Runs<'_> {
    type Item = Range<usize>;

    /// A run covers every 512th byte after some point, so most of a text is never looked at.
    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            let probe = self.from.checked_add(SHORTEST - 1)?;
            let window = self.bytes.get(self.from..=probe)?;
            match window.iter().rposition(|byte| !is_base64(*byte)) {
                Some(stranger) => self.from += stranger + 1,
                None => {
                    let start = self.from;
                    let rest = self.bytes.get(probe + 1..).unwrap_or_default();
                    let more = rest.iter().position(|byte| !is_base64(*byte)).unwrap_or(rest.len());
                    self.from = probe + 1 + more;
                    return Some(start..self.from);
                }
            }
        }
    }
}

fn is_base64(byte: u8) -> bool {
    matches!(byte, b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' | b'=')
}

/// The text with `[base64: N characters]` in the place of each run; the same text without one.
pub(crate) fn mask(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut copied = 0;
    for run in runs(text) {
        out.push_str(text.get(copied..run.start).unwrap_or_default());
        out.push_str(&format!("[base64: {} characters]", run.len()));
        copied = run.end;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(out)
}
