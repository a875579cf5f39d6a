use super::*;

#[test]
fn zeros_are_counted_over_what_is_not_zero() {
    for (nonzero, next, run, wanted) in [
        (0, 1, 0, 1),
        (0, 1, 15, 16),
        (0b10, 1, 0, 2),
        (0b1010, 1, 1, 4),
        (0b1110, 0, 1, 4),
        (u64::MAX, 1, 0, 64),
        (u64::MAX >> 1, 1, 0, 63),
        (1 << 63, 60, 3, 64),
        (0, 63, 0, 63),
    ] {
        assert_eq!(zero(nonzero, next, run).min(64), wanted, "{nonzero:b} from {next} over {run}");
    }
    assert_eq!(between(1, 64), !1);
    assert_eq!(between(0, 64), u64::MAX);
    assert_eq!(between(5, 5), 0);
    assert_eq!(between(6, 5), 0);
    assert_eq!(between(2, 5), 0b11100);
    assert_eq!(between(63, 64), 1 << 63);
}
