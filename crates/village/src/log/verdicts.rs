//! What a log proves about each turn: whether the images of its tools reached the model.
//!
//! Pure. The proof that a picture was read is in the numbers: the input of the round after it grows by far
//! more than the text of the result could explain.

use super::fields::parse;
use fuseforks_contract::log::Verdict;
use std::collections::HashMap;

#[derive(Default)]
struct Running {
    images: u32,
    dropped: Vec<String>,
    withheld: bool,
    fallback: bool,
    /// Input of the last answered call.
    prompt: Option<u64>,
    /// Input of the call that asked for the first images, until the next one is answered.
    before: Option<u64>,
    growth: Option<i64>,
}

impl Running {
    fn tool(&mut self, images: u64) {
        self.images = self.images.saturating_add(u32::try_from(images).unwrap_or(u32::MAX));
        if images > 0 && self.growth.is_none() {
            self.before = self.prompt;
        }
    }

    /// A provider that reports no usage has an input of 0, which proves nothing.
    fn round(&mut self, prompt: u64) {
        let prompt = Some(prompt).filter(|prompt| *prompt > 0);
        if let (Some(before), Some(now)) = (self.before.take(), prompt) {
            self.growth = i64::try_from(now).ok().zip(i64::try_from(before).ok()).map(|(now, was)| now - was);
        }
        self.prompt = prompt;
    }

    fn outcome(&self, stop: &str, rounds: u32) -> &'static str {
        match () {
            () if self.images == 0 => "none",
            () if self.fallback => "fallback",
            () if self.withheld => "withheld",
            () if stop.starts_with("failed") && rounds < 2 => "failed",
            () => "reached",
        }
    }
}

/// One verdict a turn, in the order they ended.
#[must_use]
pub fn verdicts(old: &str, current: &str) -> Vec<Verdict> {
    let mut running: HashMap<String, Running> = HashMap::new();
    let mut verdicts = Vec::new();
    for (number, line) in (0_u32..).zip(old.lines().chain(current.lines())) {
        let Some(parsed) = parse(line) else { continue };
        let Some(agent) = parsed.field("agent").map(std::borrow::Cow::into_owned) else { continue };
        match parsed.kind {
            "turn start" => {
                running.insert(agent, Running::default());
            }
            "round" => running.entry(agent).or_default().round(parsed.number("prompt").unwrap_or(0)),
            "tool" => running.entry(agent).or_default().tool(parsed.number("images").unwrap_or(0)),
            "tool image dropped" => {
                let reason = parsed.field("reason").unwrap_or_default().into_owned();
                running.entry(agent).or_default().dropped.push(reason);
            }
            "tool image withheld" => running.entry(agent).or_default().withheld = true,
            "tool image fallback" => running.entry(agent).or_default().fallback = true,
            "turn" => {
                let stop = parsed.field("stop").unwrap_or_default().into_owned();
                let rounds = parsed
                    .field("rounds")
                    .and_then(|value| value.split('/').next().and_then(|used| used.parse().ok()))
                    .unwrap_or(0);
                let seen = running.remove(&agent).unwrap_or_default();
                verdicts.push(Verdict {
                    line: number,
                    time: parsed.time.to_owned(),
                    agent,
                    images: seen.images,
                    outcome: seen.outcome(&stop, rounds).to_owned(),
                    dropped: seen.dropped,
                    stop,
                    rounds,
                    prompt: parsed.number("prompt").unwrap_or(0),
                    growth: seen.growth,
                });
            }
            _ => {}
        }
    }
    verdicts
}
