//! Stand-ins in processes of their own, and how much memory a process takes.

use crate::program::binary;
use serde_json::Value;
use std::{
    fs,
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
};

/// A camera in a process of its own, so that what it keeps is not counted for the program under test. Dropping
/// it ends it.
pub struct CameraProcess {
    child: Child,
    url: String,
}

impl CameraProcess {
    /// Starts one that answers a look with something odd: a word of `fuseforks-sim camera --odd`.
    ///
    /// # Panics
    /// When it cannot be started.
    #[must_use]
    pub fn start(odd: &str) -> Self {
        let mut child = Command::new(binary("fuseforks-sim"))
            .args(["camera", "--odd", odd])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let ready: Value = serde_json::from_str(&line).unwrap();
        Self { child, url: ready["url"].as_str().unwrap().to_owned() }
    }

    /// Its address, another one for each number: whoever goes by one of them has a connection of its own, so
    /// that no queue of one server spares it anything.
    #[must_use]
    pub fn url(&self, number: usize) -> String {
        format!("{}?agent={number}", self.url)
    }
}

impl Drop for CameraProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A figure of a process, in kilobytes, as `/proc/PID/status` has it: `VmRSS` for what it takes now, `VmHWM` for
/// the most that it took since [`forget_peak`].
///
/// # Panics
/// When there is no such process or figure.
#[must_use]
pub fn memory(process: u32, figure: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.split(':').next() == Some(figure)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// Lets the peak of a process begin anew.
///
/// # Panics
/// When the process is not ours.
pub fn forget_peak(process: u32) {
    fs::write(format!("/proc/{process}/clear_refs"), "5").unwrap();
}
