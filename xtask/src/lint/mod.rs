//! The house rules as checks.
//!
//! Text rules read files and give violations; all of them run, so that one call shows everything. Then come
//! the tools (rustfmt, clippy, the UI's linters, cargo-deny), cheap ones first. Every text says how to fix.
//!
//! Invariant: a rule has no list of exceptions outside the file it is about. An exception is a comment with
//! a reason where it applies, or the rule is wrong.

mod edges;
mod generated;
mod hosts;
mod ignored;
mod locales;
mod prose;
mod rust;
mod rustfiles;
mod size;
mod tools;

use crate::{
    failure::{Failure, Result},
    say,
    steps::Steps,
    tree::{self, File, Workspace},
};
use std::fmt;

/// How much `lint` checks.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Depth {
    /// What every change must pass.
    Quick,
    /// Also licences, bans and sources of all dependencies.
    Full,
}

/// One place that breaks a rule.
#[derive(Debug, PartialEq)]
pub(crate) struct Violation {
    /// From the root.
    path: String,
    /// From 1; 0 is the whole file.
    line: usize,
    /// What is wrong and what to do.
    text: String,
}

impl Violation {
    fn new(path: &str, line: usize, text: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, text: text.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(out, "{}: {}", self.path, self.text),
            line => write!(out, "{}:{line}: {}", self.path, self.text),
        }
    }
}

/// `cargo xtask lint`.
pub(crate) fn command(depth: Depth) -> Result<()> {
    let mut steps = Steps::default();
    steps.attempt("house rules", house_rules);
    steps.attempt("format", tools::format);
    steps.attempt("generated TypeScript", generated::check);
    if tree::root().join("ui/node_modules").is_dir() {
        steps.attempt("web UI", tools::web);
    } else {
        say::line("\nui/node_modules is not there: the web UI is checked by `cargo xtask test`");
    }
    steps.attempt("clippy", tools::clippy);
    if depth == Depth::Full {
        steps.attempt("licences and bans", tools::deny);
    }
    steps.finish("lint passed")
}

/// The rules that read text: seconds, no compiler.
pub(crate) fn house_rules() -> Result<()> {
    let files = tree::files()?;
    let violations = check(&files, &tree::workspace()?);
    for violation in &violations {
        say::line(&violation.to_string());
    }
    match violations.len() {
        0 => {
            say::line(&format!("{} files, nothing found", files.len()));
            Ok(())
        }
        count => Err(Failure::new(format!("{count} violations of the house rules, listed above"))),
    }
}

fn check(files: &[File], workspace: &Workspace) -> Vec<Violation> {
    let mut found = Vec::new();
    found.extend(edges::check(files, &workspace.packages));
    found.extend(locales::check(files));
    found.extend(rustfiles::check(files));
    found.extend(size::check(files));
    found.extend(ignored::check_scripts(files));
    found.extend(hosts::check(files));
    found
}

pub(crate) use generated::check as generated_is_fresh;
pub(crate) use tools::{clippy, format, web};

#[cfg(test)]
mod tests;
