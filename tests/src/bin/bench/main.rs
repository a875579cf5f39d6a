//! Measurements, one subject a file: figures, and each as a ratio to its limit.
//!
//! Owns how a figure is taken and printed. It must never judge by a machine: a ratio over 1 is printed and
//! makes the program fail, whatever else ran at the time.

mod compact;
mod village;

use std::{
    io::Write as _,
    process::ExitCode,
    time::{Duration, Instant},
};

/// Runs of which the middle one counts.
const RUNS: usize = 21;

/// A subject by its name.
type Subject = (&'static str, fn() -> Vec<Figure>);

const SUBJECTS: &[Subject] = &[("compact", compact::run), ("village", village::run)];

/// One measured thing and what it may be at most.
pub(crate) struct Figure {
    what: &'static str,
    value: f64,
    /// The most it may be; nothing where that depends on the machine.
    limit: Option<f64>,
    unit: &'static str,
}

impl Figure {
    /// The middle time of some runs, in milliseconds.
    pub(crate) fn time(what: &'static str, limit: Duration, mut run: impl FnMut()) -> Self {
        let mut times: Vec<Duration> = (0..RUNS)
            .map(|_| {
                let begun = Instant::now();
                run();
                begun.elapsed()
            })
            .collect();
        times.sort();
        let middle = times.get(RUNS / 2).copied().unwrap_or_default();
        Self::of(what, middle.as_secs_f64() * 1e3, limit.as_secs_f64() * 1e3, "ms")
    }

    /// A number of things.
    pub(crate) fn count(what: &'static str, value: usize, limit: usize) -> Self {
        Self::of(what, value as f64, limit as f64, "")
    }

    /// A value and the most it may be.
    pub(crate) fn of(what: &'static str, value: f64, limit: f64, unit: &'static str) -> Self {
        Self { what, value, limit: Some(limit), unit }
    }

    /// A value to be known.
    pub(crate) fn fact(what: &'static str, value: f64, unit: &'static str) -> Self {
        Self { what, value, limit: None, unit }
    }

    /// The value as a share of its limit.
    fn ratio(&self) -> Option<f64> {
        self.limit.map(|limit| if self.value == limit { 1.0 } else { self.value / limit })
    }
}

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    if wanted.first().is_some_and(|name| name == village::STAND_IN) {
        village::stand_in();
        return ExitCode::SUCCESS;
    }
    let mut out = std::io::stdout().lock();
    if let Some(unknown) = wanted.iter().find(|name| !SUBJECTS.iter().any(|(known, _)| known == name)) {
        let known: Vec<&str> = SUBJECTS.iter().map(|(name, _)| *name).collect();
        let _ = writeln!(std::io::stderr(), "{unknown}: {}", known.join(", "));
        return ExitCode::from(2);
    }
    let mut within = true;
    for (name, run) in SUBJECTS {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| wanted == name) {
            continue;
        }
        for figure in run() {
            let Figure { what, value, limit, unit } = &figure;
            let _ = write!(out, "{name:<10} {what:<48} {value:>10.3} {unit:<2}");
            if let (Some(limit), Some(ratio)) = (limit, figure.ratio()) {
                within &= ratio <= 1.0;
                let _ = write!(out, " of {limit:>8.3}  {ratio:>6.3}");
            }
            let _ = writeln!(out);
        }
    }
    if within { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
