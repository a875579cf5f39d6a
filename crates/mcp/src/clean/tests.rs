use super::{block, line, without_ansi};

#[test]
fn direction_and_hidden_characters_leave_but_letters_of_every_script_stay() {
    assert_eq!(line("ab\u{202E}cd\u{2066}e\u{200B}f", 99), "abcdef");
    assert_eq!(line("撮影 камера \u{E0041}\u{E0042}📷", 99), "撮影 камера 📷");
    assert_eq!(line("a\0b\u{7}c\u{1b}d", 99), "abcd");
}

#[test]
fn a_line_has_no_breaks_and_a_block_keeps_them() {
    assert_eq!(line("one\r\n two\tthree", 99), "one   two three");
    assert_eq!(block("one\r\n\ttwo\u{2028}three", 99), "one\n\ttwo\nthree");
}

#[test]
fn the_bound_counts_characters_and_marks_the_cut() {
    assert_eq!(line("ééééé", 3), "ééé…");
    assert_eq!(line("abc", 3), "abc");
}

#[test]
fn colour_sequences_are_removed_whole() {
    assert_eq!(without_ansi("\u{1b}[1;31mred\u{1b}[0m plain"), "red plain");
}
