//! This crate as one of the racers.

use crate::Failure;
use bytes::Bytes;
use fuseforks_media::{Image, Limits, normalise};
use serde_json::json;
use std::{
    collections::HashMap,
    fs,
    io::{BufRead as _, Write as _, stdin, stdout},
    path::Path,
    time::{Duration, Instant},
};

/// Everything between the bytes of a file and the text in a request.
fn work(bytes: &Bytes) -> Result<Image, Failure> {
    let image = normalise(bytes.clone(), &Limits::default(), &|| false)?.image;
    let _ = image.base64();
    Ok(image)
}

/// Processor time of this process, all its threads.
pub(crate) fn cpu() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or(0))
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Answers a path a line with what it took.
pub(crate) fn serve() -> Result<(), Failure> {
    let mut kept: HashMap<String, Bytes> = HashMap::new();
    for line in stdin().lock().lines() {
        let path = line?;
        let bytes = match kept.get(&path) {
            Some(bytes) => bytes.clone(),
            None => kept.entry(path.clone()).or_insert(fs::read(&path)?.into()).clone(),
        };
        let (before, start) = (cpu(), Instant::now());
        let image = work(&bytes)?;
        let took = json!({"cpu": millis(cpu() - before), "wall": millis(start.elapsed()), "bytes": image.bytes().len()});
        writeln!(stdout(), "{took}")?;
    }
    Ok(())
}

/// A number of kilobytes of `/proc/self/status`.
fn resident(field: &str) -> Result<u64, Failure> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with(field)).ok_or("no memory figures")?;
    Ok(line.split_whitespace().nth(1).ok_or("no memory figures")?.parse()?)
}

/// Does it once, writes the JPEG, and says what memory it took.
pub(crate) fn once(file: &Path, out: &Path) -> Result<(), Failure> {
    let bytes = fs::read(file)?.into();
    let before = resident("VmRSS")?;
    fs::write("/proc/self/clear_refs", "5")?;
    let image = work(&bytes)?;
    writeln!(stdout(), "{}", json!({"before": before, "peak": resident("VmHWM")?}))?;
    Ok(fs::write(out, image.bytes())?)
}
