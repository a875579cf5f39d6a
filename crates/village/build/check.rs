//! Holds the three languages against each other and decides the type of each variable.

use super::catalogue::Catalogue;
use std::collections::{BTreeMap, BTreeSet};

/// Variables that are numbers wherever they occur. A variable that chooses by a plural category
/// becomes one too; every other variable is text. A name means one type in all sentences.
pub(crate) const NUMBERS: &[&str] = &[
    "bytes",
    "characters",
    "column",
    "count",
    "height",
    "kb",
    "limit",
    "line",
    "mb",
    "minutes",
    "number",
    "percent",
    "pid",
    "port",
    "rounds",
    "seconds",
    "size",
    "status",
    "total",
    "width",
];

/// What the languages agree on.
#[derive(Debug)]
pub(crate) struct Checked {
    /// Each sentence with its variables. Terms are not among them: only sentences use those.
    pub(crate) sentences: BTreeMap<String, BTreeSet<String>>,
    /// Variables that are numbers.
    pub(crate) numbers: BTreeSet<String>,
}

/// Compares the languages, the first of which is the measure.
///
/// # Errors
/// Every difference, with file and key.
pub(crate) fn compare(languages: &[Catalogue]) -> Result<Checked, Vec<String>> {
    let mut problems = Vec::new();
    let Some((first, others)) = languages.split_first() else {
        return Err(vec!["no language".to_owned()]);
    };
    for other in others {
        missing(first, other, &mut problems);
        missing(other, first, &mut problems);
        for (name, found) in &other.entries {
            let Some(measure) = first.entries.get(name) else {
                continue;
            };
            if found.variables != measure.variables {
                problems.push(format!(
                    "{}: {name} has the variables {:?}, but {} has {:?}",
                    found.path.display(),
                    found.variables,
                    measure.path.display(),
                    measure.variables
                ));
            }
            if found.path.file_name() != measure.path.file_name() {
                problems.push(format!(
                    "{}: {name} stands in {} in the other language",
                    found.path.display(),
                    measure.path.display()
                ));
            }
        }
    }
    let sentences: BTreeMap<String, BTreeSet<String>> = first
        .entries
        .iter()
        .filter(|(name, _)| !name.starts_with('-'))
        .map(|(name, found)| (name.clone(), found.variables.clone()))
        .collect();
    let mut methods = BTreeMap::new();
    for name in sentences.keys() {
        if let Some(twin) = methods.insert(method(name), name) {
            problems.push(format!("{name} and {twin} make the same method"));
        }
    }
    let mut numbers: BTreeSet<String> = NUMBERS.iter().map(|name| (*name).to_owned()).collect();
    numbers.extend(languages.iter().flat_map(|language| language.plurals.iter().cloned()));
    if problems.is_empty() { Ok(Checked { sentences, numbers }) } else { Err(problems) }
}

/// The method of a sentence: `key-of-it.part` becomes `key_of_it_part`.
pub(crate) fn method(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect()
}

fn missing(here: &Catalogue, there: &Catalogue, problems: &mut Vec<String>) {
    for (name, found) in &here.entries {
        if !there.entries.contains_key(name) {
            problems.push(format!(
                "locales/{}: {name} is missing; it stands in {}",
                there.language,
                found.path.display()
            ));
        }
    }
}
