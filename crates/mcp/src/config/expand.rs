//! Variables of an entry.
//!
//! Expansion happens once, at launch; what is stored stays a template. A value is never expanded again, so
//! a secret that happens to hold `${...}` is sent as it is.

use std::collections::BTreeMap;

use super::entry::{ServerEntry, Transport};

/// A variable without a value and without a default.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("variable unset: {name}")]
pub struct UnsetVariable {
    /// Its name as the lookup was asked for it.
    pub name: String,
}

enum Piece<'a> {
    Text(&'a str),
    Variable { name: String, default: Option<&'a str> },
}

/// Replaces every `${NAME}`, `${NAME:-default}`, `${env:NAME}` and `${input:id}` of command, arguments,
/// variables, working folder, URL and header values.
///
/// `lookup` is asked for `NAME` (also for `env:NAME`), for `input:id`, and for `userHome` and
/// `workspaceFolder`. An empty value counts as unset only where a default stands. In command and arguments
/// the entry's own `env` answers first: bridges such as mcp-remote are configured that way.
///
/// # Errors
/// The first variable without value and default; nothing is half expanded then.
pub fn expand(
    entry: &ServerEntry,
    lookup: &dyn Fn(&str) -> Option<String>,
) -> Result<ServerEntry, UnsetVariable> {
    let fill = |text: &str| fill(text, lookup);
    let fill_map = |map: &BTreeMap<String, String>| {
        map.iter()
            .map(|(key, value)| Ok((key.clone(), fill(value)?)))
            .collect::<Result<BTreeMap<_, _>, UnsetVariable>>()
    };
    let transport = match &entry.transport {
        Transport::Stdio { command, args, env, cwd } => {
            let env = fill_map(env)?;
            let own = |name: &str| env.get(name).cloned().or_else(|| lookup(name));
            Transport::Stdio {
                command: self::fill(command, &own)?,
                args: args.iter().map(|arg| self::fill(arg, &own)).collect::<Result<_, _>>()?,
                cwd: cwd.as_deref().map(|cwd| self::fill(cwd, &own)).transpose()?,
                env,
            }
        }
        Transport::Http { url, headers } => Transport::Http { url: fill(url)?, headers: fill_map(headers)? },
        Transport::Sse { url } => Transport::Sse { url: fill(url)? },
    };
    Ok(ServerEntry { transport, expanded: true, ..entry.clone() })
}

fn fill(text: &str, lookup: &dyn Fn(&str) -> Option<String>) -> Result<String, UnsetVariable> {
    let mut out = String::with_capacity(text.len());
    for piece in pieces(text) {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Variable { name, default } => match (lookup(&name), default) {
                (Some(value), None) => out.push_str(&value),
                (Some(value), Some(_)) if !value.is_empty() => out.push_str(&value),
                (_, Some(default)) => out.push_str(default),
                (None, None) => return Err(UnsetVariable { name }),
            },
        }
    }
    Ok(out)
}

/// The variables an entry names, each once, in their order, defaults or not: what [`expand`] will ask for.
#[must_use]
pub fn variables(entry: &ServerEntry) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let own = match &entry.transport {
        Transport::Stdio { env, .. } => Some(env),
        Transport::Http { .. } | Transport::Sse { .. } => None,
    };
    let mut collect = |text: &str, own: Option<&BTreeMap<String, String>>| {
        for piece in pieces(text) {
            if let Piece::Variable { name, .. } = piece
                && !names.contains(&name)
                && !own.is_some_and(|own| own.contains_key(&name))
            {
                names.push(name);
            }
        }
    };
    match &entry.transport {
        Transport::Stdio { command, args, env, cwd } => {
            collect(command, own);
            args.iter().for_each(|arg| collect(arg, own));
            env.values().for_each(|value| collect(value, None));
            cwd.iter().for_each(|cwd| collect(cwd, own));
        }
        Transport::Http { url, headers } => {
            collect(url, None);
            headers.values().for_each(|value| collect(value, None));
        }
        Transport::Sse { url } => collect(url, None),
    }
    names
}

/// Cuts a text at its variables. What is no well-formed variable is text.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    let mut from = 0;
    while let Some(open) = rest[from..].find("${").map(|at| at + from) {
        let inner = &rest[open + 2..];
        let variable = inner.find('}').and_then(|close| Some((variable(&inner[..close])?, close)));
        match variable {
            Some((variable, close)) => {
                if open > 0 {
                    pieces.push(Piece::Text(&rest[..open]));
                }
                pieces.push(variable);
                rest = &inner[close + 1..];
                from = 0;
            }
            None => from = open + 2,
        }
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    pieces
}

fn variable(inner: &str) -> Option<Piece<'_>> {
    let (name, default) = match inner.split_once(":-") {
        Some((name, default)) => (name.trim(), Some(default)),
        None => (inner.trim(), None),
    };
    let (prefix, plain) = match name.split_once(':') {
        Some(("env", plain)) => ("", plain),
        Some(("input", plain)) => ("input:", plain),
        Some(_) => return None,
        None => ("", name),
    };
    let good = !plain.is_empty()
        && !plain.starts_with(|c: char| c.is_ascii_digit())
        && plain.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
    good.then(|| Piece::Variable { name: format!("{prefix}{plain}"), default })
}
