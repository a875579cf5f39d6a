//! Secrets for this run only.

use super::{Place, SecretError, SecretText, Secrets};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};
use zeroize::Zeroizing;

/// A store that forgets when it is dropped.
#[derive(Default)]
pub struct MemorySecrets(Mutex<HashMap<String, SecretText>>);

impl Secrets for MemorySecrets {
    fn get(&self, account: &str) -> Result<Option<SecretText>, SecretError> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).get(account).cloned())
    }

    fn set(&self, account: &str, secret: &str) -> Result<Place, SecretError> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(account.to_owned(), Zeroizing::new(secret.to_owned()));
        Ok(Place::ThisRunOnly)
    }

    fn delete(&self, account: &str) -> Result<(), SecretError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(account);
        Ok(())
    }

    fn place(&self) -> Place {
        Place::ThisRunOnly
    }
}
