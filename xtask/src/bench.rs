//! `cargo xtask bench`: the measurements, in a release build.

use crate::{
    cmd::Cmd,
    failure::{Failure, Result},
    tree,
};

const PACKAGE: &str = "fuseforks-tests";

/// Runs the benchmark program with the names given, all of them without one.
pub(crate) fn run(names: &[String]) -> Result<()> {
    if !exists() {
        return Err(Failure::new(format!("there is nothing to measure: {PACKAGE} has no program `bench`")));
    }
    Cmd::cargo().args(["run", "--release", "--package", PACKAGE, "--bin", "bench", "--"]).args(names).run()
}

/// Whether this tree has the benchmark program.
pub(crate) fn exists() -> bool {
    let Ok(workspace) = tree::workspace() else {
        return false;
    };
    let mut packages = workspace.packages.iter().filter(|package| package.name == PACKAGE);
    packages.any(|package| package.bins.iter().any(|bin| bin == "bench"))
}
