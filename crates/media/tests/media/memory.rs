//! Many large pictures at once stay under the process's ceiling.

use crate::support::*;
use fuseforks_media::{DropReason, Limits, normalise};
use jpeg_encoder::{Encoder, ImageBuffer, JpegColorType, SamplingFactor};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// A picture that is made row by row, so that making it takes no memory.
struct Rows(u16, u16);

impl ImageBuffer for Rows {
    fn get_jpeg_color_type(&self) -> JpegColorType {
        JpegColorType::Ycbcr
    }

    fn width(&self) -> u16 {
        self.0
    }

    fn height(&self) -> u16 {
        self.1
    }

    fn fill_buffers(&self, y: u16, buffers: &mut [Vec<u8>; 4]) {
        let mut noise = Noise(u64::from(y / 16));
        for x in 0..self.0 {
            buffers[0].push((x / 32) as u8 ^ (y / 64) as u8 ^ (noise.byte() & 7));
            buffers[1].push((x / 64) as u8);
            buffers[2].push((y / 32) as u8);
        }
    }
}

fn large_jpeg(width: u16, height: u16, progressive: bool) -> Vec<u8> {
    sampled_jpeg(SamplingFactor::F_2_2, width, height, progressive)
}

fn sampled_jpeg(factors: SamplingFactor, width: u16, height: u16, progressive: bool) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, 85);
    encoder.set_sampling_factor(factors);
    encoder.set_progressive(progressive);
    encoder.encode_image(Rows(width, height)).unwrap();
    out
}

/// Forgets the peak so far: making the files takes memory too.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The largest resident size of this process so far, in MiB, where the system tells it.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

fn at_once(count: usize, bytes: &bytes::Bytes, wanted: (u32, u32)) {
    std::thread::scope(|scope| {
        for _ in 0..count {
            scope.spawn(|| {
                let sent = normalise(bytes.clone(), &Limits::default(), &go).unwrap().image;
                assert_eq!((sent.width(), sent.height()), wanted);
            });
        }
    });
}

#[test]
fn thirty_two_pictures_of_45_megapixels_at_once_stay_under_a_gibibyte() {
    let bytes = large_jpeg(8192, 5464, false).into();
    forget_peak();
    at_once(32, &bytes, (1568, 1046));
    if let Some(peak) = peak() {
        assert!(peak < 1024, "the process took {peak} MiB");
    }
}

#[test]
fn progressive_ones_too() {
    let bytes = large_jpeg(6000, 4000, true).into();
    forget_peak();
    at_once(12, &bytes, (1568, 1045));
    if let Some(peak) = peak() {
        assert!(peak < 1024, "the process took {peak} MiB");
    }
}

#[test]
fn the_largest_progressive_file_takes_little_however_many_there_are() {
    // 127 megapixels of three whole components: all coefficients together would be 730 MiB.
    let bytes = sampled_jpeg(SamplingFactor::F_1_1, 11_300, 11_280, true).into();
    forget_peak();
    at_once(4, &bytes, (1568, 1565));
    if let Some(peak) = peak() {
        assert!(peak < 512, "the process took {peak} MiB");
    }
}

#[test]
fn who_waits_for_memory_can_be_stopped() {
    let bytes: bytes::Bytes = large_jpeg(14_000, 9000, true).into();
    let stop = Arc::new(AtomicBool::new(false));
    let waiting: Vec<_> = (0..4)
        .map(|_| {
            let (bytes, stop) = (bytes.clone(), stop.clone());
            std::thread::spawn(move || normalise(bytes, &Limits::default(), &|| stop.load(Ordering::Relaxed)))
        })
        .collect();
    std::thread::sleep(Duration::from_millis(100));
    let start = Instant::now();
    stop.store(true, Ordering::Relaxed);
    for thread in waiting {
        assert_eq!(thread.join().unwrap(), Err(DropReason::Cancelled));
    }
    assert!(start.elapsed() < Duration::from_secs(1), "stopped after {:?}", start.elapsed());
}

#[test]
fn a_small_picture_does_not_wait_behind_large_ones() {
    let large: bytes::Bytes = large_jpeg(14_000, 9000, true).into();
    let stop = Arc::new(AtomicBool::new(false));
    let busy: Vec<_> = (0..3)
        .map(|_| {
            let (bytes, stop) = (large.clone(), stop.clone());
            std::thread::spawn(move || normalise(bytes, &Limits::default(), &|| stop.load(Ordering::Relaxed)))
        })
        .collect();
    std::thread::sleep(Duration::from_millis(50));
    let frame = encode(photo(640, 424), image::ImageFormat::Png);
    for _ in 0..5 {
        assert!(run(frame.clone()).is_ok());
    }
    stop.store(true, Ordering::Relaxed);
    let stopped = busy.into_iter().map(|t| t.join().unwrap()).filter(Result::is_err).count();
    assert!(stopped >= 2, "the frames were through while the large ones still took turns");
}
