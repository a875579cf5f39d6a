use super::*;

fn check_one(path: &str, text: &str) -> Vec<String> {
    check(&[File { path: path.to_owned(), text: text.to_owned() }]).iter().map(ToString::to_string).collect()
}

#[test]
fn a_letter_outside_ascii_is_found_also_in_a_comment() {
    let found = check_one("crates/media/src/a.rs", "fn a() {}\n// 画像\n");
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("crates/media/src/a.rs:2: U+753B is not ASCII"), "{found:?}");
}

#[test]
fn tests_may_use_any_letter() {
    let text = "const A: &str = \"画\";";
    for path in [
        "crates/a/src/tests.rs",
        "crates/a/src/b/tests/c.rs",
        "crates/a/src/tests_wire.rs",
        "crates/a/src/wire_tests.rs",
        "tests/src/lib.rs",
    ] {
        assert_eq!(check_one(path, text), [""; 0], "{path}");
    }
    assert_eq!(
        check_one("crates/a/src/lib.rs", "#[cfg(test)]\nmod tests { const A: &str = \"画\"; }"),
        [""; 0]
    );
    assert_eq!(check_one("crates/a/src/attests.rs", text).len(), 1);
}

#[test]
fn a_module_that_its_parent_reads_in_tests_only_is_a_test() {
    let files = ["lib", "pictures", "pictures/deep", "words"].map(|name| File {
        path: format!("crates/a/src/{name}.rs"),
        text: if name == "lib" { "#[cfg(test)]\nmod pictures;\nmod words;" } else { "// 画" }.to_owned(),
    });
    let found: Vec<_> = check(&files).into_iter().map(|violation| violation.path).collect();
    assert_eq!(found, ["crates/a/src/words.rs"]);
}

#[test]
fn prose_is_looked_for_where_a_reader_could_meet_it() {
    let text = "const A: &str = \"this is a sentence\";";
    assert_eq!(check_one("crates/llm/src/a.rs", text).len(), 1);
    for path in [
        "crates/sim/src/a.rs",
        "xtask/src/a.rs",
        "tests/src/lib.rs",
        "crates/village/build.rs",
        "crates/village/build/check.rs",
        "crates/media/benches/media/report.rs",
        "fuzz/fuzz_targets/probe.rs",
    ] {
        assert_eq!(check_one(path, text), [""; 0], "{path}");
    }
}
