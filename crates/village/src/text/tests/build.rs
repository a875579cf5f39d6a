//! What the build script refuses, and what it makes of good files.

#[path = "../../../build/catalogue.rs"]
mod catalogue;
#[path = "../../../build/check.rs"]
mod check;
#[path = "../../../build/generate.rs"]
mod generate;

use catalogue::{Catalogue, File};
use std::path::PathBuf;

fn read(language: &'static str, text: &str) -> Result<Catalogue, Vec<String>> {
    let path = PathBuf::from(format!("{language}/tools.ftl"));
    catalogue::read(language, &[File { path, text: text.to_owned() }])
}

fn compare(en: &str, ja: &str) -> Result<check::Checked, Vec<String>> {
    check::compare(&[read("en", en).unwrap(), read("ja", ja).unwrap()])
}

/// One problem that names all of `words`.
fn check(problems: Vec<String>, words: &[&str]) {
    let [problem] = problems.as_slice() else { panic!("{problems:?}") };
    for word in words {
        assert!(problem.contains(word), "{problem} does not name {word}");
    }
}

#[test]
fn a_file_that_is_no_fluent() {
    check(read("en", "a = b\nc = { $d ! }\ne = f\n").unwrap_err(), &["en/tools.ftl:2:"]);
}

#[test]
fn a_name_given_twice() {
    check(read("en", "a = b\na = c\n").unwrap_err(), &["en/tools.ftl", "a is given twice"]);
}

#[test]
fn a_reference_to_nothing_or_in_a_circle() {
    check(read("en", "a = { b }\n").unwrap_err(), &["refers to b"]);
    check(read("en", "a = { -b }\n").unwrap_err(), &["refers to -b"]);
    let problems = read("en", "a = { b }\nb = { a }\n").unwrap_err();
    assert!(problems.iter().all(|problem| problem.contains("refers to itself")), "{problems:?}");
}

#[test]
fn a_function() {
    check(read("en", "a = { NUMBER($b) }\n").unwrap_err(), &["en/tools.ftl", "a", "NUMBER"]);
}

#[test]
fn a_sentence_missing_in_one_language() {
    check(compare("a = b\nc = d\n", "a = b\n").unwrap_err(), &["locales/ja", "c is missing"]);
    check(compare("a = b\n", "a = b\nc = d\n").unwrap_err(), &["locales/en", "c is missing"]);
    check(compare("a = b\n    .c = d\n", "a = b\n").unwrap_err(), &["a.c is missing"]);
    check(compare("-a = b\n", "").unwrap_err(), &["-a is missing"]);
}

#[test]
fn other_variables() {
    check(compare("a = { $b }\n", "a = { $c }\n").unwrap_err(), &["ja/tools.ftl", "a", "\"b\"", "\"c\""]);
}

#[test]
fn variables_of_what_is_referred_to_count() {
    let checked = compare("a = { b }\nb = { $c }\n", "a = x { $c }\nb = { $c }\n").unwrap();
    assert!(checked.sentences["a"].contains("c"));
}

#[test]
fn two_names_for_one_method() {
    check(compare("a-b = c\na_b = c\n", "a-b = c\na_b = c\n").unwrap_err(), &["a-b", "a_b"]);
}

#[test]
fn a_plural_makes_a_number_and_a_lone_default_does_not() {
    let plural = "a = { $sheep ->\n    [one] x\n   *[other] y\n }\n";
    assert!(compare(plural, "a = { $sheep }\n").unwrap().numbers.contains("sheep"));
    let unused = "a = { $sheep ->\n   *[other] y\n }\n";
    assert!(!compare(unused, "a = { $sheep }\n").unwrap().numbers.contains("sheep"));
}

#[test]
fn the_methods() {
    let en = "pane-line = { $count } of { $type }\n    .title = t\n-term = x\n";
    let languages = [read("en", en).unwrap(), read("ja", en).unwrap()];
    let code = generate::rust(&check::compare(&languages).unwrap(), &languages);
    assert!(code.contains("pub fn pane_line(&self, count: impl Number, r#type: &str) -> String"), "{code}");
    assert!(code.contains("pub fn pane_line_title(&self) -> String"), "{code}");
    assert!(code.contains("/// pane-line = { $count } of { $type }"), "{code}");
    assert!(!code.contains("fn _term"), "{code}");
}
