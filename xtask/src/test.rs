//! `cargo xtask test`: everything that must hold before a change is taken. Cheap checks first.

use crate::{
    cmd::Cmd,
    display::Display,
    failure::{Named, Result},
    lint, say,
    setup::{self, Purpose},
    steps::Steps,
    tree::{self, Workspace},
};
use std::{ffi::OsString, fs, path::Path};

/// Its generator needs one process for all its tests; `lint` runs it so (see `lint/generated.rs`).
const ALL_BUT_GENERATOR: &str = "not package(fuseforks-contract)";
const CONFORMANCE: &str = "tests/conformance/run.py";

/// Runs all steps; the first failure ends it.
pub(crate) fn run() -> Result<()> {
    let mut steps = Steps::default();
    let workspace = tree::workspace()?;
    steps.step("house rules", lint::house_rules)?;
    steps.step("format", lint::format)?;
    let python = steps.step("setup", || {
        setup::prepare(Purpose::Test, &workspace.target)?;
        setup::servers(&workspace.target)?;
        setup::python(&workspace.target)
    })?;
    steps.step("generated TypeScript", lint::generated_is_fresh)?;
    steps.step("web UI checks", lint::web)?;
    steps.step("web UI tests", || Cmd::npm().args(["run", "--silent", "test"]).run())?;
    steps.step("web UI build", build_web)?;
    steps.step("clippy", lint::clippy)?;
    steps.step("build", build_all)?;
    let surroundings = Surroundings::new(&workspace)?;
    steps.step("tests", || surroundings.run_tests(Some(ALL_BUT_GENERATOR), &[]))?;
    if tree::root().join(CONFORMANCE).is_file() {
        let python = python.unwrap_or_else(|| "python3".into());
        steps.step("conformance", || surroundings.apply(Cmd::new(python).arg(CONFORMANCE)).run())?;
    }
    say::line(&steps.summary("all tests passed"));
    Ok(())
}

/// The files of the web UI as the window serves them.
pub(crate) fn build_web() -> Result<()> {
    Cmd::npm().args(["run", "--silent", "build"]).run()
}

/// Every crate, program and test. One call, because cargo chooses features per call: a second one with fewer
/// packages would build many dependencies again.
pub(crate) fn build_all() -> Result<()> {
    Cmd::cargo().args(["build", "--quiet", "--workspace", "--all-targets"]).run()
}

/// What tests find around them: our programs, a display, a home of their own, nothing of the person's desktop.
pub(crate) struct Surroundings {
    /// Lives as long as the tests; a display is no use on a system without X.
    _display: Option<Display>,
    variables: Vec<(String, Option<OsString>)>,
}

impl Surroundings {
    /// Starts the display and makes an empty home.
    pub(crate) fn new(workspace: &Workspace) -> Result<Self> {
        let display = if cfg!(target_os = "linux") { Some(Display::start()?) } else { None };
        let home = workspace.target.join("xtask/home");
        fs::remove_dir_all(&home).ok();
        fs::create_dir_all(&home).named(home.display())?;
        let variables =
            variables(&workspace.target, &home, display.as_ref().map(|display| display.name.as_str()));
        Ok(Self { _display: display, variables })
    }

    /// Adds a variable.
    pub(crate) fn with(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.variables.push((name.to_owned(), Some(value.into())));
        self
    }

    /// Gives a command these surroundings.
    pub(crate) fn apply(&self, cmd: Cmd) -> Cmd {
        cmd.envs(&self.variables)
    }

    /// Runs the tests that a nextest filter chooses, by nextest if it is there. `plain` are the arguments that
    /// choose the same ones for `cargo test`.
    pub(crate) fn run_tests(&self, filter: Option<&str>, plain: &[&str]) -> Result<()> {
        if Cmd::cargo().args(["nextest", "--version"]).succeeds() {
            let filter = filter.iter().flat_map(|filter| ["--filterset", filter]);
            let cmd = Cmd::cargo().args(["nextest", "run", "--workspace"]).args(filter);
            return self.apply(cmd).run();
        }
        say::line("cargo-nextest is not installed, so `cargo test` runs the tests");
        self.apply(Cmd::cargo().args(["test", "--workspace"]).args(plain)).run()
    }
}

fn variables(target: &Path, home: &Path, display: Option<&str>) -> Vec<(String, Option<OsString>)> {
    let set = |name: &str, value: OsString| (name.to_owned(), Some(value));
    let mut all = vec![
        set("FUSEFORKS_BIN_DIR", target.join("debug").into()),
        set("FUSEFORKS_HOME", home.into()),
        set("FUSEFORKS_SERVERS_DIR", target.join("servers").into()),
        set("WEBKIT_DISABLE_DMABUF_RENDERER", "1".into()),
        set("NO_AT_BRIDGE", "1".into()),
        set("GDK_BACKEND", "x11".into()),
        set("LANG", language().into()),
        // A test that wants a session bus starts its own. The person's has the person's keys.
        set("DBUS_SESSION_BUS_ADDRESS", "disabled:".into()),
    ];
    all.extend(["LC_ALL", "LC_MESSAGES", "LANGUAGE", "WAYLAND_DISPLAY"].map(|name| (name.to_owned(), None)));
    all.extend(display.map(|name| set("DISPLAY", name.into())));
    all
}

/// American English if the machine has it: without a region the web view formats numbers in its own way.
fn language() -> &'static str {
    let known = Cmd::new("locale").arg("-a").output_anyway();
    let english = known.lines().any(|name| matches!(name, "en_US.utf8" | "en_US.UTF-8"));
    if english { "en_US.UTF-8" } else { "C.UTF-8" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_reach_neither_the_display_nor_the_keys_nor_the_home_of_the_person() {
        let all = variables(Path::new("/t"), Path::new("/t/home"), Some(":7"));
        let value = |name: &str| all.iter().find(|(set, _)| set == name).map(|(_, value)| value.clone());
        for (name, expected) in [
            ("FUSEFORKS_BIN_DIR", "/t/debug"),
            ("FUSEFORKS_HOME", "/t/home"),
            ("DISPLAY", ":7"),
            ("DBUS_SESSION_BUS_ADDRESS", "disabled:"),
            ("WEBKIT_DISABLE_DMABUF_RENDERER", "1"),
        ] {
            assert_eq!(value(name), Some(Some(expected.into())), "{name}");
        }
        assert_eq!(value("WAYLAND_DISPLAY"), Some(None));
    }
}
