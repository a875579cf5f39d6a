//! What may stand in the place of messages.

use super::estimate::text_chars;

/// The summary, trimmed, if it is one: not empty, and no longer than the `replaced` characters that it
/// stands for. Anything else is thrown away and the conversation stays.
#[must_use]
pub fn accept(summary: &str, replaced: usize) -> Option<&str> {
    let summary = summary.trim();
    (!summary.is_empty() && text_chars(summary) <= replaced).then_some(summary)
}
