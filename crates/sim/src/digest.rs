//! SHA-256 in lower-case hex, the form in which both stand-ins name bytes.

use sha2::{Digest, Sha256};

/// The digest of `bytes` as 64 hex digits.
pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
