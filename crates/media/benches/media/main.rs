//! `cargo xtask bench media`: this crate against Pillow and sharp, on the same files, in one run.
//!
//! Owns the installing of the other programs (pinned, below `target/`), the drawing of the files, the race and
//! its verdict. It must never compare numbers of two runs: a machine is never twice the same. Every round gives
//! each program the same file in turn, and what counts is the median, over the rounds, of the ratio of
//! processor times within a round.

#[cfg(target_os = "linux")]
mod install;
#[cfg(target_os = "linux")]
mod peer;
#[cfg(target_os = "linux")]
mod race;
#[cfg(target_os = "linux")]
mod report;
#[cfg(target_os = "linux")]
mod work;

use std::error::Error;

type Failure = Box<dyn Error + Send + Sync>;

/// Rounds of the race that count; one before them warms up.
#[cfg(target_os = "linux")]
const ROUNDS: usize = 15;

#[cfg(not(target_os = "linux"))]
fn main() -> Result<(), Failure> {
    Err("memory and processor time are read from /proc: this runs on Linux".into())
}

#[cfg(target_os = "linux")]
fn main() -> Result<(), Failure> {
    use std::path::Path;
    // Cargo puts `--bench` among them.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["serve"] => work::serve(),
        ["once", file, out] => work::once(Path::new(file), Path::new(out)),
        rest => race(rest),
    }
}

/// Numbers among the words are the rounds, others choose files by a piece of their name.
#[cfg(target_os = "linux")]
fn race(words: &[&str]) -> Result<(), Failure> {
    let rounds = words.iter().find_map(|word| word.parse().ok()).unwrap_or(ROUNDS);
    let pieces: Vec<&str> = words.iter().copied().filter(|word| word.parse::<usize>().is_err()).collect();
    let tools = install::all()?;
    let files: Vec<_> = race::FILES
        .iter()
        .filter(|file| pieces.is_empty() || pieces.iter().any(|piece| file.name.contains(piece)))
        .collect();
    let mut verdict = report::Verdict::default();
    for file in files {
        let run = race::run(&tools, file, rounds)?;
        report::picture(file, &run, &mut verdict)?;
    }
    if pieces.is_empty() {
        report::pass(&race::pass(&tools)?, &mut verdict)?;
    }
    verdict.end()
}
