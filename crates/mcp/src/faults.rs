//! What a transport noticed and could not say through rmcp.

use std::{
    collections::HashSet,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use rmcp::model::{ErrorCode, ErrorData, RequestId};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::intake::Incoming;

/// Stands in the code of an error this client made up for an answer it could not read.
const UNREADABLE: i32 = -32700;
const UNREADABLE_TEXT: &str = "fuseforks:unreadable";

/// Notes of one connection.
#[derive(Default)]
pub(crate) struct Faults {
    too_large: Mutex<HashSet<Option<RequestId>>>,
    handshakes: AtomicUsize,
    unwritten: AtomicBool,
    malformed: AtomicUsize,
    /// Answers that are coming in.
    pub(crate) incoming: Arc<Incoming>,
    /// Rung when the standing event stream cannot be opened.
    pub(crate) stream_down: Notify,
    /// Rung when a session was made anew behind our back.
    pub(crate) renewed: Notify,
    /// Cancelled when the connection has ended or is being closed.
    pub(crate) gone: CancellationToken,
}

impl Faults {
    /// A message for that request, or for one that could not be told, was over the limit.
    pub(crate) fn note_too_large(&self, request: Option<RequestId>) {
        self.too_large.lock().unwrap_or_else(PoisonError::into_inner).insert(request);
    }

    /// Whether that request's answer was over the limit. Answers yes once.
    pub(crate) fn take_too_large(&self, request: &RequestId) -> bool {
        let mut noted = self.too_large.lock().unwrap_or_else(PoisonError::into_inner);
        noted.remove(&Some(request.clone())) || noted.remove(&None)
    }

    pub(crate) fn note_handshake(&self) {
        if self.handshakes.fetch_add(1, Ordering::SeqCst) > 0 {
            self.renewed.notify_one();
        }
    }

    /// A message could not even be written: the other end is gone and never saw it.
    pub(crate) fn note_unwritten(&self) {
        self.unwritten.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_unwritten(&self) -> bool {
        self.unwritten.load(Ordering::SeqCst)
    }

    /// So many tools of the list being read were taken out of it.
    pub(crate) fn note_malformed(&self, tools: usize) {
        self.malformed.fetch_add(tools, Ordering::SeqCst);
    }

    pub(crate) fn take_malformed(&self) -> usize {
        self.malformed.swap(0, Ordering::SeqCst)
    }

    pub(crate) fn note_stream_down(&self) {
        self.stream_down.notify_one();
    }

    /// The error that stands for an unreadable answer.
    pub(crate) fn not_json_rpc() -> ErrorData {
        ErrorData::new(ErrorCode(UNREADABLE), UNREADABLE_TEXT, None)
    }

    pub(crate) fn is_not_json_rpc(error: &ErrorData) -> bool {
        error.code.0 == UNREADABLE && error.message == UNREADABLE_TEXT
    }
}
