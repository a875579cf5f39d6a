//! A test that does not run protects nothing: none is ignored, skipped, or run alone.

use super::{Violation, rust::Source};
use crate::tree::File;

const FIX: &str = "Make it pass, or delete it with the behaviour it was about";
/// What begins a test of the web UI, and what keeps it or all others from running.
const BEGINNINGS: &[&str] = &["it", "test", "describe"];
const KEPT_BACK: &[&str] = &["skip", "only", "todo"];

/// The attribute that keeps a test from running, in a Rust file, tests included.
pub(crate) fn check(path: &str, source: &Source<'_>) -> Vec<Violation> {
    source
        .attribute_words()
        .filter(|(_, words)| match words[..] {
            ["ignore", ..] => true,
            ["cfg_attr", ref rest @ ..] => rest.contains(&"ignore"),
            _ => false,
        })
        .map(|(line, _)| Violation::new(path, line, format!("an ignored test. {FIX}")))
        .collect()
}

/// The same in the tests of the web UI.
pub(crate) fn check_scripts(files: &[File]) -> Vec<Violation> {
    let tests = files.iter().filter(|file| file.path.starts_with("ui/") && file.path.ends_with(".test.ts"));
    let mut found = Vec::new();
    for file in tests {
        for (at, line) in file.text.lines().enumerate() {
            if let Some(call) = kept_back(line) {
                found.push(Violation::new(&file.path, at + 1, format!("`{call}`. {FIX}")));
            }
        }
    }
    found
}

/// The beginning of a test that does not run, or that runs alone.
fn kept_back(line: &str) -> Option<&str> {
    let call = line.trim_start().split_once('(')?.0;
    let (beginning, how) = call.split_once('.')?;
    (BEGINNINGS.contains(&beginning) && KEPT_BACK.contains(&how)).then_some(call)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<usize> {
        check("a.rs", &Source::new(text)).into_iter().map(|violation| violation.line).collect()
    }

    #[test]
    fn every_spelling_of_an_ignored_test_is_found() {
        assert_eq!(lines("#[test]\n#[ignore]\nfn a() {}"), [2]);
        assert_eq!(lines("#[ignore = \"slow\"]\nfn a() {}"), [1]);
        assert_eq!(lines("#[cfg_attr(ci, ignore)]\nfn a() {}"), [1]);
    }

    #[test]
    fn the_word_alone_is_no_violation() {
        assert_eq!(
            lines("// #[ignore]\nconst A: &str = \"#[ignore]\";\n#[serde(ignore)]\nstruct B;"),
            [0; 0]
        );
    }

    #[test]
    fn skipped_and_lonely_tests_of_the_ui_are_found() {
        let file =
            |path: &str| File { path: path.to_owned(), text: "it('a', f);\n  it.only('b', f);\n".to_owned() };
        assert_eq!(check_scripts(&[file("ui/src/a.test.ts")])[0].line, 2);
        assert_eq!(check_scripts(&[file("ui/src/a.ts")]), []);
        for beginning in BEGINNINGS {
            assert_eq!(kept_back(&format!("{beginning}('a', f);")), None);
            for how in KEPT_BACK {
                let call = format!("{beginning}.{how}");
                assert_eq!(kept_back(&format!("  {call}('a', f);")), Some(call.as_str()));
            }
        }
    }
}
