//! What a child may know of this process: a fixed list of variables, nothing else.

use std::{collections::BTreeMap, ffi::OsString, path::PathBuf};

/// Variables a program needs to run at all. No name that could hold a secret.
const ALLOWED: [&str; 33] = [
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "TERM",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "TMPDIR",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XDG_RUNTIME_DIR",
    "XDG_DATA_HOME",
    "XDG_CONFIG_HOME",
    "XDG_CACHE_HOME",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
    "APPDATA",
    "LOCALAPPDATA",
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "USERPROFILE",
    "USERNAME",
    "HOMEDRIVE",
    "HOMEPATH",
    "PROGRAMFILES",
    "PROGRAMDATA",
    "COMSPEC",
    "TEMP",
    "TMP",
];
/// Allowed unless they carry a sign-in: package runners download through them.
const PROXIES: [&str; 6] = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"];

/// The child's variables: the allowed ones, the search path, then the entry's own.
pub(super) fn child(
    inherited: impl Iterator<Item = (OsString, OsString)>,
    path: OsString,
    own: &BTreeMap<String, String>,
) -> BTreeMap<OsString, OsString> {
    let mut variables: BTreeMap<OsString, OsString> = inherited
        .filter(|(name, value)| match name.to_str() {
            Some(name) if PROXIES.contains(&name) => !value.to_string_lossy().contains('@'),
            Some(name) if cfg!(windows) => ALLOWED.iter().any(|allowed| allowed.eq_ignore_ascii_case(name)),
            Some(name) => ALLOWED.contains(&name),
            None => false,
        })
        .collect();
    variables.insert("PATH".into(), path);
    if cfg!(windows) {
        variables.insert("PATHEXT".into(), ".COM;.EXE;.BAT;.CMD".into());
    }
    variables.extend(own.iter().map(|(name, value)| (name.into(), value.into())));
    variables
}

/// Search path: the login shell's, then this process's, then where package managers put things.
pub(super) fn search_path(
    login: Option<OsString>,
    process: Option<OsString>,
    home: Option<PathBuf>,
) -> OsString {
    let mut folders: Vec<PathBuf> = Vec::new();
    let mut add = |folder: PathBuf| {
        if folder.is_absolute() && !folders.contains(&folder) {
            folders.push(folder);
        }
    };
    for path in [login, process].into_iter().flatten() {
        std::env::split_paths(&path).for_each(&mut add);
    }
    if cfg!(unix) {
        for folder in ["/opt/homebrew/bin", "/usr/local/bin", "/usr/bin", "/bin"] {
            add(folder.into());
        }
        for folder in [".local/bin", ".cargo/bin", ".bun/bin", ".deno/bin", ".volta/bin"] {
            home.iter().for_each(|home| add(home.join(folder)));
        }
    }
    std::env::join_paths(folders).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, ffi::OsString};

    use super::{child, search_path};

    #[test]
    fn nothing_but_the_list_the_path_and_the_entry_reaches_a_child() {
        let inherited = [
            ("HOME", "/home/ann"),
            ("ANTHROPIC_API_KEY", "sk-test-123"),
            ("AWS_SECRET_ACCESS_KEY", "x"),
            ("LD_PRELOAD", "evil.so"),
            ("HTTPS_PROXY", "http://ann:secret@proxy"),
            ("HTTP_PROXY", "http://proxy:3128"),
            ("PATH", "/old"),
        ];
        let inherited = inherited.into_iter().map(|(k, v)| (OsString::from(k), OsString::from(v)));
        let own = BTreeMap::from([("TOKEN".to_owned(), "own".to_owned())]);
        let variables = child(inherited, "/bin".into(), &own);
        let mut names: Vec<&str> = variables.keys().filter_map(|name| name.to_str()).collect();
        names.retain(|name| *name != "PATHEXT");
        assert_eq!(names, ["HOME", "HTTP_PROXY", "PATH", "TOKEN"]);
        assert_eq!(variables[&OsString::from("PATH")], "/bin");
    }

    #[test]
    fn an_entry_may_set_its_own_path() {
        let own = BTreeMap::from([("PATH".to_owned(), "/mine".to_owned())]);
        assert_eq!(child(std::iter::empty(), "/bin".into(), &own)[&OsString::from("PATH")], "/mine");
    }

    #[cfg(unix)]
    #[test]
    fn the_login_path_comes_first_and_relative_folders_never() {
        let path = search_path(Some("/nvm/bin:.:bin".into()), Some("/usr/bin:/x".into()), Some("/h".into()));
        let path = path.to_str().unwrap();
        assert!(path.starts_with("/nvm/bin:/usr/bin:/x:"), "{path}");
        assert!(path.ends_with("/h/.volta/bin") && !path.contains(":.:"), "{path}");
    }
}
