//! Measurements, one subject a file: figures, and each as a ratio to its limit.
//!
//! Owns how a figure is taken, printed and judged: each line has its target, the ratio to it and the verdict.
//! A figure over its target makes the program fail, whatever else ran at the time.

mod compact;
mod village;

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

const SUBJECTS: &[Subject] = &[("compact", compact::run), ("village", village::run)];

/// What a value is to be.
#[derive(Clone, Copy)]
enum Target {
    /// No more than this.
    Most(f64),
    /// Exactly this: fewer would mean that something was not measured.
    Exactly(f64),
    /// Something to know; it depends on the machine.
    Any,
}

/// One measured thing and what it is to be.
pub(crate) struct Figure {
    what: &'static str,
    value: f64,
    target: Target,
    unit: &'static str,
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
        Self::of(what, middle.as_secs_f64() * 1e3, limit.as_secs_f64() * 1e3, "ms")
    }

    /// A number of things: exactly `target`.
    pub(crate) fn count(what: &'static str, value: usize, target: usize) -> Self {
        Self { what, value: value as f64, target: Target::Exactly(target as f64), unit: "" }
    }

    /// A value and the most it may be.
    pub(crate) fn of(what: &'static str, value: f64, limit: f64, unit: &'static str) -> Self {
        Self { what, value, target: Target::Most(limit), unit }
    }

    /// A value to be known.
    pub(crate) fn fact(what: &'static str, value: f64, unit: &'static str) -> Self {
        Self { what, value, target: Target::Any, unit }
    }

    fn is_met(&self) -> bool {
        match self.target {
            Target::Most(most) => self.value <= most,
            Target::Exactly(number) => self.value == number,
            Target::Any => self.value.is_finite(),
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, value, target, unit } = self;
        write!(f, "{what:<50} {value:>10.3} {unit:<2}")?;
        let verdict = if self.is_met() { "met" } else { "MISSED" };
        match target {
            Target::Most(most) => write!(f, " target <= {most:>8.3}  {:>6.3}  {verdict}", value / most),
            Target::Exactly(number) => write!(f, " target =  {number:>8.3}          {verdict}"),
            Target::Any => Ok(()),
        }
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
