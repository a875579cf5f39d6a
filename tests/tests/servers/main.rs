//! Programs that nobody here wrote: real MCP servers, and the suite that judges clients and servers.
//!
//! `cargo xtask test` installs them below the build folder, at the versions of `tests/servers`.

#[cfg(test)]
mod conformance;
#[cfg(test)]
mod everything;
#[cfg(test)]
mod fastmcp;
#[cfg(test)]
mod support;
