//! A server that stays: connected, lost, found again, shared.
//!
//! A [`Server`] is one owner's handle. Several handles may stand on one connection (see [`Pool`]); requests
//! never cross, because ids are given out by that connection, and progress and questions are led back to the
//! handle that called. The connection ends with its last handle.

mod core;
mod pool;
mod supervise;

use std::{sync::Arc, time::Duration};

use serde_json::Value;
use tokio::{sync::watch, time::Instant};
use tokio_util::sync::CancellationToken;

pub use pool::Pool;

use self::core::{Core, Seat, State};
use crate::{
    call,
    calls::{Caller, ProgressSink},
    config::{ServerEntry, ToolFilter},
    connect,
    era::{Era, ServerInfo},
    error::{CallError, ConnectError, Unreachable},
    host::Host,
    limits::Limits,
    live::Live,
    tool::{Tool, ToolList},
};

/// How a server is, at one moment.
#[derive(Debug, Clone, PartialEq)]
pub enum ServerState {
    /// The first try, or another one, is under way.
    Connecting,
    /// Connected.
    Ready {
        /// The era it speaks.
        era: Era,
        /// Tools it offers through this entry.
        tools: usize,
    },
    /// Not connected.
    Failed {
        /// Why.
        error: ConnectError,
        /// Time until it is tried again by itself; none if it is not.
        retry_in: Option<Duration>,
    },
    /// Given up by its owner.
    Closed,
}

/// One owner's handle on a server. Cheap to clone; the owner leaves with its last clone.
#[derive(Clone)]
pub struct Server(Arc<Handle>);

struct Handle {
    core: Arc<Core>,
    seat: u64,
    name: String,
    filter: ToolFilter,
    idle: Duration,
    host: Arc<dyn Host>,
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.core.leave(self.seat);
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("name", &self.0.name).finish_non_exhaustive()
    }
}

impl Server {
    /// Connects to one server that nobody else shares, and reads its tools.
    ///
    /// `entry` must come from [`crate::config::expand`] or name no variable. With `known_era` a server of
    /// that era is not asked first which one it speaks.
    ///
    /// # Errors
    /// Why it could not be reached within the limits. Nothing is left running then.
    pub async fn connect(
        entry: &ServerEntry,
        limits: &Limits,
        host: Arc<dyn Host>,
        known_era: Option<Era>,
        cancel: CancellationToken,
    ) -> Result<Self, ConnectError> {
        let server = Self::start(entry, limits, host, known_era);
        let ready = tokio::select! {
            biased;
            () = cancel.cancelled() => Err(ConnectError::Cancelled),
            ready = server.ready() => ready,
        };
        match ready {
            Ok(()) => Ok(server),
            Err(error) => {
                server.close().await;
                Err(error)
            }
        }
    }

    /// Starts to connect and returns at once; failures show in [`Self::state`] and are tried again.
    #[must_use]
    pub fn start(entry: &ServerEntry, limits: &Limits, host: Arc<dyn Host>, known_era: Option<Era>) -> Self {
        let owner = Seat { name: entry.name.clone(), host: host.clone() };
        let core = Core::new(entry.clone(), *limits, known_era, owner);
        tokio::spawn(supervise::run(core.clone()));
        Self::handle(core, 0, entry, host)
    }

    /// Another handle on a core; none if it is already on its way out.
    fn joined(core: Arc<Core>, entry: &ServerEntry, host: Arc<dyn Host>) -> Option<Self> {
        let seat = core.join(Seat { name: entry.name.clone(), host: host.clone() })?;
        Some(Self::handle(core, seat, entry, host))
    }

    fn handle(core: Arc<Core>, seat: u64, entry: &ServerEntry, host: Arc<dyn Host>) -> Self {
        let idle = entry.timeout.unwrap_or(core.limits.idle);
        Self(Arc::new(Handle {
            core,
            seat,
            name: entry.name.clone(),
            filter: entry.tools.clone(),
            idle,
            host,
        }))
    }

    /// Key of the server in its owner's configuration.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// How it is now.
    #[must_use]
    pub fn state(&self) -> ServerState {
        match &*self.0.core.state.borrow() {
            State::Connecting => ServerState::Connecting,
            State::Ready(live) => ServerState::Ready { era: live.era, tools: self.tools().len() },
            State::Failed { error, retry_at } => ServerState::Failed {
                error: error.clone(),
                retry_in: retry_at.map(|at| at.saturating_duration_since(Instant::now())),
            },
            State::Closed => ServerState::Closed,
        }
    }

    /// Follows state and tools without keeping the connection.
    pub(crate) fn watch(&self) -> Watch {
        Watch { states: self.0.core.state.subscribe(), tools: self.0.core.tools.subscribe() }
    }

    /// Waits for the try under way.
    ///
    /// # Errors
    /// Why it failed.
    pub async fn ready(&self) -> Result<(), ConnectError> {
        let mut states = self.0.core.state.subscribe();
        let settled = states
            .wait_for(|state| !matches!(state, State::Connecting))
            .await
            .map(|state| state.clone())
            .unwrap_or(State::Closed);
        match settled {
            State::Ready(_) | State::Connecting => Ok(()),
            State::Failed { error, .. } => Err(error),
            State::Closed => Err(ConnectError::Cancelled),
        }
    }

    /// The era it speaks, once known.
    #[must_use]
    pub fn era(&self) -> Option<Era> {
        self.0.core.era()
    }

    /// What it says of itself, while connected.
    #[must_use]
    pub fn info(&self) -> Option<ServerInfo> {
        match &*self.0.core.state.borrow() {
            State::Ready(live) => Some(live.info.clone()),
            _ => None,
        }
    }

