use super::*;

/// All the bytes up to the next marker.
fn bytes(bits: &mut Bits<'_>, count: usize) -> Option<Vec<u8>> {
    let mut found = Vec::new();
    for _ in 0..count {
        bits.ready()?;
        bits.fill();
        found.push((bits.peek() >> 56) as u8);
        bits.take(8);
    }
    bits.ready().map(|()| found)
}

#[test]
fn stuffing_and_fill_bytes_are_taken_out() {
    let mut bits = Bits::new(b"\x01\xFF\x00\x02\xFF\xFF\x00\x03");
    assert_eq!(bytes(&mut bits, 5).unwrap(), b"\x01\xFF\x02\xFF\x03");
}

#[test]
fn more_than_there_is_gives_nothing() {
    assert!(bytes(&mut Bits::new(b"\x01\x02"), 3).is_none());
    assert!(bytes(&mut Bits::new(b""), 1).is_none());
    assert!(bytes(&mut Bits::new(b"\xFF"), 1).is_none());
    // What stands after a marker belongs to the next interval.
    assert!(bytes(&mut Bits::new(b"\x01\xFF\xD0\x02\x03"), 2).is_none());
    let mut bits = Bits::new(b"\x01\x02\xFF");
    assert_eq!(bytes(&mut bits, 2).unwrap(), b"\x01\x02");
}

#[test]
fn bits_are_taken_across_bytes_and_windows() {
    let source: Vec<u8> = (0..100_000_u32).map(|n| (n * 7 % 251) as u8).collect();
    let mut bits = Bits::new(&source);
    let (mut at, mut count) = (0, 1);
    while at + 40 < 8 * source.len() {
        bits.ready().unwrap();
        bits.fill();
        let wanted =
            (at..at + count).fold(0, |sum, bit| sum << 1 | u64::from(source[bit / 8] >> (7 - bit % 8) & 1));
        assert_eq!(bits.peek() >> (64 - count), wanted, "{count} bits at {at}");
        bits.take(count as u32);
        at += count;
        count = count % 31 + 1;
    }
}

#[test]
fn a_stuffed_byte_may_lie_on_the_edge_of_a_window() {
    for lead in WINDOW - 3..WINDOW + 3 {
        let source = [vec![1; lead], b"\xFF\x00\xFF\x00\x02".to_vec()].concat();
        let found = bytes(&mut Bits::new(&source), lead + 3).unwrap();
        assert_eq!(&found[lead..], b"\xFF\xFF\x02", "{lead}");
    }
}

#[test]
fn a_restart_goes_on_after_its_own_marker_only() {
    let source = b"\x01\xFF\xD0\x02\x03\xFF\x00\xFF\xFF\xD1\x04";
    let mut bits = Bits::new(source);
    assert_eq!(bytes(&mut bits, 1).unwrap(), b"\x01");
    bits.restart(0).unwrap();
    assert_eq!(bytes(&mut bits, 1).unwrap(), b"\x02");
    // What was not read is passed.
    bits.restart(1).unwrap();
    assert_eq!(bytes(&mut bits, 1).unwrap(), b"\x04");
    assert!(bits.restart(2).is_none(), "none left");
    assert!(Bits::new(source).restart(1).is_none(), "another number");
    let mut greedy = Bits::new(source);
    greedy.ready().unwrap();
    greedy.fill();
    greedy.take(9);
    assert!(greedy.restart(0).is_none(), "took more than there was");
}
