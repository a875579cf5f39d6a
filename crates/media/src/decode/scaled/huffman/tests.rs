use super::*;

/// Codes by their bits, from T.81 tables K.3 and K.5, as a canonical table.
fn codes(list: &[(&str, u8)]) -> Codes {
    let mut counts = [0; 16];
    for (bits, _) in list {
        counts[bits.len() - 1] += 1;
    }
    let symbols: Vec<u8> = list.iter().map(|&(_, symbol)| symbol).collect();
    Codes::new(&counts, &symbols).expect("codes")
}

fn bits(text: &str) -> u64 {
    let digits: String = text.chars().filter(|c| *c != ' ').collect();
    u64::from_str_radix(&digits, 2).unwrap() << (64 - digits.len())
}

/// T.81 table K.3.
fn dc() -> Dc {
    let list = [
        ("00", 0),
        ("010", 1),
        ("011", 2),
        ("100", 3),
        ("101", 4),
        ("110", 5),
        ("1110", 6),
        ("11110", 7),
        ("111110", 8),
        ("1111110", 9),
        ("11111110", 10),
        ("111111110", 11),
    ];
    Dc::new(codes(&list)).expect("sizes")
}

/// T.81 table K.5.
fn ac() -> Ac {
    let counts = [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125];
    let mut symbols = vec![
        0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07, 0x22,
        0x71, 0x14, 0x32, 0x81, 0x91, 0xA1, 0x08, 0x23, 0x42, 0xB1, 0xC1, 0x15, 0x52, 0xD1, 0xF0, 0x24, 0x33,
        0x62, 0x72, 0x82,
    ];
    // Those of sixteen bits stand in order, run by run, from the first size that is not above.
    for (run, size) in (0..).zip([9, 6, 5, 4, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 1, 1]) {
        symbols.extend((size..=10).map(|size| run << 4 | size));
    }
    Ac::new(Codes::new(&counts, &symbols).expect("codes"))
}

#[test]
fn a_first_coefficients_code_gives_its_size() {
    for (text, length, size) in [("00", 2, 0), ("010", 3, 1), ("110", 3, 5), ("111111110", 9, 11)] {
        assert_eq!(dc().find(bits(text)), Some((length, size)), "{text}");
    }
    assert_eq!(dc().find(u64::MAX), None, "all ones are no code");
}

#[test]
fn numbers_are_extended_as_the_standard_says() {
    // T.81, table F.1.
    for (raw, size, number) in
        [(0, 0, 0), (0, 1, -1), (1, 1, 1), (0, 3, -7), (3, 3, -4), (4, 3, 4), (7, 3, 7), (0, 11, -2047)]
    {
        assert_eq!(extend(raw, size), number, "{raw} of {size} bits");
    }
}

#[test]
fn a_step_is_one_symbol_with_its_number() {
    // Code, then number; bits of both, advance, number. The codes are those of table K.5.
    for (text, taken, advance, number) in [
        ("00 1", 3, 1, 1),
        ("00 0", 3, 1, -1),
        ("01 10", 4, 1, 2),
        ("1010", 4, END, 0),
        ("1100 0", 5, 2, -1),
        // The number lies beyond the look-up.
        ("11111000 0000001", 15, 1, -126),
        ("11111111001", 11, 16, 0),
    ] {
        let bits = bits(text);
        let step = ac().step(bits).unwrap();
        assert_eq!((step.bits(), step.advance(), step.number(bits)), (taken, advance, number), "{text}");
    }
}

#[test]
fn a_code_longer_than_the_look_up_is_found_too() {
    let bits = bits("1111111110000011 1111111111");
    let step = ac().step(bits).unwrap();
    assert_eq!((step.bits(), step.advance(), step.number(bits)), (26, 1, 1023));
    assert!(ac().leap(bits, 1).is_none());
    assert!(ac().step(u64::MAX).is_none());
}

#[test]
fn a_leap_is_several_symbols_up_to_the_end_of_a_block() {
    for (text, taken, before, advance) in [
        ("00 1 00 0 1010 00", 10, 2, 2 + END),
        ("1010 1010 1010", 4, 0, END),
        ("1100 1 1100 0 00", 13, 4, 5),
        ("00 1 11111111001 1", 3, 0, 1),
        ("11111111001 00 1", 11, 0, 16),
    ] {
        let leap = ac().leap(bits(text), 1).unwrap();
        assert_eq!((leap.bits(), leap.before_last(), leap.advance()), (taken, before, advance), "{text}");
    }
}

#[test]
fn a_leap_never_reaches_into_the_next_block() {
    let three = bits("00 1 00 0 1100 0 1010");
    assert_eq!(ac().leap(three, 60).map(|leap| leap.advance()), Some(4), "to the very end");
    assert!(ac().leap(three, 62).is_none(), "the third symbol belongs to another block");
    assert!(ac().leap(three, 64).is_none());
}

#[test]
fn what_is_no_table_is_none() {
    assert!(Codes::new(&[3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], &[1, 2, 3]).is_none(), "too many");
    assert!(Codes::new(&[1; 16], &[0; 15]).is_none(), "a symbol is missing");
    assert!(Codes::new(&[255; 16], &[0; 4080]).is_none());
    assert!(Dc::new(codes(&[("0", 16)])).is_none(), "no size");
    assert!(Codes::new(&[0; 16], &[]).is_some_and(|codes| codes.find(0).is_none()));
}
