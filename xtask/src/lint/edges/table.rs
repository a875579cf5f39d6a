//! The Markdown table: `| crate | may use | knows nothing of |`.
//!
//! In the second column stand short names of crates of ours, `everything`, or `sim (feature camera)`. In the
//! third, what stands in backticks is checked: a package (`tauri`, `fluent-*`) or a path (`std::fs`). The
//! rest is for the reader.

use crate::lint::rust::paths::Named;

/// One crate's row.
pub(crate) struct Row {
    /// The short name: `media`, `src-tauri`.
    pub(crate) name: String,
    /// Its line in the document.
    pub(crate) line: usize,
    /// Crates and, if restricted, their features.
    uses: Vec<(String, Vec<String>)>,
    words: Vec<String>,
    /// Its last column says "every ... crate of ours": not even its tests may use one.
    pub(crate) uses_none_of_ours: bool,
}

/// The rows of the first table whose header begins with `crate`.
pub(crate) fn read(document: &str) -> Vec<Row> {
    let numbered = document.lines().enumerate().map(|(at, line)| (at + 1, cells(line)));
    let mut rows = numbered.skip_while(|(_, cells)| cells.first().map(String::as_str) != Some("crate"));
    let table = rows.by_ref().skip(2).take_while(|(_, cells)| cells.len() >= 3);
    table.map(|(line, cells)| row(line, &cells)).collect()
}

fn cells(line: &str) -> Vec<String> {
    let Some(inner) = line.trim().strip_prefix('|') else {
        return Vec::new();
    };
    inner.trim_end_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

fn row(line: usize, cells: &[String]) -> Row {
    let uses = cells[1].split(',').map(|entry| entry.replace('`', "")).filter_map(|entry| {
        let (name, rest) = entry.split_once('(').unwrap_or((&entry, ""));
        let words =
            rest.trim_end_matches([')', ' ']).split_whitespace().filter(|word| !word.starts_with("feature"));
        let name = name.trim().to_owned();
        (!name.is_empty()).then(|| (name, words.map(str::to_owned).collect()))
    });
    let words = cells[2].split('`').skip(1).step_by(2).map(str::to_owned);
    Row {
        name: cells[0].replace('`', ""),
        line,
        uses: uses.collect(),
        words: words.collect(),
        uses_none_of_ours: cells[2].starts_with("every ") && cells[2].contains("crate of ours"),
    }
}

impl Row {
    /// The features it may ask of a crate of ours (empty: any), or `None` if it may not use it.
    pub(crate) fn may_use(&self, name: &str) -> Option<&[String]> {
        let entry = self.uses.iter().find(|(used, _)| used == name || used == "everything");
        entry.map(|(_, features)| features.as_slice())
    }

    /// Whether a package of somebody else is forbidden.
    pub(crate) fn knows_nothing_of(&self, package: &str) -> bool {
        self.words.iter().any(|word| match word.strip_suffix('*') {
            Some(start) => package.starts_with(start),
            None => package == word,
        })
    }

    /// Whether a path stands in the third column.
    pub(crate) fn forbids_paths(&self) -> bool {
        self.words.iter().any(|word| word.contains("::"))
    }

    /// The forbidden path that a name reaches: the path itself, what is below it, or an import above it.
    pub(crate) fn forbids(&self, named: &Named) -> Option<&str> {
        let mut paths = self.words.iter().filter(|word| word.contains("::"));
        paths.find(|word| reaches(named, word)).map(String::as_str)
    }
}

fn reaches(named: &Named, word: &str) -> bool {
    let below = |longer: &str, shorter: &str| {
        longer.strip_prefix(shorter).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    let path = named.path.trim_end_matches("::*");
    below(path, word)
        || (named.imported && path.contains("::") && below(word, path))
        || (named.path.ends_with("::*") && below(word, path))
}
