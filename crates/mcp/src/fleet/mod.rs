//! All servers of one owner: one failing server is a line of status, never a reason for the others to wait.

mod catalog;

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use serde_json::Value;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

pub use catalog::OfferedTool;

use self::catalog::{Catalog, Source};
use crate::{
    calls::ProgressSink,
    config::{ServerEntry, UnsetVariable},
    era::Era,
    error::{CallError, ConnectError},
    host::Host,
    limits::Limits,
    name::{NameMap, Target},
    result::CallResult,
    server::{Pool, Server, ServerState},
};

/// Whether an entry may be started, and as what.
#[derive(Debug, Clone, PartialEq)]
pub enum Launch {
    /// Yes: the expanded entry.
    Go(ServerEntry),
    /// A person has to agree first.
    NeedsApproval,
    /// A variable has no value.
    Unset(UnsetVariable),
}

/// One server of an owner.
#[derive(Debug, Clone, PartialEq)]
pub struct FleetEntry {
    /// The entry as it stands in the file, variables unexpanded.
    pub entry: ServerEntry,
    /// Whether it may be started.
    pub launch: Launch,
    /// The era it spoke last time.
    pub known_era: Option<Era>,
}

impl FleetEntry {
    /// An entry that may be started, expanded with `lookup`.
    #[must_use]
    pub fn expanded(entry: ServerEntry, lookup: &dyn Fn(&str) -> Option<String>) -> Self {
        let launch = match crate::config::expand(&entry, lookup) {
            Ok(expanded) => Launch::Go(expanded),
            Err(unset) => Launch::Unset(unset),
        };
        Self { entry, launch, known_era: None }
    }
}

impl FleetEntry {
    /// Whether a server started for one serves the other as it is.
    fn is_same(&self, other: &Self) -> bool {
        let (a, b) = (&self.entry, &other.entry);
        a.name == b.name
            && a.transport == b.transport
            && a.enabled == b.enabled
            && a.timeout == b.timeout
            && a.tools == b.tools
            && self.launch == other.launch
    }
}

/// How one server of a fleet is.
#[derive(Debug, Clone, PartialEq)]
pub enum Status {
    /// The first try, or another one, is under way.
    Connecting,
    /// Connected.
    Ready {
        /// The era it speaks. Worth keeping for the next start.
        era: Era,
        /// Tools it offers.
        tools: usize,
        /// Tools of its list that could not be used.
        dropped: usize,
    },
    /// Not connected.
    Failed {
        /// Why.
        error: ConnectError,
        /// Time until it is tried again by itself; none if it is not.
        retry_in: Option<Duration>,
    },
    /// A person has to agree before it starts.
    NeedsApproval,
    /// Switched off in the file.
    Disabled,
    /// It wants a sign-in.
    SignIn {
        /// The server's challenge. Not for display.
        challenge: Option<String>,
    },
}

/// A server's name and status.
#[derive(Debug, Clone, PartialEq)]
pub struct ServerStatus {
    /// Its key in the file.
    pub name: String,
    /// How it is.
    pub status: Status,
}

struct Member {
    given: FleetEntry,
    fingerprint: String,
    server: Option<Server>,
}

#[derive(Default)]
struct State {
    members: Vec<Member>,
    current: Arc<Catalog>,
    before: Arc<Catalog>,
}

struct Inner {
    pool: Pool,
    limits: Limits,
    host: Arc<dyn Host>,
    state: Mutex<State>,
    status: watch::Sender<Arc<Vec<ServerStatus>>>,
}

/// All servers of one owner. Dropping the last clone lets their connections go.
#[derive(Clone)]
pub struct Fleet(Arc<Inner>);

impl std::fmt::Debug for Fleet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fleet").field("status", &*self.0.status.borrow()).finish()
    }
}

impl Fleet {
    /// Starts what may be started and returns at once.
    ///
    /// Of two servers with the same name the later one's tools win, tool by tool: shared entries go first,
    /// an owner's own after them.
    #[must_use]
    pub fn start(pool: &Pool, entries: Vec<FleetEntry>, limits: Limits, host: Arc<dyn Host>) -> Self {
        let fleet = Self(Arc::new(Inner {
            pool: pool.clone(),
            limits,
            host,
            state: Mutex::default(),
            status: watch::Sender::default(),
        }));
        fleet.replace(entries);
        fleet
    }

    /// Takes over a changed configuration: equal entries keep their connection, others are started or let go.
    pub fn replace(&self, entries: Vec<FleetEntry>) {
        let (mut started, released) = {
            let mut state = self.state();
            let mut old: Vec<Member> = std::mem::take(&mut state.members);
            let mut started = Vec::new();
            for given in entries {
                let kept = old.iter().position(|member| member.given.is_same(&given));
                let server = match kept {
                    Some(at) => old.swap_remove(at).server,
                    None => self.launch(&given, &mut started),
                };
                let fingerprint = given.entry.fingerprint();
                state.members.push(Member { given, fingerprint, server });
            }
            // Their positions are others now.
            state.current = Arc::default();
            state.before = Arc::default();
            (started, old)
        };
        drop(released);
        started.drain(..).for_each(|server| self.follow(&server));
        self.0.publish();
    }

    /// Starts a server that waited for a person, or starts one anew with other values.
    pub fn launch_server(&self, name: &str, launch: Launch) {
        let entries = {
            let state = self.state();
            state.members.iter().map(|member| member.given.clone()).collect::<Vec<_>>()
        };
        let changed = entries.into_iter().map(|mut given| {
            if given.entry.name == name {
                given.launch = launch.clone();
            }
            given
        });
        self.replace(changed.collect());
    }

