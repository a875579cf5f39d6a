use super::*;

/// Values by the formulas of T.871, section 7, to three decimals, rounded to nearest.
#[test]
fn colours_are_those_of_the_standard() {
    for (ycc, rgb) in [
        ([255, 128, 128], [255, 255, 255]),
        ([0, 128, 128], [0, 0, 0]),
        ([76, 85, 255], [254, 0, 0]),
        ([29, 255, 107], [0, 0, 254]),
        ([150, 44, 21], [0, 255, 1]),
        // 100 + 1.402 * 22; 100 - 0.344136 * -28 - 0.714136 * 22; 100 + 1.772 * -28.
        ([100, 100, 150], [131, 94, 50]),
        ([0, 0, 0], [0, 135, 0]),
        ([255, 255, 255], [255, 121, 255]),
    ] {
        assert_eq!(from_differences(&ycc[..1], &ycc[1..2], &ycc[2..]), rgb, "{ycc:?}");
    }
}

#[test]
fn black_ink_takes_its_part_of_the_light() {
    let mut rgb = interleaved(&[200, 255], &[100, 0], &[7, 128]);
    assert_eq!(rgb, [200, 100, 7, 255, 0, 128]);
    // No black, and half of it.
    darken(&mut rgb, &[255, 128]);
    assert_eq!(rgb, [200, 100, 7, 128, 0, 64]);
    darken(&mut rgb, &[0, 255]);
    assert_eq!(rgb, [0, 0, 0, 128, 0, 64]);
}
