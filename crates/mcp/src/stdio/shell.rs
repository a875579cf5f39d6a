//! The search path of the person's login shell.
//!
//! A program started from a desktop icon has a bare path; version managers add theirs in shell files. The
//! shell is asked once, in a session without a terminal, and has five seconds.

use std::{ffi::OsString, process::Stdio, time::Duration};

use process_wrap::tokio::CommandWrap;
use tokio::{io::AsyncReadExt as _, sync::OnceCell};

const WAIT: Duration = Duration::from_secs(5);
const MARK: &str = "--fuseforks-path--";
const OUTPUT: u64 = 64 * 1024;

/// Asks `$SHELL` once a process.
pub(super) async fn login_path() -> Option<OsString> {
    static PATH: OnceCell<Option<OsString>> = OnceCell::const_new();
    PATH.get_or_init(|| async {
        let shell = std::env::var_os("SHELL").filter(|shell| !shell.is_empty());
        if !cfg!(unix) {
            return None;
        }
        ask(&shell.unwrap_or_else(|| "/bin/sh".into()), WAIT).await
    })
    .await
    .clone()
}

/// What `shell` has as its path when it starts as an interactive login shell.
async fn ask(shell: &std::ffi::OsStr, wait: Duration) -> Option<OsString> {
    let name = std::path::Path::new(shell).file_name()?.to_str()?.to_owned();
    let script = match name.as_str() {
        // not prose: a line of fish
        "fish" => format!("printf '%s%s%s' {MARK} (string join : $PATH) {MARK}"),
        "bash" | "zsh" | "sh" | "dash" | "ksh" | "ash" => format!("printf '%s%s%s' {MARK} \"$PATH\" {MARK}"),
        _ => return None,
    };
    let mut command = tokio::process::Command::new(shell);
    command.args(["-l", "-i", "-c", &script]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut command = CommandWrap::from(command);
    // A session of its own: an interactive shell must not touch the terminal we were started from.
    #[cfg(unix)]
    command.wrap(process_wrap::tokio::ProcessSession);
    let mut child = command.spawn().ok()?;
    let mut stdout = child.stdout().take()?.take(OUTPUT);
    let mut text = String::new();
    let read = tokio::time::timeout(wait, stdout.read_to_string(&mut text)).await;
    let _ = child.start_kill();
    let _ = tokio::time::timeout(Duration::from_secs(1), child.wait()).await;
    read.ok()?.ok()?;
    let path = text.split(MARK).nth(1)?;
    (!path.is_empty()).then(|| path.into())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::{os::unix::fs::PermissionsExt as _, time::Duration};

    use super::ask;

    /// A file that is called `bash` and behaves like a person's odd shell setup.
    fn shell(body: &str) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bash");
        std::fs::write(&file, format!("#!/bin/sh\n{body}\n")).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        (folder, file)
    }

    #[tokio::test]
    async fn the_path_is_found_between_a_banner_and_a_farewell() {
        let (_folder, file) = shell("echo Welcome; PATH=/from/login:$PATH; eval \"$4\"; echo bye");
        let path = ask(file.as_os_str(), Duration::from_secs(5)).await.unwrap();
        assert!(path.to_str().unwrap().starts_with("/from/login:"));
    }

    #[tokio::test]
    async fn a_shell_that_hangs_or_fails_gives_nothing_in_time() {
        let (_folder, file) = shell("sleep 30");
        let start = std::time::Instant::now();
        assert_eq!(ask(file.as_os_str(), Duration::from_millis(200)).await, None);
        assert!(start.elapsed() < Duration::from_secs(3));
        let (_folder, file) = shell("exit 1");
        assert_eq!(ask(file.as_os_str(), Duration::from_secs(5)).await, None);
        assert_eq!(ask("/nonexistent/bash".as_ref(), Duration::from_secs(5)).await, None);
        assert_eq!(ask("/bin/tcsh".as_ref(), Duration::from_secs(5)).await, None);
    }
}
