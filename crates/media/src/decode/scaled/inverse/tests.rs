use super::*;
use std::f64::consts;

#[test]
fn places_are_those_of_the_zigzag() {
    // T.81, figure A.6, by the index: (row, column).
    let known = [
        (0, (0, 0)),
        (1, (0, 1)),
        (2, (1, 0)),
        (3, (2, 0)),
        (4, (1, 1)),
        (5, (0, 2)),
        (14, (0, 4)),
        (20, (5, 0)),
        (28, (0, 7)),
        (35, (7, 0)),
        (36, (7, 1)),
        (42, (1, 7)),
        (48, (7, 2)),
        (62, (7, 6)),
        (63, (7, 7)),
    ];
    for (index, place) in known {
        assert_eq!(PLACE[index], place, "{index}");
    }
    let mut all = PLACE;
    all.sort_unstable();
    assert!(all.iter().enumerate().all(|(i, &(row, column))| (8 * row + column) as usize == i));
    assert_eq!([1, 2, 3, 4].map(last), [0, 4, 12, 24]);
}

/// T.81 A.3.3 with 8 replaced by `n`, in double precision, as a plain sum.
fn definition(n: usize, coefficients: &[(usize, f32)], x: usize, y: usize) -> f64 {
    let wave = |frequency: u8, sample: usize| {
        let scale = if frequency == 0 { consts::FRAC_1_SQRT_2 } else { 1.0 };
        scale * (f64::from(2 * sample as u32 + 1) * f64::from(frequency) * consts::PI / (2 * n) as f64).cos()
    };
    let part = |&(index, value): &(usize, f32)| {
        let (row, column) = PLACE[index];
        let within = usize::from(row) < n && usize::from(column) < n;
        if within { f64::from(value) * wave(row, y) * wave(column, x) / 4.0 } else { 0.0 }
    };
    128.0 + coefficients.iter().map(part).sum::<f64>()
}

fn compare<const N: usize>(coefficients: &[(usize, f32)]) {
    let waves = Waves::<N>::new();
    let mut block = Block::new(coefficients[0].1, &waves);
    for &(index, value) in &coefficients[1..] {
        block.add(index, value, &waves);
    }
    for y in 0..N {
        for (x, &found) in block.row(y, &waves)[..N].iter().enumerate() {
            let wanted = definition(N, coefficients, x, y).clamp(0.0, 255.0);
            assert!((f64::from(found) - wanted).abs() <= 0.501, "{N}: {found} for {wanted} at {x},{y}");
        }
    }
}

#[test]
fn samples_are_those_of_the_definition() {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as i32 % 400 - 200
    };
    for _ in 0..200 {
        let coefficients: Vec<_> = (0..64).map(|index| (index, next() as f32)).collect();
        compare::<1>(&coefficients);
        compare::<2>(&coefficients);
        compare::<3>(&coefficients);
        compare::<4>(&coefficients);
    }
    // The largest numbers that a file can hold.
    compare::<4>(&[(0, -32_767.0 * 65_535.0), (4, 32_767.0 * 65_535.0)]);
    compare::<3>(&[(0, i32::MAX as f32 * 65_535.0), (1, 1.0)]);
}
