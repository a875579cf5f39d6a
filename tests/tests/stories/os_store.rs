//! Keys in the real store of a Linux desktop: a session bus and a keyring of the story's own.

use crate::support::provider;
use fuseforks_sim::provider::{Provider, ProviderOptions, Wire};
use fuseforks_tests::{
    KEY, Kept, World,
    program::{Done, binary, found},
    search::mentioning,
};
use std::{fs, os::unix::fs::PermissionsExt as _, process::Command};

/// Runs a script inside a session bus of its own, with a home of its own. `$FUSEFORKS` is the program.
fn session(kept: &Kept, script: &str) -> Done {
    for program in ["dbus-run-session", "gnome-keyring-daemon"] {
        assert!(found(program), "{program} is needed for this story");
    }
    let runtime = kept.path().join("run");
    fs::create_dir_all(&runtime).unwrap();
    fs::set_permissions(&runtime, fs::Permissions::from_mode(0o700)).unwrap();
    let output = Command::new("dbus-run-session")
        .args(["--", "/bin/sh", "-c", script])
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", kept.path())
        .env("XDG_DATA_HOME", kept.path().join("data"))
        .env("XDG_CONFIG_HOME", kept.path().join("config"))
        .env("XDG_CACHE_HOME", kept.path().join("cache"))
        .env("XDG_RUNTIME_DIR", &runtime)
        .env("FUSEFORKS_HOME", kept.home())
        .env("FUSEFORKS", binary("fuseforks"))
        .env("VILLAGE", kept.village())
        .env("STORY_KEY", KEY)
        .env("LANG", "C.UTF-8")
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Done { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
}

const UNLOCK: &str =
    "set -e\nprintf 'a password' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1\n";

async fn in_session(kept: &Kept, script: String) -> Done {
    let kept = kept.clone();
    tokio::task::spawn_blocking(move || session(&kept, &script)).await.unwrap()
}

async fn village(provider: &Provider) -> Kept {
    let kept = World::folders();
    let add = format!(
        "{UNLOCK}\"$FUSEFORKS\" village new \"$VILLAGE\"\nprintf '%s\\n' \"$STORY_KEY\" | \"$FUSEFORKS\" template add \
         \"$VILLAGE\" --name M --wire anthropic --base-url {} --model m --key-stdin\n\"$FUSEFORKS\" agent add \
         \"$VILLAGE\" Mina --template M",
        provider.url()
    );
    let done = in_session(&kept, add).await.ok();
    assert!(!done.err.contains("was not kept"), "the store took the key: {}", done.err);
    kept
}

fn strict() -> Provider {
    provider(ProviderOptions { key: Some(KEY.to_owned()), ..ProviderOptions::new(Wire::Anthropic) })
}

const ASK: &str = "\"$FUSEFORKS\" ask \"$VILLAGE\" --agent Mina hello";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_typed_once_is_there_for_a_later_program() {
    let provider = strict();
    let kept = village(&provider).await;
    // Another session of the same person: another bus, another daemon, another process.
    let done = in_session(&kept, format!("{UNLOCK}{ASK}")).await.ok();
    assert!(done.out.contains("ok"), "{done:?}");
    assert_eq!(provider.requests().last().unwrap().status, 200, "the provider takes this key and no other");
    assert_eq!(mentioning(&kept.village(), KEY), Vec::<std::path::PathBuf>::new());
    assert_eq!(mentioning(&kept.home(), KEY), Vec::<std::path::PathBuf>::new());
    assert!(kept.path().join("data/keyrings").is_dir(), "it is in the keyring, encrypted");
    assert_eq!(mentioning(&kept.path().join("data"), KEY), Vec::<std::path::PathBuf>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_locked_keyring_is_told_before_any_request() {
    let provider = strict();
    let kept = village(&provider).await;
    let locked = "set -e\ngnome-keyring-daemon --start --components=secrets >/dev/null 2>&1\n";
    let begun = std::time::Instant::now();
    let done = in_session(&kept, format!("{locked}{ASK}")).await;
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.err.contains("locked") && done.err.contains("for M"), "{done:?}");
    assert!(
        begun.elapsed().as_secs() < 15,
        "a store that does not answer is given up: {:?}",
        begun.elapsed()
    );
    assert_eq!(provider.requests().len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_store_the_program_says_so() {
    let provider = strict();
    let kept = World::folders();
    // A bus, and nobody on it who keeps secrets.
    let add = format!(
        "\"$FUSEFORKS\" village new \"$VILLAGE\" && printf '%s' \"$STORY_KEY\" | \"$FUSEFORKS\" template add \"$VILLAGE\" \
         --name M --wire anthropic --base-url {} --model m --key-stdin",
        provider.url()
    );
    let hidden = format!("export DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere/bus\n{add}");
    let done = in_session(&kept, hidden).await;
    assert_eq!(done.code, Some(1), "a key that is not kept is no success: {done:?}");
    assert!(done.err.contains("was not kept"), "{done:?}");
    let listed =
        "export DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere/bus\n\"$FUSEFORKS\" template list \"$VILLAGE\""
            .to_owned();
    let done = in_session(&kept, listed).await.ok();
    assert_eq!(done.out, "", "a template without its key would only fail later");
    assert_eq!(provider.requests().len(), 0);
}
