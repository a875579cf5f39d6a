//! Stores of secrets that misbehave.

use fuseforks_village::secret::{Place, SecretError, SecretText, Secrets};

/// A store that is there and locked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Locked;

impl Secrets for Locked {
    fn get(&self, _account: &str) -> Result<Option<SecretText>, SecretError> {
        Err(SecretError::Locked)
    }

    fn set(&self, _account: &str, _secret: &str) -> Result<Place, SecretError> {
        Ok(Place::OsStore)
    }

    fn delete(&self, _account: &str) -> Result<(), SecretError> {
        Err(SecretError::Locked)
    }

    fn place(&self) -> Place {
        Place::OsStore
    }
}
