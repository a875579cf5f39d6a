//! Calls that wait for the person's word.

use fuseforks_contract::mcp::{ApprovalView, Decision};
use std::{
    collections::{BTreeMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};
use tokio::sync::oneshot;
use uuid::Uuid;

struct Waiting {
    view: ApprovalView,
    answer: oneshot::Sender<Decision>,
}

#[derive(Default)]
struct State {
    waiting: BTreeMap<String, Waiting>,
    /// `session agent fingerprint tool` allowed for the rest of a conversation.
    conversation: HashSet<String>,
}

/// The calls that wait, oldest first, and what was allowed for a conversation.
#[derive(Default)]
pub(crate) struct Approvals(Mutex<State>);

impl Approvals {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to wait; the id is put into the view.
    pub(crate) fn ask(&self, mut view: ApprovalView) -> (ApprovalView, oneshot::Receiver<Decision>) {
        let (answer, receiver) = oneshot::channel();
        // Version 7 ids sort by time.
        view.id = Uuid::now_v7().to_string();
        self.lock().waiting.insert(view.id.clone(), Waiting { view: view.clone(), answer });
        (view, receiver)
    }

    /// Answers one; false when it waits no more.
    pub(crate) fn answer(&self, id: &str, decision: Decision) -> bool {
        self.lock().waiting.remove(id).is_some_and(|waiting| waiting.answer.send(decision).is_ok())
    }

    /// Waits no more.
    pub(crate) fn give_up(&self, id: &str) {
        self.lock().waiting.remove(id);
    }

    /// Those that wait, oldest first.
    pub(crate) fn views(&self) -> Vec<ApprovalView> {
        self.lock().waiting.values().map(|waiting| waiting.view.clone()).collect()
    }

    /// Allows calls for the rest of a conversation.
    pub(crate) fn allow_in(&self, session: Uuid, agent: &str, fingerprint: &str, tool: &str) {
        self.lock().conversation.insert(format!("{session} {agent} {fingerprint} {tool}"));
    }

    /// Was it allowed for this conversation?
    pub(crate) fn allowed_in(&self, session: Uuid, agent: &str, fingerprint: &str, tool: &str) -> bool {
        self.lock().conversation.contains(&format!("{session} {agent} {fingerprint} {tool}"))
    }
}
