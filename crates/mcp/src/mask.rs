//! Secrets of one entry, so that no text a server or child wrote can carry them out again.
//!
//! A server that rejects a key likes to repeat it in its answer. Everything it says passes here before it
//! becomes part of an error.

use crate::{
    clean,
    config::{ServerEntry, Transport},
};

/// Shorter values are words of every text; masking them would garble more than it hides. Variables hold
/// plain settings too, so their bound is higher.
const SHORTEST: usize = 3;
const SHORTEST_VARIABLE: usize = 6;
/// Characters kept of a server's error text.
const MESSAGE: usize = 500;
const STARS: &str = "***";

/// Values of an expanded entry that must not appear in a text.
#[derive(Clone, Default)]
pub(crate) struct Mask {
    values: Vec<String>,
}

impl std::fmt::Debug for Mask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Mask({} values)", self.values.len())
    }
}

impl Mask {
    /// Collects what an entry would send or set.
    pub(crate) fn of(entry: &ServerEntry) -> Self {
        let mut values = Vec::new();
        match &entry.transport {
            Transport::Stdio { env, .. } => {
                values.extend(env.values().filter(|value| value.len() >= SHORTEST_VARIABLE).cloned());
            }
            Transport::Http { url, headers } => {
                for value in headers.values() {
                    values.push(value.clone());
                    values.extend(value.split_whitespace().skip(1).map(str::to_owned));
                }
                url_secrets(url, &mut values);
            }
            Transport::Sse { url } => url_secrets(url, &mut values),
        }
        values.retain(|value| value.len() >= SHORTEST);
        // A value inside another one must not be replaced first.
        values.sort_by_key(|value| std::cmp::Reverse(value.len()));
        values.dedup();
        Self { values }
    }

    /// `text` with every known value replaced.
    pub(crate) fn apply(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for value in &self.values {
            if text.contains(value.as_str()) {
                text = text.replace(value.as_str(), STARS);
            }
        }
        text
    }

    /// An error text of a server: masked, then one bounded line.
    pub(crate) fn message(&self, text: &str) -> String {
        clean::line(&self.apply(text), MESSAGE)
    }
}

fn url_secrets(url: &str, values: &mut Vec<String>) {
    let Ok(url) = url::Url::parse(url) else { return };
    if let Some(password) = url.password() {
        values.push(password.to_owned());
    }
    if !url.username().is_empty() {
        values.push(url.username().to_owned());
    }
    if let Some(query) = url.query() {
        values.push(query.to_owned());
    }
    values.extend(url.query_pairs().map(|(_, value)| value.into_owned()));
}
