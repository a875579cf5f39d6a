//! Token counts: estimates, and a prefix cache like the vendors' own.

use std::collections::HashMap;

use sha2::{Digest as _, Sha256};

use super::received::{Image, Received};
use super::step::{Step, StepCall, Usage};

/// Prefixes shorter than this are never cached; the least that vendors document.
const LEAST_CACHED: u64 = 1_024;
/// Tokens of an image, near what the vendors' formulas give for 640x424.
const IMAGE: u64 = 368;

/// Prefixes seen before.
#[derive(Default)]
pub(super) struct Prefixes(HashMap<[u8; 32], ()>);

/// How a vendor's cache is switched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Caching {
    /// Any repeated prefix counts as read; what is new is written without being reported.
    Implicit,
    /// Only a request with a breakpoint reads and writes.
    Explicit(bool),
    /// The vendor reports none.
    Never,
}

/// Counts of a request and its answer.
pub(super) fn count(prefixes: &mut Prefixes, received: &Received, step: &Step, caching: Caching) -> Usage {
    let mut hash = Sha256::new();
    let mut tokens = text(&received.system);
    hash.update(&received.system);
    for tool in &received.tools {
        hash.update(&tool.name);
        hash.update(&tool.description);
        tokens += text(&tool.name) + text(&tool.description) + 8;
    }
    let mut cached = 0;
    let mut fresh = Vec::new();
    for message in &received.messages {
        let results = message.results.iter();
        let images: Vec<&Image> =
            message.images.iter().chain(results.clone().flat_map(|result| &result.images)).collect();
        hash.update(format!("{:?}{:?}", message.role, message.calls));
        hash.update(&message.text);
        tokens += text(&message.text) + 4 + IMAGE * images.len() as u64;
        for image in images {
            hash.update(&image.sha256);
        }
        for result in results {
            hash.update(&result.text);
            tokens += text(&result.text) + 4;
        }
        for call in &message.calls {
            tokens += text(&call.arguments.to_string()) + 8;
        }
        let digest: [u8; 32] = hash.clone().finalize().into();
        if tokens >= LEAST_CACHED {
            if prefixes.0.contains_key(&digest) {
                cached = tokens;
            }
            fresh.push(digest);
        }
    }
    let uses_cache = caching == Caching::Implicit || caching == Caching::Explicit(true);
    if uses_cache {
        prefixes.0.extend(fresh.iter().map(|digest| (*digest, ())));
    } else {
        cached = 0;
    }
    let wrote = caching == Caching::Explicit(true) && !fresh.is_empty();
    let reasoning = step.thinking.as_deref().map_or(0, text);
    Usage {
        input: if wrote { 0 } else { tokens - cached },
        cached,
        cache_write: if wrote { tokens - cached } else { 0 },
        output: reasoning + step.text.as_deref().map_or(0, text) + step.calls.iter().map(call).sum::<u64>(),
        reasoning,
    }
}

fn call(call: &StepCall) -> u64 {
    text(&call.name) + text(&call.arguments.to_string()) + 8
}

/// Four characters a token, at least one for any text.
fn text(text: &str) -> u64 {
    (text.chars().count() as u64).div_ceil(4)
}
