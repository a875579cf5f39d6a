//! `cargo xtask run`: from a fresh clone to the open window.

use crate::{
    cmd::Cmd,
    failure::{Failure, Result},
    say,
    setup::{self, Purpose},
    test::build_web,
    tree,
};
use std::process::Command;

/// Prepares, builds and becomes the window. Arguments behind `--release` go to the program.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let (release, args) = match args.split_first() {
        Some((first, rest)) if first == "--release" => (true, rest),
        _ => (false, args),
    };
    let variable = |name: &str| std::env::var(name).ok();
    check_display(variable("DISPLAY").as_deref(), variable("WAYLAND_DISPLAY").as_deref())?;
    let workspace = tree::workspace()?;
    say::line("== setup");
    setup::prepare(Purpose::Run, &workspace.target)?;
    say::line("\n== web UI");
    build_web()?;
    say::line("\n== build (some minutes the first time)");
    let mode = release.then_some("--release");
    Cmd::cargo().args(["build", "--package", "fuseforks-desktop"]).args(mode).run()?;
    say::line("\n== start");
    let folder = if release { "release" } else { "debug" };
    let program = workspace.target.join(folder).join("fuseforks-desktop");
    // A newcomer gets the practice village; the program ignores this once there is a village.
    let practice = args.is_empty().then_some("--practice");
    become_program(Cmd::new(program).args(practice).args(args).into_inner())
}

fn check_display(x: Option<&str>, wayland: Option<&str>) -> Result<()> {
    let there = |name: Option<&str>| name.is_some_and(|name| !name.is_empty());
    if !cfg!(target_os = "linux") || there(x) || there(wayland) {
        return Ok(());
    }
    Err(Failure::new(
        "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can open. Run this in a \
         terminal of your desktop, over `ssh -X`, or as `xvfb-run -a cargo xtask run` to try it unseen. The same \
         villages work without a window: `cargo run -p fuseforks-cli -- --help`",
    ))
}

/// The window takes the place of xtask, so that Ctrl+C, signals and the exit code are its own.
#[cfg(unix)]
fn become_program(mut command: Command) -> Result<()> {
    use std::os::unix::process::CommandExt as _;
    Err(Failure::new(format!("the window did not start: {}", command.exec())))
}

#[cfg(not(unix))]
fn become_program(mut command: Command) -> Result<()> {
    use crate::failure::Named as _;
    match command.status().named("the window did not start")? {
        status if status.success() => Ok(()),
        status => Err(Failure::new(format!("the window ended with {status}"))),
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_window_needs_one_of_the_two_displays() {
        assert_eq!(check_display(Some(":0"), None), Ok(()));
        assert_eq!(check_display(None, Some("wayland-0")), Ok(()));
        for (x, wayland) in [(None, None), (Some(""), None), (None, Some(""))] {
            let text = check_display(x, wayland).unwrap_err().to_string();
            assert!(text.contains("xvfb-run -a cargo xtask run"), "{text}");
        }
    }
}
