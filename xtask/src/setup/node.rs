//! Node.js, npm and the packages of the web UI.

use super::stamp::Stamp;
use crate::{
    cmd::Cmd,
    failure::{Failure, Named, Result},
    say, tree,
};
use std::{fs, path::Path};

/// The oldest Node.js that the UI's build tools accept.
const OLDEST: (u32, u32) = (20, 19);

/// Whether Node.js and npm are there and new enough.
pub(super) fn check_version() -> Result<()> {
    let node = Cmd::new("node").arg("--version").output().ok();
    check(node.as_deref())?;
    if !Cmd::npm().arg("--version").succeeds() {
        return Err(Failure::new("npm is missing. It comes with Node.js; on Debian it is the package `npm`"));
    }
    Ok(())
}

/// Installs the locked packages, if the lock changed since the last time.
pub(super) fn install(target: &Path) -> Result<()> {
    let ui = tree::root().join("ui");
    let lock = fs::read(ui.join("package-lock.json")).named("ui/package-lock.json")?;
    let stamp = Stamp::new(target, "npm");
    if stamp.holds(&lock) && ui.join("node_modules/.package-lock.json").is_file() {
        say::line("the packages of the web UI are there");
        return Ok(());
    }
    Cmd::npm().args(["ci", "--no-audit", "--no-fund"]).run()?;
    stamp.set(&lock)
}

fn check(said: Option<&str>) -> Result<()> {
    let wanted = format!("Node.js {}.{} or newer builds the web UI", OLDEST.0, OLDEST.1);
    let how = "Install it from nodejs.org or with your package manager, then try again";
    let Some(said) = said.map(str::trim) else {
        return Err(Failure::new(format!("{wanted}, and there is no `node` on the PATH. {how}")));
    };
    let mut numbers = said.trim_start_matches('v').split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if version < OLDEST {
        return Err(Failure::new(format!("{wanted}, and `node` is {said}. {how}")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_good_version_is_exact() {
        for good in ["v20.19.0", "v20.20.2\n", "v22.0.0", "v100.1.0"] {
            assert_eq!(check(Some(good)), Ok(()), "{good}");
        }
        for old in ["v18.20.4", "v20.18.3", "v9.99.0", "nonsense"] {
            assert!(check(Some(old)).is_err(), "{old}");
        }
    }

    #[test]
    fn the_person_is_told_what_is_there_and_what_to_do() {
        let text = check(Some("v18.20.4\n")).unwrap_err().to_string();
        assert!(text.contains("20.19 or newer") && text.contains("`node` is v18.20.4. Install it"), "{text}");
        assert!(check(None).unwrap_err().to_string().contains("no `node` on the PATH"));
    }
}
