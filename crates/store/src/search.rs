//! Looking for words in what was said. Works without word breaks, so in Japanese and Chinese too.
//!
//! It reads the messages instead of keeping an index: an index of character pairs would write several
//! times what a message weighs, on every message, to save a fraction of a second on a rare search.

use crate::{
    Session, Store, StoreError,
    tables::{RECORDS, records_of},
};
use serde::Deserialize;
use std::borrow::Cow;

/// Characters of an excerpt before and after the hit.
const AROUND: usize = 40;

/// How far a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// Hits.
    pub hits: usize,
    /// Bytes of records that are read.
    pub bytes: u64,
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self { hits: 100, bytes: 512 * 1024 * 1024 }
    }
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// Newest conversation first, newest message first.
    pub hits: Vec<Hit>,
    /// A limit ended the search: there may be more.
    pub more: bool,
}

/// A message that has the words.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The conversation.
    pub session: Session,
    /// Place of the message.
    pub seq: u64,
    /// The message's id.
    pub message: String,
    /// One line of the text around the first word.
    pub excerpt: String,
}

#[derive(Deserialize)]
struct Peek<'a> {
    #[serde(borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow, default)]
    id: Cow<'a, str>,
    #[serde(borrow, default)]
    text: Cow<'a, str>,
}

impl Store {
    /// Messages that contain every word of the query, whatever the case. Words are separated by white
    /// space; an empty query finds nothing.
    ///
    /// # Errors
    /// The disk refused, or the file is damaged.
    pub fn search(&self, query: &str, limits: SearchLimits) -> Result<SearchResult, StoreError> {
        let words: Vec<Vec<char>> = query.split_whitespace().map(fold).collect();
        let needles: Vec<String> = words.iter().map(|word| word.iter().collect()).collect();
        if needles.is_empty() {
            return Ok(SearchResult::default());
        }
        let sessions = self.sessions()?;
        self.db.read(|transaction| {
            let records = transaction.open_table(RECORDS)?;
            let mut result = SearchResult::default();
            let mut left = limits.bytes;
            for session in sessions {
                for entry in records.range(records_of(session.id.as_u128()))?.rev() {
                    let (key, value) = entry?;
                    let bytes = value.value();
                    if result.hits.len() == limits.hits || left < bytes.len() as u64 {
                        result.more = true;
                        return Ok(result);
                    }
                    left -= bytes.len() as u64;
                    if let Some((message, excerpt)) = matches(bytes, &needles, &words) {
                        let seq = key.value().1;
                        result.hits.push(Hit { session: session.clone(), seq, message, excerpt });
                    }
                }
            }
            Ok(result)
        })
    }
}

fn matches(bytes: &[u8], needles: &[String], words: &[Vec<char>]) -> Option<(String, String)> {
    let peek: Peek<'_> = serde_json::from_slice(bytes).ok()?;
    if peek.kind != "message" {
        return None;
    }
    let folded = peek.text.to_lowercase();
    if !needles.iter().all(|needle| folded.contains(needle.as_str())) {
        return None;
    }
    Some((peek.id.into_owned(), excerpt(&peek.text, words.first()?)))
}

/// A line around the word. Folding can change the number of characters, so the place is counted in the
/// characters of the text itself.
fn excerpt(text: &str, word: &[char]) -> String {
    let chars: Vec<char> =
        text.chars().map(|c| if c.is_whitespace() || c.is_control() { ' ' } else { c }).collect();
    let at =
        (0..chars.len()).find(|at| begins(chars.get(*at..).unwrap_or_default(), word)).unwrap_or_default();
    let start = at.saturating_sub(AROUND);
    let end = chars.len().min(at + word.len() + AROUND);
    let mut line = String::new();
    if start > 0 {
        line.push('\u{2026}');
    }
    line.extend(chars.get(start..end).unwrap_or_default());
    if end < chars.len() {
        line.push('\u{2026}');
    }
    line
}

fn begins(chars: &[char], word: &[char]) -> bool {
    let mut folded = chars.iter().flat_map(|c| c.to_lowercase());
    word.iter().all(|c| folded.next() == Some(*c))
}

fn fold(word: &str) -> Vec<char> {
    word.to_lowercase().chars().collect()
}
