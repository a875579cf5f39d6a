//! MCP servers that nobody here wrote, and the suite that judges clients: packages of npm and of PyPI, pinned.

use super::{python, stamp::Stamp};
use crate::{
    cmd::Cmd,
    failure::{Named, Result},
    say, tree,
};
use std::{
    fs,
    path::{Path, PathBuf},
};

const FOLDER: &str = "tests/servers";
const LISTS: [&str; 2] = ["package.json", "package-lock.json"];

/// Installs what the lists name, if they changed since the last time, and gives the folder.
pub(super) fn install(target: &Path) -> Result<PathBuf> {
    let servers = target.join("servers");
    fs::create_dir_all(&servers).named(servers.display())?;
    let from = tree::root().join(FOLDER);
    let mut text = Vec::new();
    for name in LISTS {
        let list = fs::read(from.join(name)).named(format!("{FOLDER}/{name}"))?;
        fs::write(servers.join(name), &list).named(name)?;
        text.extend(list);
    }
    let stamp = Stamp::new(target, "servers-npm");
    if stamp.holds(&text) && servers.join("node_modules/.package-lock.json").is_file() {
        say::line("the MCP servers of npm are there");
    } else {
        Cmd::npm().dir(&servers).args(["ci", "--no-audit", "--no-fund"]).run()?;
        stamp.set(&text)?;
    }
    python::install(target, &format!("{FOLDER}/requirements.txt"), &servers.join("venv"), "servers-pip")?;
    Ok(servers)
}
