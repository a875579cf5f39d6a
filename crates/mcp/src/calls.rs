//! Calls under way on one connection: whose they are, when they last moved, whom a question belongs to.
//!
//! A connection may be shared by several agents. Everything that arrives outside a result (progress,
//! questions) is led by its token or request id to the one call it belongs to; what belongs to none is
//! ignored, and a question that cannot be assigned is answered with "cancel" rather than shown to the wrong
//! agent.

use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use rmcp::model::{ProgressToken, RequestId};
use serde_json::{Value, json};
use tokio::{sync::Notify, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{
    host::{Ask, ElicitAnswer, Elicitation, Host, Progress},
    thinking::Thinking,
};

/// Receives the progress of one call.
pub type ProgressSink = Arc<dyn Fn(Progress) + Send + Sync>;

/// Progress that overtook the registration of its call; a handful is plenty.
const EARLY: usize = 16;
/// Finished address questions remembered until their call looks for them.
const FINISHED: usize = 64;

/// Progress is passed on at most this often; what comes faster only shows that the server lives.
const PROGRESS_EVERY: Duration = Duration::from_millis(25);
/// Questions of one call that may be open at once.
const OPEN_QUESTIONS: usize = 4;

/// Who makes a call.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) server: String,
    pub(crate) host: Arc<dyn Host>,
    pub(crate) sink: Option<ProgressSink>,
}

/// One request under way.
pub(crate) struct InFlight {
    request: RequestId,
    token: ProgressToken,
    tool: String,
    caller: Caller,
    moved: Mutex<Instant>,
    told: Mutex<Option<(Instant, f64)>>,
    asking: AtomicUsize,
    /// The person's time, over all requests of one call.
    thinking: Arc<Thinking>,
    /// Cancelled when the call is over: nobody wants an answer then.
    over: CancellationToken,
}

impl InFlight {
    /// When the server last showed a sign of life; now, while a person is being asked.
    pub(crate) fn moved(&self) -> Instant {
        if self.asking.load(Ordering::SeqCst) > 0 {
            return Instant::now();
        }
        *lock(&self.moved)
    }

    fn touch(&self) {
        *lock(&self.moved) = Instant::now();
    }

    fn advance(&self, progress: Progress) {
        self.touch();
        {
            let mut told = lock(&self.told);
            // Notifications may overtake each other on their way here; progress only rises.
            if told.is_some_and(|(at, value)| at.elapsed() < PROGRESS_EVERY || progress.progress < value) {
                return;
            }
            *told = Some((Instant::now(), progress.progress));
        }
        match &self.caller.sink {
            Some(sink) => sink(progress),
            None => self.caller.host.progress(&self.caller.server, &self.tool, progress),
        }
    }

    /// Asks the person behind this call; both clocks stand still meanwhile.
    async fn ask(&self, request: Elicitation) -> ElicitAnswer {
        struct Asking<'a>(&'a InFlight);
        impl Drop for Asking<'_> {
            fn drop(&mut self) {
                self.0.touch();
                self.0.asking.fetch_sub(1, Ordering::SeqCst);
            }
        }
        let open = self.asking.fetch_add(1, Ordering::SeqCst);
        let _asking = Asking(self);
        if open >= OPEN_QUESTIONS {
            return ElicitAnswer::Cancel;
        }
        let left = self.thinking.left();
        let _pause = self.thinking.pause();
        tokio::select! {
            biased;
            () = self.over.cancelled() => ElicitAnswer::Cancel,
            () = tokio::time::sleep(left) => ElicitAnswer::Cancel,
            answer = self.caller.host.elicit(request) => answer,
        }
    }
}

#[derive(Default)]
struct Table {
    running: HashMap<ProgressToken, Arc<InFlight>>,
    early: VecDeque<(ProgressToken, Progress)>,
    finished: VecDeque<String>,
}

/// All calls of one connection.
#[derive(Default)]
pub(crate) struct Calls {
    table: Mutex<Table>,
    url_done: Notify,
    left: Notify,
}

