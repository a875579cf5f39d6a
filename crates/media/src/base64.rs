//! Base64 as servers write it, read by one rule: line breaks and outer white space are removed, the
//! rest is strict (RFC 4648 section 4, padding required, its bits zero).
//!
//! A `data:` URL or an address in the place of base64 is malformed: nothing is ever fetched.

use bytes::Bytes;
use memchr::memchr2;

/// Why a base64 text was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Base64Error {
    /// It would decode to more than the allowed bytes.
    #[error("base64 too large")]
    TooLarge,
    /// It is not base64.
    #[error("base64 malformed")]
    Malformed,
}

/// Decodes `text` into at most `max_decoded` bytes.
///
/// The size is judged from the length before anything is decoded or copied. A text with line breaks
/// is copied once, one without is decoded straight from where it lies.
///
/// # Errors
/// [`Base64Error::TooLarge`] or [`Base64Error::Malformed`].
pub fn decode_base64(text: &str, max_decoded: usize) -> Result<Bytes, Base64Error> {
    let text = text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\x0B').as_bytes();
    let Some(first_break) = memchr2(b'\n', b'\r', text) else {
        judge_size(text.len(), text, max_decoded)?;
        return decode(text);
    };
    let breaks = memchr::memchr2_iter(b'\n', b'\r', &text[first_break..]).count();
    judge_size(text.len() - breaks, text, max_decoded)?;
    let mut joined = Vec::with_capacity(text.len() - breaks);
    for line in text.split(|&b| b == b'\n' || b == b'\r') {
        joined.extend_from_slice(line);
    }
    let decoded =
        base64_simd::STANDARD.decode_inplace(&mut joined).map_err(|_| Base64Error::Malformed)?.len();
    joined.truncate(decoded);
    Ok(Bytes::from(joined))
}

/// `chars` counts the text without line breaks; the padding stands at the end of `text`, broken or
/// not, because the text is trimmed.
fn judge_size(chars: usize, text: &[u8], max_decoded: usize) -> Result<(), Base64Error> {
    let padding =
        text.iter().rev().filter(|b| !matches!(b, b'\n' | b'\r')).take(2).take_while(|&&b| b == b'=').count();
    let decoded = (chars / 4 * 3).saturating_sub(padding);
    if decoded > max_decoded { Err(Base64Error::TooLarge) } else { Ok(()) }
}

fn decode(text: &[u8]) -> Result<Bytes, Base64Error> {
    // Checked first, so that a long malformed text costs no allocation at all.
    base64_simd::STANDARD.check(text).map_err(|_| Base64Error::Malformed)?;
    base64_simd::STANDARD.decode_to_vec(text).map(Bytes::from).map_err(|_| Base64Error::Malformed)
}
