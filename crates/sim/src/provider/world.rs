//! What a provider remembers between requests: its options, what it issued, what it received.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::ProviderOptions;
use super::record::Recorded;
use super::usage::Prefixes;

/// Shared by all requests of one provider.
pub(super) struct World {
    pub(super) options: ProviderOptions,
    counter: AtomicU64,
    good_images: Mutex<HashSet<String>>,
    issued: Mutex<HashMap<String, Value>>,
    pub(super) prefixes: Mutex<Prefixes>,
    pub(super) records: Mutex<Vec<Recorded>>,
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl World {
    pub(super) fn new(options: ProviderOptions) -> Self {
        Self {
            options,
            counter: AtomicU64::new(0),
            good_images: Mutex::default(),
            issued: Mutex::default(),
            prefixes: Mutex::default(),
            records: Mutex::default(),
        }
    }

    /// Whether there is a model of this name; without a list, any name will do.
    pub(super) fn knows(&self, model: &str) -> bool {
        let models = &self.options.models;
        models.is_empty() || models.iter().any(|known| known.name == model)
    }

    /// A fresh id such as `toolu_000000000000000000000007`.
    pub(super) fn id(&self, prefix: &str) -> String {
        format!("{prefix}{:024}", self.counter.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// Whether an image of this digest decoded before.
    pub(super) fn known_good(&self, sha256: &str) -> bool {
        lock(&self.good_images).contains(sha256)
    }

    pub(super) fn note_good(&self, sha256: &str) {
        lock(&self.good_images).insert(sha256.to_owned());
    }

    /// Remembers something that has to come back as it left.
    pub(super) fn issue(&self, key: String, value: Value) {
        lock(&self.issued).insert(key, value);
    }

    /// What was issued under `key`.
    pub(super) fn issued(&self, key: &str) -> Option<Value> {
        lock(&self.issued).get(key).cloned()
    }
}
