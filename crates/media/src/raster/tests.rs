use super::*;

#[test]
fn the_long_edge_fits_and_the_short_one_is_rounded() {
    for (size, edge, wanted) in [
        ((1568, 1568), 1568, (1568, 1568)),
        ((1, 1), 1568, (1, 1)),
        ((2984, 8340), 1568, (561, 1568)),
        ((1600, 900), 1568, (1568, 882)),
        ((3136, 1), 1568, (1568, 1)),
        ((3136, 3), 1568, (1568, 2)),
        ((16_384, 7812), 1568, (1568, 748)),
        ((10, 3), 4, (4, 1)),
        ((10, 10), 1, (1, 1)),
        ((u32::MAX, 1), 1, (1, 1)),
    ] {
        assert_eq!(fit(size.0, size.1, edge), wanted, "{size:?}");
    }
}

#[test]
fn over_white_is_the_rounded_mix() {
    for value in 0..=255_u8 {
        for alpha in 0..=255_u8 {
            let (v, a) = (f64::from(value), f64::from(alpha) / 255.0);
            let wanted = (v * a + 255.0 * (1.0 - a)).round();
            assert!((f64::from(over_white(value, alpha)) - wanted).abs() <= 1.0, "{value} at {alpha}");
        }
        assert_eq!(over_white(value, 255), value);
        assert_eq!(over_white(value, 0), 255);
    }
}

#[test]
fn flatten_drops_the_last_sample() {
    let mut out = [0; 6];
    flatten::<4, 3>(&[10, 20, 30, 255, 1, 2, 3, 0], &mut out);
    assert_eq!(out, [10, 20, 30, 255, 255, 255]);
    let mut out = [0; 3];
    flatten::<2, 1>(&[10, 255, 10, 0, 0, 128], &mut out);
    assert_eq!(out, [10, 255, 127]);
}

#[test]
fn grey_becomes_three_equal_samples() {
    let grey = Raster { width: 2, height: 1, channels: 1, data: vec![5, 9] };
    assert_eq!(grey.into_rgb(), [5, 5, 5, 9, 9, 9]);
}
