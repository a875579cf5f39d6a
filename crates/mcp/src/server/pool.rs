//! Connections shared by equal configuration.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use sha2::{Digest as _, Sha256};

use super::{Core, Server};
use crate::{config::ServerEntry, era::Era, host::Host, limits::Limits};

/// All connections of a process. Two owners whose expanded entries are equal stand on one connection.
#[derive(Clone, Default)]
pub struct Pool(Arc<Mutex<HashMap<[u8; 32], Weak<Core>>>>);

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").field("connections", &self.connections()).finish()
    }
}

impl Pool {
    /// A handle for one owner. Returns at once; see [`Server::start`].
    ///
    /// The limits of the first owner hold for the shared connection.
    #[must_use]
    pub fn server(
        &self,
        entry: &ServerEntry,
        limits: &Limits,
        host: Arc<dyn Host>,
        known_era: Option<Era>,
    ) -> Server {
        // The values are secrets; only their hash is kept as a key.
        let key: [u8; 32] = Sha256::digest(entry.canonical()).into();
        let mut cores = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cores.retain(|_, core| core.strong_count() > 0);
        if let Some(core) = cores.get(&key).and_then(Weak::upgrade)
            && let Some(server) = Server::joined(core, entry, host.clone())
        {
            return server;
        }
        let server = Server::start(entry, limits, host, known_era);
        cores.insert(key, Arc::downgrade(&server.0.core));
        server
    }

    /// Connections that have an owner.
    #[must_use]
    pub fn connections(&self) -> usize {
        let cores = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cores.values().filter(|core| core.upgrade().is_some_and(|core| !core.stop.is_cancelled())).count()
    }
}
