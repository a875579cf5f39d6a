//! The paths that code names: `use` trees spread out, and paths written in place.

use super::{Source, lex::Kind};

/// A path with `::` between its segments, and its line.
#[derive(Debug, PartialEq)]
pub(crate) struct Named {
    /// `std::fs::read`; a glob ends in `*`.
    pub(crate) path: String,
    /// From 1.
    pub(crate) line: usize,
    /// It was imported, so that what is below it can be named shorter.
    pub(crate) imported: bool,
}

/// Every path of more than one segment outside tests and attributes.
pub(crate) fn paths(source: &Source<'_>) -> Vec<Named> {
    let code: Vec<usize> = (0..source.tokens.len())
        .filter(|at| {
            source.tokens[*at].kind != Kind::Comment && !source.in_test(*at) && !source.in_attribute(*at)
        })
        .collect();
    let mut walk = Walk { source, code, at: 0, found: Vec::new() };
    while walk.at < walk.code.len() {
        if walk.text(0) == "use" {
            walk.at += 1;
            walk.tree("");
        } else if walk.is_word(0) && walk.separated(1) {
            walk.in_place();
        } else {
            walk.at += 1;
        }
    }
    walk.found
}

struct Walk<'s, 'a> {
    source: &'s Source<'a>,
    code: Vec<usize>,
    at: usize,
    found: Vec<Named>,
}

impl<'a> Walk<'_, 'a> {
    fn text(&self, ahead: usize) -> &'a str {
        self.code.get(self.at + ahead).map_or("", |at| self.source.text(*at))
    }

    fn is_word(&self, ahead: usize) -> bool {
        self.code.get(self.at + ahead).is_some_and(|at| self.source.tokens[*at].kind == Kind::Word)
    }

    fn separated(&self, ahead: usize) -> bool {
        self.text(ahead) == ":" && self.text(ahead + 1) == ":"
    }

    fn add(&mut self, path: String, line: usize, imported: bool) {
        if path.contains("::") {
            self.found.push(Named { path, line, imported });
        }
    }

    fn line(&self) -> usize {
        self.code.get(self.at).map_or(0, |at| self.source.tokens[*at].line)
    }

    fn in_place(&mut self) {
        let line = self.line();
        let mut path = self.text(0).to_owned();
        self.at += 1;
        while self.separated(0) && self.is_word(2) {
            path = format!("{path}::{}", self.text(2));
            self.at += 3;
        }
        // A turbofish or a glob of a macro ends the path.
        while self.separated(0) {
            self.at += 2;
        }
        self.add(path, line, false);
    }

    /// One branch of a `use` tree, up to the `,`, `}` or `;` behind it.
    fn tree(&mut self, prefix: &str) {
        let line = self.line();
        let mut path = prefix.to_owned();
        loop {
            if self.text(0) == "{" {
                self.at += 1;
                while !matches!(self.text(0), "}" | "") {
                    let before = self.at;
                    self.tree(&path);
                    // Broken code may hold what is no branch: the walk must move on all the same.
                    if self.text(0) == "," || self.at == before {
                        self.at += 1;
                    }
                }
                self.at += 1;
                return;
            }
            // `::`, or `as` and a name that changes nothing.
            if self.separated(0) || self.text(0) == "as" {
                self.at += 2;
            } else if self.is_word(0) || self.text(0) == "*" {
                // `use a::{self}` imports `a` itself.
                if self.text(0) != "self" || path.is_empty() {
                    path = if path.is_empty() {
                        self.text(0).to_owned()
                    } else {
                        format!("{path}::{}", self.text(0))
                    };
                }
                self.at += 1;
            } else {
                break;
            }
        }
        // Anything but the end of a branch is no `use` tree: step over it, or the walk would stand still.
        if !matches!(self.text(0), "," | "}" | ";") {
            self.at += 1;
        }
        self.add(path, line, true);
    }
}

#[cfg(test)]
mod tests;
