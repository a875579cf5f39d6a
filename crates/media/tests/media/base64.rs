//! base64 as servers write it.

use crate::support::*;
use fuseforks_media::{Base64Error, decode_base64};
use proptest::prelude::*;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// RFC 4648, section 4, written down.
fn encode(bytes: &[u8]) -> String {
    let mut out = String::new();
    for group in bytes.chunks(3) {
        let n = group.iter().fold(0_u32, |n, &b| n << 8 | u32::from(b)) << (8 * (3 - group.len()));
        for i in 0..4 {
            let letter = ALPHABET[(n >> (18 - 6 * i) & 63) as usize];
            out.push(if i <= group.len() { letter as char } else { '=' });
        }
    }
    out
}

fn wrapped(text: &str, every: usize, ending: &str) -> String {
    text.as_bytes().chunks(every).map(|line| format!("{}{ending}", String::from_utf8_lossy(line))).collect()
}

#[test]
fn line_breaks_and_outer_white_space_are_removed() {
    let bytes = fixture("s420.jpg");
    let text = encode(&bytes);
    for accepted in [
        text.clone(),
        wrapped(&text, 76, "\n"),
        wrapped(&text, 64, "\r\n"),
        wrapped(&text, 1, "\n"),
        format!("{text}\n"),
        format!(" {text}"),
        format!("\r\n\t {text} \x0C\n\n"),
    ] {
        assert_eq!(decode_base64(&accepted, bytes.len()).unwrap(), bytes);
    }
    assert_eq!(decode_base64("", 0).unwrap(), "");
    assert_eq!(decode_base64(" \n ", 0).unwrap(), "");
    assert_eq!(decode_base64("AA==", 10).unwrap(), [0_u8].as_slice());
}

#[test]
fn everything_else_is_malformed() {
    for text in [
        "AA=",
        "AAA",
        "A",
        "AB==",
        "AAB=",
        "not-base64!!!",
        "AAAA AAAA",
        "AA\tAA",
        "AAAA=",
        "====",
        "=AAA",
        "A===",
        "AA=A",
        "AA==AAAA",
        "AA==\nAAAA",
        "AAA\u{a0}",
        "_-8A",
        "\u{3000}AAAA",
        "https://example.test/a.png",
        "data:image/png;base64,AAAA",
        "AA\n=",
        "AB\n==",
    ] {
        assert_eq!(decode_base64(text, 1 << 20), Err(Base64Error::Malformed), "{text:?}");
    }
}

#[test]
fn a_long_malformed_text_is_refused() {
    let mut text = "A".repeat(12 << 20);
    text.push('*');
    assert_eq!(decode_base64(&text, 64 << 20), Err(Base64Error::Malformed));
    let broken = wrapped(&text, 76, "\n");
    assert_eq!(decode_base64(&broken, 64 << 20), Err(Base64Error::Malformed));
}

#[test]
fn the_size_is_judged_before_the_content() {
    let text = encode(&[7; 3000]);
    assert!(decode_base64(&text, 3000).is_ok());
    assert_eq!(decode_base64(&text, 2999), Err(Base64Error::TooLarge));
    assert_eq!(decode_base64(&wrapped(&text, 76, "\r\n"), 2999), Err(Base64Error::TooLarge));
    assert_eq!(decode_base64(&"*".repeat(4000), 2999), Err(Base64Error::TooLarge));
    // Padding counts: 3001 and 3002 bytes take as many letters as 3003.
    for len in [3001, 3002, 3003] {
        let text = encode(&vec![7; len]);
        assert_eq!(decode_base64(&text, len).unwrap().len(), len);
        assert_eq!(decode_base64(&text, len - 1), Err(Base64Error::TooLarge));
        assert_eq!(decode_base64(&wrapped(&text, 4, "\n"), len).unwrap().len(), len);
    }
}

proptest! {
    #[test]
    fn what_was_encoded_comes_back(bytes in proptest::collection::vec(any::<u8>(), 0..400), every in 1..90_usize) {
        let text = encode(&bytes);
        prop_assert_eq!(&decode_base64(&text, bytes.len()).unwrap(), &bytes);
        prop_assert_eq!(&decode_base64(&wrapped(&text, every, "\r\n"), bytes.len()).unwrap(), &bytes);
    }

    #[test]
    fn any_text_decodes_to_what_encodes_back_or_is_refused(text in "[A-D+/=\r\n ]{0,24}") {
        if let Ok(bytes) = decode_base64(&text, 1000) {
            let bare: String = text.trim().chars().filter(|c| !"\r\n".contains(*c)).collect();
            prop_assert_eq!(encode(&bytes), bare);
        }
    }

    #[test]
    fn no_text_panics(text in ".{0,60}", max in 0..50_usize) {
        let _ = decode_base64(&text, max);
    }
}