    fn launch(&self, given: &FleetEntry, started: &mut Vec<Server>) -> Option<Server> {
        let Launch::Go(expanded) = &given.launch else {
            return None;
        };
        if !given.entry.enabled {
            return None;
        }
        let server = self.0.pool.server(expanded, &self.0.limits, self.0.host.clone(), given.known_era);
        started.push(server.clone());
        Some(server)
    }

    /// Publishes whenever the server changes. Holds neither the server nor the fleet.
    fn follow(&self, server: &Server) {
        let mut watch = server.watch();
        let inner: Weak<Inner> = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            while watch.changed().await {
                match inner.upgrade() {
                    Some(inner) => inner.publish(),
                    None => return,
                }
            }
        });
    }

    /// The status of every server, in the order of the entries, now and whenever it changes.
    #[must_use]
    pub fn status(&self) -> watch::Receiver<Arc<Vec<ServerStatus>>> {
        self.0.status.subscribe()
    }

    /// Waits until every server is connected or has failed once, at most `limit`. Later tries are not waited for.
    pub async fn settled(&self, limit: Duration) {
        let mut status = self.status();
        let settled =
            status.wait_for(|servers| servers.iter().all(|server| server.status != Status::Connecting));
        let _ = tokio::time::timeout(limit, settled).await;
        self.0.publish();
    }

    /// Every tool on offer, with the name a model may call it by.
    #[must_use]
    pub fn tools(&self) -> Vec<OfferedTool> {
        self.catalog().0.offered().to_vec()
    }

    /// The names of [`Self::tools`].
    #[must_use]
    pub fn names(&self) -> NameMap {
        self.catalog().0.names().clone()
    }

    /// The original behind an exposed name.
    #[must_use]
    pub fn target(&self, exposed: &str) -> Option<Target> {
        let (current, before) = self.catalog();
        current.names().target(exposed).or_else(|| before.names().target(exposed)).cloned()
    }

    /// Calls a tool by its exposed name. See [`Server::call`].
    ///
    /// # Errors
    /// Why there is no result.
    pub async fn call(
        &self,
        exposed: &str,
        arguments: Value,
        cancel: CancellationToken,
        progress: Option<ProgressSink>,
    ) -> Result<CallResult, CallError> {
        let (current, before) = self.catalog();
        // A model may call by a name it was offered just before the list changed.
        let (server, tool) = current
            .find(exposed)
            .or_else(|| before.find(exposed))
            .and_then(|(member, tool)| Some((self.state().members.get(member)?.server.clone()?, tool)))
            .ok_or(CallError::ToolUnknown)?;
        server.call(&tool, arguments, cancel, progress).await
    }

    /// The server of that name that wins, if it was started.
    #[must_use]
    pub fn server(&self, name: &str) -> Option<Server> {
        let state = self.state();
        state.members.iter().rev().find(|member| member.given.entry.name == name)?.server.clone()
    }

    /// Tries a server again at once.
    pub fn retry(&self, name: &str) {
        let state = self.state();
        for member in state.members.iter().filter(|member| member.given.entry.name == name) {
            member.server.iter().for_each(Server::retry);
        }
    }

    /// Lets all servers go and waits until those nobody else uses are gone.
    pub async fn close(&self) {
        let members = std::mem::take(&mut self.state().members);
        let closing = members.into_iter().filter_map(|member| member.server).map(Server::close);
        futures_util::future::join_all(closing).await;
        self.0.publish();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state()
    }

    /// The names as they are, and as they were before the last change.
    fn catalog(&self) -> (Arc<Catalog>, Arc<Catalog>) {
        let mut state = self.state();
        let sources: Vec<Source> = state
            .members
            .iter()
            .enumerate()
            .filter_map(|(index, member)| {
                let server = member.server.as_ref()?;
                Some(Source {
                    member: index,
                    server: member.given.entry.name.clone(),
                    fingerprint: member.fingerprint.clone(),
                    filter: member.given.entry.tools.clone(),
                    list: server.tool_list(),
                })
            })
            .collect();
        if !state.current.is_of(&sources) {
            let new = Arc::new(Catalog::new(sources));
            state.before = std::mem::replace(&mut state.current, new);
        }
        (state.current.clone(), state.before.clone())
    }
}

impl Inner {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn publish(&self) {
        let list: Vec<ServerStatus> = {
            let state = self.state();
            state
                .members
                .iter()
                .map(|member| ServerStatus { name: member.given.entry.name.clone(), status: member.status() })
                .collect()
        };
        self.status.send_if_modified(|known| {
            let changed = **known != list;
            if changed {
                *known = Arc::new(list);
            }
            changed
        });
    }
}

impl Member {
    fn status(&self) -> Status {
        if !self.given.entry.enabled {
            return Status::Disabled;
        }
        let Some(server) = &self.server else {
            return match &self.given.launch {
                Launch::Unset(unset) => Status::Failed {
                    error: ConnectError::VariableUnset { name: unset.name.clone() },
                    retry_in: None,
                },
                Launch::Go(_) | Launch::NeedsApproval => Status::NeedsApproval,
            };
        };
        match server.state() {
            ServerState::Connecting => Status::Connecting,
            ServerState::Ready { era, tools } => {
                let list = server.tool_list();
                Status::Ready { era, tools, dropped: list.malformed + list.duplicates }
            }
            ServerState::Failed { error: ConnectError::SignInNeeded { challenge }, .. } => {
                Status::SignIn { challenge }
            }
            ServerState::Failed { error, retry_in } => Status::Failed { error, retry_in },
            ServerState::Closed => Status::Failed { error: ConnectError::Cancelled, retry_in: None },
        }
    }
}
