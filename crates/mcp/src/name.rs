//! Names a model may call: `server__tool` in the alphabet and length every provider takes.
//!
//! A name is a pure function of server, tool and the set it stands in, so it is the same after a restart and
//! whatever order servers answer in. The way back is the map, never the text: a server's own name may hold
//! anything, `__` included.

use std::{
    collections::{BTreeMap, HashMap},
    fmt::Write as _,
};

use sha2::{Digest as _, Sha256};

/// Longest exposed name; the shortest limit of the providers.
pub const MAX_NAME: usize = 64;
/// Longest tool name (bytes) that is taken at all; the protocol allows 128 characters.
const MAX_TOOL: usize = 1024;
const HASH: usize = 8;

/// Where an exposed name leads: the server's key and the tool's exact own name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    /// The server's key in the configuration.
    pub server: String,
    /// The tool's name as the server wrote it.
    pub tool: String,
}

/// Both directions between exposed and original names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NameMap {
    to_target: BTreeMap<String, Target>,
    to_exposed: HashMap<Target, String>,
    unnamed: Vec<Target>,
}

impl NameMap {
    /// Names every `(server, tool)`; a pair that stands twice counts once.
    pub fn new<S, T>(pairs: impl IntoIterator<Item = (S, T)>) -> Self
    where
        S: Into<String>,
        T: Into<String>,
    {
        let mut map = Self::default();
        let mut groups: BTreeMap<String, Vec<(Target, String, bool)>> = BTreeMap::new();
        for (server, tool) in pairs {
            let target = Target { server: server.into(), tool: tool.into() };
            if target.tool.trim().is_empty() || target.tool.len() > MAX_TOOL {
                map.unnamed.push(target);
                continue;
            }
            let (plain, exact) = candidate(&target);
            // Some providers compare names without case, so names that differ only there collide too.
            let group = groups.entry(plain.to_ascii_lowercase()).or_default();
            if !group.iter().any(|(known, ..)| *known == target) {
                group.push((target, plain, exact));
            }
        }
        for group in groups.into_values() {
            let alone = group.len() == 1;
            for (target, plain, exact) in group {
                let exposed = if alone && exact { plain } else { map.suffixed(&plain, &target) };
                map.to_target.insert(exposed.clone(), target.clone());
                map.to_exposed.insert(target, exposed);
            }
        }
        map
    }

    /// The original behind an exposed name.
    #[must_use]
    pub fn target(&self, exposed: &str) -> Option<&Target> {
        self.to_target.get(exposed)
    }

    /// The exposed name of an original.
    #[must_use]
    pub fn exposed(&self, server: &str, tool: &str) -> Option<&str> {
        let target = Target { server: server.to_owned(), tool: tool.to_owned() };
        self.to_exposed.get(&target).map(String::as_str)
    }

    /// All names in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Target)> {
        self.to_target.iter().map(|(exposed, target)| (exposed.as_str(), target))
    }

    /// Tools that cannot be named: an empty name, or one beyond any sense.
    #[must_use]
    pub fn unnamed(&self) -> &[Target] {
        &self.unnamed
    }

    fn suffixed(&self, plain: &str, target: &Target) -> String {
        let mut hex = String::with_capacity(64);
        let mut hash = Sha256::new();
        hash.update(target.server.as_bytes());
        hash.update([0]);
        hash.update(target.tool.as_bytes());
        for byte in hash.finalize() {
            let _ = write!(hex, "{byte:02x}");
        }
        let mut length = HASH;
        loop {
            let tail = &hex[..length];
            let head = &plain[..plain.len().min(MAX_NAME - length - 1)];
            let name = format!("{}_{tail}", head.trim_end_matches('_'));
            if !self.to_target.contains_key(&name) || length == 48 {
                return name;
            }
            length += HASH;
        }
    }
}

/// The name without a suffix, and whether nothing had to be changed for it.
fn candidate(target: &Target) -> (String, bool) {
    let server = cleaned(&target.server, "server");
    let tool = cleaned(&target.tool, "tool");
    let mut name = format!("{server}__{tool}");
    let mut exact = server == target.server && tool == target.tool;
    if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        name.insert(0, '_');
        exact = false;
    }
    if name.len() > MAX_NAME {
        // Keep more of the tool than of the server: the tool is what a model chooses by.
        let server = &server[..server.len().min(20)];
        name = format!("{server}__{tool}");
        exact = false;
    }
    (name, exact)
}

/// Letters, digits, `_` and `-`; every run of anything else is one `_`.
fn cleaned(text: &str, fallback: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || c == '_' || c == '-' {
            out.push(c);
            gap = false;
        } else if !gap {
            out.push('_');
            gap = true;
        }
    }
    if out.chars().any(|c| c.is_ascii_alphanumeric()) { out } else { fallback.to_owned() }
}

#[cfg(test)]
mod tests;
