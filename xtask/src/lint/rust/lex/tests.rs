use super::*;

fn check(text: &str, expected: &[&str]) {
    let found: Vec<_> = lex(text)
        .into_iter()
        .map(|token| {
            let sort = match token.kind {
                Kind::Word => "word",
                Kind::Lifetime => "life",
                Kind::Char => "char",
                Kind::Str { raw: true } => "raw",
                Kind::Str { raw: false } => "str",
                Kind::Mark(_) => "mark",
                Kind::Comment => "note",
            };
            format!("{sort} {}", &text[token.span])
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn strings_of_every_sort_are_one_token() {
    check(r#"a("b \" c")"#, &["word a", "mark (", r#"str "b \" c""#, "mark )"]);
    check("r\"a\\\" b", &["raw r\"a\\\"", "word b"]);
    check("br##\"a\"# b\"##", &["raw br##\"a\"# b\"##"]);
    check("b\"x\" c\"y\"", &["str b\"x\"", "str c\"y\""]);
    check("\"open", &["str \"open"]);
}

#[test]
fn a_word_that_ends_in_a_prefix_letter_is_not_a_string_prefix() {
    check("number\"x\"", &["word number", "str \"x\""]);
    check("r#type b", &["word r#type", "word b"]);
}

#[test]
fn characters_and_lifetimes_are_told_apart() {
    check("'a' 'a 'static", &["char 'a'", "life 'a", "life 'static"]);
    check(r"'\'' '\\' b'x' '\u{1F600}'", &[r"char '\''", r"char '\\'", "char b'x'", r"char '\u{1F600}'"]);
    check("'画'", &["char '画'"]);
    check("'\"' \"s\"", &["char '\"'", "str \"s\""]);
}

#[test]
fn comments_nest_and_hide_their_quotes() {
    check("a /* \" /* ' */ */ b", &["word a", "note /* \" /* ' */ */", "word b"]);
    check("// it's\nc", &["note // it's", "word c"]);
    check("/// \"d\"\ne", &["note /// \"d\"", "word e"]);
}

#[test]
fn lines_are_counted_through_literals() {
    let lines: Vec<_> = lex("a\n\"x\ny\"\nb /*\n*/ c").into_iter().map(|token| token.line).collect();
    assert_eq!(lines, [1, 2, 4, 4, 5]);
}
