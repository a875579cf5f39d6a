//! One `Range` request header against a file of known length (RFC 9110, section 14). Pure.

/// What to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// 200: all of it.
    Whole {
        /// Length of the file in bytes.
        length: u64,
    },
    /// 206: a part of it, never empty.
    Part {
        /// First byte.
        first: u64,
        /// Last byte, inclusive.
        last: u64,
        /// Length of the file in bytes.
        length: u64,
    },
    /// 416: nothing that was asked for is there.
    Unsatisfiable {
        /// Length of the file in bytes.
        length: u64,
    },
}

impl Answer {
    /// Reads the header. What is no valid range of bytes is ignored, as is a list of several: the answer
    /// is the whole file then, which the standard allows.
    #[must_use]
    pub fn of(header: Option<&str>, length: u64) -> Self {
        let Some((from, to)) = header.and_then(one_range) else { return Self::Whole { length } };
        let (first, last) = match (from, to) {
            (Some(first), last) => (first, last.unwrap_or(u64::MAX)),
            (None, Some(0)) => return Self::Unsatisfiable { length },
            (None, Some(_)) if length == 0 => return Self::Whole { length },
            (None, Some(suffix)) => (length.saturating_sub(suffix), u64::MAX),
            (None, None) => return Self::Whole { length },
        };
        if last < first {
            return Self::Whole { length };
        }
        if first >= length {
            return Self::Unsatisfiable { length };
        }
        Self::Part { first, last: last.min(length - 1), length }
    }

    /// The HTTP status.
    #[must_use]
    pub fn status(self) -> u16 {
        match self {
            Self::Whole { .. } => 200,
            Self::Part { .. } => 206,
            Self::Unsatisfiable { .. } => 416,
        }
    }

    /// The first byte of the body and the body's length in bytes; `Content-Length`.
    #[must_use]
    pub fn body(self) -> (u64, u64) {
        match self {
            Self::Whole { length } => (0, length),
            Self::Part { first, last, .. } => (first, last - first + 1),
            Self::Unsatisfiable { .. } => (0, 0),
        }
    }

    /// The `Content-Range` header, where there is one.
    #[must_use]
    pub fn content_range(self) -> Option<String> {
        match self {
            Self::Whole { .. } => None,
            Self::Part { first, last, length } => Some(format!("bytes {first}-{last}/{length}")),
            Self::Unsatisfiable { length } => Some(format!("bytes */{length}")),
        }
    }
}

fn one_range(header: &str) -> Option<(Option<u64>, Option<u64>)> {
    let (unit, set) = header.split_once('=')?;
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return None;
    }
    let mut ranges = set.split(',').map(str::trim).filter(|range| !range.is_empty());
    let (range, None) = (ranges.next()?, ranges.next()) else { return None };
    let (from, to) = range.split_once('-')?;
    Some((number(from)?, number(to)?))
}

/// Digits, or nothing. A number beyond 64 bits is a very large one.
fn number(digits: &str) -> Option<Option<u64>> {
    if digits.is_empty() {
        return Some(None);
    }
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| Some(digits.parse().unwrap_or(u64::MAX)))
}
