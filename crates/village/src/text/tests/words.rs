//! Word lists.

use crate::text::{mentions, split};

#[test]
fn lists() {
    assert_eq!(split(" look | live view|| 見て ").collect::<Vec<_>>(), ["look", "live view", "見て"]);
    assert_eq!(split("").count(), 0);
}

#[test]
fn whole_words_in_latin_script_anything_elsewhere() {
    for (text, list, found) in [
        ("Ask Bob", "ask | tell", true),
        ("a task for Bob", "ask | tell", false),
        ("ask", "ask", true),
        ("(ask)", "ask", true),
        ("asked", "ask", false),
        ("unmasks, then asks to ask", "ask", true),
        ("take a LIVE-VIEW frame", "live-view", true),
        ("カメラを見て", "見て", true),
        ("camera見て", "見て", true),
        ("看看相机", "看", true),
        ("カメラでaskする", "ask", true),
        ("", "ask", false),
        ("anything", "", false),
    ] {
        assert_eq!(mentions(text, list), found, "{text:?} {list:?}");
    }
}
