//! Keys and tokens: kept in the OS store, or for this run only where there is none.
//!
//! A secret is named by an account that holds the origin it was entered for, so a changed address finds
//! no secret. A secret never appears in an error, a log line or a `Debug` text.

mod memory;
mod os;

pub use memory::MemorySecrets;
pub use os::OsSecrets;

use std::time::Duration;
use zeroize::Zeroizing;

/// The service name of every entry in the OS store.
pub const SERVICE: &str = "fuseforks";

/// A secret on its way; wiped from memory when dropped.
pub type SecretText = Zeroizing<String>;

/// Where a secret ended up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the OS store.
    OsStore,
    /// In memory until the program ends.
    ThisRunOnly,
}

/// Why a secret could not be read or kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SecretError {
    /// The store is there but locked, or did not answer in time.
    #[error("secret store locked")]
    Locked,
    /// The store refused.
    #[error("secret store failed")]
    Failed,
}

/// A place for secrets. Calls block for up to the store's limit; make them off the async threads.
pub trait Secrets: Send + Sync {
    /// Reads a secret.
    ///
    /// # Errors
    /// When the store cannot be read now; a missing secret is `Ok(None)`.
    fn get(&self, account: &str) -> Result<Option<SecretText>, SecretError>;
    /// Keeps a secret.
    ///
    /// # Errors
    /// When neither the store nor memory would take it.
    fn set(&self, account: &str, secret: &str) -> Result<Place, SecretError>;
    /// Takes a secret away.
    ///
    /// # Errors
    /// When the store cannot be written now.
    fn delete(&self, account: &str) -> Result<(), SecretError>;
    /// Where a secret would go now.
    fn place(&self) -> Place;
}

/// How long the OS store may take.
pub const STORE_LIMIT: Duration = Duration::from_secs(5);

/// The account of a value that an MCP entry names: bound to the village and to what it was entered for.
#[must_use]
pub fn input_account(village: &str, binding: &str, input: &str) -> String {
    format!("mcp/{village}/{input}/{binding}")
}

/// The account of a template's key: bound to the village, the template and the origin.
#[must_use]
pub fn template_account(village: &str, template: &str, origin: &str) -> String {
    format!("template/{village}/{template}/{origin}")
}
