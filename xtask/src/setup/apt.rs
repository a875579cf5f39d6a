//! Packages of Debian and Ubuntu.

use super::Purpose;
use crate::{
    cmd::Cmd,
    failure::{Failure, Result},
    say,
};

/// To build and start the desktop shell. The fonts and codecs are for Japanese, Chinese and sound.
const RUN: &[&str] = &[
    "build-essential",
    "pkg-config",
    "libwebkit2gtk-4.1-dev",
    "libgtk-3-dev",
    "libsoup-3.0-dev",
    "librsvg2-dev",
    "gstreamer1.0-plugins-base",
    "gstreamer1.0-plugins-good",
    "fonts-noto-cjk",
];

/// To drive the window without a person: a display, a driver, a key store, a clipboard, a mouse.
const TEST: &[&str] = &[
    "webkit2gtk-driver",
    "xvfb",
    "xauth",
    "dbus",
    "gnome-keyring",
    "libsecret-tools",
    "imagemagick",
    "xclip",
    "xdotool",
    "fonts-dejavu-core",
    "python3-venv",
];

/// Installs the packages that are missing.
pub(super) fn install(purpose: Purpose) -> Result<()> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let wanted = wanted(purpose);
    if !Cmd::new("dpkg-query").arg("--version").succeeds() {
        say::line(
            "this is not a Debian or Ubuntu system, so nothing is installed. Needed are what Debian calls:",
        );
        say::line(&format!("  {}", wanted.join(" ")));
        return Ok(());
    }
    let missing = missing(&wanted, &installed(&wanted));
    if missing.is_empty() {
        say::line("all system packages are there");
        return Ok(());
    }
    if !is_root() {
        return Err(Failure::new(without_root(&missing)));
    }
    say::line(&format!("system packages to install: {}", missing.join(" ")));
    let apt = || Cmd::new("apt-get").env("DEBIAN_FRONTEND", "noninteractive");
    apt().args(["update", "-q"]).run()?;
    apt().args(["install", "-q", "-y", "--no-install-recommends"]).args(missing).run()
}

fn wanted(purpose: Purpose) -> Vec<&'static str> {
    let more = if purpose == Purpose::Test { TEST } else { &[] };
    RUN.iter().chain(more).copied().collect()
}

/// What `dpkg-query` says about packages, a line each. Unknown names make it fail after it has named the others,
/// so its exit code says nothing here.
fn installed(wanted: &[&str]) -> String {
    let query = ["--show", "--showformat", "${Package} ${db:Status-Status}\\n"];
    Cmd::new("dpkg-query").args(query).args(wanted).output_anyway()
}

fn missing<'a>(wanted: &[&'a str], installed: &str) -> Vec<&'a str> {
    let there = |name: &str| installed.lines().any(|line| line.strip_prefix(name) == Some(" installed"));
    wanted.iter().copied().filter(|name| !there(name)).collect()
}

fn without_root(missing: &[&str]) -> String {
    format!(
        "system packages are missing, and only root can install them. Run this, then try again:\n\n  \
         sudo apt-get update && sudo apt-get install -y --no-install-recommends {}\n",
        missing.join(" ")
    )
}

fn is_root() -> bool {
    Cmd::new("id").arg("-u").output().is_ok_and(|id| id.trim() == "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_needs_all_that_a_start_needs() {
        let (run, test) = (wanted(Purpose::Run), wanted(Purpose::Test));
        assert!(run.iter().all(|name| test.contains(name)));
        assert!(test.contains(&"xvfb") && !run.contains(&"xvfb"));
    }

    #[test]
    fn only_what_is_installed_counts_as_there() {
        let said = "xvfb installed\nxauth config-files\nlibgtk-3-dev-doc installed\n";
        assert_eq!(missing(&["xvfb", "xauth", "libgtk-3-dev"], said), ["xauth", "libgtk-3-dev"]);
        assert_eq!(missing(&["xvfb"], said), [""; 0]);
    }

    #[test]
    fn without_root_the_exact_command_is_said() {
        let text = without_root(&["xvfb", "xauth"]);
        assert!(text.contains(
            "\n  sudo apt-get update && sudo apt-get install -y --no-install-recommends xvfb xauth\n"
        ));
    }
}
