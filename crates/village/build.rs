//! Turns `locales/{en,ja,zh}/*.ftl` into typed Rust methods before the crate compiles.
//!
//! Invariant: a sentence that exists in one language exists in all three with the same variables, or
//! nothing compiles. So a lookup at run time cannot miss, and no code falls back to another language.

#[path = "build/catalogue.rs"]
mod catalogue;
#[path = "build/check.rs"]
mod check;
#[path = "build/generate.rs"]
mod generate;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// The languages, the first of which is the one in doc comments.
const LANGUAGES: [&str; 3] = ["en", "ja", "zh"];

/// Worded by the window's own code, never by Rust.
const SKIPPED: [&str; 2] = ["ui.ftl", "dialogs.ftl"];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problems) => {
            for problem in problems {
                eprintln!("{problem}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Vec<String>> {
    let one = |problem: String| vec![problem];
    let root = variable("CARGO_MANIFEST_DIR").map_err(one)?.join("../../locales");
    let root = root.canonicalize().map_err(|error| one(format!("{}: {error}", root.display())))?;
    let target = variable("OUT_DIR").map_err(one)?.join("sentences.rs");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");

    let mut languages = Vec::new();
    for language in LANGUAGES {
        let mut files = Vec::new();
        for path in ftl_files(&root.join(language)).map_err(one)? {
            println!("cargo::rerun-if-changed={}", path.display());
            let text =
                fs::read_to_string(&path).map_err(|error| one(format!("{}: {error}", path.display())))?;
            files.push(catalogue::File { path, text });
        }
        languages.push(catalogue::read(language, &files)?);
    }
    let checked = check::compare(&languages)?;
    let code = generate::rust(&checked, &languages);
    fs::write(&target, code).map_err(|error| one(format!("{}: {error}", target.display())))
}

fn variable(name: &str) -> Result<PathBuf, String> {
    env::var_os(name).map(PathBuf::from).ok_or_else(|| format!("{name} is not set"))
}

/// The sentence files of a language by name, so that the generated code does not depend on the disk.
fn ftl_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
        let wanted = path.extension().is_some_and(|ending| ending == "ftl");
        if wanted && path.file_name().is_some_and(|name| SKIPPED.iter().all(|skipped| name != *skipped)) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
