//! The repository as data: its root, its files, its packages.

use crate::{
    cmd::Cmd,
    failure::{Failure, Named, Result},
};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// A text file, read once for all rules.
pub(crate) struct File {
    /// From the root, with `/`.
    pub(crate) path: String,
    /// Its text.
    pub(crate) text: String,
}

/// Every file git knows or would add, if it is text.
pub(crate) fn files() -> Result<Vec<File>> {
    let list =
        Cmd::new("git").args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).output()?;
    let mut files = Vec::new();
    for path in list.split_terminator('\0') {
        let full = root().join(path);
        // A file that was deleted and not yet committed is still listed.
        if !full.is_file() {
            continue;
        }
        let bytes = fs::read(&full).named(path)?;
        if let Ok(text) = String::from_utf8(bytes) {
            files.push(File { path: path.to_owned(), text });
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files.dedup_by(|a, b| a.path == b.path);
    Ok(files)
}

/// What `cargo metadata` says about the workspace's own packages.
pub(crate) struct Workspace {
    /// Where cargo builds.
    pub(crate) target: PathBuf,
    /// Our packages.
    pub(crate) packages: Vec<Package>,
}

/// One package of ours.
#[derive(Debug, Default)]
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: String,
    /// Its folder from the root, with `/`.
    pub(crate) dir: String,
    /// Names of its binaries.
    pub(crate) bins: Vec<String>,
    /// What it needs, for its tests too.
    pub(crate) dependencies: Vec<Dependency>,
}

/// One dependency of a package.
#[derive(Debug, Default)]
pub(crate) struct Dependency {
    /// The package it names.
    pub(crate) name: String,
    /// The features it asks for.
    pub(crate) features: Vec<String>,
    /// Only its tests need it.
    pub(crate) dev: bool,
}

/// Asks cargo about the workspace. Needs no network and compiles nothing.
pub(crate) fn workspace() -> Result<Workspace> {
    let text = Cmd::cargo().args(["metadata", "--no-deps", "--format-version", "1"]).output()?;
    let json: Value = serde_json::from_str(&text).named("cargo metadata")?;
    let target =
        json["target_directory"].as_str().ok_or_else(|| Failure::new("cargo metadata names no target"))?;
    Ok(Workspace { target: target.into(), packages: packages(&json) })
}

fn packages(metadata: &Value) -> Vec<Package> {
    let base = metadata["workspace_root"].as_str().unwrap_or_default();
    items(&metadata["packages"])
        .map(|package| {
            let manifest = string(&package["manifest_path"]).replace('\\', "/");
            let dir = manifest.trim_end_matches("/Cargo.toml");
            Package {
                name: string(&package["name"]),
                dir: dir.trim_start_matches(&base.replace('\\', "/")).trim_start_matches('/').to_owned(),
                bins: items(&package["targets"])
                    .filter(|target| items(&target["kind"]).any(|kind| kind == "bin"))
                    .map(|target| string(&target["name"]))
                    .collect(),
                dependencies: items(&package["dependencies"])
                    .map(|dependency| Dependency {
                        name: string(&dependency["name"]),
                        features: items(&dependency["features"]).map(string).collect(),
                        dev: dependency["kind"] == "dev",
                    })
                    .collect(),
            }
        })
        .collect()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests;
