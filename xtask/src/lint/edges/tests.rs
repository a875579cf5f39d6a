use super::*;
use crate::tree::Dependency;

const TABLE: &str = "# Edges\n\n| crate | may use | knows nothing of |\n|---|---|---|\n\
    | `media` | | time, `std::time::Instant`, `std::fs` |\n\
    | `turn` | media | `tokio`, `fluent-*` |\n\
    | `src-tauri` | turn, sim (feature `camera`) | |\n\
    | `sim` | | every other crate of ours |\n\
    | `tests` | everything | |\n\
    | `xtask` | | |\n\nText | not a row | really |\n";

fn package(name: &str, uses: &[&str]) -> Package {
    let dependencies = uses.iter().map(|used| {
        let (name, feature) = used.split_once('/').unwrap_or((used, ""));
        let features = feature.split_terminator('/').map(str::to_owned).collect();
        Dependency {
            name: name.trim_start_matches("dev:").to_owned(),
            features,
            dev: name.starts_with("dev:"),
        }
    });
    Package {
        name: name.to_owned(),
        dir: format!("crates/{}", name.trim_start_matches("fuseforks-")),
        dependencies: dependencies.collect(),
        ..Package::default()
    }
}

/// The workspace of the table, with one package replaced; gives the violations.
fn check_with(changed: Package, sources: &[(&str, &str)]) -> Vec<String> {
    let mut packages = vec![
        package("fuseforks-media", &[]),
        package("fuseforks-turn", &["fuseforks-media", "serde"]),
        package("fuseforks-desktop", &["fuseforks-turn", "fuseforks-sim/camera", "tauri"]),
        package("fuseforks-sim", &["tokio"]),
        package("fuseforks-tests", &["fuseforks-media", "fuseforks-sim/camera/provider"]),
        package("xtask", &["fluent-syntax"]),
    ];
    packages.retain(|package| package.name != changed.name);
    packages.push(changed);
    let sources = sources.iter().chain([&(DOCUMENT, TABLE)]);
    let files: Vec<_> =
        sources.map(|(path, text)| File { path: (*path).into(), text: (*text).into() }).collect();
    check(&files, &packages).iter().map(ToString::to_string).collect()
}

#[test]
fn edges_in_the_table_are_right() {
    assert_eq!(check_with(package("fuseforks-media", &["sha2"]), &[]), [""; 0]);
}

#[test]
fn an_edge_that_is_not_in_the_table_is_found() {
    let found = check_with(package("fuseforks-media", &["fuseforks-turn"]), &[]);
    assert_eq!(found.len(), 1);
    let start = "crates/media/Cargo.toml: `media` may not use `turn` (docs/ARCHITECTURE.md:5)";
    assert!(found[0].starts_with(start), "{found:?}");
    assert_eq!(check_with(package("xtask", &["fuseforks-media"]), &[]).len(), 1);
}

#[test]
fn a_feature_that_is_not_in_the_table_is_found() {
    let found = check_with(package("fuseforks-desktop", &["fuseforks-sim/camera/provider"]), &[]);
    assert_eq!(
        found,
        [
            "crates/desktop/Cargo.toml: `src-tauri` may not use the feature `provider` of `sim` (docs/ARCHITECTURE.md:7)"
        ]
    );
}

#[test]
fn a_package_that_a_crate_must_not_know_is_found() {
    for name in ["tokio", "fluent-bundle", "fluent-syntax"] {
        let found = check_with(package("fuseforks-turn", &["fuseforks-media", name]), &[]);
        let start =
            format!("crates/turn/Cargo.toml: `turn` must know nothing of `{name}` (docs/ARCHITECTURE.md:6)");
        assert!(found.len() == 1 && found[0].starts_with(&start), "{found:?}");
    }
}

#[test]
fn a_path_that_a_crate_must_not_know_is_found() {
    for (code, lines) in [
        ("fn a() {}\nfn b() { std::fs::read(p) }", 1),
        ("\nuse std::{fs, io};", 1),
        ("\nuse std::time::{Duration, Instant};", 1),
        ("\nuse std::time;", 1),
        ("\nuse std::time::*;", 1),
        ("use std::time::Duration;\nuse std::io::Read;", 0),
        ("// std::fs::read\nconst A: &str = \"std::fs\";\n#[cfg(test)]\nmod t { use std::fs; }", 0),
        ("use crate::fs;\nfn time() {}\nfn a() { std::timer() }", 0),
    ] {
        let found = check_with(package("fuseforks-media", &[]), &[("crates/media/src/a.rs", code)]);
        assert_eq!(found.len(), lines, "{code}: {found:?}");
        assert!(
            found
                .iter()
                .all(|text| text.starts_with("crates/media/src/a.rs:2: `media` must know nothing of `std::"))
        );
        let test = check_with(package("fuseforks-media", &[]), &[("crates/media/src/a/tests.rs", code)]);
        assert_eq!(test, [""; 0]);
    }
}

#[test]
fn a_crate_without_a_row_and_a_row_without_a_crate_are_found() {
    let found = check_with(package("fuseforks-more", &[]), &[]);
    assert_eq!(
        found,
        ["docs/ARCHITECTURE.md: `fuseforks-more` has no row in the edge table. Say what it may use"]
    );
    let document = [File { path: DOCUMENT.into(), text: TABLE.into() }];
    let found = check(&document, &[package("fuseforks-media", &[])]);
    assert_eq!(found.len(), 5);
    assert_eq!(
        found[0].to_string(),
        "docs/ARCHITECTURE.md:6: `turn` is no crate of the workspace. Remove its row"
    );
}

#[test]
fn tests_may_use_any_crate_but_not_those_of_a_stand_in() {
    let media = package("fuseforks-media", &["dev:fuseforks-turn", "dev:fluent-bundle"]);
    assert_eq!(check_with(media, &[]), [""; 0]);
    let sim = package("fuseforks-sim", &["tokio", "dev:reqwest", "dev:fuseforks-media"]);
    let found = check_with(sim, &[]);
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("crates/sim/Cargo.toml: `sim` may not use `media`"), "{found:?}");
}

#[test]
fn a_missing_document_is_found() {
    assert_eq!(check(&[], &[]).len(), 1);
}
