//! From an entry to an open connection, in whichever era the server lives.
//!
//! A server of unknown era is asked with `server/discover`; whatever it answers that is no clear yes leads to
//! the old handshake, because that is how servers in the field say no: with an error, with silence, with `{}`,
//! by ending. What was learnt is worth remembering ([`Era`]).

use std::{path::Path, sync::Arc, time::Duration};

use rmcp::{
    model::{ErrorCode, ProtocolVersion},
    service::{ClientInitializeError, ClientLifecycleMode, ClientServiceExt as _},
    transport::streamable_http_client::StreamableHttpError,
};
use tokio::{sync::Notify, time::Instant};

use crate::{
    calls::Calls,
    config::{ServerEntry, Transport, variables},
    era::Era,
    error::{Breach, CallError, ConnectError, Unreachable},
    faults::Faults,
    handler::Handler,
    http::{self, HttpFault},
    limits::Limits,
    listing,
    live::{Live, Parts, Remains},
    mask::Mask,
    stdio,
    tool::ToolList,
};

/// Programs that may download a server before they start it.
const RUNNERS: [&str; 9] = ["npx", "uvx", "bunx", "pnpx", "pipx", "uv", "pnpm", "docker", "podman"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Auto,
    Discover,
    Initialize,
}

struct Failed {
    error: ConnectError,
    /// What to try instead, as far as this failure tells.
    next: Option<Mode>,
}

/// How long a connection to this entry may take.
pub(crate) fn time_limit(entry: &ServerEntry, limits: &Limits, first: bool) -> Duration {
    if first && downloads(&entry.transport) {
        limits.first_connect_npx.max(limits.connect)
    } else {
        limits.connect
    }
}

fn downloads(transport: &Transport) -> bool {
    let Transport::Stdio { command, args, .. } = transport else {
        return false;
    };
    std::iter::once(command).chain(args.iter().take(2)).any(|word| {
        let name = Path::new(word).file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        RUNNERS.contains(&name)
    })
}

/// Opens a connection and reads its tools. Never takes longer than `limit`.
pub(crate) async fn open(
    entry: &ServerEntry,
    limits: &Limits,
    known: Option<Era>,
    limit: Duration,
) -> Result<(Arc<Live>, ToolList), ConnectError> {
    if !entry.is_expanded()
        && let Some(name) = variables(entry).into_iter().next()
    {
        return Err(ConnectError::VariableUnset { name });
    }
    let attempt = Attempt { entry, limits, mask: Mask::of(entry), deadline: Instant::now() + limit };
    attempt.run(known, limit).await
}

struct Attempt<'a> {
    entry: &'a ServerEntry,
    limits: &'a Limits,
    mask: Mask,
    deadline: Instant,
}

