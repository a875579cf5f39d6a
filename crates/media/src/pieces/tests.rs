use super::*;
use std::{cell::Cell, io::Cursor};

fn go() -> bool {
    false
}

fn sample() -> (Vec<u8>, [usize; 5]) {
    let bytes = (0..200_000_u32).map(|n| (n * 31 % 251) as u8).collect();
    (bytes, [1, 0, 70_000, 3, 199_000])
}

fn pieces<'a>(bytes: &'a [u8], cuts: &[usize]) -> Pieces<'a> {
    let mut pieces = Pieces::new(&go);
    let mut rest = bytes;
    for &cut in cuts {
        let (head, tail) = rest.split_at(cut.min(rest.len()));
        pieces.push(head);
        rest = tail;
    }
    pieces.push(rest);
    pieces
}

#[test]
fn reads_as_one_file() {
    let (bytes, cuts) = sample();
    let mut out = Vec::new();
    pieces(&bytes, &cuts).read_to_end(&mut out).unwrap();
    assert_eq!(out, bytes);
    let mut one = pieces(&bytes, &cuts);
    let mut byte = [0];
    for wanted in &bytes {
        one.read_exact(&mut byte).unwrap();
        assert_eq!(byte[0], *wanted);
    }
    assert!(one.read_exact(&mut byte).is_err());
    assert_eq!(pieces(&[], &[]).read(&mut byte).unwrap(), 0);
}

#[test]
fn seeks_as_one_file() {
    let (bytes, cuts) = sample();
    let (mut ours, mut plain) = (pieces(&bytes, &cuts), Cursor::new(&bytes));
    let mut noise = 7_u64;
    for _ in 0..3000 {
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let n = (noise >> 40) % 200_001;
        let to = match noise >> 62 {
            0 => SeekFrom::End(-(n as i64)),
            1 => SeekFrom::Current(n as i64 - plain.position() as i64),
            _ => SeekFrom::Start(n),
        };
        assert_eq!(ours.seek(to).unwrap(), plain.seek(to).unwrap());
        assert_eq!(ours.stream_position().unwrap(), plain.position());
        let (mut a, mut b) = ([0; 9], [0; 9]);
        let read = plain.read(&mut b).unwrap();
        ours.read_exact(&mut a[..read]).unwrap();
        assert_eq!(a[..read], b[..read]);
    }
    assert!(ours.seek(SeekFrom::Current(-300_000)).is_err());
}

#[test]
fn stops_within_a_window() {
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 2
    };
    let bytes = vec![0; 10 * WINDOW];
    let mut pieces = Pieces::new(&stop);
    pieces.push(&bytes);
    let mut out = Vec::new();
    assert!(pieces.read_to_end(&mut out).is_err());
    assert!(out.len() <= 2 * WINDOW);
}
