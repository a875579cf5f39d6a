//! Text to tokens.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// A name, keyword or number.
    Word,
    /// `'a` or `'static`.
    Lifetime,
    /// A character literal; its content is nobody's prose.
    Char,
    /// A string literal of any sort. `raw` ones have no escapes.
    Str { raw: bool },
    /// One character of punctuation.
    Mark(char),
    /// A comment, documentation included.
    Comment,
}

/// One token and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: Kind,
    /// Its bytes in the text, quotes and prefixes included.
    pub(crate) span: Range<usize>,
    /// The line of its first character, from 1.
    pub(crate) line: usize,
}

/// Cuts Rust source into tokens. Never fails: an open literal ends with the text.
pub(crate) fn lex(text: &str) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0, line: 1 };
    let mut tokens = Vec::new();
    while lexer.at < text.len() {
        let (start, line) = (lexer.at, lexer.line);
        if let Some(kind) = lexer.token() {
            tokens.push(Token { kind, span: start..lexer.at, line });
        }
    }
    tokens
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> char {
        self.rest().chars().next().unwrap_or('\0')
    }

    /// Moves over `bytes` bytes and counts their lines.
    fn skip(&mut self, bytes: usize) {
        let end = (self.at + bytes).min(self.text.len());
        self.line += self.text[self.at..end].bytes().filter(|b| *b == b'\n').count();
        self.at = end;
    }

    fn skip_while(&mut self, accept: impl Fn(char) -> bool) {
        let length = self.rest().find(|c| !accept(c)).unwrap_or(self.rest().len());
        self.skip(length);
    }

    fn token(&mut self) -> Option<Kind> {
        let first = self.peek();
        if first.is_whitespace() {
            self.skip_while(char::is_whitespace);
            return None;
        }
        if self.rest().starts_with("//") {
            self.skip_while(|c| c != '\n');
            return Some(Kind::Comment);
        }
        if self.rest().starts_with("/*") {
            self.block_comment();
            return Some(Kind::Comment);
        }
        if let Some(kind) = self.string() {
            return Some(kind);
        }
        if first == '\'' || self.rest().starts_with("b'") {
            return Some(self.quote());
        }
        if is_word(first) {
            if self.rest().starts_with("r#") {
                self.skip(2);
            }
            self.skip_while(is_word);
            return Some(Kind::Word);
        }
        self.skip(first.len_utf8());
        Some(Kind::Mark(first))
    }

    fn block_comment(&mut self) {
        let mut depth = 0;
        while self.at < self.text.len() {
            if self.rest().starts_with("/*") {
                depth += 1;
                self.skip(2);
            } else if self.rest().starts_with("*/") {
                depth -= 1;
                self.skip(2);
                if depth == 0 {
                    return;
                }
            } else {
                self.skip(self.peek().len_utf8());
            }
        }
    }

    fn string(&mut self) -> Option<Kind> {
        let rest = self.rest();
        let prefix = ["br", "cr", "b", "c", "r", ""].into_iter().find(|prefix| {
            let after = rest
                .strip_prefix(prefix)
                .map(|r| if prefix.ends_with('r') { r.trim_start_matches('#') } else { r });
            after.is_some_and(|after| after.starts_with('"'))
        })?;
        let raw = prefix.ends_with('r');
        let hashes = rest[prefix.len()..].bytes().take_while(|b| *b == b'#').count();
        self.skip(prefix.len() + hashes + 1);
        if raw {
            let end = format!("\"{}", "#".repeat(hashes));
            let length = self.rest().find(&end).map_or(self.rest().len(), |at| at + end.len());
            self.skip(length);
        } else {
            self.until_quote('"');
        }
        Some(Kind::Str { raw })
    }

    /// To behind the next quote that no backslash protects.
    fn until_quote(&mut self, quote: char) {
        while self.at < self.text.len() {
            match self.peek() {
                '\\' => {
                    self.skip(1);
                    self.skip(self.peek().len_utf8());
                }
                c => {
                    self.skip(c.len_utf8());
                    if c == quote {
                        return;
                    }
                }
            }
        }
    }

    /// A character literal, or a lifetime, which looks the same at first.
    fn quote(&mut self) -> Kind {
        self.skip_while(|c| c == 'b');
        self.skip(1);
        let mut ahead = self.rest().chars();
        let (first, second) = (ahead.next().unwrap_or('\0'), ahead.next());
        if first == '\\' || second == Some('\'') {
            self.until_quote('\'');
            return Kind::Char;
        }
        self.skip_while(is_word);
        Kind::Lifetime
    }
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

#[cfg(test)]
mod tests;
