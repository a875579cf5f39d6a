//! Measurements, one subject a file: figures, and each as a ratio to its limit.
//!
//! Owns how a figure is taken, printed and judged: each line has its target, the ratio to it and the verdict.
//! A figure over its target makes the program fail, whatever else ran at the time.

mod compact;

use std::{
    fmt,
    io::Write as _,
    process::ExitCode,
    time::{Duration, Instant},
};

/// Runs of which the middle one counts.
const RUNS: usize = 21;

/// A subject by its name.
type Subject = (&'static str, fn() -> Vec<Figure>);

const SUBJECTS: &[Subject] = &[("compact", compact::run)];

/// One measured thing and what it is to be.
pub(crate) struct Figure {
    what: &'static str,
    value: f64,
    target: f64,
    unit: &'static str,
    exact: bool,
}

impl Figure {
    /// The middle time of some runs, in milliseconds: at most `limit`.
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
        let (value, target) = (middle.as_secs_f64() * 1e3, limit.as_secs_f64() * 1e3);
        Self { what, value, target, unit: "ms", exact: false }
    }

    /// A number of things: exactly `target`, since fewer would mean that something was not measured.
    pub(crate) fn count(what: &'static str, value: usize, target: usize) -> Self {
        Self { what, value: value as f64, target: target as f64, unit: "", exact: true }
    }

    /// The value as a share of the target; over 1 where a count is another one.
    fn ratio(&self) -> f64 {
        match (self.exact, self.value == self.target) {
            (true, true) => 1.0,
            (true, false) => f64::INFINITY,
            (false, _) => self.value / self.target,
        }
    }

    fn is_met(&self) -> bool {
        self.ratio() <= 1.0
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, value, target, unit, exact } = self;
        let sign = if *exact { "=" } else { "<=" };
        let verdict = if self.is_met() { "met" } else { "MISSED" };
        let ratio = self.ratio();
        write!(
            f,
            "{what:<48} {value:>10.3} {unit:<2} target {sign:<2} {target:>8.3}  {ratio:>6.3}  {verdict}"
        )
    }
}

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
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
        let figures = run();
        // A subject that could not be set up has no figure; that is no success.
        within &= !figures.is_empty();
        for figure in figures {
            within &= figure.is_met();
            let _ = writeln!(out, "{name:<10} {figure}");
        }
    }
    if within { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
