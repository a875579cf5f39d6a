//! Python programs that nobody here wrote: virtual environments with pinned packages.

use super::stamp::Stamp;
use crate::{
    cmd::Cmd,
    failure::{Failure, Named, Result},
    say, tree,
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Makes the environment `venv` of a list of packages, if the list changed since the last time, and gives its
/// Python. `stamp` is the name of the note about it.
pub(super) fn install(
    target: &Path,
    requirements: &str,
    venv: &Path,
    stamp: &str,
) -> Result<Option<PathBuf>> {
    let list = tree::root().join(requirements);
    if !list.is_file() {
        return Ok(None);
    }
    let text = fs::read_to_string(&list).named(requirements)?;
    if let Some(line) = unpinned(&text) {
        return Err(Failure::new(format!("{requirements}: `{line}` has no version. Write `{line}==...`")));
    }
    let python = venv.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let stamp = Stamp::new(target, stamp);
    if stamp.holds(text.as_bytes()) && python.is_file() {
        say::line(&format!("the packages of {requirements} are there"));
        return Ok(Some(python));
    }
    Cmd::new(if cfg!(windows) { "python" } else { "python3" })
        .args(["-m", "venv", "--clear"])
        .arg(venv)
        .run()?;
    let pip =
        ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "--requirement"];
    Cmd::new(&python).args(pip).arg(&list).run()?;
    stamp.set(text.as_bytes())?;
    Ok(Some(python))
}

/// The first requirement without an exact version.
fn unpinned(list: &str) -> Option<&str> {
    let lines = list.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty() && !line.starts_with("--")).find(|line| !line.contains("=="))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_requirement_has_an_exact_version() {
        assert_eq!(unpinned("# oracle\npillow==12.0.0 # pixels\n\nmcp==2.0.0\n"), None);
        assert_eq!(unpinned("pillow==12.0.0\nmcp>=2\n"), Some("mcp>=2"));
        assert_eq!(unpinned("pillow # newest"), Some("pillow"));
    }
}
