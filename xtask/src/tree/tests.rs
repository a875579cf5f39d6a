use super::*;
use serde_json::json;

#[test]
fn packages_are_read_with_what_they_need() {
    let metadata = json!({
        "workspace_root": "/repo",
        "packages": [{
            "name": "fuseforks-turn",
            "manifest_path": "/repo/crates/turn/Cargo.toml",
            "targets": [{ "name": "turn", "kind": ["lib"] }, { "name": "spin", "kind": ["bin"] }],
            "dependencies": [
                { "name": "fuseforks-media", "kind": null, "features": ["a"] },
                { "name": "fluent-syntax", "kind": "build", "features": [] },
                { "name": "tokio", "kind": "dev", "features": [] },
            ],
        }],
    });
    let [package] = &packages(&metadata)[..] else { panic!("one package was given") };
    assert_eq!((package.name.as_str(), package.dir.as_str()), ("fuseforks-turn", "crates/turn"));
    assert_eq!(package.bins, ["spin"]);
    let needs: Vec<_> = package.dependencies.iter().map(|need| (need.name.as_str(), need.dev)).collect();
    assert_eq!(needs, [("fuseforks-media", false), ("fluent-syntax", false), ("tokio", true)]);
    assert_eq!(package.dependencies[0].features, ["a"]);
}

#[test]
fn this_repository_lists_its_own_sources() {
    let files = files().unwrap();
    let this = files.iter().find(|file| file.path == "xtask/src/tree.rs").expect("git lists the file");
    assert!(this.text.contains("pub(crate) fn files()"));
    assert!(!files.iter().any(|file| file.path.starts_with("target/")));
}
