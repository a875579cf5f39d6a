//! What must be on a machine before the product can be built, started or tested, and how it gets there.
//!
//! It must never change anything without a line that says so, and never install as somebody else: without
//! root it prints the exact command and stops.
//!
//! Invariant: nothing that is already there is installed again, so that the second call costs a second.

mod apt;
mod node;
mod python;
mod servers;
mod stamp;

use crate::{cmd::Cmd, failure::Result};
use std::path::{Path, PathBuf};

/// What the machine is prepared for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Purpose {
    /// To build and start the product.
    Run,
    /// Also to test it, in a window that nobody sees.
    Test,
}

/// Installs what is missing. `target` keeps the notes about what was installed.
pub(crate) fn prepare(purpose: Purpose, target: &Path) -> Result<()> {
    // Before anything is installed: only the person can put this right.
    node::check_version()?;
    apt::install(purpose)?;
    node::install(target)
}

/// The Python of the conformance checks, if this tree has any.
pub(crate) fn python(target: &Path) -> Result<Option<PathBuf>> {
    python::install(target, "tests/conformance/requirements.txt", &target.join("venv"), "pip")
}

/// Real MCP servers and the suite that judges clients, and the folder they are in.
pub(crate) fn servers(target: &Path) -> Result<PathBuf> {
    servers::install(target)
}

/// Whether the desktop shell can be compiled here.
pub(crate) fn has_webkit() -> bool {
    Cmd::new("pkg-config").args(["--exists", "webkit2gtk-4.1"]).succeeds()
}
