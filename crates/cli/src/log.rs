//! `fuseforks log`.

use crate::{args::LogCommand, output};
use fuseforks_village::{contract::Failure, io_failure, log};
use std::process::ExitCode;

pub(crate) fn run(command: LogCommand) -> Result<ExitCode, Failure> {
    let LogCommand::Verdict { file } = command;
    let text = std::fs::read(&file).map_err(|error| io_failure(&file, &error))?;
    for verdict in log::verdicts("", &String::from_utf8_lossy(&text)) {
        output::json(&verdict);
    }
    Ok(ExitCode::SUCCESS)
}
