//! The tables, and whether the targets were met.

use crate::{
    Failure,
    peer::{Racer, Took},
    race::{File, Lane, Pass},
};
use std::io::{Write as _, stdout};

/// Luma may be this much further from the reference than sharp's.
const SSIM_SLACK: f64 = 0.001;
/// Sharpness at least, in that of sharp.
const SHARPNESS: f64 = 0.98;
/// Microseconds of the check of a file that passes, for 350 kilobytes.
const PASS_MICROS: f64 = 50.0;

/// What was asked for and missed.
#[derive(Default)]
pub(crate) struct Verdict(Vec<String>);

impl Verdict {
    /// Judges one number; gives the mark that stands beside it.
    fn judge(&mut self, good: bool, what: &str) -> &'static str {
        if good {
            return "ok";
        }
        self.0.push(what.to_owned());
        "MISSED"
    }

    /// A failure that names what was missed.
    pub(crate) fn end(self) -> Result<(), Failure> {
        if self.0.is_empty() {
            writeln!(stdout(), "\nevery target is met")?;
            return Ok(());
        }
        Err(format!("missed: {}", self.0.join(", ")).into())
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn of(lane: &Lane, value: impl Fn(&Took) -> f64) -> f64 {
    median(lane.rounds.iter().map(value).collect())
}

/// The median over the rounds of one time against another of the same round.
fn ratio(lane: &Lane, base: &Lane, value: impl Fn(&Took) -> f64) -> f64 {
    median(lane.rounds.iter().zip(&base.rounds).map(|(a, b)| value(a) / value(b)).collect())
}

/// One file: a line for each racer, then what was asked.
pub(crate) fn picture(file: &File, lanes: &[Lane], verdict: &mut Verdict) -> Result<(), Failure> {
    let mut out = stdout().lock();
    let lane = |racer: Racer| lanes.iter().find(|lane| lane.racer == racer).ok_or("a racer is missing");
    let (ours, sharp) = (lane(Racer::Ours)?, lane(Racer::Sharp)?);
    writeln!(out, "\n{}, {} rounds", file.name, ours.rounds.len())?;
    writeln!(
        out,
        "  {:<12} {:>8} {:>8} {:>9} {:>8} {:>9} {:>9} {:>7} {:>7}",
        "", "cpu ms", "wall ms", "to sharp", "kB", "peak MiB", "grown MiB", "SSIM-Y", "sharp."
    )?;
    for lane in lanes {
        let grown = lane.memory.peak.saturating_sub(lane.memory.before);
        writeln!(
            out,
            "  {:<12} {:>8.1} {:>8.1} {:>9.2} {:>8.0} {:>9.1} {:>9.1} {:>7.4} {:>7.3}",
            lane.racer.name(),
            of(lane, |took| took.cpu),
            of(lane, |took| took.wall),
            ratio(lane, sharp, |took| took.cpu),
            of(lane, |took| took.bytes as f64 / 1000.0),
            lane.memory.peak as f64 / 1024.0,
            grown as f64 / 1024.0,
            lane.quality.ssim,
            lane.quality.sharpness,
        )?;
    }
    let cpu = ratio(ours, sharp, |took| took.cpu);
    let mark = verdict.judge(cpu <= file.target, &format!("{} processor time", file.name));
    writeln!(out, "  processor time {cpu:.2} of sharp, at most {:.2}: {mark}", file.target)?;
    let ssim = ours.quality.ssim - sharp.quality.ssim;
    let mark = verdict.judge(ssim >= -SSIM_SLACK, &format!("{} SSIM", file.name));
    writeln!(out, "  SSIM-Y {ssim:+.4} to sharp, at least -{SSIM_SLACK}: {mark}")?;
    let sharpness = ours.quality.sharpness / sharp.quality.sharpness;
    let mark = verdict.judge(sharpness >= SHARPNESS, &format!("{} sharpness", file.name));
    writeln!(out, "  sharpness {sharpness:.3} of sharp, at least {SHARPNESS}: {mark}")?;
    Ok(())
}

/// A file that passes.
pub(crate) fn pass(pass: &Pass, verdict: &mut Verdict) -> Result<(), Failure> {
    let mark = verdict.judge(pass.check <= PASS_MICROS, "the check of a file that passes");
    let mut out = stdout().lock();
    writeln!(out, "\na file of {} bytes that passes, for 350 kB", pass.bytes)?;
    writeln!(out, "  check {:.1} us, at most {PASS_MICROS}: {mark}", pass.check)?;
    writeln!(out, "  with SHA-256 {:.1} us", pass.whole)?;
    Ok(())
}
