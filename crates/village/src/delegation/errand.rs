//! One message on its way: what it belongs to, and who waits for what comes of it.
//!
//! Invariant: whoever waits is answered at most once, and is told when nobody will answer any more: an
//! errand that is let go drops the other end of the channel.

use super::{request::RequestState, waits::WaitId, waves::TaskRef};
use fuseforks_contract::work::TaskState;
use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

/// What came of a message, for the agent that waits.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// What it is told.
    pub text: String,
    /// It is an answer.
    pub ok: bool,
    /// For the work status.
    pub state: TaskState,
    /// Why it is none.
    pub code: Option<String>,
}

/// The one who waits.
pub(crate) struct Awaited {
    pub wait: WaitId,
    pub answer: oneshot::Sender<Answer>,
}

/// What an errand is made of.
pub(crate) struct NewErrand {
    /// The message's id.
    pub id: String,
    /// The message because of which it was written.
    pub parent: Option<String>,
    /// How many agents passed the request on.
    pub hop: u32,
    /// `user` or an agent.
    pub from: String,
    /// What was said.
    pub text: String,
    /// Who gets the answer: `user` or an agent.
    pub reply_to: String,
    /// Fires to stop the work.
    pub stop: CancellationToken,
    /// Its place in the work status.
    pub task: Option<TaskRef>,
    /// Who waits.
    pub awaited: Option<Awaited>,
}

/// A message on its way.
pub(crate) struct Errand {
    pub request: Arc<RequestState>,
    pub id: String,
    pub parent: Option<String>,
    pub hop: u32,
    pub from: String,
    pub text: String,
    pub reply_to: String,
    pub stop: CancellationToken,
    pub task: Option<TaskRef>,
    awaited: Mutex<Option<Awaited>>,
    handed_on: AtomicBool,
    over: AtomicBool,
}

impl Errand {
    pub(crate) fn new(request: Arc<RequestState>, new: NewErrand) -> Arc<Self> {
        let NewErrand { id, parent, hop, from, text, reply_to, stop, task, awaited } = new;
        request.opened();
        Arc::new(Self {
            request,
            id,
            parent,
            hop,
            from,
            text,
            reply_to,
            stop,
            task,
            awaited: Mutex::new(awaited),
            handed_on: AtomicBool::new(false),
            over: AtomicBool::new(false),
        })
    }

    /// Takes the one who waits along: the conversation is handed on.
    pub(super) fn take_awaited(&self) -> Option<Awaited> {
        self.awaited.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Puts back who waits: the conversation was not handed on after all.
    pub(super) fn await_again(&self, awaited: Option<Awaited>) {
        *self.awaited.lock().unwrap_or_else(PoisonError::into_inner) = awaited;
    }

    /// True the first time: one conversation is handed on once.
    pub(super) fn hand_on(&self) -> bool {
        !self.handed_on.swap(true, Ordering::AcqRel)
    }

    /// It was not handed on after all.
    pub(super) fn keep(&self) {
        self.handed_on.store(false, Ordering::Release);
    }

    /// Tells whoever waits.
    pub(crate) fn answer(&self, answer: Answer) {
        if let Some(awaited) = self.take_awaited() {
            // Whoever gave up waiting needs no answer.
            let _ = awaited.answer.send(answer);
        }
    }

    /// The work is over. Once.
    pub(crate) fn close(&self) {
        if !self.over.swap(true, Ordering::AcqRel) {
            drop(self.take_awaited());
            self.request.closed();
        }
    }
}

impl Drop for Errand {
    fn drop(&mut self) {
        self.close();
    }
}
