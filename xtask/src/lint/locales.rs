//! Every word exists in every language, with the same variables.
//!
//! It must never judge the wording. It sees what a program can see: files, ids, attributes, placeables, an
//! empty value, a reference to nothing, a syntax error.

mod message;

use super::Violation;
use crate::tree::File;
use message::{Entry, read};
use std::collections::{BTreeMap, BTreeSet};

/// The first is the one the others are compared with.
const LANGUAGES: [&str; 3] = ["en", "ja", "zh"];

/// Differences between the languages, and mistakes inside one.
pub(crate) fn check(files: &[File]) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut languages: BTreeMap<&str, BTreeMap<&str, &File>> = BTreeMap::new();
    for file in files {
        let Some((language, name)) = file.path.strip_prefix("locales/").and_then(|rest| rest.split_once('/'))
        else {
            continue;
        };
        if !LANGUAGES.contains(&language) {
            found.push(Violation::new(
                &file.path,
                0,
                "not one of en, ja and zh. Add the language to the lint first",
            ));
        } else if !name.ends_with(".ftl") {
            found.push(Violation::new(&file.path, 0, "not a .ftl file. Nothing else belongs here"));
        } else {
            languages.entry(language).or_default().insert(name, file);
        }
    }
    let names: BTreeSet<&str> = languages.values().flat_map(|files| files.keys().copied()).collect();
    let mut seen: BTreeMap<(&str, String), String> = BTreeMap::new();
    for name in names {
        let mut parsed = Vec::new();
        for language in LANGUAGES {
            let Some(file) = languages.get(language).and_then(|files| files.get(name)) else {
                let path = format!("locales/{language}/{name}");
                found.push(Violation::new(&path, 0, "is missing. Every language has every file"));
                continue;
            };
            let (entries, mistakes) = read(&file.path, &file.text);
            found.extend(mistakes);
            for entry in entries.values() {
                let earlier = seen.insert((language, entry.id.clone()), file.path.clone());
                if let Some(earlier) = earlier.filter(|earlier| *earlier != file.path) {
                    let text = format!("`{}` is already in {earlier}. One id, one place", entry.id);
                    found.push(Violation::new(&file.path, entry.line, text));
                }
            }
            parsed.push((file.path.as_str(), entries));
        }
        if let Some(((base_path, base), others)) = parsed.split_first() {
            for (path, entries) in others {
                compare(base_path, base, path, entries, &mut found);
            }
        }
    }
    found.extend(lost_references(&languages));
    found
}

type Entries = BTreeMap<String, Entry>;

fn compare(base_path: &str, base: &Entries, path: &str, entries: &Entries, found: &mut Vec<Violation>) {
    for (key, entry) in base {
        match entries.get(key) {
            None => found.push(Violation::new(
                path,
                0,
                format!("`{key}` is missing. {base_path}:{} has it", entry.line),
            )),
            Some(other) if other.placeables != entry.placeables => {
                let text = format!(
                    "`{key}` has {} but {base_path}:{} has {}. Use the same placeables",
                    list(&other.placeables),
                    entry.line,
                    list(&entry.placeables)
                );
                found.push(Violation::new(path, other.line, text));
            }
            Some(_) => {}
        }
    }
    for (key, entry) in entries.iter().filter(|(key, _)| !base.contains_key(*key)) {
        let text = format!("`{key}` is not in {base_path}. Add it there or remove it here");
        found.push(Violation::new(path, entry.line, text));
    }
}

fn list(placeables: &BTreeSet<String>) -> String {
    if placeables.is_empty() {
        return "no placeables".to_owned();
    }
    placeables.iter().cloned().collect::<Vec<_>>().join(", ")
}

/// A reference must name an entry of the same language, in any file.
fn lost_references(languages: &BTreeMap<&str, BTreeMap<&str, &File>>) -> Vec<Violation> {
    let mut found = Vec::new();
    for files in languages.values() {
        let read: Vec<_> = files.values().map(|file| (file, read(&file.path, &file.text).0)).collect();
        let known: BTreeSet<&String> = read.iter().flat_map(|(_, entries)| entries.keys()).collect();
        for (file, entries) in &read {
            for entry in entries.values() {
                let references = entry.placeables.iter().filter(|name| !name.starts_with('$'));
                for lost in references.filter(|name| !known.contains(name)) {
                    let text =
                        format!("`{}` refers to `{lost}`, which is in no file of this language", entry.id);
                    found.push(Violation::new(&file.path, entry.line, text));
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