impl Attempt<'_> {
    async fn run(&self, known: Option<Era>, limit: Duration) -> Result<(Arc<Live>, ToolList), ConnectError> {
        let mut mode = match known {
            None => Mode::Auto,
            Some(Era::Legacy) => Mode::Initialize,
            Some(Era::Modern) => Mode::Discover,
        };
        let mut tried = Vec::new();
        let live = loop {
            tried.push(mode);
            match self.connect(mode, limit).await {
                Ok(live) => break live,
                Err(Failed { error, next }) => match next.filter(|next| !ruled_out(&tried, *next)) {
                    Some(next) => mode = next,
                    None => return Err(self.explained(error).await),
                },
            }
        };
        match tokio::time::timeout_at(self.deadline, listing::list(&live)).await {
            Ok(Ok(list)) => Ok((Arc::new(live), list)),
            Ok(Err(error)) => {
                live.close().await;
                Err(flat(error))
            }
            Err(_) => {
                let stderr_tail = live.remains.as_ref().map(|r| r.tail.text(&self.mask));
                live.close().await;
                Err(ConnectError::Timeout { after: limit, stderr_tail: stderr_tail.unwrap_or_default() })
            }
        }
    }

    async fn connect(&self, mode: Mode, limit: Duration) -> Result<Live, Failed> {
        let stop = |error| Failed { error, next: None };
        let faults = Arc::new(Faults::default());
        let calls = Arc::new(Calls::default());
        let changed = Arc::new(Notify::new());
        let handler = Handler { calls: calls.clone(), changed: changed.clone(), gone: faults.gone.clone() };
        let mut remains = None;
        let until = match mode {
            // The transport gives an unanswered probe ten seconds; a shorter limit is kept here.
            Mode::Auto if self.limits.probe < Duration::from_secs(10) => {
                self.deadline.min(Instant::now() + self.limits.probe)
            }
            _ => self.deadline,
        };
        let served = match &self.entry.transport {
            Transport::Sse { .. } => return Err(stop(ConnectError::OldSse)),
            Transport::Http { url, headers } => {
                let target = http::Target::new(url, headers, self.limits).map_err(stop)?;
                let worker = target.worker(self.limits, &faults);
                tokio::time::timeout_at(until, handler.serve_with_lifecycle(worker, mode.lifecycle())).await
            }
            transport @ Transport::Stdio { .. } => {
                let spawned = stdio::spawn(transport, self.limits, &faults).await.map_err(stop)?;
                let stdio::Spawned { transport, exit, tail } = spawned;
                remains = Some(Remains { exit, tail });
                tokio::time::timeout_at(until, handler.serve_with_lifecycle(transport, mode.lifecycle()))
                    .await
            }
        };
        match served {
            Ok(Ok(running)) => {
                let parts =
                    Parts { calls, faults, changed, mask: self.mask.clone(), limits: *self.limits, remains };
                Ok(Live::new(running, parts))
            }
            Ok(Err(error)) => {
                let next = after(mode, &error);
                let error = self.fact(error, remains.as_ref()).await;
                let ends = matches!(
                    error,
                    ConnectError::SignInNeeded { .. }
                        | ConnectError::NotAllowed { .. }
                        | ConnectError::Cancelled
                        | ConnectError::Timeout { .. }
                        | ConnectError::Unreachable {
                            kind: Unreachable::Refused | Unreachable::Name | Unreachable::Tls
                        }
                ) || (matches!(error, ConnectError::Exited { .. }) && mode != Mode::Auto);
                Err(Failed { error, next: next.filter(|_| !ends) })
            }
            Err(_) => {
                let stderr_tail = remains.map(|remains| remains.tail.text(&self.mask)).unwrap_or_default();
                let error = ConnectError::Timeout { after: limit, stderr_tail };
                let next = (mode == Mode::Auto && until < self.deadline).then_some(Mode::Initialize);
                Err(Failed { error, next })
            }
        }
    }

    async fn fact(&self, error: ClientInitializeError, remains: Option<&Remains>) -> ConnectError {
        use ClientInitializeError as E;
        let broken = async || match remains {
            Some(remains) => remains.exited(&self.mask).await,
            None => ConnectError::Unreachable { kind: Unreachable::Reset },
        };
        match error {
            E::LegacyFallbackFailed { fallback, .. } => Box::pin(self.fact(*fallback, remains)).await,
            E::JsonRpcError(error) => {
                ConnectError::Rpc { code: error.code.0.into(), message: self.mask.message(&error.message) }
            }
            E::TransportError { error, .. } => {
                match error.error.downcast_ref::<StreamableHttpError<HttpFault>>() {
                    Some(error) => http::connect_error(error, self.limits),
                    None => broken().await,
                }
            }
            E::ConnectionClosed(_) => broken().await,
            E::NoCompatibleProtocolVersion { .. } => ConnectError::Protocol { breach: Breach::Version },
            E::Cancelled => ConnectError::Cancelled,
            _ => ConnectError::Protocol { breach: Breach::Handshake },
        }
    }

    /// A refusal that has a better reason than its status.
    async fn explained(&self, error: ConnectError) -> ConnectError {
        let suspicious = match &error {
            ConnectError::HttpStatus { status, .. } => {
                (400..500).contains(status) && !matches!(status, 403 | 407 | 429)
            }
            ConnectError::Protocol { breach } => matches!(breach, Breach::NotJsonRpc | Breach::ContentType),
            _ => false,
        };
        if let Transport::Http { url, headers } = &self.entry.transport
            && suspicious
            && let Ok(target) = http::Target::new(url, headers, self.limits)
            && http::speaks_old_sse(&target, self.deadline - Instant::now()).await
        {
            return ConnectError::OldSse;
        }
        error
    }
}

