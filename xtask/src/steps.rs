//! A chore as a list of named steps with their times.

use crate::{
    failure::{Failure, Result},
    say,
};
use std::time::{Duration, Instant};

/// The steps done so far.
#[derive(Default)]
pub(crate) struct Steps {
    done: Vec<(&'static str, Duration)>,
    failed: Vec<&'static str>,
}

impl Steps {
    /// Announces a step, runs it and keeps its time. The chore is expected to end with a failure.
    pub(crate) fn step<T>(&mut self, name: &'static str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        say::line(&format!("\n== {name}"));
        let start = Instant::now();
        let outcome = work();
        self.done.push((name, start.elapsed()));
        if outcome.is_err() {
            say::line(&self.summary("FAILED"));
        }
        outcome
    }

    /// The same for a step whose failure leaves the later ones worth running: it is said, and kept for
    /// [`Steps::finish`].
    pub(crate) fn attempt(&mut self, name: &'static str, work: impl FnOnce() -> Result<()>) {
        say::line(&format!("\n== {name}"));
        let start = Instant::now();
        if let Err(failure) = work() {
            say::error(&failure.to_string());
            self.failed.push(name);
        }
        self.done.push((name, start.elapsed()));
    }

    /// The summary, and a failure if an attempt failed.
    pub(crate) fn finish(self, verdict: &str) -> Result<()> {
        if self.failed.is_empty() {
            say::line(&self.summary(verdict));
            return Ok(());
        }
        say::line(&self.summary("FAILED"));
        Err(Failure::new(format!("failed: {}", self.failed.join(", "))))
    }

    /// One line: how it went, the total, each step.
    pub(crate) fn summary(&self, verdict: &str) -> String {
        let total: Duration = self.done.iter().map(|(_, time)| *time).sum();
        let each: Vec<_> = self.done.iter().map(|(name, time)| format!("{name} {}", clock(*time))).collect();
        format!("\n{verdict} in {}: {}", clock(total), each.join(", "))
    }
}

/// `41s` or `3m05s`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    if seconds < 60 { format!("{seconds}s") } else { format!("{}m{:02}s", seconds / 60, seconds % 60) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_seconds_and_then_in_minutes() {
        for (millis, shown) in
            [(0, "0s"), (499, "0s"), (59_400, "59s"), (59_600, "1m00s"), (185_000, "3m05s")]
        {
            assert_eq!(clock(Duration::from_millis(millis)), shown);
        }
    }

    #[test]
    fn the_summary_names_every_step_also_the_failed_one() {
        let mut steps = Steps::default();
        assert_eq!(steps.step("first", || Ok(7)), Ok(7));
        assert!(steps.step::<()>("second", || Err(Failure::new("broken"))).is_err());
        assert_eq!(steps.summary("FAILED"), "\nFAILED in 0s: first 0s, second 0s");
    }

    #[test]
    fn all_attempts_run_and_the_failed_ones_are_named() {
        let mut steps = Steps::default();
        steps.attempt("first", || Err(Failure::new("broken")));
        let mut ran = false;
        steps.attempt("second", || {
            ran = true;
            Ok(())
        });
        assert!(ran);
        assert_eq!(steps.finish("passed").unwrap_err().to_string(), "failed: first");
        assert_eq!(Steps::default().finish("passed"), Ok(()));
    }
}
