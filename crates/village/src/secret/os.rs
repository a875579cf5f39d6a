//! Secrets in the store of the operating system, with memory behind it where there is none.
//!
//! A store may prompt, hang or be locked, so every call runs on a thread of its own and is given up after
//! a limit. While a given-up call still hangs, no other is started: the store counts as none.

use super::{MemorySecrets, Place, SERVICE, SecretError, SecretText, Secrets};
use keyring_core::{Entry, Error as KeyringError, api::CredentialStoreApi};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};
use zeroize::Zeroizing;

/// The OS store, or memory where it does not answer.
pub struct OsSecrets {
    limit: Duration,
    busy: Arc<AtomicBool>,
    /// The last call was answered by the store.
    usable: AtomicBool,
    memory: MemorySecrets,
}

enum Failure {
    Missing,
    Locked,
    Failed,
}

impl OsSecrets {
    /// Opens the store, giving each call at most `limit`.
    #[must_use]
    pub fn new(limit: Duration) -> Self {
        let secrets = Self {
            limit,
            busy: Arc::new(AtomicBool::new(false)),
            usable: AtomicBool::new(false),
            memory: MemorySecrets::default(),
        };
        let found = secrets.run(|| open().map(|_| ()));
        secrets.usable.store(found.is_ok(), Ordering::Relaxed);
        secrets
    }

    fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        if self.busy.swap(true, Ordering::AcqRel) {
            return Err(Failure::Locked);
        }
        let (sender, receiver) = mpsc::sync_channel(1);
        let busy = Arc::clone(&self.busy);
        let spawned = thread::Builder::new().name("secrets".to_owned()).spawn(move || {
            let result = work();
            busy.store(false, Ordering::Release);
            // Nobody listens any more once the limit has passed.
            let _ = sender.send(result);
        });
        if spawned.is_err() {
            self.busy.store(false, Ordering::Release);
            return Err(Failure::Failed);
        }
        let result = receiver.recv_timeout(self.limit).unwrap_or(Err(Failure::Locked));
        let answered = matches!(result, Ok(_) | Err(Failure::Missing));
        self.usable.store(answered, Ordering::Relaxed);
        result
    }
}

impl Secrets for OsSecrets {
    fn get(&self, account: &str) -> Result<Option<SecretText>, SecretError> {
        if let Some(secret) = self.memory.get(account)? {
            return Ok(Some(secret));
        }
        let name = account.to_owned();
        match self.run(move || entry(&name)?.get_password().map(Zeroizing::new).map_err(failure)) {
            Ok(secret) => Ok(Some(secret)),
            Err(Failure::Missing) => Ok(None),
            Err(Failure::Locked) => Err(SecretError::Locked),
            Err(Failure::Failed) => Err(SecretError::Failed),
        }
    }

    fn set(&self, account: &str, secret: &str) -> Result<Place, SecretError> {
        let name = account.to_owned();
        let text = Zeroizing::new(secret.to_owned());
        if self.run(move || entry(&name)?.set_password(&text).map_err(failure)).is_ok() {
            self.memory.delete(account)?;
            return Ok(Place::OsStore);
        }
        self.memory.set(account, secret)
    }

    fn delete(&self, account: &str) -> Result<(), SecretError> {
        self.memory.delete(account)?;
        let name = account.to_owned();
        match self.run(move || entry(&name)?.delete_credential().map_err(failure)) {
            Ok(()) | Err(Failure::Missing) => Ok(()),
            Err(Failure::Locked) => Err(SecretError::Locked),
            Err(Failure::Failed) => Err(SecretError::Failed),
        }
    }

    fn place(&self) -> Place {
        if self.usable.load(Ordering::Relaxed) { Place::OsStore } else { Place::ThisRunOnly }
    }
}

fn entry(account: &str) -> Result<Entry, Failure> {
    open()?.build(SERVICE, account, None).map_err(failure)
}

fn open() -> Result<Arc<dyn CredentialStoreApi + Send + Sync>, Failure> {
    #[cfg(target_os = "linux")]
    let store = zbus_secret_service_keyring_store::Store::new();
    #[cfg(target_os = "macos")]
    let store = apple_native_keyring_store::keychain::Store::new();
    #[cfg(target_os = "windows")]
    let store = windows_native_keyring_store::Store::new();
    Ok(store.map_err(failure)?)
}

#[expect(clippy::needless_pass_by_value, reason = "the shape of map_err")]
fn failure(error: KeyringError) -> Failure {
    match error {
        KeyringError::NoEntry => Failure::Missing,
        KeyringError::NoStorageAccess(_) => Failure::Locked,
        _ => Failure::Failed,
    }
}
