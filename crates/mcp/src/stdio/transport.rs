//! The transport over a child's standard streams, and the end of the child.

use std::{collections::VecDeque, future::Future, io, sync::Arc, time::Duration};

use process_wrap::tokio::ChildWrapper;
use rmcp::{
    RoleClient,
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    process::{ChildStdin, ChildStdout},
    sync::{Mutex, watch},
};

use super::{
    decode::{self, Pending},
    line::{Line, Splitter},
};
use crate::{faults::Faults, limits::Limits};

const CHUNK: usize = 64 * 1024;
const LAST_WORDS: Duration = Duration::from_millis(500);
/// The polite signal; its number is the same on every Unix.
#[cfg(unix)]
const SIGTERM: i32 = 15;

/// Tells when and how a child ended.
#[derive(Clone)]
pub(crate) struct ExitWatch(watch::Sender<Option<Option<i32>>>);

impl Default for ExitWatch {
    fn default() -> Self {
        Self(watch::Sender::new(None))
    }
}

impl ExitWatch {
    fn set(&self, code: Option<i32>) {
        self.0.send_replace(Some(code));
    }

    /// The exit code, once the child ended; none if it did not within `wait` or a signal ended it.
    pub(crate) async fn code(&self, wait: Duration) -> Option<i32> {
        let mut watch = self.0.subscribe();
        let ended = tokio::time::timeout(wait, watch.wait_for(Option::is_some)).await;
        (*ended.ok()?.ok()?).flatten()
    }
}

/// A child with its streams. Dropping it kills the whole group.
pub(crate) struct StdioTransport {
    child: Child,
    stdout: ChildStdout,
    stdin: Arc<Mutex<Option<ChildStdin>>>,
    chunk: Vec<u8>,
    lines: Splitter,
    ready: VecDeque<RxJsonRpcMessage<RoleClient>>,
    pending: Pending,
    faults: Arc<Faults>,
    grace: Duration,
}

impl StdioTransport {
    pub(super) fn new(
        child: Box<dyn ChildWrapper>,
        stdin: ChildStdin,
        stdout: ChildStdout,
        exit: ExitWatch,
        limits: &Limits,
        faults: Arc<Faults>,
    ) -> Self {
        Self {
            child: Child { child, exit, over: false },
            stdout,
            stdin: Arc::new(Mutex::new(Some(stdin))),
            chunk: vec![0; CHUNK],
            lines: Splitter::new(limits.max_message),
            ready: VecDeque::new(),
            pending: Pending::default(),
            faults,
            grace: limits.stop_grace,
        }
    }
}

impl Transport<RoleClient> for StdioTransport {
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.pending.sending(&item);
        let stdin = self.stdin.clone();
        let faults = self.faults.clone();
        async move {
            let mut bytes = serde_json::to_vec(&item)?;
            bytes.push(b'\n');
            let written = write(&mut *stdin.lock().await, &bytes).await;
            if written.is_err() {
                faults.note_unwritten();
            }
            written
        }
    }

    /// May be dropped at any await: a partial line stays in the splitter.
    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                return Some(message);
            }
            if let Some(line) = self.lines.next() {
                self.ready.extend(match line {
                    Line::Whole(bytes) => decode::line(&bytes, &self.pending),
                    Line::TooLong { head, tail } => {
                        tracing::debug!("mcp: a line over the limit");
                        decode::too_long(&head, &tail, &self.pending, &self.faults)
                    }
                });
                continue;
            }
            match self.stdout.read(&mut self.chunk).await {
                Ok(0) | Err(_) => {
                    // No call may begin on it from here on; its exit code comes a moment later.
                    self.faults.gone.cancel();
                    self.child.ended(LAST_WORDS).await;
                    return None;
                }
                Ok(read) => self.lines.push(&self.chunk[..read]),
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        // The end of its input is how a server is asked to leave. A write that hangs holds the lock; the
        // signals below end it too.
        if let Ok(mut stdin) = tokio::time::timeout(Duration::from_millis(100), self.stdin.lock()).await {
            drop(stdin.take());
        }
        self.child.stop(self.grace).await;
        Ok(())
    }
}

async fn write(stdin: &mut Option<ChildStdin>, bytes: &[u8]) -> io::Result<()> {
    let Some(stdin) = stdin else { return Err(io::ErrorKind::NotConnected.into()) };
    stdin.write_all(bytes).await?;
    stdin.flush().await
}

struct Child {
    child: Box<dyn ChildWrapper>,
    exit: ExitWatch,
    over: bool,
}

impl Child {
    /// Waits for the end, then signals, then kills; whatever is left of the group goes with it.
    async fn stop(&mut self, grace: Duration) {
        if self.over {
            return;
        }
        if !self.ended(grace).await {
            #[cfg(unix)]
            let _ = self.child.signal(SIGTERM);
            #[cfg(not(unix))]
            let _ = self.child.start_kill();
            if !self.ended(grace).await {
                let _ = self.child.start_kill();
                self.ended(grace).await;
            }
        }
        // The leader may be gone while its children live on.
        let _ = self.child.start_kill();
        self.over = true;
        self.exit.0.send_if_modified(|code| {
            let unknown = code.is_none();
            if unknown {
                *code = Some(None);
            }
            unknown
        });
    }

    async fn ended(&mut self, within: Duration) -> bool {
        match tokio::time::timeout(within, self.child.wait()).await {
            Ok(Ok(status)) => {
                self.exit.set(status.code());
                true
            }
            Ok(Err(_)) => true,
            Err(_) => false,
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if self.over {
            return;
        }
        let code = self.child.try_wait().ok().flatten().and_then(|status| status.code());
        let _ = self.child.start_kill();
        self.exit.0.send_if_modified(|known| {
            let unknown = known.is_none();
            if unknown {
                *known = Some(code);
            }
            unknown
        });
    }
}