    /// Its tools as of the last good list, less those its entry hides.
    ///
    /// While a connection is being found again the last list stands: a call is what brings it back.
    #[must_use]
    pub fn tools(&self) -> Vec<Arc<Tool>> {
        let list = self.0.core.tools.borrow().clone();
        list.tools.iter().filter(|tool| self.0.filter.allows(&tool.name)).cloned().collect()
    }

    /// The last good list with its counts, unfiltered.
    #[must_use]
    pub fn tool_list(&self) -> Arc<ToolList> {
        self.0.core.tools.borrow().clone()
    }

    /// Calls a tool by the server's own name.
    ///
    /// A server that is not connected is tried first. `cancel`, or dropping the future, ends the call at once
    /// and tells the server. Without `progress` the host hears it.
    ///
    /// # Errors
    /// Why there is no result. A tool that failed is a result.
    pub async fn call(
        &self,
        tool: &str,
        arguments: Value,
        cancel: CancellationToken,
        progress: Option<ProgressSink>,
    ) -> Result<crate::result::CallResult, CallError> {
        let arguments = match arguments {
            Value::Object(arguments) => arguments,
            Value::Null => serde_json::Map::new(),
            _ => return Err(CallError::BadArguments),
        };
        if !self.0.filter.allows(tool) {
            return Err(CallError::ToolUnknown);
        }
        let order = call::Order {
            tool: tool.to_owned(),
            arguments,
            caller: Caller { server: self.0.name.clone(), host: self.0.host.clone(), sink: progress },
            idle: self.0.idle,
            cancel,
        };
        let mut again = true;
        loop {
            let live = self.live(&order.cancel).await?;
            self.known(&live, &order).await?;
            match call::run(&live, &order).await {
                // Nothing was accepted, so nothing ran: a fresh connection may try once.
                Err(CallError::Connection(error))
                    if again && (was_not_accepted(&error) || live.faults.is_unwritten()) =>
                {
                    again = false;
                }
                Err(CallError::Rpc { code: -32022..=-32020, .. }) if again && live.is_lost() => again = false,
                // Perhaps the tool is gone or takes other arguments now: look at the list again.
                Err(error @ CallError::Rpc { code: -32602 | -32601, .. }) => {
                    live.changed.notify_one();
                    return Err(error);
                }
                outcome => return outcome,
            }
        }
    }

    /// Tries again at once, whatever the state.
    pub fn retry(&self) {
        self.0.core.kick.notify_one();
    }

    /// Leaves. If this was the last owner, returns when the connection is closed and its processes are gone.
    pub async fn close(self) {
        let core = self.0.core.clone();
        core.leave(self.0.seat);
        if core.stop.is_cancelled() {
            let mut states = core.state.subscribe();
            let limit = core.limits.stop_grace * 4 + Duration::from_secs(5);
            let closed = states.wait_for(|state| matches!(state, State::Closed));
            let _ = tokio::time::timeout(limit, closed).await;
        }
    }

    /// An open connection, found again if need be.
    async fn live(&self, cancel: &CancellationToken) -> Result<Arc<Live>, CallError> {
        let core = &self.0.core;
        let limit = connect::time_limit(&core.entry, &core.limits, core.era().is_none());
        let until = Instant::now() + limit + core.limits.stop_grace;
        let mut states = core.state.subscribe();
        let mut tried = false;
        loop {
            let state = states.borrow_and_update().clone();
            match state {
                State::Ready(live) if !live.is_lost() => return Ok(live),
                // Its replacement may be waiting for its turn.
                State::Ready(_) => core.kick.notify_one(),
                State::Connecting => tried = true,
                State::Failed { error, .. } if tried => return Err(error.into()),
                State::Failed { .. } => {
                    tried = true;
                    core.kick.notify_one();
                }
                State::Closed => return Err(ConnectError::Cancelled.into()),
            }
            tokio::select! {
                biased;
                () = cancel.cancelled() => return Err(CallError::Cancelled),
                changed = states.changed() => {
                    if changed.is_err() {
                        return Err(ConnectError::Cancelled.into());
                    }
                }
                () = tokio::time::sleep_until(until) => {
                    let error = ConnectError::Timeout { after: limit, stderr_tail: String::new() };
                    return Err(error.into());
                }
            }
        }
    }

    /// Whether the server has the tool; an old list is read again before the answer is no.
    async fn known(&self, live: &Arc<Live>, order: &call::Order) -> Result<(), CallError> {
        if self.tool_list().get(&order.tool).is_some() {
            return Ok(());
        }
        tokio::select! {
            biased;
            () = order.cancel.cancelled() => return Err(CallError::Cancelled),
            read = supervise::refresh(&self.0.core, live) => read?,
        }
        self.tool_list().get(&order.tool).map(drop).ok_or(CallError::ToolUnknown)
    }
}

/// Tells when a server's state or tools may have changed.
pub(crate) struct Watch {
    states: watch::Receiver<State>,
    tools: watch::Receiver<Arc<ToolList>>,
}

impl Watch {
    /// Waits for the next change; false when there will be none.
    pub(crate) async fn changed(&mut self) -> bool {
        tokio::select! {
            changed = self.states.changed() => {
                changed.is_ok() && !matches!(*self.states.borrow(), State::Closed)
            }
            changed = self.tools.changed() => changed.is_ok(),
        }
    }
}

/// Whether the server cannot have begun to work on the request.
fn was_not_accepted(error: &ConnectError) -> bool {
    match error {
        ConnectError::Unreachable { kind } => {
            matches!(kind, Unreachable::Refused | Unreachable::Name | Unreachable::Tls)
        }
        ConnectError::HttpStatus { status, .. } => matches!(status, 400 | 404 | 405 | 409 | 410 | 415),
        _ => false,
    }
}
