//! What the race needs and a machine need not have: two other programs and the files.

use crate::Failure;
use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const REQUIREMENTS: &str = include_str!("requirements.txt");
const PACKAGE: &str = include_str!("package.json");
const GENERATE: &str = include_str!("generate.py");

/// Where everything is.
pub(crate) struct Tools {
    /// The Python with Pillow.
    pub(crate) python: PathBuf,
    /// The scripts of this folder, as they are run.
    pub(crate) scripts: PathBuf,
    /// The drawn files.
    pub(crate) pictures: PathBuf,
    /// JPEGs that the racers made.
    pub(crate) sent: PathBuf,
}

/// Installs and draws what is missing.
pub(crate) fn all() -> Result<Tools, Failure> {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-media");
    let (venv, scripts, sent) = (root.join("venv"), root.join("scripts"), root.join("sent"));
    for folder in [&scripts, &sent] {
        fs::create_dir_all(folder)?;
    }
    let python = venv.join("bin/python");
    unless_done(&root.join("python.done"), REQUIREMENTS, || {
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv))?;
        let list = scripts.join("requirements.txt");
        fs::write(&list, REQUIREMENTS)?;
        run(Command::new(&python)
            .args(["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "-r"])
            .arg(&list))
    })?;
    // Node finds packages beside the script that asks for them.
    unless_done(&root.join("node.done"), PACKAGE, || {
        fs::write(scripts.join("package.json"), PACKAGE)?;
        let arguments = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"];
        run(Command::new("npm").args(arguments).current_dir(&scripts))
    })?;
    for (name, text) in [
        ("generate.py", GENERATE),
        ("peer_pillow.py", include_str!("peer_pillow.py")),
        ("peer_sharp.mjs", include_str!("peer_sharp.mjs")),
        ("quality.py", include_str!("quality.py")),
    ] {
        fs::write(scripts.join(name), text)?;
    }
    let pictures = root.join("pictures");
    unless_done(&root.join("pictures.done"), GENERATE, || {
        let _ = fs::remove_dir_all(&pictures);
        run(Command::new(&python).arg(scripts.join("generate.py")).arg(&pictures))
    })?;
    Ok(Tools { python, scripts, pictures, sent })
}

/// Does the work unless the note says that it was done from the same text.
fn unless_done(note: &Path, text: &str, work: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
    if fs::read_to_string(note).is_ok_and(|done| done == text) {
        return Ok(());
    }
    work()?;
    Ok(fs::write(note, text)?)
}

fn run(command: &mut Command) -> Result<(), Failure> {
    let name = command.get_program().display().to_string();
    let status = command.status().map_err(|error| format!("{name}: {error}"))?;
    if status.success() {
        return Ok(());
    }
    let words: Vec<_> = command.get_args().map(OsStr::to_string_lossy).collect();
    Err(format!("{name} {} failed", words.join(" ")).into())
}
