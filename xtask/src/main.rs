//! The chores of this repository: `cargo xtask <command>`.
//!
//! Owns how the product is checked, tested, started and measured on a person's machine and in CI: both type
//! the same commands. It must never use a crate of ours, so that it builds in seconds and can judge a tree
//! that does not compile.
//!
//! Invariant: a command that is listed works, and a check that cannot run fails. Nothing is skipped silently.

mod bench;
mod cmd;
mod display;
mod e2e;
mod failure;
mod lint;
mod run;
mod say;
mod setup;
mod steps;
mod test;
mod tree;

use failure::{Failure, Result};
use std::process::ExitCode;

const HELP: &str = "\
usage: cargo xtask <command>

  run [--release] [ARGS]  install what is missing, build, and open the window
  test                    install what is missing, check everything, run every test
  lint [--full]           the checks without the tests; --full adds licences and bans of all dependencies
  e2e [FILTER]            only the tests that drive the real window
  shots                   pictures of every screen, in target/shots
  bench [NAME]            measure, in a release build: llm beside a bare copy, media against Pillow and sharp";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            say::error(&failure.to_string());
            ExitCode::from(failure.code())
        }
    }
}

fn dispatch(args: &[String]) -> Result<()> {
    let (command, rest) = args.split_first().map_or(("help", &[][..]), |(c, r)| (c.as_str(), r));
    match (command, rest) {
        ("run", rest) => run::run(rest),
        ("test", []) => test::run(),
        ("lint", []) => lint::command(lint::Depth::Quick),
        ("lint", [flag]) if flag == "--full" => lint::command(lint::Depth::Full),
        ("e2e", []) => e2e::run(None),
        ("e2e", [filter]) => e2e::run(Some(filter)),
        ("shots", []) => e2e::shots(),
        ("bench", rest) => bench::run(rest),
        ("help" | "-h" | "--help", []) => {
            say::line(HELP);
            Ok(())
        }
        _ => Err(Failure::usage(format!("`{}` is not a command of xtask\n\n{HELP}", args.join(" ")))),
    }
}
