//! A key: wiped from memory when dropped, never shown.

use std::fmt;
use zeroize::Zeroizing;

/// A provider key.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Zeroizing<String>);

/// Why a text cannot be a key. It would break the header it goes into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SecretFault {
    /// Nothing but white space or quotes.
    #[error("empty key")]
    Empty,
    /// White space or a control character inside, a line break for instance.
    #[error("white space or control character in key")]
    Space,
    /// A character that is not ASCII.
    #[error("non-ASCII character in key")]
    NotAscii,
}

impl Secret {
    /// Takes a key as it is.
    #[must_use]
    pub fn new(key: impl Into<String>) -> Self {
        Self(Zeroizing::new(key.into()))
    }

    /// Takes a key as a person pasted it: outer white space and one pair of quotes are removed.
    ///
    /// # Errors
    /// If what is left cannot be a key.
    pub fn clean(pasted: &str) -> Result<Self, SecretFault> {
        let mut key = pasted.trim();
        for quote in ['"', '\'', '`'] {
            if let Some(inner) = key.strip_prefix(quote).and_then(|k| k.strip_suffix(quote)) {
                key = inner.trim();
                break;
            }
        }
        let secret = Self::new(key);
        secret.check()?;
        Ok(secret)
    }

    /// Whether the key can go into a header.
    ///
    /// # Errors
    /// The first fault found.
    pub fn check(&self) -> Result<(), SecretFault> {
        if self.0.is_empty() {
            return Err(SecretFault::Empty);
        }
        if !self.0.is_ascii() {
            return Err(SecretFault::NotAscii);
        }
        if self.0.bytes().any(|b| b <= b' ' || b == 0x7f) {
            return Err(SecretFault::Space);
        }
        Ok(())
    }

    /// The key itself, for the header and for masking.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

#[cfg(test)]
#[path = "secret_tests.rs"]
mod tests;
