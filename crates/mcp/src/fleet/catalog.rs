//! The tools of a fleet under their exposed names.

use std::{collections::HashMap, sync::Arc};

use crate::{
    config::ToolFilter,
    name::NameMap,
    tool::{Tool, ToolList},
};

/// A tool as it is offered to a model.
#[derive(Debug, Clone, PartialEq)]
pub struct OfferedTool {
    /// The name a model calls it by.
    pub exposed: String,
    /// Key of its server.
    pub server: String,
    /// Fingerprint of the entry it comes from: two entries of one name are told apart by it.
    pub fingerprint: String,
    /// The tool.
    pub tool: Arc<Tool>,
}

/// One server's share.
pub(super) struct Source {
    pub(super) member: usize,
    pub(super) server: String,
    pub(super) fingerprint: String,
    pub(super) filter: ToolFilter,
    pub(super) list: Arc<ToolList>,
}

/// Names and tools made of one state of all lists.
#[derive(Default)]
pub(super) struct Catalog {
    sources: Vec<Source>,
    names: NameMap,
    offered: Vec<OfferedTool>,
    members: HashMap<String, usize>,
}

impl Catalog {
    pub(super) fn new(sources: Vec<Source>) -> Self {
        // Later servers win over earlier ones of the same name, tool by tool.
        let mut order: Vec<(&str, &str)> = Vec::new();
        let mut winners: HashMap<(&str, &str), (&Source, &Arc<Tool>)> = HashMap::new();
        for source in &sources {
            if source.list.malformed > 0 {
                let (server, tools) = (crate::clean::line(&source.server, 80), source.list.malformed);
                tracing::warn!(%server, tools, "mcp: tools without a name or a schema that can be used");
            }
            for tool in source.list.tools.iter().filter(|tool| source.filter.allows(&tool.name)) {
                let key = (source.server.as_str(), tool.name.as_str());
                if winners.insert(key, (source, tool)).is_none() {
                    order.push(key);
                }
            }
        }
        let names = NameMap::new(order.iter().copied());
        for target in names.unnamed() {
            tracing::warn!(server = %crate::clean::line(&target.server, 80), "mcp: a tool that cannot be named");
        }
        let mut offered = Vec::new();
        let mut members = HashMap::new();
        for key in order {
            let (Some(exposed), Some((source, tool))) = (names.exposed(key.0, key.1), winners.get(&key))
            else {
                continue;
            };
            members.insert(exposed.to_owned(), source.member);
            offered.push(OfferedTool {
                exposed: exposed.to_owned(),
                server: key.0.to_owned(),
                fingerprint: source.fingerprint.clone(),
                tool: Arc::clone(tool),
            });
        }
        Self { names, offered, members, sources }
    }

    /// Whether this was made of exactly these lists.
    pub(super) fn is_of(&self, sources: &[Source]) -> bool {
        self.sources.len() == sources.len()
            && self.sources.iter().zip(sources).all(|(own, other)| {
                own.member == other.member
                    && own.server == other.server
                    && own.fingerprint == other.fingerprint
                    && own.filter == other.filter
                    && Arc::ptr_eq(&own.list, &other.list)
            })
    }

    pub(super) fn names(&self) -> &NameMap {
        &self.names
    }

    pub(super) fn offered(&self) -> &[OfferedTool] {
        &self.offered
    }

    /// The member and original tool name behind an exposed name.
    pub(super) fn find(&self, exposed: &str) -> Option<(usize, String)> {
        let member = *self.members.get(exposed)?;
        Some((member, self.names.target(exposed)?.tool.clone()))
    }
}
