//! A display that nobody sees, for the windows of tests.

use crate::{
    cmd::Cmd,
    failure::{Failure, Named, Result},
};
use std::{
    io::{BufRead, BufReader},
    process::{Child, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

/// As large as the pictures in the documents.
const SCREEN: &str = "1400x900x24";
const START: Duration = Duration::from_secs(20);

/// An X server of our own; it ends with this value.
pub(crate) struct Display {
    server: Child,
    /// For `DISPLAY`, like `:7`.
    pub(crate) name: String,
}

impl Display {
    /// Starts one under a number that was free, and waits until it takes windows.
    pub(crate) fn start() -> Result<Self> {
        let mut command = Cmd::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset"])
            .into_inner();
        let server = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().named("Xvfb")?;
        let mut display = Self { server, name: String::new() };
        let number = display.read_number(START)?;
        display.name = format!(":{number}");
        Ok(display)
    }

    fn read_number(&mut self, limit: Duration) -> Result<u32> {
        let (send, receive) = mpsc::channel();
        if let Some(out) = self.server.stdout.take() {
            // The pipe stays open in this thread: a server that writes to a closed one dies.
            thread::spawn(move || {
                let mut lines = BufReader::new(out).lines();
                send.send(lines.next()).ok();
                lines.for_each(drop);
            });
        }
        let line = match receive.recv_timeout(limit) {
            Ok(Some(Ok(line))) => line,
            Ok(_) => {
                return Err(Failure::new("Xvfb ended before it had a display. Run `Xvfb :99` to see why"));
            }
            Err(_) => {
                return Err(Failure::new(format!("Xvfb had no display after {} s", limit.as_secs())));
            }
        };
        line.trim().parse().named("the display number of Xvfb")
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        self.server.kill().ok();
        self.server.wait().ok();
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn two_displays_have_two_numbers_and_end_with_their_values() {
        let (one, two) = (Display::start().unwrap(), Display::start().unwrap());
        assert_ne!(one.name, two.name);
        let socket = format!("/tmp/.X11-unix/X{}", one.name.trim_start_matches(':'));
        assert!(Path::new(&socket).exists());
        let process = format!("/proc/{}", one.server.id());
        assert!(Path::new(&process).exists());
        drop(one);
        assert!(!Path::new(&process).exists());
    }
}
