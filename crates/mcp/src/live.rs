//! One open connection.
//!
//! Closed at most once, by whoever holds it last. `lost` says that it should be replaced, though calls under
//! way may still finish on it; `faults.gone` says that nothing can finish any more.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use rmcp::{
    model::{ErrorData, RequestId, ServerResult},
    service::{Peer, RoleClient, RunningService, ServiceError},
    transport::{DynamicTransportError, streamable_http_client::StreamableHttpError},
};
use serde_json::{Value, json};
use tokio::sync::{Mutex, Notify};
use tokio_util::sync::CancellationToken;

use crate::{
    calls::Calls,
    era::{Era, ServerInfo},
    error::{Breach, CallError, ConnectError, Unreachable},
    faults::Faults,
    handler::Handler,
    http::{HttpFault, connect_error},
    limits::Limits,
    mask::Mask,
    stdio::{ExitWatch, Tail},
};

/// Time a child gets to leave its exit code after its streams ended.
const EXIT_CODE: Duration = Duration::from_secs(1);
/// Beyond the child's own grace periods: drains and goodbyes of the transport.
const CLOSE_EXTRA: Duration = Duration::from_secs(3);

/// What a local server leaves behind.
#[derive(Clone)]
pub(crate) struct Remains {
    pub(crate) exit: ExitWatch,
    pub(crate) tail: Tail,
}

impl Remains {
    pub(crate) async fn exited(&self, mask: &Mask) -> ConnectError {
        let code = self.exit.code(EXIT_CODE).await;
        ConnectError::Exited { code, stderr_tail: self.tail.text(mask) }
    }
}

/// One open connection.
pub(crate) struct Live {
    pub(crate) peer: Peer<RoleClient>,
    pub(crate) era: Era,
    pub(crate) info: ServerInfo,
    pub(crate) calls: Arc<Calls>,
    pub(crate) faults: Arc<Faults>,
    pub(crate) changed: Arc<Notify>,
    pub(crate) lost: CancellationToken,
    /// Why it was lost, where a new one would be refused as well.
    pub(crate) refused: OnceLock<ConnectError>,
    pub(crate) mask: Mask,
    pub(crate) limits: Limits,
    pub(crate) remains: Option<Remains>,
    running: Mutex<Option<RunningService<RoleClient, Handler>>>,
}

/// What a [`Live`] is made of besides its peer.
pub(crate) struct Parts {
    pub(crate) calls: Arc<Calls>,
    pub(crate) faults: Arc<Faults>,
    pub(crate) changed: Arc<Notify>,
    pub(crate) mask: Mask,
    pub(crate) limits: Limits,
    pub(crate) remains: Option<Remains>,
}

impl Live {
    pub(crate) fn new(running: RunningService<RoleClient, Handler>, parts: Parts) -> Self {
        let peer = running.peer().clone();
        let (era, info) = match peer.peer_info() {
            Some(info) => ServerInfo::of(&info),
            None => (Era::Legacy, ServerInfo::default()),
        };
        let Parts { calls, faults, changed, mask, limits, remains } = parts;
        Self {
            peer,
            era,
            info,
            calls,
            faults,
            changed,
            lost: CancellationToken::new(),
            refused: OnceLock::new(),
            mask,
            limits,
            remains,
            running: Mutex::new(Some(running)),
        }
    }

    /// Whether new calls should go elsewhere.
    pub(crate) fn is_lost(&self) -> bool {
        self.lost.is_cancelled() || self.faults.gone.is_cancelled() || self.peer.is_transport_closed()
    }

    /// Ends the connection: goodbye to a session, end of a process group.
    pub(crate) async fn close(&self) {
        self.faults.gone.cancel();
        let running = self.running.lock().await.take();
        if let Some(mut running) = running {
            let limit = self.limits.stop_grace * 3 + CLOSE_EXTRA;
            let _ = running.close_with_timeout(limit).await;
        }
    }

    /// A failure of a request on this connection, as a fact; notes whether the connection is to blame.
    pub(crate) async fn call_error(&self, request: Option<&RequestId>, error: ServiceError) -> CallError {
        let too_large = request.is_some_and(|id| self.faults.take_too_large(id));
        if too_large {
            return CallError::TooLarge { limit: self.limits.max_message };
        }
        match error {
            ServiceError::McpError(error) => self.rpc(&error),
            ServiceError::TransportSend(error) => self.transport_error(&error).await,
            ServiceError::Cancelled { .. } => CallError::Cancelled,
            ServiceError::UnexpectedResponse => CallError::Protocol { breach: Breach::Other },
            _ => self.broken().await,
        }
    }

    fn rpc(&self, error: &ErrorData) -> CallError {
        if Faults::is_not_json_rpc(error) {
            return CallError::Protocol { breach: Breach::NotJsonRpc };
        }
        if self.speaks_another_era(error) {
            self.lost.cancel();
        }
        CallError::Rpc { code: error.code.0.into(), message: self.mask.message(&error.message) }
    }

    /// Whether the server at this address was replaced by one of the other era.
    fn speaks_another_era(&self, error: &ErrorData) -> bool {
        match self.era {
            Era::Legacy => is_modern_refusal(error.code.0),
            Era::Modern => {
                let text = error.message.to_ascii_lowercase();
                matches!(error.code.0, -32000 | -32600)
                    && (text.contains("session") || text.contains("initializ"))
            }
        }
    }

    fn fact(&self, error: &DynamicTransportError) -> Option<ConnectError> {
        let error = error.error.downcast_ref::<StreamableHttpError<HttpFault>>()?;
        Some(connect_error(error, &self.limits))
    }

    /// The refusal that a failure is, if it is one. Notes nothing.
    pub(crate) fn refusal(&self, error: &ServiceError) -> Option<ConnectError> {
        let ServiceError::TransportSend(error) = error else { return None };
        self.fact(error).filter(ConnectError::is_refusal)
    }

    async fn transport_error(&self, error: &DynamicTransportError) -> CallError {
        let Some(error) = self.fact(error) else {
            return self.broken().await;
        };
        match error {
            // The connection is fine; this one answer was not.
            ConnectError::TooLarge { limit } => CallError::TooLarge { limit },
            ConnectError::Protocol { breach } => CallError::Protocol { breach },
            // It is for this request that the key is not enough.
            error @ ConnectError::NotAllowed { .. } => CallError::Connection(error),
            other => {
                if other.is_refusal() {
                    let _ = self.refused.set(other.clone());
                }
                self.lost.cancel();
                CallError::Connection(other)
            }
        }
    }

    /// The connection ended under a request.
    async fn broken(&self) -> CallError {
        self.lost.cancel();
        CallError::Connection(match &self.remains {
            Some(remains) => remains.exited(&self.mask).await,
            None => ConnectError::Unreachable { kind: Unreachable::Reset },
        })
    }
}

/// Codes only a modern server uses, all of them before it looks at the request.
pub(crate) fn is_modern_refusal(code: i32) -> bool {
    matches!(code, -32022..=-32020)
}

/// The raw JSON of a result, whatever type rmcp took it for.
pub(crate) fn raw(result: ServerResult) -> Value {
    match result {
        ServerResult::CustomResult(custom) => custom.0,
        ServerResult::EmptyResult(_) => json!({}),
        typed => serde_json::to_value(typed).unwrap_or_default(),
    }
}
