//! What the person trusts, on this machine: `trust.json`.
//!
//! A village folder may have been written by somebody else, so whatever widens what it may do stands
//! here and never in it. Every grant names the village, its folder and the exact thing: a copied or
//! edited village finds none.

use crate::json_file::{self, FileProblem};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Which village in which folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The village's id.
    pub village: String,
    /// Its folder, made absolute.
    pub path: PathBuf,
}

impl Place {
    fn key(&self) -> String {
        format!("{} {}", self.village, self.path.display())
    }
}

/// What happens when a tool is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// It runs.
    Allow,
    /// The person is asked.
    Ask,
    /// It does not run.
    Deny,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Grants {
    /// Fingerprints of MCP entries that may start or connect.
    servers: Vec<String>,
    /// Origins that a template may be used with.
    origins: Vec<String>,
    /// Environment variables that may hold a template's key: `origin NAME`.
    key_variables: Vec<String>,
    /// `agent fingerprint tool` to what happens.
    tools: BTreeMap<String, Rule>,
    /// Agent to the folder that its commands run in.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    folders: BTreeMap<String, String>,
    #[serde(flatten)]
    rest: serde_json::Map<String, serde_json::Value>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct File {
    villages: BTreeMap<String, Grants>,
    #[serde(flatten)]
    rest: serde_json::Map<String, serde_json::Value>,
}

/// The machine's trust, read once and written at each change.
#[derive(Debug)]
pub struct Trust {
    path: PathBuf,
    file: Mutex<File>,
}

impl Trust {
    /// Reads `trust.json`; a missing file trusts nothing.
    ///
    /// # Errors
    /// When the file is there and does not parse; it is left alone.
    pub fn open(path: &Path) -> Result<Self, FileProblem> {
        let file = json_file::read(path)?.unwrap_or_default();
        Ok(Self { path: path.to_owned(), file: Mutex::new(file) })
    }

    fn lock(&self) -> MutexGuard<'_, File> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read<T>(&self, place: &Place, look: impl FnOnce(&Grants) -> T) -> Option<T> {
        self.lock().villages.get(&place.key()).map(look)
    }

    /// Another process may have granted something since: the file is read again before each change.
    fn change(&self, place: &Place, edit: impl FnOnce(&mut Grants)) -> Result<(), FileProblem> {
        let mut file = self.lock();
        if let Some(newer) = json_file::read(&self.path)? {
            *file = newer;
        }
        edit(file.villages.entry(place.key()).or_default());
        json_file::write(&self.path, &*file)
    }

    /// May this server start or connect?
    #[must_use]
    pub fn server(&self, place: &Place, fingerprint: &str) -> bool {
        self.read(place, |grants| grants.servers.iter().any(|one| one == fingerprint)).unwrap_or(false)
    }

    /// The person agrees that servers may start.
    ///
    /// # Errors
    /// When `trust.json` cannot be written.
    pub fn allow_servers(&self, place: &Place, fingerprints: &[String]) -> Result<(), FileProblem> {
        self.change(place, |grants| {
            for fingerprint in fingerprints {
                if !grants.servers.contains(fingerprint) {
                    grants.servers.push(fingerprint.clone());
                }
            }
        })
    }

    /// May a template talk to this origin?
    #[must_use]
    pub fn origin(&self, place: &Place, origin: &str) -> bool {
        self.read(place, |grants| grants.origins.iter().any(|one| one == origin)).unwrap_or(false)
    }

    /// The person entered this origin.
    ///
    /// # Errors
    /// When `trust.json` cannot be written.
    pub fn allow_origin(&self, place: &Place, origin: &str) -> Result<(), FileProblem> {
        self.change(place, |grants| {
            if !grants.origins.iter().any(|one| one == origin) {
                grants.origins.push(origin.to_owned());
            }
        })
    }

    /// May the key for this origin be read from this environment variable?
    #[must_use]
    pub fn key_variable(&self, place: &Place, origin: &str, name: &str) -> bool {
        let wanted = format!("{origin} {name}");
        self.read(place, |grants| grants.key_variables.contains(&wanted)).unwrap_or(false)
    }

    /// The person named an environment variable for the key of this origin.
    ///
    /// # Errors
    /// When `trust.json` cannot be written.
    pub fn allow_key_variable(&self, place: &Place, origin: &str, name: &str) -> Result<(), FileProblem> {
        let wanted = format!("{origin} {name}");
        self.change(place, |grants| {
            if !grants.key_variables.contains(&wanted) {
                grants.key_variables.push(wanted);
            }
        })
    }

    /// What happens when this agent calls this tool of this server, if that was decided here.
    #[must_use]
    pub fn tool(&self, place: &Place, agent: &str, fingerprint: &str, tool: &str) -> Option<Rule> {
        self.read(place, |grants| grants.tools.get(&format!("{agent} {fingerprint} {tool}")).copied())
            .flatten()
    }

    /// Decides what happens when this agent calls this tool of this server.
    ///
    /// # Errors
    /// When `trust.json` cannot be written.
    pub fn set_tool(
        &self,
        place: &Place,
        agent: &str,
        fingerprint: &str,
        tool: &str,
        rule: Rule,
    ) -> Result<(), FileProblem> {
        self.change(place, |grants| {
            grants.tools.insert(format!("{agent} {fingerprint} {tool}"), rule);
        })
    }

    /// The folder that an agent's commands run in.
    #[must_use]
    pub fn folder(&self, place: &Place, agent: &str) -> Option<String> {
        self.read(place, |grants| grants.folders.get(agent).cloned()).flatten()
    }

    /// Decides in which folder the commands of agents run; an empty one takes that back.
    ///
    /// # Errors
    /// When `trust.json` cannot be written.
    pub fn set_folder(&self, place: &Place, agents: &[String], folder: &str) -> Result<(), FileProblem> {
        self.change(place, |grants| {
            for agent in agents {
                match folder.is_empty() {
                    true => grants.folders.remove(agent),
                    false => grants.folders.insert(agent.clone(), folder.to_owned()),
                };
            }
        })
    }
}
