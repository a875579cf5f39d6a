use super::*;

fn check(text: &str, expected: &[&str]) {
    let found: Vec<_> = paths(&Source::new(text)).into_iter().map(|named| named.path).collect();
    assert_eq!(found, expected);
}

#[test]
fn use_trees_are_spread_out() {
    check("use std::fs;", &["std::fs"]);
    check(
        "use std::{fs, io::{self, Read}, net::*};",
        &["std::fs", "std::io", "std::io::Read", "std::net::*"],
    );
    check("pub(crate) use a::b as c; fn f() {}", &["a::b"]);
    check("use ::std::fs;", &["std::fs"]);
}

#[test]
fn paths_in_place_are_found_to_their_end() {
    check("let x = std::fs::read(p)?; y.z();", &["std::fs::read"]);
    check("let v = Vec::<u8>::new();", &["Vec"; 0]);
    check("a::b::<C>()", &["a::b"]);
}

#[test]
fn text_comments_and_tests_name_nothing() {
    check("\"std::fs::read\" /* std::net::X */ #[cfg(test)] mod t { use std::fs; }", &[]);
}

#[test]
fn unfinished_code_ends_the_walk() {
    check("use std::{fs", &["std::fs"]);
    check("use ! { (", &[]);
}
