//! Checks that other programs do.

use crate::{
    cmd::Cmd,
    failure::{Failure, Result},
    say, setup, tree,
};

/// The version that `lint --full` installs if none is there.
const CARGO_DENY: &str = "0.20.2";

/// rustfmt, for every crate.
pub(crate) fn format() -> Result<()> {
    has("fmt", "rustfmt")?;
    let outcome = Cmd::cargo().args(["fmt", "--all", "--", "--check", "--files-with-diff"]).run();
    outcome.map_err(|_| Failure::new("not formatted as rustfmt does it. Run `cargo fmt --all`"))
}

/// Clippy, with every warning an error.
pub(crate) fn clippy() -> Result<()> {
    has("clippy", "clippy")?;
    let mut cmd = Cmd::cargo().args(["clippy", "--quiet", "--workspace", "--all-targets"]);
    if let Some(missing) = shell_needs() {
        say::line(&format!("the desktop shell is left out: {missing}. `cargo xtask test` checks it"));
        cmd = cmd.args(["--exclude", "fuseforks-desktop"]);
    }
    cmd.args(["--", "-D", "warnings"]).run()
}

fn has(command: &str, component: &str) -> Result<()> {
    if Cmd::cargo().args([command, "--version"]).succeeds() {
        return Ok(());
    }
    Err(Failure::new(format!("`cargo {command}` is not installed. Run `rustup component add {component}`")))
}

/// What the desktop shell lacks to compile on this machine, if anything.
fn shell_needs() -> Option<&'static str> {
    if cfg!(target_os = "linux") && !setup::has_webkit() {
        return Some("WebKitGTK's development files are not installed");
    }
    (!tree::root().join("ui/dist").is_dir()).then_some("the web UI is not built")
}

/// The web UI's linter and types.
pub(crate) fn web() -> Result<()> {
    Cmd::npm().args(["run", "--silent", "lint"]).run()?;
    Cmd::npm().args(["run", "--silent", "check"]).run()
}

/// Licences, bans and sources of every dependency, by `deny.toml`.
pub(super) fn deny() -> Result<()> {
    if !Cmd::cargo().args(["deny", "--version"]).succeeds() {
        Cmd::cargo().args(["install", "--quiet", "--locked", "cargo-deny", "--version", CARGO_DENY]).run()?;
    }
    Cmd::cargo().args(["deny", "--log-level", "warn", "check", "licenses", "bans", "sources"]).run()
}
