//! Where packages come from: the public registries, under their public names.
//!
//! A lock file that was written behind a mirror names the mirror's host, which nobody else can reach.

use super::Violation;
use crate::tree::File;

const NPM: &str = "https://registry.npmjs.org/";
const CRATES: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Addresses of other hosts in lock files and lists of requirements.
pub(crate) fn check(files: &[File]) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in files {
        let name = file.path.rsplit('/').next().unwrap_or_default();
        for (at, line) in file.text.lines().enumerate() {
            let text = match name {
                "package-lock.json" => npm(line),
                "Cargo.lock" => cargo(line),
                ".npmrc" | "requirements.txt" => index(line),
                _ => None,
            };
            found.extend(text.map(|text| Violation::new(&file.path, at + 1, text)));
        }
    }
    found
}

fn npm(line: &str) -> Option<String> {
    let address = line.trim().strip_prefix("\"resolved\": \"")?;
    let other = !address.starts_with(NPM);
    other.then(|| {
        format!("only {NPM} may stand here. Run `npm install --omit-lockfile-registry-resolved` in ui")
    })
}

fn cargo(line: &str) -> Option<String> {
    let source = line.strip_prefix("source = \"")?.trim_end_matches('"');
    (source != CRATES).then(|| "only crates.io may be a source. Use a published version".to_owned())
}

fn index(line: &str) -> Option<String> {
    let names = ["--index-url", "--extra-index-url", "-i ", "--find-links", "registry=", "@ http"];
    let named = names.iter().any(|name| line.contains(name));
    let public = line.trim() == format!("registry={NPM}");
    (named && !public).then(|| "names a registry. Leave that to the configuration of each machine".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(path: &str, text: &str) -> usize {
        check(&[File { path: path.to_owned(), text: text.to_owned() }]).len()
    }

    #[test]
    fn a_mirror_in_a_lock_file_is_found() {
        let npm = |host: &str| format!("{{\n  \"resolved\": \"https://{host}/a/-/a-1.0.0.tgz\",\n}}");
        assert_eq!(count("ui/package-lock.json", &npm("mirror.example")), 1);
        assert_eq!(count("ui/package-lock.json", &npm("registry.npmjs.org")), 0);
        assert_eq!(count("Cargo.lock", "source = \"registry+https://mirror.example/index\""), 1);
        assert_eq!(count("Cargo.lock", "source = \"git+https://github.com/a/b#c\""), 1);
        assert_eq!(count("Cargo.lock", &format!("source = \"{CRATES}\"")), 0);
    }

    #[test]
    fn an_index_in_a_list_of_requirements_is_found() {
        assert_eq!(
            count("tests/conformance/requirements.txt", "--index-url https://mirror.example\npillow==1\n"),
            1
        );
        assert_eq!(count("tests/conformance/requirements.txt", "pillow==12.0.0\n"), 0);
        assert_eq!(count("ui/.npmrc", "registry=https://mirror.example"), 1);
        assert_eq!(count("ui/.npmrc", "registry=https://registry.npmjs.org/"), 0);
        assert_eq!(count("ui/.npmrc", "save-exact=true"), 0);
    }
}
