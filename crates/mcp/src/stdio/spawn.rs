//! Starting a child.

use std::{io, path::Path, process::Stdio, sync::Arc};

use process_wrap::tokio::CommandWrap;

use super::{
    env, shell,
    stderr::Tail,
    transport::{ExitWatch, StdioTransport},
};
use crate::{
    config::Transport,
    error::{BadField, ConnectError, SpawnFailure},
    faults::Faults,
    limits::Limits,
};

/// A running child: its transport, and what remains to ask when it is gone.
pub(crate) struct Spawned {
    pub(crate) transport: StdioTransport,
    pub(crate) exit: ExitWatch,
    pub(crate) tail: Tail,
}

/// Starts the command of an expanded entry.
pub(crate) async fn spawn(
    transport: &Transport,
    limits: &Limits,
    faults: &Arc<Faults>,
) -> Result<Spawned, ConnectError> {
    let Transport::Stdio { command, args, env: own, cwd } = transport else {
        return Err(ConnectError::BadConfig { field: BadField::Command });
    };
    if command.trim().is_empty() || command.contains('\0') || args.iter().any(|arg| arg.contains('\0')) {
        return Err(ConnectError::BadConfig { field: BadField::Command });
    }
    let failed = |kind| ConnectError::SpawnFailed { kind };
    let home = std::env::home_dir();
    let path = env::search_path(shell::login_path().await, std::env::var_os("PATH"), home.clone());
    let variables = env::child(std::env::vars_os(), path, own);

    let folder = cwd.as_deref().map(Path::new).or(home.as_deref()).filter(|folder| folder.is_dir());
    if cwd.is_some() && folder.is_none() {
        return Err(failed(SpawnFailure::Folder));
    }
    let here = folder.unwrap_or(Path::new("/"));
    let search = variables.get(std::ffi::OsStr::new("PATH"));
    let program = which::which_in(command, search, here).map_err(|_| failed(SpawnFailure::NotFound))?;

    let mut process = tokio::process::Command::new(program);
    process
        .args(args)
        .env_clear()
        .envs(&variables)
        .current_dir(here)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let mut process = CommandWrap::from(process);
    #[cfg(unix)]
    process.wrap(process_wrap::tokio::ProcessGroup::leader());
    #[cfg(windows)]
    process.wrap(process_wrap::tokio::JobObject);
    let mut child = process.spawn().map_err(|error| failed(kind(&error)))?;

    let (Some(stdin), Some(stdout), Some(stderr)) =
        (child.stdin().take(), child.stdout().take(), child.stderr().take())
    else {
        return Err(failed(SpawnFailure::Other));
    };
    let tail = Tail::default();
    tail.follow(stderr);
    let exit = ExitWatch::default();
    let transport = StdioTransport::new(child, stdin, stdout, exit.clone(), limits, faults.clone());
    Ok(Spawned { transport, exit, tail })
}

fn kind(error: &io::Error) -> SpawnFailure {
    match error.kind() {
        io::ErrorKind::NotFound => SpawnFailure::NotFound,
        io::ErrorKind::PermissionDenied => SpawnFailure::Denied,
        _ => SpawnFailure::Other,
    }
}
