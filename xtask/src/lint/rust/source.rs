//! A Rust file with what the rules ask of each token.

use super::lex::{Kind, Token, lex};
use std::ops::Range;

/// Macros and methods whose text only a developer or a log reads.
const NOT_FOR_PEOPLE: &[&str] = &[
    "trace",
    "debug",
    "info",
    "warn",
    "error",
    "event",
    "span",
    "trace_span",
    "debug_span",
    "info_span",
    "warn_span",
    "error_span",
    "panic",
    "unreachable",
    "assert",
    "assert_eq",
    "assert_ne",
    "assert_matches",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "compile_error",
    "expect",
    "expect_err",
];

/// A lexed file.
pub(crate) struct Source<'a> {
    text: &'a str,
    /// All tokens, comments included.
    pub(crate) tokens: Vec<Token>,
    /// Token ranges of attributes, `#` and brackets included.
    attributes: Vec<Range<usize>>,
    /// Token ranges that only a test build compiles.
    tests: Vec<Range<usize>>,
}

/// A string literal and the lists around it.
pub(crate) struct Literal {
    /// Its token.
    pub(crate) token: usize,
    /// The lines where the `[` around it stand, up to the next `{`.
    pub(crate) lists: Vec<usize>,
}

impl<'a> Source<'a> {
    /// Reads a file's text.
    pub(crate) fn new(text: &'a str) -> Self {
        let mut source = Self { text, tokens: lex(text), attributes: Vec::new(), tests: Vec::new() };
        source.attributes = source.find_attributes();
        source.tests = source.find_tests();
        source
    }

    /// A token's text.
    pub(crate) fn text(&self, token: usize) -> &'a str {
        self.tokens.get(token).map_or("", |token| &self.text[token.span.clone()])
    }

    /// Whether a token stands inside an attribute.
    pub(crate) fn in_attribute(&self, token: usize) -> bool {
        self.attributes.iter().any(|range| range.contains(&token))
    }

    /// Whether only a test build compiles a token.
    pub(crate) fn in_test(&self, token: usize) -> bool {
        self.tests.iter().any(|range| range.contains(&token))
    }

    /// Whether only a test build compiles the byte at an offset.
    pub(crate) fn byte_in_test(&self, at: usize) -> bool {
        self.tests.iter().any(|range| {
            let start = self.tokens[range.start].span.start;
            let end = self.tokens[range.end - 1].span.end;
            (start..end).contains(&at)
        })
    }

    /// The attributes, each as its words, with its line: `#[cfg(test)]` is `cfg test`.
    pub(crate) fn attribute_words(&self) -> impl Iterator<Item = (usize, Vec<&'a str>)> {
        self.attributes.iter().map(|range| (self.tokens[range.start].line, self.words(range)))
    }

    /// Modules of other files that only a test build reads: `#[cfg(test)] mod name;`.
    pub(crate) fn test_modules(&self) -> Vec<&'a str> {
        let ends = self.tests.iter().filter(|range| self.text(range.end - 1) == ";" && range.len() >= 3);
        ends.filter(|range| self.text(range.end - 3) == "mod").map(|range| self.text(range.end - 2)).collect()
    }

    /// The string literals that a person or a model might read: not in attributes, tests, log lines,
    /// assertions.
    pub(crate) fn strings_for_people(&self) -> Vec<Literal> {
        let mut open: Vec<(bool, Vec<usize>)> = Vec::new();
        let mut found = Vec::new();
        for (at, token) in self.tokens.iter().enumerate() {
            let (hidden, lists) = open.last().cloned().unwrap_or_default();
            match token.kind {
                Kind::Mark(bracket @ ('(' | '[' | '{')) => {
                    let list = (bracket == '[').then_some(token.line);
                    let lists =
                        if bracket == '{' { Vec::new() } else { lists.into_iter().chain(list).collect() };
                    open.push((hidden || self.opens_developer_text(at), lists));
                }
                Kind::Mark(')' | ']' | '}') => drop(open.pop()),
                Kind::Str { .. } if !hidden && !self.in_attribute(at) && !self.in_test(at) => {
                    found.push(Literal { token: at, lists });
                }
                _ => {}
            }
        }
        found
    }

    fn opens_developer_text(&self, bracket: usize) -> bool {
        let before = |n: usize| bracket.checked_sub(n).map_or("", |at| self.text(at));
        let is_macro = before(1) == "!" && NOT_FOR_PEOPLE.contains(&before(2));
        let is_method = before(2) == "." && matches!(before(1), "expect" | "expect_err");
        is_macro || is_method
    }

    fn words(&self, range: &Range<usize>) -> Vec<&'a str> {
        range.clone().filter(|at| self.tokens[*at].kind == Kind::Word).map(|at| self.text(at)).collect()
    }

    fn find_attributes(&self) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            let bracket = if self.text(at + 1) == "!" { at + 2 } else { at + 1 };
            if self.text(at) == "#" && self.text(bracket) == "[" {
                let end = self.closing(bracket);
                found.push(at..end);
                at = end;
            } else {
                at += 1;
            }
        }
        found
    }

    fn find_tests(&self) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for attribute in &self.attributes {
            if !is_test(&self.words(attribute)) || found.iter().any(|range| range.contains(&attribute.start))
            {
                continue;
            }
            let inner = self.text(attribute.start + 1) == "!";
            found.push(if inner {
                0..self.tokens.len()
            } else {
                attribute.start..self.item_end(attribute.end)
            });
        }
        found
    }

    /// The token behind the item that starts at `start`: behind its `;`, its `}`, or before the bracket that
    /// encloses it.
    fn item_end(&self, start: usize) -> usize {
        let mut at = start;
        while at < self.tokens.len() {
            match self.tokens[at].kind {
                Kind::Mark('{') => return self.closing(at),
                Kind::Mark('(' | '[') => at = self.closing(at),
                Kind::Mark(';') => return at + 1,
                Kind::Mark(')' | ']' | '}') => return at,
                _ => at += 1,
            }
        }
        at
    }

    /// The token behind the bracket that closes the one at `open`.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for (at, token) in self.tokens.iter().enumerate().skip(open) {
            match token.kind {
                Kind::Mark('(' | '[' | '{') => depth += 1,
                Kind::Mark(')' | ']' | '}') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return at + 1;
                    }
                }
                _ => {}
            }
        }
        self.tokens.len()
    }
}

/// `#[test]`, `#[tokio::test]`, `#[cfg(test)]`, `#[cfg(all(test, unix))]`, but not `#[cfg(not(test))]`.
fn is_test(words: &[&str]) -> bool {
    match words {
        ["cfg", rest @ ..] => rest.contains(&"test") && !rest.contains(&"not"),
        ["test", ..] | [_, "test", ..] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