impl Mode {
    fn lifecycle(self) -> ClientLifecycleMode {
        let modern = || vec![ProtocolVersion::V_2026_07_28];
        match self {
            Self::Initialize => ClientLifecycleMode::Initialize,
            Self::Discover => ClientLifecycleMode::Discover { preferred_versions: modern() },
            Self::Auto => ClientLifecycleMode::Auto {
                preferred_versions: modern(),
                legacy_version: Some(ProtocolVersion::LATEST_WITH_INITIALIZE),
            },
        }
    }
}

/// Whether another try would only repeat what was tried. The automatic mode has probed already.
fn ruled_out(tried: &[Mode], next: Mode) -> bool {
    let probed = tried.last() == Some(&Mode::Initialize) && tried.contains(&Mode::Auto);
    tried.contains(&next) || (next == Mode::Discover && probed)
}

/// What a failure says about the era.
fn after(mode: Mode, error: &ClientInitializeError) -> Option<Mode> {
    use ClientInitializeError as E;
    match (mode, error) {
        // A slow server answered the probe after the handshake had begun: now it is known what it is.
        (Mode::Auto, E::ConflictInitResponseId(..)) => Some(Mode::Discover),
        (Mode::Auto, E::LegacyFallbackFailed { fallback, .. }) => match fallback.as_ref() {
            E::UncorrelatedErrorResponse { .. } => Some(Mode::Initialize),
            // Both were tried on this connection.
            _ => None,
        },
        (Mode::Auto | Mode::Discover, E::JsonRpcError(error))
            if error.code == ErrorCode::HEADER_MISMATCH
                || error.code == ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY =>
        {
            None
        }
        (Mode::Auto | Mode::Discover, _) => Some(Mode::Initialize),
        (Mode::Initialize, _) => Some(Mode::Discover),
    }
}

fn flat(error: CallError) -> ConnectError {
    match error {
        CallError::Connection(error) => error,
        CallError::Rpc { code, message } => ConnectError::Rpc { code, message },
        CallError::TooLarge { limit } => ConnectError::TooLarge { limit },
        CallError::Protocol { breach } => ConnectError::Protocol { breach },
        CallError::Cancelled => ConnectError::Cancelled,
        CallError::Timeout { after, .. } => ConnectError::Timeout { after, stderr_tail: String::new() },
        CallError::ToolUnknown | CallError::BadArguments => ConnectError::Protocol { breach: Breach::Other },
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, time::Duration};

    use super::time_limit;
    use crate::{config::ServerEntry, limits::Limits};

    #[test]
    fn only_the_first_start_of_a_package_runner_may_take_long() {
        let limits = Limits::default();
        let limit = |command: &str, args: &[&str], first| {
            let args = args.iter().map(|arg| (*arg).to_owned()).collect();
            time_limit(&ServerEntry::stdio("x", command, args, BTreeMap::new()), &limits, first)
        };
        let (short, long) = (Duration::from_secs(30), Duration::from_secs(180));
        assert_eq!(limit("npx", &["-y", "server"], true), long);
        assert_eq!(limit("/opt/node/bin/npx", &["server"], true), long);
        assert_eq!(limit("npx.cmd", &["server"], true), long);
        assert_eq!(limit("cmd", &["/c", "npx", "server"], true), long);
        assert_eq!(limit("uvx", &["server"], true), long);
        assert_eq!(limit("npx", &["-y", "server"], false), short);
        assert_eq!(limit("node", &["server.js"], true), short);
        let http = ServerEntry::http("x", "http://127.0.0.1/", BTreeMap::new());
        assert_eq!(time_limit(&http, &limits, true), short);
    }
}
