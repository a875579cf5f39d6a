//! One line taken apart: time, kind, fields, and how much it should worry a person.

use fuseforks_contract::log::LogLevel;
use jiff::Timestamp;
use std::borrow::Cow;

/// The parts of a line; borrowed, because a log has a hundred thousand of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parsed<'a> {
    pub(super) time: &'a str,
    pub(super) kind: &'a str,
    /// The line without its time.
    pub(super) text: &'a str,
    rest: &'a str,
}

/// Takes a line apart; what is no line of ours is nothing.
pub(super) fn parse(line: &str) -> Option<Parsed<'_>> {
    let (time, text) = line.split_once(' ')?;
    let (kind, rest) = text.split_once(':')?;
    Some(Parsed { time, kind, text, rest: rest.trim_start() })
}

impl<'a> Parsed<'a> {
    /// A field's value.
    pub(super) fn field(&self, name: &str) -> Option<Cow<'a, str>> {
        Pairs(self.rest).find(|(key, _)| *key == name).and_then(|(_, raw)| unpack(raw))
    }

    /// A field that is a number.
    pub(super) fn number(&self, name: &str) -> Option<u64> {
        self.field(name)?.parse().ok()
    }

    /// When it was written, in milliseconds since 1970 UTC.
    pub(super) fn at_ms(&self) -> Option<i64> {
        self.time.parse::<Timestamp>().ok().map(Timestamp::as_millisecond)
    }

    /// How much it should worry a person.
    pub(super) fn level(&self) -> LogLevel {
        let is = |name: &str, value: &str| self.field(name).is_some_and(|found| found == value);
        if is("outcome", "failed") {
            return LogLevel::Error;
        }
        match self.kind {
            "llm retry stop" => LogLevel::Error,
            "tool" if is("ok", "false") => LogLevel::Warn,
            "tool image dropped"
            | "tool image capped"
            | "tool image withheld"
            | "tool image fallback"
            | "attachment fallback" => LogLevel::Warn,
            "summary" if !is("outcome", "ok") => LogLevel::Warn,
            "server" => match self.field("state").as_deref() {
                Some("failed") => LogLevel::Error,
                Some("needs_approval" | "sign_in") => LogLevel::Warn,
                _ => LogLevel::Info,
            },
            "camera" if self.number("failed").is_some_and(|failed| failed > 0) => LogLevel::Warn,
            "turn" => match self.field("stop").as_deref() {
                Some("-") | None => LogLevel::Info,
                Some(stop) if stop.starts_with("failed") => LogLevel::Error,
                Some(_) => LogLevel::Warn,
            },
            _ => LogLevel::Info,
        }
    }
}

/// `key=value` after `key=value`; a value is bare or a JSON string.
struct Pairs<'a>(&'a str);

impl<'a> Iterator for Pairs<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let (key, after) = self.0.split_once('=')?;
        let end = match after.as_bytes().first() {
            Some(b'"') => quoted_end(after)?,
            _ => after.find(' ').unwrap_or(after.len()),
        };
        let (value, rest) = after.split_at_checked(end)?;
        self.0 = rest.trim_start();
        Some((key.trim(), value))
    }
}

/// Where a JSON string at the beginning of `text` ends.
fn quoted_end(text: &str) -> Option<usize> {
    let mut escaped = false;
    let ends = text.bytes().enumerate().skip(1).find(|(_, byte)| match byte {
        _ if escaped => {
            escaped = false;
            false
        }
        b'\\' => {
            escaped = true;
            false
        }
        other => *other == b'"',
    });
    ends.map(|(at, _)| at + 1)
}

fn unpack(raw: &str) -> Option<Cow<'_, str>> {
    if raw.starts_with('"') {
        serde_json::from_str(raw).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(raw))
    }
}
