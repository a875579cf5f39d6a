//! Reads a log back: pages of lines by filter, and what it proves about each turn.
//!
//! Pure: bytes in, facts out. Both generations are given, the older one first.

use fuseforks_contract::log::{LogLine, LogPage, Verdict};
use std::collections::{BTreeSet, HashMap};

/// What to look for.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Lines of this agent.
    pub agent: Option<String>,
    /// Lines of this kind.
    pub kind: Option<String>,
    /// Lines that contain this, whatever the case of ASCII letters.
    pub text: Option<String>,
}

struct Parsed<'a> {
    time: &'a str,
    kind: &'a str,
    rest: &'a str,
}

fn parse(line: &str) -> Option<Parsed<'_>> {
    let (time, text) = line.split_once(' ')?;
    let (kind, rest) = text.split_once(':')?;
    Some(Parsed { time, kind, rest: rest.trim_start() })
}

/// The fields of a line, JSON strings unpacked.
fn fields(mut rest: &str) -> HashMap<&str, String> {
    let mut found = HashMap::new();
    while let Some((key, after)) = rest.split_once('=') {
        let value = if after.starts_with('"') {
            let mut values = serde_json::Deserializer::from_str(after).into_iter::<String>();
            let Some(Ok(value)) = values.next() else { break };
            rest = after.get(values.byte_offset()..).unwrap_or_default().trim_start();
            value
        } else {
            let (value, next) = after.split_once(' ').unwrap_or((after, ""));
            rest = next;
            value.to_owned()
        };
        found.insert(key.trim(), value);
    }
    found
}

/// A page of the lines that match, the newest before line `before`.
#[must_use]
pub fn page(old: &str, current: &str, filter: &Filter, before: Option<u32>, limit: usize) -> LogPage {
    let needle = filter.text.as_deref().map(str::to_ascii_lowercase);
    let mut lines: Vec<LogLine> = Vec::new();
    let (mut matching, mut total) = (0, 0);
    let (mut agents, mut kinds) = (BTreeSet::new(), BTreeSet::new());
    let mut more = false;
    for (number, line) in (0_u32..).zip(old.lines().chain(current.lines())) {
        total = number + 1;
        let Some(parsed) = parse(line) else { continue };
        let agent = fields(parsed.rest).remove("agent");
        if !kinds.contains(parsed.kind) {
            kinds.insert(parsed.kind.to_owned());
        }
        if let Some(agent) = &agent
            && !agents.contains(agent)
        {
            agents.insert(agent.clone());
        }
        let fits = filter.agent.as_ref().is_none_or(|wanted| agent.as_ref() == Some(wanted))
            && filter.kind.as_ref().is_none_or(|wanted| parsed.kind == wanted)
            && needle.as_ref().is_none_or(|needle| line.to_ascii_lowercase().contains(needle));
        if !fits {
            continue;
        }
        matching += 1;
        if before.is_none_or(|before| number < before) {
            lines.push(LogLine {
                number,
                time: parsed.time.to_owned(),
                kind: parsed.kind.to_owned(),
                agent,
                text: line.get(parsed.time.len() + 1..).unwrap_or_default().to_owned(),
            });
            // Keep the tail without moving it for every line.
            if lines.len() > 2 * limit + 64 {
                let cut = lines.len() - limit;
                lines.drain(..cut);
                more = true;
            }
        }
    }
    if lines.len() > limit {
        let cut = lines.len() - limit;
        lines.drain(..cut);
        more = true;
    }
    LogPage {
        lines,
        more,
        matching,
        total,
        agents: agents.into_iter().collect(),
        kinds: kinds.into_iter().collect(),
    }
}

#[derive(Default)]
struct Running {
    images: u32,
    dropped: Vec<String>,
    withheld: bool,
    fallback: bool,
}

/// One verdict a turn, in the order they ended.
#[must_use]
pub fn verdicts(old: &str, current: &str) -> Vec<Verdict> {
    let mut running: HashMap<String, Running> = HashMap::new();
    let mut verdicts = Vec::new();
    for (number, line) in (0_u32..).zip(old.lines().chain(current.lines())) {
        let Some(parsed) = parse(line) else { continue };
        let mut found = fields(parsed.rest);
        let Some(agent) = found.remove("agent") else { continue };
        let mut number_of = |name: &str| found.remove(name).and_then(|value| value.parse::<u64>().ok());
        match parsed.kind {
            "turn start" => {
                running.insert(agent, Running::default());
            }
            "tool" => {
                let images = number_of("images").unwrap_or(0);
                running.entry(agent).or_default().images += u32::try_from(images).unwrap_or(u32::MAX);
            }
            "tool image dropped" => {
                let reason = found.remove("reason").unwrap_or_default();
                running.entry(agent).or_default().dropped.push(reason);
            }
            "tool image withheld" => running.entry(agent).or_default().withheld = true,
            "tool image fallback" => running.entry(agent).or_default().fallback = true,
            "turn" => {
                let prompt = number_of("prompt").unwrap_or(0);
                let stop = found.remove("stop").unwrap_or_default();
                let rounds = found
                    .remove("rounds")
                    .and_then(|value| value.split('/').next().and_then(|used| used.parse().ok()))
                    .unwrap_or(0);
                let seen = running.remove(&agent).unwrap_or_default();
                let outcome = match () {
                    () if seen.images == 0 => "none",
                    () if seen.fallback => "fallback",
                    () if seen.withheld => "withheld",
                    () if stop.starts_with("failed") && rounds < 2 => "failed",
                    () => "reached",
                };
                verdicts.push(Verdict {
                    line: number,
                    time: parsed.time.to_owned(),
                    agent,
                    images: seen.images,
                    dropped: seen.dropped,
                    outcome: outcome.to_owned(),
                    stop,
                    rounds,
                    prompt,
                });
            }
            _ => {}
        }
    }
    verdicts
}
