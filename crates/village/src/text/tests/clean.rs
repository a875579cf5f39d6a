//! One line out of anything.

use crate::text::one_line;
use proptest::prelude::*;

#[test]
fn white_space_and_hidden_characters() {
    for (given, line) in [
        ("", ""),
        (" \t\n ", ""),
        ("plain", "plain"),
        ("  two\t\n words \r\n", "two words"),
        ("名前\u{3000}二つ", "名前 二つ"),
        ("rtl\u{202e}gpj.exe", "rtlgpj.exe"),
        ("\u{2066}iso\u{2069}late", "isolate"),
        ("nul\u{0}bell\u{7}del\u{7f}", "nulbelldel"),
        ("zero\u{200b}width\u{feff}", "zerowidth"),
        ("tag\u{e0041}", "tag"),
        ("one\u{2028}two\u{2029}three\u{85}four", "one two three four"),
    ] {
        assert_eq!(one_line(given, 100), line, "{given:?}");
    }
}

#[test]
fn cut_by_characters_with_an_ellipsis() {
    assert_eq!(one_line("abcdef", 6), "abcdef");
    assert_eq!(one_line("abcdef", 5), "abcd…");
    assert_eq!(one_line("ab cd", 4), "ab …");
    assert_eq!(one_line("ab cd", 3), "ab…");
    assert_eq!(one_line("xあああああ", 3), "xあ…");
    assert_eq!(one_line("ab", 1), "…");
    assert_eq!(one_line("ab", 0), "");
}

proptest! {
    #[test]
    fn it_is_one_short_line_and_stays_itself(given in any::<String>(), max in 0_usize..40) {
        let line = one_line(&given, max);
        prop_assert!(line.chars().count() <= max);
        prop_assert!(!line.chars().any(|c| c.is_control() || (c.is_whitespace() && c != ' ')));
        prop_assert_eq!(one_line(&line, max), line);
    }
}
