use super::*;

fn people(text: &str) -> Vec<&str> {
    let source = Source::new(text);
    source.strings_for_people().into_iter().map(|literal| source.text(literal.token)).collect()
}

#[test]
fn strings_in_attributes_logs_assertions_and_tests_are_nobodys_prose() {
    assert_eq!(people(r#"#[error("a")] struct X; fn f() { g("b") }"#), [r#""b""#]);
    assert_eq!(people(r#"tracing::warn!(x = 1, "a {}", f("b")); format!("c")"#), [r#""c""#]);
    assert_eq!(people(r#"assert!(x, "a"); y.expect("b"); z.unwrap_or("c")"#), [r#""c""#]);
    assert_eq!(people(r#"#[cfg(test)] mod tests { const A: &str = "a"; } const B: &str = "b";"#), [r#""b""#]);
    assert_eq!(people(r#"#[tokio::test] async fn a() { "a" } fn b() { "b" }"#), [r#""b""#]);
    assert_eq!(people(r#"#[cfg(not(test))] fn b() { "b" }"#), [r#""b""#]);
    assert_eq!(people("#![cfg(test)] fn a() { \"a\" }"), [""; 0]);
}

#[test]
fn a_test_item_ends_where_its_brackets_end() {
    let text = "#[cfg(test)]\n#[path = \"x.rs\"]\nmod tests;\nfn a(x: [u8; 3]) {}\n#[cfg(test)] fn b(x: [u8; 3]) { c() }\nfn d() {}";
    let source = Source::new(text);
    let outside = |name: &str| !source.byte_in_test(text.find(name).unwrap());
    assert!(outside("fn a") && outside("fn d"));
    assert!(!outside("fn b") && !outside("c()"));
    assert_eq!(source.test_modules(), ["tests"]);
}

#[test]
fn a_test_only_statement_ends_with_its_block() {
    let text = "fn a() { #[cfg(test)] x } fn b() { \"b\" }";
    assert_eq!(people(text), ["\"b\""]);
}

#[test]
fn attributes_are_read_as_words() {
    let source = Source::new("#[cfg_attr(ci, ignore)]\nfn a() {}\n#![allow(x)]");
    let words: Vec<_> = source.attribute_words().collect();
    assert_eq!(words, [(1, vec!["cfg_attr", "ci", "ignore"]), (3, vec!["allow", "x"])]);
}
