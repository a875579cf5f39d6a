//! The edge table of `docs/ARCHITECTURE.md` against what the crates really use.
//!
//! The table is the contract and the code is measured by it, never the other way round: nothing here writes
//! the table. Dev-dependencies are free, except for a crate that uses none of ours at all.

mod table;

use super::{
    Violation,
    rust::{Source, paths::paths},
};
use crate::tree::{File, Package};
use table::{Row, read};

const DOCUMENT: &str = "docs/ARCHITECTURE.md";

/// Edges and names that the table does not allow, and rows without a crate.
pub(crate) fn check(files: &[File], packages: &[Package]) -> Vec<Violation> {
    let Some(document) = files.iter().find(|file| file.path == DOCUMENT) else {
        return vec![Violation::new(DOCUMENT, 0, "is missing, and the edge table with it")];
    };
    let rows = read(&document.text);
    let mut found = Vec::new();
    for row in
        rows.iter().filter(|row| !packages.iter().any(|package| short(&package.name) == Some(&row.name)))
    {
        let text = format!("`{}` is no crate of the workspace. Remove its row", row.name);
        found.push(Violation::new(DOCUMENT, row.line, text));
    }
    for package in packages {
        let Some(row) = short(&package.name).and_then(|name| rows.iter().find(|row| row.name == name)) else {
            let text = format!("`{}` has no row in the edge table. Say what it may use", package.name);
            found.push(Violation::new(DOCUMENT, 0, text));
            continue;
        };
        found.extend(edges(package, row));
        found.extend(names(files, package, row));
    }
    found
}

/// The table's name of a package of ours; `None` for everybody else's.
fn short(package: &str) -> Option<&str> {
    match package {
        "xtask" => Some("xtask"),
        "fuseforks-desktop" => Some("src-tauri"),
        ours => ours.strip_prefix("fuseforks-"),
    }
}

fn edges(package: &Package, row: &Row) -> Vec<Violation> {
    let manifest = format!("{}/Cargo.toml", package.dir);
    let mut found = Vec::new();
    for dependency in
        package.dependencies.iter().filter(|dependency| !dependency.dev || row.uses_none_of_ours)
    {
        if let Some(used) = short(&dependency.name) {
            let Some(features) = row.may_use(used) else {
                let text = format!(
                    "`{}` may not use `{used}` ({DOCUMENT}:{}). Pass a value in, or move the code to a crate that may",
                    row.name, row.line
                );
                found.push(Violation::new(&manifest, 0, text));
                continue;
            };
            let more = dependency
                .features
                .iter()
                .find(|feature| !features.is_empty() && !features.contains(feature));
            found.extend(more.map(|feature| {
                let text = format!(
                    "`{}` may not use the feature `{feature}` of `{used}` ({DOCUMENT}:{})",
                    row.name, row.line
                );
                Violation::new(&manifest, 0, text)
            }));
        } else if !dependency.dev && row.knows_nothing_of(&dependency.name) {
            let text = format!(
                "`{}` must know nothing of `{}` ({DOCUMENT}:{}). Ask for a value or a trait instead",
                row.name, dependency.name, row.line
            );
            found.push(Violation::new(&manifest, 0, text));
        }
    }
    found
}

/// Paths of the standard library that the table forbids, in the crate's sources outside tests.
fn names(files: &[File], package: &Package, row: &Row) -> Vec<Violation> {
    if !row.forbids_paths() {
        return Vec::new();
    }
    let folder = format!("{}/src/", package.dir);
    let sources = files.iter().filter(|file| file.path.starts_with(&folder) && file.path.ends_with(".rs"));
    let mut found = Vec::new();
    for file in sources.filter(|file| !super::rustfiles::is_test_file(&file.path)) {
        for named in paths(&Source::new(&file.text)) {
            if let Some(word) = row.forbids(&named) {
                let text = format!(
                    "`{}` must know nothing of `{word}` ({DOCUMENT}:{}). Pass it in",
                    row.name, row.line
                );
                found.push(Violation::new(&file.path, named.line, text));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
