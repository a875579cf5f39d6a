//! One way to run a program: shown before it runs, standard input closed, failure named.

use crate::{
    failure::{Failure, Named, Result},
    say, tree,
};
use std::{
    ffi::{OsStr, OsString},
    path::Path,
    process::{Command, Stdio},
};

/// Linking the shell takes a gigabyte or two, and so does a window under test: more at once needs memory that
/// not every machine has. A person who has it sets `CARGO_BUILD_JOBS` and `NEXTEST_TEST_THREADS`.
const JOBS: &str = "2";

/// A program to run from the root of the repository.
pub(crate) struct Cmd {
    inner: Command,
    shown: String,
}

impl Cmd {
    /// A program found on `PATH`, or at a path.
    pub(crate) fn new(program: impl AsRef<OsStr>) -> Self {
        let program = program.as_ref();
        let mut inner = Command::new(program);
        inner.current_dir(tree::root()).stdin(Stdio::null());
        for (name, _) in std::env::vars_os() {
            if is_of_this_package(&name) {
                inner.env_remove(name);
            }
        }
        Self { inner, shown: program.to_string_lossy().into_owned() }
    }

    /// The cargo that runs this xtask.
    pub(crate) fn cargo() -> Self {
        let mut cmd = Self::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
        cmd.shown = "cargo".to_owned();
        for name in ["CARGO_BUILD_JOBS", "NEXTEST_TEST_THREADS"] {
            if std::env::var_os(name).is_none() {
                cmd = cmd.env(name, JOBS);
            }
        }
        cmd
    }

    /// npm, in the folder of the web UI.
    pub(crate) fn npm() -> Self {
        Self::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
            .dir(&tree::root().join("ui"))
            .env("npm_config_update_notifier", "false")
    }

    /// Adds one argument.
    pub(crate) fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.shown.push(' ');
        self.shown.push_str(&arg.as_ref().to_string_lossy());
        self.inner.arg(arg);
        self
    }

    /// Adds arguments.
    pub(crate) fn args<A: AsRef<OsStr>>(self, args: impl IntoIterator<Item = A>) -> Self {
        args.into_iter().fold(self, Self::arg)
    }

    /// Runs in another folder than the root.
    pub(crate) fn dir(mut self, dir: &Path) -> Self {
        self.inner.current_dir(dir);
        self
    }

    /// Sets one variable.
    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.inner.env(name, value);
        self
    }

    /// Sets or, for `None`, removes variables.
    pub(crate) fn envs(mut self, changes: &[(String, Option<OsString>)]) -> Self {
        for (name, value) in changes {
            match value {
                Some(value) => self.inner.env(name, value),
                None => self.inner.env_remove(name),
            };
        }
        self
    }

    /// Runs to the end; its output goes to the terminal.
    pub(crate) fn run(mut self) -> Result<()> {
        say::line(&format!("$ {}", self.shown));
        let status = self.inner.status().named(&self.shown)?;
        if status.success() {
            return Ok(());
        }
        let how =
            status.code().map_or("was killed".to_owned(), |code| format!("ended with exit code {code}"));
        Err(Failure::new(format!("`{}` {how}", self.shown)))
    }

    /// Runs to the end without a word and gives what it wrote.
    pub(crate) fn output(mut self) -> Result<String> {
        let out = self.inner.output().named(&self.shown)?;
        if !out.status.success() {
            let why = String::from_utf8_lossy(&out.stderr).trim().to_owned();
            return Err(Failure::new(format!("`{}` failed: {why}", self.shown)));
        }
        String::from_utf8(out.stdout).named(&self.shown)
    }

    /// Runs to the end without a word and gives what it wrote, however it ended.
    pub(crate) fn output_anyway(mut self) -> String {
        let out = self.inner.output().map(|out| out.stdout).unwrap_or_default();
        String::from_utf8_lossy(&out).into_owned()
    }

    /// Whether it can be started and ends well; its output is dropped.
    pub(crate) fn succeeds(mut self) -> bool {
        self.inner.stdout(Stdio::null()).stderr(Stdio::null());
        self.inner.status().is_ok_and(|status| status.success())
    }

    /// The prepared command, for a caller that keeps the process.
    pub(crate) fn into_inner(self) -> Command {
        say::line(&format!("$ {}", self.shown));
        self.inner
    }
}

/// Cargo describes xtask to xtask in its environment. Passed on, it makes build scripts of an inner cargo
/// believe that something changed, and they run again at every call.
fn is_of_this_package(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with("CARGO_PKG_") || name == "CARGO_MANIFEST_DIR" || name == "CARGO_MANIFEST_PATH"
}
