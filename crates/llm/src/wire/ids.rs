//! Call ids: kept as the provider gave them, made up where it gave none.

use crate::canonical::{Message, Request};
use std::collections::HashSet;

/// What made-up ids begin with; wires whose providers do not need ids leave these out.
const LOCAL: &str = "local_";

/// Gives every call of an answer an id that no other call of the request has.
#[derive(Debug)]
pub(crate) struct CallIds {
    used: HashSet<String>,
    next: usize,
}

impl CallIds {
    /// Knows the ids of the request so far.
    pub(crate) fn new(request: &Request) -> Self {
        let used: HashSet<String> = request
            .messages
            .iter()
            .filter_map(|message| match message {
                Message::Assistant { calls, .. } => Some(calls.iter().map(|call| call.id.clone())),
                _ => None,
            })
            .flatten()
            .collect();
        Self { next: used.len(), used }
    }

    /// The given id if it is one and is free, else a made-up one.
    pub(crate) fn claim(&mut self, given: Option<&str>) -> String {
        if let Some(given) = given.filter(|id| !id.is_empty())
            && self.used.insert(given.to_owned())
        {
            return given.to_owned();
        }
        loop {
            let id = format!("{LOCAL}{}", self.next);
            self.next += 1;
            if self.used.insert(id.clone()) {
                return id;
            }
        }
    }
}

/// Whether an id was made up here, so that the provider never saw it.
pub(crate) fn is_local(id: &str) -> bool {
    id.starts_with(LOCAL)
}
