//! The command line: villages, templates, agents, asking, and looking at what the parts do.
//!
//! Owns arguments and output. It must never decide what the application decides: every command calls the
//! application or a part of it and prints what came back. Its words are in `locales/`; its JSON is stable.
//!
//! Invariant: exit code 0 is done, 1 is failed with one line on stderr, 2 is wrong usage.

mod agent;
mod args;
mod ask;
mod compact;
mod context;
mod help;
mod image;
mod log;
mod mcp;
mod output;
mod question;
mod session;
mod template;
mod village;
mod wire;

use args::{Cli, Command};
use clap::{CommandFactory as _, FromArgMatches as _};
use context::Context;
use std::process::ExitCode;

/// Runs the program with the process's arguments.
#[must_use]
pub fn run() -> ExitCode {
    let context = Context::from_env();
    let command = help::worded(Cli::command(), context.text());
    let matches = match command.try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            // Help and version are answers and not errors.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    let Ok(cli) = Cli::from_arg_matches(&matches) else { return ExitCode::from(2) };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return output::failed(&error),
    };
    let done = runtime.block_on(async {
        match cli.command {
            Command::Village(command) => village::run(&context, command).await,
            Command::Template(command) => template::run(&context, command).await,
            Command::Agent(command) => agent::run(&context, command).await,
            Command::Ask(arguments) => ask::run(&context, arguments).await,
            Command::Image(arguments) => image::run(&context, &arguments),
            Command::Wire(arguments) => wire::run(&arguments),
            Command::Compact(command) => compact::run(&context, command),
            Command::Mcp(command) => mcp::run(&context, command).await,
            Command::Session(command) => session::run(&context, command).await,
            Command::Log(command) => log::run(command),
        }
    });
    match done {
        Ok(code) => code,
        Err(failure) => output::failed(&output::sentence(context.text(), &failure)),
    }
}
