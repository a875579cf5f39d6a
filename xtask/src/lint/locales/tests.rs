use super::*;

/// Checks one file in the three languages; gives `language:line: text`.
fn check_three(en: &str, ja: &str, zh: &str) -> Vec<String> {
    let file = |language: &str, text: &str| File {
        path: format!("locales/{language}/ui.ftl"),
        text: text.to_owned(),
    };
    shown(&[file("en", en), file("ja", ja), file("zh", zh)])
}

fn shown(files: &[File]) -> Vec<String> {
    check(files)
        .iter()
        .map(|violation| violation.to_string().replace("locales/", "").replace("/ui.ftl", ""))
        .collect()
}

#[test]
fn equal_files_are_right() {
    let en = "# A comment\n-app = Fuseforks\nhello = Hello { $name }, { -app }\n    .title = Title\nempty-rows = None\n";
    let ja = "-app = Fuseforks\nempty-rows = なし\nhello = { -app } へようこそ、{ $name }\n    .title = 題\n";
    assert_eq!(check_three(en, ja, ja), [""; 0]);
}

#[test]
fn a_missing_and_an_extra_id_are_found() {
    let found = check_three("a = A\nb = B", "a = A", "a = A\nb = B\nc = C");
    assert_eq!(
        found,
        ["ja: `b` is missing. en:2 has it", "zh:3: `c` is not in en. Add it there or remove it here"]
    );
}

#[test]
fn a_missing_attribute_is_found() {
    let found = check_three("a = A\n    .title = T", "a = A\n    .title = T", "a = A");
    assert_eq!(found, ["zh: `a.title` is missing. en:1 has it"]);
}

#[test]
fn different_variables_are_found_wherever_they_stand() {
    let en = "a = { $count ->\n    [one] One of { $name }\n   *[other] { $count } of { $name }\n }";
    let found = check_three(en, "a = { $count } { $nam }", "a = { $name } { NUMBER($count) }");
    assert_eq!(found, ["ja:1: `a` has $count, $nam but en:1 has $count, $name. Use the same placeables"]);
    let found = check_three("a = A", "a = A { $x }", "a = A");
    assert_eq!(found, ["ja:1: `a` has $x but en:1 has no placeables. Use the same placeables"]);
}

#[test]
fn an_id_that_stands_twice_is_found() {
    let found = check_three("a = A\nb = B\na = C", "a = A\nb = B", "a = A\nb = B");
    assert_eq!(found, ["en:3: `a` is here twice. Remove one"]);
    let file = |name: &str| {
        LANGUAGES
            .map(|language| File { path: format!("locales/{language}/{name}"), text: "a = A".to_owned() })
    };
    let files: Vec<_> = file("ui.ftl").into_iter().chain(file("tools.ftl")).collect();
    assert_eq!(shown(&files)[0], "en:1: `a` is already in en/tools.ftl. One id, one place");
    assert_eq!(shown(&files).len(), 3);
}

#[test]
fn an_empty_value_is_found() {
    let empty = "a = { \"\" }";
    assert_eq!(check_three("a = A", empty, "a = A"), ["ja:1: `a` is empty. Write its words"]);
    let variant = "a = { $n ->\n    [one] { \"\" }\n   *[other] { $n }\n }";
    assert_eq!(check_three("a = { $n }", "a = { $n }", variant), ["zh:1: `a` is empty. Write its words"]);
}

#[test]
fn a_syntax_error_is_found_with_its_line() {
    let found = check_three("a = A\nb = { $n", "a = A", "a = A");
    assert!(found[0].starts_with("en:2: not Fluent: "), "{found:?}");
}

#[test]
fn a_reference_to_nothing_is_found() {
    let found = check_three("a = { -app }", "a = { -app }", "a = { -app }");
    assert_eq!(found.len(), 3);
    assert_eq!(found[0], "en:1: `a` refers to `-app`, which is in no file of this language");
}

#[test]
fn a_missing_file_and_a_strange_one_are_found() {
    let file = |path: &str| File { path: path.to_owned(), text: "a = A".to_owned() };
    let found = shown(&[file("locales/en/ui.ftl"), file("locales/ja/ui.ftl"), file("locales/fr/ui.ftl")]);
    assert_eq!(found[0], "fr: not one of en, ja and zh. Add the language to the lint first");
    assert_eq!(found[1], "zh: is missing. Every language has every file");
    assert_eq!(
        shown(&[file("locales/en/notes.md")])[0],
        "en/notes.md: not a .ftl file. Nothing else belongs here"
    );
}
