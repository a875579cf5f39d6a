//! Who waits for whom, and why nobody waits in a circle.
//!
//! An agent handles one message at a time. While its turn waits for an answer it handles nothing else, so
//! a circle of waiting agents would stand still until a limit ends it, whether the messages run or still
//! lie in queues, and whichever requests they belong to.
//!
//! Invariant: the graph has no circle, because an edge that would close one is refused.

use std::collections::{BTreeMap, BTreeSet};

/// Names an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WaitId(u64);

/// The edge would close a circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Circle;

/// The graph.
#[derive(Debug, Default)]
pub(crate) struct Waits {
    next: u64,
    /// From and to.
    edges: BTreeMap<WaitId, (String, String)>,
}

impl Waits {
    /// `from` begins to wait for `to`.
    pub(crate) fn begin(&mut self, from: &str, to: &str) -> Result<WaitId, Circle> {
        if self.reaches(to, from) {
            return Err(Circle);
        }
        self.next += 1;
        let id = WaitId(self.next);
        self.edges.insert(id, (from.to_owned(), to.to_owned()));
        Ok(id)
    }

    /// Whoever waits there waits for `to` from now on: the conversation was handed on.
    pub(crate) fn turn_to(&mut self, id: WaitId, to: &str) -> Result<(), Circle> {
        let Some((from, _)) = self.edges.get(&id) else { return Ok(()) };
        let from = from.clone();
        if self.reaches(to, &from) {
            return Err(Circle);
        }
        self.edges.insert(id, (from, to.to_owned()));
        Ok(())
    }

    /// The wait is over.
    pub(crate) fn end(&mut self, id: WaitId) {
        self.edges.remove(&id);
    }

    /// Does `start` wait for `goal`, itself or through others?
    fn reaches(&self, start: &str, goal: &str) -> bool {
        let mut seen = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            if at == goal {
                return true;
            }
            for (_, to) in self.edges.values().filter(|(from, _)| from == at) {
                if seen.insert(to) {
                    open.push(to);
                }
            }
        }
        false
    }
}
