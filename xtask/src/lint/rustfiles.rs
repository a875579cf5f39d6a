//! The rules about Rust files: which file is a test, and who looks at what.

use super::{Violation, ignored, prose, rust::Source};
use crate::tree::File;
use std::collections::HashSet;

/// Crates whose strings are for developers: stand-ins, stories, chores and fuzzing.
const WITHOUT_READERS: &[&str] = &["xtask/", "crates/sim/", "tests/", "fuzz/"];

/// Runs every rule about Rust sources.
pub(crate) fn check(files: &[File]) -> Vec<Violation> {
    let rust: Vec<_> = files.iter().filter(|file| file.path.ends_with(".rs")).collect();
    let sources: Vec<_> =
        rust.iter().map(|file| (file.path.as_str(), &file.text, Source::new(&file.text))).collect();
    let tests: HashSet<String> =
        sources.iter().flat_map(|(path, _, source)| test_modules(path, source)).collect();

    let mut found = Vec::new();
    for (path, text, source) in &sources {
        found.extend(ignored::check(path, source));
        if is_test_file(path) || in_test_module(path, &tests) {
            continue;
        }
        found.extend(ascii(path, text, source));
        if has_readers(path) {
            found.extend(prose::check(path, source));
        }
    }
    found
}

/// A build script or a measurement, like a stand-in, talks to developers only.
fn has_readers(path: &str) -> bool {
    let script =
        path.ends_with("/build.rs") || ["/build/", "/benches/"].iter().any(|part| path.contains(part));
    !script && !WITHOUT_READERS.iter().any(|start| path.starts_with(start))
}

/// Files and folders named `tests`, `tests_...` or `..._tests` hold tests, and so does the package of stories.
pub(crate) fn is_test_file(path: &str) -> bool {
    path.split('/').any(|part| {
        part == "tests.rs" || part == "tests" || part.starts_with("tests_") || part.ends_with("_tests.rs")
    })
}

/// Where the files of `#[cfg(test)] mod name;` are, without `.rs`.
fn test_modules(path: &str, source: &Source<'_>) -> Vec<String> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let folder = match name {
        "mod.rs" | "lib.rs" | "main.rs" => folder.to_owned(),
        name => format!("{folder}/{}", name.trim_end_matches(".rs")),
    };
    source.test_modules().into_iter().map(|module| format!("{folder}/{module}")).collect()
}

fn in_test_module(path: &str, tests: &HashSet<String>) -> bool {
    let mut module = path.trim_end_matches(".rs");
    loop {
        if tests.contains(module) {
            return true;
        }
        match module.rsplit_once('/') {
            Some((parent, _)) => module = parent,
            None => return false,
        }
    }
}

fn ascii(path: &str, text: &str, source: &Source<'_>) -> Option<Violation> {
    let (at, odd) = text.char_indices().find(|(at, c)| !c.is_ascii() && !source.byte_in_test(*at))?;
    let line = text[..at].matches('\n').count() + 1;
    Some(Violation::new(
        path,
        line,
        format!(
            "U+{:04X} is not ASCII. Words belong in locales/, signs can be written as an escape; tests may use any",
            u32::from(odd)
        ),
    ))
}

#[cfg(test)]
mod tests;
