//! Why a command was refused: a code that the UI words and may branch on, with its facts.

use crate::wire_types;
use std::collections::BTreeMap;

wire_types! {
    /// A refused or failed command. The sentence is `error-<code>` in the person's language with `args`.
    pub struct Failure {
        /// Lower-case words joined by `-`, the locale key without its prefix.
        pub code: String,
        /// Values for the sentence.
        pub args: BTreeMap<String, String>,
        /// The other side's own words, as a quote; bounded and masked.
        pub detail: Option<String>,
    }
}

impl Failure {
    /// A failure without facts.
    #[must_use]
    pub fn new(code: &str) -> Self {
        Self { code: code.to_owned(), args: BTreeMap::new(), detail: None }
    }

    /// Adds a value for the sentence.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.args.insert(name.to_owned(), value.to_string());
        self
    }

    /// Adds a quote.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", self.code, self.args)
    }
}

impl std::error::Error for Failure {}
