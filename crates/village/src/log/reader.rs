//! Reads a log back, a page at a time, by filter.
//!
//! Pure: text in, facts out. Both generations are given, the older one first. Nothing of a line is copied
//! before it is known to be on the page: both files together may have a hundred thousand lines.

use super::fields::{Parsed, parse};
use fuseforks_contract::log::{LogLevel, LogLine, LogPage};
use std::collections::{BTreeSet, VecDeque};

/// What to look for.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Lines of this agent.
    pub agent: Option<String>,
    /// Lines of this kind.
    pub kind: Option<String>,
    /// Lines of this level and above.
    pub level: Option<LogLevel>,
    /// Lines written then or later, in milliseconds since 1970 UTC.
    pub since_ms: Option<i64>,
    /// Lines written before then, in milliseconds since 1970 UTC.
    pub until_ms: Option<i64>,
    /// Lines that contain this, whatever the case of ASCII letters.
    pub text: Option<String>,
}

impl Filter {
    /// The cheap questions first.
    fn fits(&self, parsed: &Parsed<'_>, agent: Option<&str>, line: &str) -> bool {
        self.agent.as_deref().is_none_or(|wanted| agent == Some(wanted))
            && self.kind.as_ref().is_none_or(|wanted| parsed.kind == wanted)
            && self.text.as_ref().is_none_or(|needle| holds(line.as_bytes(), needle.as_bytes()))
            && self.level.is_none_or(|wanted| parsed.level() >= wanted)
            && self.fits_time(parsed)
    }

    fn fits_time(&self, parsed: &Parsed<'_>) -> bool {
        if self.since_ms.is_none() && self.until_ms.is_none() {
            return true;
        }
        parsed.at_ms().is_some_and(|at| {
            self.since_ms.is_none_or(|since| at >= since) && self.until_ms.is_none_or(|until| at < until)
        })
    }
}

/// Is `needle` in `text`, whatever the case of ASCII letters?
fn holds(text: &[u8], needle: &[u8]) -> bool {
    let Some((first, rest)) = needle.split_first() else { return true };
    let (lower, upper) = (first.to_ascii_lowercase(), first.to_ascii_uppercase());
    let most = text.len().saturating_sub(rest.len());
    (0..most).any(|at| {
        (text[at] == lower || text[at] == upper) && text[at + 1..at + needle.len()].eq_ignore_ascii_case(rest)
    })
}

/// A page of the lines that match, the newest before line `before`.
#[must_use]
pub fn page(old: &str, current: &str, filter: &Filter, before: Option<u32>, limit: usize) -> LogPage {
    let mut tail: VecDeque<(u32, Parsed<'_>)> = VecDeque::with_capacity(limit + 1);
    let (mut matching, mut total, mut more) = (0, 0, false);
    let (mut agents, mut kinds) = (BTreeSet::new(), BTreeSet::new());
    for (number, line) in (0_u32..).zip(old.lines().chain(current.lines())) {
        total = number + 1;
        let Some(parsed) = parse(line) else { continue };
        let agent = parsed.field("agent");
        kinds.insert(parsed.kind);
        if let Some(agent) = agent.as_deref()
            && !agents.contains(agent)
        {
            agents.insert(agent.to_owned());
        }
        if !filter.fits(&parsed, agent.as_deref(), line) {
            continue;
        }
        matching += 1;
        if before.is_none_or(|before| number < before) {
            tail.push_back((number, parsed));
            if tail.len() > limit {
                tail.pop_front();
                more = true;
            }
        }
    }
    LogPage {
        lines: tail.into_iter().map(|(number, parsed)| line_of(number, &parsed)).collect(),
        more,
        matching,
        total,
        agents: agents.into_iter().collect(),
        kinds: kinds.into_iter().map(str::to_owned).collect(),
    }
}

fn line_of(number: u32, parsed: &Parsed<'_>) -> LogLine {
    LogLine {
        number,
        time: parsed.time.to_owned(),
        kind: parsed.kind.to_owned(),
        level: parsed.level(),
        agent: parsed.field("agent").map(std::borrow::Cow::into_owned),
        text: parsed.text.to_owned(),
    }
}
