//! A source file has one subject. At 600 lines it has two.

use super::Violation;
use crate::tree::File;

/// The hard maximum of lines in a source file.
const LINES: usize = 600;
const KINDS: &[&str] = &[".rs", ".ts", ".js", ".mjs", ".svelte", ".css", ".html", ".py", ".sh"];

/// Files that are too long; generated ones may be.
pub(crate) fn check(files: &[File]) -> Vec<Violation> {
    let written = files.iter().filter(|file| {
        KINDS.iter().any(|kind| file.path.ends_with(kind))
            && !file.path.contains(".gen.")
            && !file.path.contains("/fixtures/")
    });
    let long = written.map(|file| (file, file.text.lines().count())).filter(|(_, lines)| *lines > LINES);
    long.map(|(file, lines)| {
        let text =
            format!("{lines} lines; {LINES} is the maximum. Move its second subject to a file of its own");
        Violation::new(&file.path, 0, text)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_one(path: &str, lines: usize) -> usize {
        check(&[File { path: path.to_owned(), text: "x\n".repeat(lines) }]).len()
    }

    #[test]
    fn the_line_after_the_last_allowed_one_is_too_much() {
        assert_eq!(check_one("crates/a/src/b.rs", 600), 0);
        assert_eq!(check_one("crates/a/src/b.rs", 601), 1);
        assert_eq!(check_one("ui/src/X.svelte", 601), 1);
    }

    #[test]
    fn generated_files_recordings_and_words_may_be_long() {
        for path in
            ["ui/src/contract/types.gen.ts", "tests/fixtures/a/b.ts", "locales/en/ui.ftl", "Cargo.lock"]
        {
            assert_eq!(check_one(path, 5000), 0, "{path}");
        }
    }
}
