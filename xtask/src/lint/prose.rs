//! No sentence for people or models in Rust: those live in `locales/`, in three languages.
//!
//! A heuristic: a string literal with four words of letters reads like a sentence. What only developers and
//! logs read is left out (see [`Source::strings_for_people`]). A string that is none all the same has
//! `// not prose: reason` on the line above it, or above the line that opens its list.

use super::{
    Violation,
    rust::{Source, lex::Kind},
};

const WORDS: usize = 4;
const MARKER: &str = "not prose:";

/// Sentences in one file.
pub(crate) fn check(path: &str, source: &Source<'_>) -> Vec<Violation> {
    let excused: Vec<usize> = source
        .tokens
        .iter()
        .enumerate()
        .filter(|(at, token)| token.kind == Kind::Comment && has_reason(source.text(*at)))
        .map(|(_, token)| token.line)
        .collect();
    let mut found = Vec::new();
    for literal in source.strings_for_people() {
        let (line, text) = (source.tokens[literal.token].line, source.text(literal.token));
        let mut places = literal.lists.iter().chain([&line]);
        if is_prose(text) && !places.any(|line| excused.contains(&line.saturating_sub(1))) {
            found.push(Violation::new(
                path,
                line,
                format!(
                    "{} reads like a sentence. Move it to locales/, or, if it is none, put `// not prose: reason` \
                     above it",
                    shortened(text)
                ),
            ));
        }
    }
    found
}

fn has_reason(comment: &str) -> bool {
    comment.split_once(MARKER).is_some_and(|(_, reason)| !reason.trim().is_empty())
}

fn is_prose(literal: &str) -> bool {
    let content = literal.split_once('"').map_or(literal, |(_, rest)| rest.trim_end_matches(['"', '#']));
    // An escaped line break joins nothing, and it is no letter either.
    let text = content.replace("\\n", " ").replace("\\t", " ");
    let words = text.split_whitespace().filter(|word| is_word(word)).count();
    words >= WORDS || escaped_letters(literal) >= WORDS
}

/// Letters, with marks around them and apostrophes or hyphens inside.
fn is_word(word: &str) -> bool {
    let core = word.trim_matches(|c: char| {
        c.is_ascii_punctuation() && !matches!(c, '{' | '}' | '=' | '/' | '_' | '<' | '>')
    });
    core.chars().any(char::is_alphabetic)
        && core.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '-'))
}

/// Letters of other scripts, written as escapes: a sentence that hides from the ASCII rule.
fn escaped_letters(literal: &str) -> usize {
    let codes = literal.split("\\u{").skip(1).filter_map(|rest| rest.split_once('}'));
    let letters = codes.filter_map(|(code, _)| char::from_u32(u32::from_str_radix(code, 16).ok()?));
    letters.filter(|letter| !letter.is_ascii() && letter.is_alphabetic()).count()
}

fn shortened(literal: &str) -> String {
    let line = literal.lines().next().unwrap_or_default();
    let start: String = line.chars().take(48).collect();
    if start.len() < literal.len() { format!("{start}...") } else { start }
}

#[cfg(test)]
mod tests;
