//! The race over one file, and the check of a file that passes.

use crate::{
    Failure,
    install::Tools,
    peer::{Memory, RACERS, Racer, Running, Took},
    work,
};
use fuseforks_media::{Limits, normalise, probe};
use serde::Deserialize;
use std::{fs, hint::black_box, process::Command};

/// A file and what is asked of it.
pub(crate) struct File {
    /// Its name in the folder of pictures.
    pub(crate) name: &'static str,
    /// The most processor time that may be taken, in those of sharp.
    pub(crate) target: f64,
}

pub(crate) const FILES: &[File] = &[
    File { name: "jpeg-24mp.jpg", target: 1.15 },
    File { name: "jpeg-45mp.jpg", target: 1.15 },
    File { name: "png-4k.png", target: 0.75 },
    File { name: "png-rgba-12mp.png", target: 0.65 },
    File { name: "png-1080p.png", target: 0.75 },
];

/// How near a JPEG is to a Lanczos picture of the whole file.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Quality {
    pub(crate) ssim: f64,
    pub(crate) sharpness: f64,
}

/// What one racer did with one file.
pub(crate) struct Lane {
    pub(crate) racer: Racer,
    pub(crate) rounds: Vec<Took>,
    pub(crate) memory: Memory,
    pub(crate) quality: Quality,
}

/// Lets everybody take the file in turn, as often as there are rounds.
pub(crate) fn run(tools: &Tools, file: &File, rounds: usize) -> Result<Vec<Lane>, Failure> {
    let path = tools.pictures.join(file.name);
    let mut running =
        RACERS.into_iter().map(|racer| Running::start(racer, tools)).collect::<Result<Vec<_>, _>>()?;
    let mut took = vec![Vec::new(); RACERS.len()];
    for round in 0..=rounds {
        for (racer, rounds) in running.iter_mut().zip(&mut took) {
            let one = racer.take(&path)?;
            if round > 0 {
                rounds.push(one);
            }
        }
    }
    drop(running);
    let mut lanes = Vec::new();
    let mut judge = Command::new(&tools.python);
    judge.arg(tools.scripts.join("quality.py")).arg(&path);
    for (racer, rounds) in RACERS.into_iter().zip(took) {
        let out = tools.sent.join(format!("{}.{}.jpg", file.name, racer.name()));
        // Three processes: the first may have had the machine's caches against it.
        let mut memory = Vec::new();
        for _ in 0..3 {
            memory.push(racer.once(tools, &path, &out)?);
        }
        memory.sort_by_key(|memory| memory.peak - memory.before.min(memory.peak));
        judge.arg(out);
        let quality = Quality { ssim: 0.0, sharpness: 0.0 };
        lanes.push(Lane { racer, rounds, memory: memory[1], quality });
    }
    let judged = judge.output()?;
    if !judged.status.success() {
        return Err(String::from_utf8_lossy(&judged.stderr).into_owned().into());
    }
    let qualities: Vec<Quality> = serde_json::from_slice(&judged.stdout)?;
    for (lane, quality) in lanes.iter_mut().zip(qualities) {
        lane.quality = quality;
    }
    Ok(lanes)
}

/// Microseconds that a file inside the limits takes, for 350 kilobytes of it.
pub(crate) struct Pass {
    /// Bytes of the file.
    pub(crate) bytes: usize,
    /// The check alone.
    pub(crate) check: f64,
    /// With the SHA-256 of the bytes.
    pub(crate) whole: f64,
}

pub(crate) fn pass(tools: &Tools) -> Result<Pass, Failure> {
    const EACH: u32 = 200;
    let bytes: bytes::Bytes = fs::read(tools.pictures.join("jpeg-pass.jpg"))?.into();
    let limits = Limits::default();
    let sent = normalise(bytes.clone(), &limits, &|| false)?;
    if sent.image.bytes() != &bytes {
        return Err("the file was to pass".into());
    }
    let scale = 350_000.0 / bytes.len() as f64;
    let median = |one: &dyn Fn()| {
        let mut samples: Vec<f64> = (0..25)
            .map(|_| {
                let before = work::cpu();
                (0..EACH).for_each(|_| one());
                (work::cpu() - before).as_secs_f64() * 1e6 / f64::from(EACH)
            })
            .collect();
        samples.sort_by(f64::total_cmp);
        samples[samples.len() / 2] * scale
    };
    let check = median(&|| {
        let _ = black_box(probe(black_box(&bytes)));
    });
    let whole = median(&|| {
        let _ = black_box(normalise(bytes.clone(), &limits, &|| false));
    });
    Ok(Pass { bytes: bytes.len(), check, whole })
}
