//! What a call cost, and why the model stopped.

use std::ops::AddAssign;

/// Tokens of one call, in disjoint input classes. A number that the provider did not report is 0 and
/// `reported` stays false if it reported none at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Input tokens that no cache served.
    pub uncached: u64,
    /// Input tokens read from a provider cache.
    pub cache_read: u64,
    /// Input tokens written to a provider cache.
    pub cache_write: u64,
    /// Output tokens, reasoning included.
    pub output: u64,
    /// The part of `output` that was reasoning.
    pub reasoning: u64,
    /// The provider reported usage.
    pub reported: bool,
}

impl Usage {
    /// All input tokens.
    #[must_use]
    pub fn input(&self) -> u64 {
        self.uncached + self.cache_read + self.cache_write
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.uncached += other.uncached;
        self.cache_read += other.cache_read;
        self.cache_write += other.cache_write;
        self.output += other.output;
        self.reasoning += other.reasoning;
        self.reported |= other.reported;
    }
}

/// Why a reply ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Finish {
    /// The model was done.
    #[default]
    Stop,
    /// It asks for tools.
    ToolCalls,
    /// The output cap was reached.
    Length,
    /// The provider or model refused.
    Refusal,
    /// A word that the wire does not know.
    Other,
}