impl Calls {
    /// Registers a request that was just sent. It leaves when the guard is dropped.
    pub(crate) fn enter(
        self: &Arc<Self>,
        request: RequestId,
        token: ProgressToken,
        tool: &str,
        caller: Caller,
        thinking: Arc<Thinking>,
    ) -> Entered {
        let call = Arc::new(InFlight {
            request,
            token: token.clone(),
            tool: tool.to_owned(),
            caller,
            moved: Mutex::new(Instant::now()),
            told: Mutex::new(None),
            asking: AtomicUsize::new(0),
            thinking,
            over: CancellationToken::new(),
        });
        let early: Vec<Progress> = {
            let mut table = lock(&self.table);
            table.running.insert(token.clone(), call.clone());
            let (mine, others) = std::mem::take(&mut table.early).into_iter().partition(|(t, _)| *t == token);
            table.early = others;
            let mine: VecDeque<(ProgressToken, Progress)> = mine;
            mine.into_iter().map(|(_, progress)| progress).collect()
        };
        early.into_iter().for_each(|progress| call.advance(progress));
        Entered { calls: self.clone(), call }
    }

    /// Leads progress to its call.
    pub(crate) fn progress(&self, token: ProgressToken, progress: Progress) {
        if !progress.progress.is_finite() {
            return;
        }
        let call = {
            let mut table = lock(&self.table);
            let call = table.running.get(&token).cloned();
            if call.is_none() {
                if table.early.len() == EARLY {
                    table.early.pop_front();
                }
                table.early.push_back((token, progress.clone()));
            }
            call
        };
        if let Some(call) = call {
            call.advance(progress);
        }
    }

    /// Asks the person whose call a question belongs to, and gives the protocol's answer.
    pub(crate) async fn elicit(&self, origin: Option<&RequestId>, params: &Value) -> Value {
        let Some(call) = self.owner(origin) else {
            return json!({"action": "cancel"});
        };
        elicit(&call, params).await
    }

    fn owner(&self, origin: Option<&RequestId>) -> Option<Arc<InFlight>> {
        let table = lock(&self.table);
        if let Some(origin) = origin {
            return table.running.values().find(|call| call.request == *origin).cloned();
        }
        // No stream tells whose question it is: unambiguous only while one application waits.
        let mut calls = table.running.values();
        let first = calls.next()?;
        calls.all(|call| Arc::ptr_eq(&call.caller.host, &first.caller.host)).then(|| first.clone())
    }

    /// Waits until no call is under way.
    pub(crate) async fn idle(&self) {
        loop {
            let left = self.left.notified();
            tokio::pin!(left);
            left.as_mut().enable();
            if lock(&self.table).running.is_empty() {
                return;
            }
            left.await;
        }
    }

    /// A server says that an address question is done.
    pub(crate) fn url_finished(&self, id: &str) {
        {
            let mut table = lock(&self.table);
            if table.finished.len() == FINISHED {
                table.finished.pop_front();
            }
            table.finished.push_back(id.chars().take(200).collect());
        }
        self.url_done.notify_waiters();
    }

    /// Waits until that address question is done.
    pub(crate) async fn wait_url(&self, id: &str) {
        loop {
            let notified = self.url_done.notified();
            tokio::pin!(notified);
            notified.as_mut().enable();
            {
                let mut table = lock(&self.table);
                if let Some(at) = table.finished.iter().position(|done| done == id) {
                    table.finished.remove(at);
                    return;
                }
            }
            notified.await;
        }
    }
}

/// Asks through a call that is at hand.
pub(crate) async fn elicit(call: &InFlight, params: &Value) -> Value {
    let Some(request) = Elicitation::read(&call.caller.server, Some(&call.tool), params) else {
        // A form nobody could fill in: the honest answer is no.
        return json!({"action": "decline"});
    };
    let ask: Ask = request.ask.clone();
    call.ask(request).await.to_result(&ask)
}

/// Keeps a call registered.
pub(crate) struct Entered {
    calls: Arc<Calls>,
    call: Arc<InFlight>,
}

impl Entered {
    pub(crate) fn call(&self) -> &InFlight {
        &self.call
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.call.over.cancel();
        lock(&self.calls.table).running.remove(&self.call.token);
        self.calls.left.notify_waiters();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
