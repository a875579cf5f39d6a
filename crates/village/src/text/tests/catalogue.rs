//! Lookups by method and by key, and what happens to a stranger's words in them.

use super::text;
use crate::text::{Language, Text};
use std::collections::BTreeMap;

fn args(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn a_language_is_read_once() {
    for language in Language::ALL {
        assert_eq!(Text::of(language).language(), language);
        assert!(std::ptr::eq(Text::of(language), Text::of(language)));
    }
}

#[test]
fn by_key_it_says_the_same_as_by_method() {
    let values = args(&[("tool", "nik__status"), ("seconds", "1")]);
    assert_eq!(
        text("en").message("tool-timeout", &values).unwrap(),
        text("en").tool_timeout(1_u32, "nik__status")
    );
    let values = args(&[("tool", "nik__status"), ("seconds", "120")]);
    assert_eq!(
        text("en").message("tool-timeout", &values).unwrap(),
        "nik__status did not answer within 120 seconds"
    );
}

#[test]
fn an_unknown_key_is_none() {
    assert_eq!(text("en").message("error-of-another-world", &BTreeMap::new()), None);
    assert_eq!(text("en").message("", &BTreeMap::new()), None);
    assert_eq!(text("en").message("empty-result.title", &BTreeMap::new()), None);
}

#[test]
fn text_that_looks_like_a_number_stays_as_it_is() {
    let said = text("en").message("tool-failed", &args(&[("tool", "007")])).unwrap();
    assert_eq!(said, "007 failed");
}

#[test]
fn a_value_cannot_break_its_line_or_turn_it() {
    let said = text("en").tool_failed("a\r\nb\u{202e}c\u{0}\u{2028}d\u{200b}");
    assert_eq!(said, "a bc d failed");
}

#[test]
fn no_isolation_marks() {
    for language in Language::ALL {
        let said = Text::of(language).caption(3_usize, "server__tool");
        assert!(!said.contains(['\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}']), "{said}");
    }
}

#[test]
fn a_placeable_is_not_read_from_a_value() {
    assert_eq!(text("en").tool_failed("{ $tool }{ empty-result }"), "{ $tool }{ empty-result } failed");
}

#[test]
fn all_threads_get_the_same() {
    let said: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| text("zh").images_only(4_usize))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(said.iter().all(|said| said == "（图像 4 张）"));
}
