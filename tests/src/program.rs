//! Our programs as processes, in a machine folder of a story's own.

use crate::{Kept, PATIENCE};
use serde_json::Value;
use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// A program to run.
pub struct Program {
    command: Command,
    input: Vec<u8>,
    line: String,
}

/// What a program left.
#[derive(Clone, Debug)]
pub struct Done {
    /// Exit code; `None` for a signal.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// Where the programs are: `FUSEFORKS_BIN_DIR`, else beside the tests' own folder.
///
/// # Panics
/// When the program was not built: a story that cannot be told has failed.
#[must_use]
pub fn binary(name: &str) -> PathBuf {
    let beside = || {
        let own = std::env::current_exe().unwrap();
        own.ancestors().nth(2).unwrap().to_owned()
    };
    let folder = std::env::var_os("FUSEFORKS_BIN_DIR").map_or_else(beside, PathBuf::from);
    let path = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(path.is_file(), "{} is not built", path.display());
    path
}

impl Program {
    pub(crate) fn new(kept: &Kept, arguments: &[&str]) -> Self {
        let mut command = Command::new(binary("fuseforks"));
        command
            .args(arguments)
            .current_dir(kept.path())
            .env("FUSEFORKS_HOME", kept.home())
            .env("FUSEFORKS_SECRETS", "memory")
            .env("HOME", kept.path())
            .env("LANG", "C.UTF-8")
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .env_remove("LANGUAGE");
        Self { command, input: Vec::new(), line: arguments.join(" ") }
    }

    /// With a variable.
    #[must_use]
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// With this on its standard input.
    #[must_use]
    pub fn input(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = input.into();
        self
    }

    /// Starts it; its output is collected when it is waited for.
    ///
    /// # Panics
    /// When it cannot be started.
    #[must_use]
    pub fn start(mut self) -> Running {
        let piped = self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // A program that does not read its input closes it.
        let _ = stdin.write_all(&self.input);
        drop(stdin);
        let out = collect(child.stdout.take().unwrap());
        let err = collect(child.stderr.take().unwrap());
        Running { child, out, err, line: self.line }
    }

    /// Runs it to its end.
    ///
    /// # Panics
    /// When it does not end in time.
    #[must_use]
    pub fn run(self) -> Done {
        self.start().wait()
    }

    /// Runs it to its end off the async threads.
    pub async fn done(self) -> Done {
        tokio::task::spawn_blocking(move || self.run()).await.unwrap()
    }
}

type Collected = std::thread::JoinHandle<Vec<u8>>;

fn collect(mut pipe: impl std::io::Read + Send + 'static) -> Collected {
    std::thread::spawn(move || {
        let mut all = Vec::new();
        let _ = pipe.read_to_end(&mut all);
        all
    })
}

/// A program that runs.
pub struct Running {
    child: Child,
    out: Collected,
    err: Collected,
    line: String,
}

impl Running {
    /// Its process id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Ends it as a power cut would (on Unix: SIGKILL).
    ///
    /// # Panics
    /// When it cannot be ended.
    #[must_use]
    pub fn kill(mut self) -> Done {
        self.child.kill().unwrap();
        self.wait()
    }

    /// Waits for its end.
    ///
    /// # Panics
    /// When it does not end in time.
    #[must_use]
    pub fn wait(mut self) -> Done {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if begun.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("does not end: fuseforks {}", self.line);
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let text = |collected: Collected| String::from_utf8_lossy(&collected.join().unwrap()).into_owned();
        Done { code: status.code(), out: text(self.out), err: text(self.err) }
    }
}

impl Done {
    /// It did what was asked.
    ///
    /// # Panics
    /// When it did not.
    pub fn ok(self) -> Self {
        assert_eq!(self.code, Some(0), "{self:?}");
        self
    }

    /// It failed, said why in one line, and printed nothing else there.
    ///
    /// # Panics
    /// When it did anything else.
    pub fn failed(self) -> Self {
        assert_eq!(self.code, Some(1), "{self:?}");
        assert_eq!(self.err.trim_end().lines().count(), 1, "one line says why: {self:?}");
        self
    }

    /// Standard output as JSON lines.
    ///
    /// # Panics
    /// When a line is no JSON.
    #[must_use]
    pub fn json(&self) -> Vec<Value> {
        let parse = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        self.out.lines().map(parse).collect()
    }

    /// JSON lines of one event.
    #[must_use]
    pub fn events(&self, event: &str) -> Vec<Value> {
        self.json().into_iter().filter(|line| line["event"] == event).collect()
    }
}

/// Is a program there?
#[must_use]
pub fn found(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder: PathBuf| Path::new(&folder).join(name).is_file())
}
