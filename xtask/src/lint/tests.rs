use super::*;
use std::path::PathBuf;

/// One tree that breaks every rule once: a rule that is not called is found here.
#[test]
fn every_rule_is_called() {
    let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
    let files = [
        file("docs/ARCHITECTURE.md", "| crate | may use | knows nothing of |\n|---|---|---|\n| gone | | |\n"),
        file("locales/en/ui.ftl", "a = A"),
        file("crates/a/src/b.rs", "// é\n#[ignore]\nfn a() { f(\"this is a sentence\") }\n"),
        file("ui/src/long.ts", &"x\n".repeat(601)),
        file("ui/src/a.test.ts", "it.skip('a')"),
        file("Cargo.lock", "source = \"git+https://example.com/a\""),
    ];
    let workspace = Workspace { target: PathBuf::new(), packages: Vec::new() };
    let found: Vec<_> = check(&files, &workspace).iter().map(ToString::to_string).collect();
    for expected in [
        "docs/ARCHITECTURE.md:3: `gone` is no crate",
        "locales/ja/ui.ftl: is missing",
        "locales/zh/ui.ftl: is missing",
        "crates/a/src/b.rs:2: an ignored test",
        "crates/a/src/b.rs:1: U+00E9 is not ASCII",
        "crates/a/src/b.rs:3: \"this is a sentence\" reads like a sentence",
        "ui/src/long.ts: 601 lines",
        "ui/src/a.test.ts:1: `it.skip`",
        "Cargo.lock:1: only crates.io",
    ] {
        assert!(found.iter().any(|text| text.starts_with(expected)), "{expected} is not in {found:#?}");
    }
    assert_eq!(found.len(), 9, "{found:#?}");
}
