//! A racer as a process that stays: it is warm, and what it took is its own word for word.

use crate::{Failure, install::Tools};
use serde::Deserialize;
use std::{
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// Who races.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Racer {
    /// This crate.
    Ours,
    /// sharp as its documentation has it.
    Sharp,
    /// sharp without optimised tables: faster, and about 2 % larger.
    SharpPlain,
    /// Pillow.
    Pillow,
}

pub(crate) const RACERS: [Racer; 4] = [Racer::Ours, Racer::Sharp, Racer::SharpPlain, Racer::Pillow];

impl Racer {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::Sharp => "sharp",
            Self::SharpPlain => "sharp-plain",
            Self::Pillow => "pillow",
        }
    }

    fn command(self, tools: &Tools, what: &str) -> Result<Command, Failure> {
        let script = |program: &Path, name: &str| {
            let mut command = Command::new(program);
            command.arg(tools.scripts.join(name)).arg(what);
            command
        };
        Ok(match self {
            Self::Ours => {
                let mut command = Command::new(std::env::current_exe()?);
                command.arg(what);
                command
            }
            Self::Pillow => script(&tools.python, "peer_pillow.py"),
            Self::Sharp | Self::SharpPlain => {
                let mut command = script(Path::new("node"), "peer_sharp.mjs");
                command.arg(if self == Self::Sharp { "default" } else { "plain" });
                command
            }
        })
    }

    /// A process of its own for one file; it writes the JPEG and tells its memory.
    pub(crate) fn once(self, tools: &Tools, file: &Path, out: &Path) -> Result<Memory, Failure> {
        let output = self.command(tools, "once")?.arg(file).arg(out).stderr(Stdio::inherit()).output()?;
        if !output.status.success() {
            return Err(format!("{} failed", self.name()).into());
        }
        Ok(serde_json::from_slice(&output.stdout)?)
    }
}

/// Resident kilobytes of a process.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Memory {
    /// With the file in memory and nothing done.
    pub(crate) before: u64,
    /// At the most.
    pub(crate) peak: u64,
}

/// What one file took.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Took {
    /// Processor milliseconds, user and system, all threads.
    pub(crate) cpu: f64,
    /// Milliseconds on the wall.
    pub(crate) wall: f64,
    /// Bytes of the JPEG.
    pub(crate) bytes: u64,
}

/// A racer that waits for files.
pub(crate) struct Running {
    child: Child,
    ask: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Running {
    pub(crate) fn start(racer: Racer, tools: &Tools) -> Result<Self, Failure> {
        let mut child =
            racer.command(tools, "serve")?.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let ask = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Self { child, ask, answers })
    }

    pub(crate) fn take(&mut self, file: &Path) -> Result<Took, Failure> {
        let ask = self.ask.as_mut().ok_or("no input")?;
        writeln!(ask, "{}", file.display())?;
        ask.flush()?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        Ok(serde_json::from_str(&line)?)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The end of its input ends it.
        self.ask = None;
        let _ = self.child.wait();
    }
}
