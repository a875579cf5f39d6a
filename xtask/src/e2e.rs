//! `cargo xtask e2e` and `shots`: the real window, driven by a driver, on a display that nobody sees.

use crate::{
    failure::{Failure, Named, Result},
    say,
    setup::{self, Purpose},
    test::{Surroundings, build_all, build_web},
    tree::{self, Workspace},
};
use std::fs;

const WINDOW: &str = "package(fuseforks-tests) & binary(e2e)";

/// Runs the tests of the window whose names contain `filter`.
pub(crate) fn run(filter: Option<&str>) -> Result<()> {
    let chosen = match filter {
        Some(filter) => format!("{WINDOW} & test({})", literal(filter)?),
        None => WINDOW.to_owned(),
    };
    let workspace = prepare()?;
    let plain = ["--test", "e2e"].into_iter().chain(filter).collect::<Vec<_>>();
    Surroundings::new(&workspace)?.run_tests(Some(&chosen), &plain)
}

/// Takes pictures of every screen, in three languages and both themes.
pub(crate) fn shots() -> Result<()> {
    let workspace = prepare()?;
    let folder = workspace.target.join("shots");
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).named(folder.display())?;
    let surroundings = Surroundings::new(&workspace)?.with("FUSEFORKS_SHOTS", &folder);
    surroundings.run_tests(Some(&format!("{WINDOW} & test(/^shots::/)")), &["--test", "e2e", "shots::"])?;
    let pictures = fs::read_dir(&folder).named(folder.display())?.count();
    if pictures == 0 {
        return Err(Failure::new(format!("no picture was written to {}", folder.display())));
    }
    say::line(&format!("{pictures} pictures in {}", folder.display()));
    Ok(())
}

fn prepare() -> Result<Workspace> {
    let workspace = tree::workspace()?;
    setup::prepare(Purpose::Test, &workspace.target)?;
    build_web()?;
    build_all()?;
    Ok(workspace)
}

/// A part of a test's name inside a nextest filter, where brackets and operators would mean something.
fn literal(filter: &str) -> Result<&str> {
    let plain =
        !filter.is_empty() && filter.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':'));
    plain
        .then_some(filter)
        .ok_or_else(|| Failure::usage("the filter is a part of a test's name: letters, digits, `_`, `:`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_cannot_become_an_expression() {
        assert_eq!(literal("chat::streams_text"), Ok("chat::streams_text"));
        for odd in ["", "a)", "all() | x", "/a/"] {
            assert!(literal(odd).is_err(), "{odd}");
        }
    }
}
