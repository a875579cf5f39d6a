//! The requests a provider received, kept for tests and on disk.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use axum::http::HeaderMap;
use bytes::Bytes;
use serde_json::{Value, json};

use super::received::Received;

/// Headers whose values are secrets.
const SECRET: [&str; 5] = ["authorization", "x-api-key", "x-goog-api-key", "cookie", "proxy-authorization"];

/// One request and how it went.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// Its number, from 1, in order of arrival.
    pub index: usize,
    /// HTTP method.
    pub method: String,
    /// Path and query.
    pub path: String,
    /// Headers in lower case; of secrets the value is `***`.
    pub headers: Vec<(String, String)>,
    /// The raw body.
    pub body: Bytes,
    /// Status of the answer; 0 while there is none.
    pub status: u16,
    /// Why it was refused.
    pub refusal: Option<String>,
    /// What it says, if it passed the checks.
    pub received: Option<Arc<Received>>,
}

impl Recorded {
    pub(super) fn new(index: usize, method: &str, path: &str, headers: &HeaderMap, body: Bytes) -> Self {
        let headers = headers
            .iter()
            .map(|(name, value)| {
                let secret = SECRET.contains(&name.as_str());
                let value = if secret { "***" } else { value.to_str().unwrap_or("?") };
                (name.as_str().to_owned(), value.to_owned())
            })
            .collect();
        Self {
            index,
            method: method.to_owned(),
            path: path.to_owned(),
            headers,
            body,
            status: 0,
            refusal: None,
            received: None,
        }
    }

    /// The body as JSON; `null` if it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// Value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Writes `NNNNN.body.json` with the raw body and `NNNNN.json` with the rest.
    pub(super) fn save(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        fs::write(folder.join(format!("{:05}.body.json", self.index)), &self.body)?;
        let about = json!({
            "method": self.method, "path": self.path, "status": self.status, "refusal": self.refusal,
            "headers": self.headers.iter().map(|(key, value)| json!([key, value])).collect::<Vec<_>>(),
        });
        fs::write(folder.join(format!("{:05}.json", self.index)), about.to_string())
    }
}
