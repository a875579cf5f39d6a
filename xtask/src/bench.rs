//! `cargo xtask bench`: the measurements, in a release build.

use crate::{
    cmd::Cmd,
    failure::{Failure, Result},
    tree,
};

/// The package with the program `bench`, which measures the whole application.
const PACKAGE: &str = "fuseforks-tests";

/// Crates that are measured alone, each by the bench of its own name.
const CRATES: &[&str] = &["llm", "media"];

/// Runs the measurements of that name; all of them without one. What follows a crate's name goes to its bench.
pub(crate) fn run(names: &[String]) -> Result<()> {
    match names.split_first() {
        Some((first, rest)) if CRATES.contains(&first.as_str()) => of_crate(first, rest),
        Some(_) if exists() => program(names),
        Some((name, _)) => {
            let known = CRATES.join(", ");
            Err(Failure::usage(format!("there is no measurement `{name}`. There are: {known}")))
        }
        None => {
            CRATES.iter().try_for_each(|name| of_crate(name, &[]))?;
            if exists() { program(&[]) } else { Ok(()) }
        }
    }
}

fn of_crate(name: &str, rest: &[String]) -> Result<()> {
    let package = format!("fuseforks-{name}");
    Cmd::cargo().args(["bench", "--package", &package, "--bench", name, "--"]).args(rest).run()
}

fn program(names: &[String]) -> Result<()> {
    Cmd::cargo().args(["run", "--release", "--package", PACKAGE, "--bin", "bench", "--"]).args(names).run()
}

/// Whether this tree has the benchmark program.
fn exists() -> bool {
    let Ok(workspace) = tree::workspace() else {
        return false;
    };
    let mut packages = workspace.packages.iter().filter(|package| package.name == PACKAGE);
    packages.any(|package| package.bins.iter().any(|bin| bin == "bench"))
}
