//! One server object, in the words of any client, made an entry.

use std::{collections::BTreeMap, time::Duration};

use jsonc_parser::{ast::Object, common::Ranged as _};
use serde_json::Value;

use super::{
    entry::{ServerEntry, ToolFilter, Transport},
    error::ConfigReason,
    parse::Dialect,
};
use crate::clean;

/// A problem and where in the text it is (bytes).
pub(super) struct Problem {
    pub(super) offset: usize,
    pub(super) reason: ConfigReason,
}

/// Reads fields of one server and remembers where they stand.
struct Reader<'a, 'b> {
    server: &'b str,
    start: usize,
    object: &'b Object<'a>,
    value: &'b Value,
}

enum Kind {
    Stdio,
    Http,
    Sse,
}

/// Makes an entry of a server object that starts at byte `start`.
pub(super) fn entry(
    name: &str,
    start: usize,
    object: &Object<'_>,
    dialect: Dialect,
) -> Result<ServerEntry, Problem> {
    let raw: Value = jsonc_parser::ast::Value::Object(object.clone()).into();
    let reader = Reader { server: name, start, object, value: &raw };
    let mut transport = reader.transport(dialect)?;
    let enabled = reader.enabled()?;
    let timeout = reader.timeout()?;
    let tools = ToolFilter {
        include: reader.names(&["includeTools"])?,
        exclude: reader.names(&["disabledTools", "excludeTools"])?.unwrap_or_default(),
    };
    if dialect == Dialect::Gemini {
        brace_bare_variables(&mut transport);
    }
    let mut entry = ServerEntry::new(name, transport, raw.clone());
    entry.enabled = enabled;
    entry.timeout = timeout;
    entry.tools = tools;
    Ok(entry)
}

impl Reader<'_, '_> {
    fn problem(&self, field: &str, reason: ConfigReason) -> Problem {
        let offset = self.object.get(field).map_or(self.start, |prop| prop.value.range().start);
        Problem { offset, reason }
    }

    fn bad(&self, field: &'static str) -> Problem {
        self.problem(field, ConfigReason::BadField { server: self.server.to_owned(), field })
    }

    fn field(&self, field: &str) -> Option<&Value> {
        self.value.get(field).filter(|value| !value.is_null())
    }

    fn text(&self, field: &'static str) -> Result<Option<String>, Problem> {
        match self.field(field) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(self.bad(field)),
        }
    }

    fn declared(&self) -> Result<Option<Kind>, Problem> {
        let (field, declared) = match self.text("type")? {
            Some(text) => ("type", text),
            None => match self.text("transport")? {
                Some(text) => ("transport", text),
                None => return Ok(None),
            },
        };
        let plain: String =
            declared.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        match plain.as_str() {
            "http" | "streamablehttp" | "streamable" => Ok(Some(Kind::Http)),
            "sse" => Ok(Some(Kind::Sse)),
            "stdio" | "local" => Ok(Some(Kind::Stdio)),
            // Says only that there is a URL.
            "remote" => Ok(None),
            _ => Err(self.problem(
                field,
                ConfigReason::UnknownType {
                    server: self.server.to_owned(),
                    value: clean::line(&declared, 40),
                },
            )),
        }
    }

    fn transport(&self, dialect: Dialect) -> Result<Transport, Problem> {
        let declared = self.declared()?;
        let mut address = None;
        for field in ["httpUrl", "serverUrl", "url"] {
            if let Some(url) = self.text(field)? {
                address = Some((field, url));
                break;
            }
        }
        let kind = match (declared, &address) {
            (Some(kind), _) => kind,
            (None, Some((field, url))) => {
                let sse = is_sse_path(url) || (dialect == Dialect::Gemini && *field == "url");
                if sse { Kind::Sse } else { Kind::Http }
            }
            (None, None) => Kind::Stdio,
        };
        let missing =
            |field| self.problem("type", ConfigReason::Missing { server: self.server.to_owned(), field });
        match (kind, address) {
            (Kind::Stdio, address) => {
                let declared = self.object.get("type").is_some();
                match self.stdio()? {
                    Some(transport) => Ok(transport),
                    None if declared => Err(missing("command")),
                    None if address.is_none() => Err(Problem {
                        offset: self.start,
                        reason: ConfigReason::NoTransport { server: self.server.to_owned() },
                    }),
                    None => Err(missing("command")),
                }
            }
            (_, None) => Err(missing("url")),
            (Kind::Http, Some((field, url))) => {
                self.check_url(field, &url)?;
                Ok(Transport::Http { url, headers: self.headers()? })
            }
            (Kind::Sse, Some((field, url))) => {
                self.check_url(field, &url)?;
                Ok(Transport::Sse { url })
            }
        }
    }

    fn check_url(&self, field: &str, url: &str) -> Result<(), Problem> {
        let good = url.contains("${") || url.starts_with('$') || is_http(url);
        good.then_some(())
            .ok_or_else(|| self.problem(field, ConfigReason::BadUrl { server: self.server.to_owned() }))
    }

    fn stdio(&self) -> Result<Option<Transport>, Problem> {
        let (command, mut args) = match self.field("command") {
            None => return Ok(None),
            Some(Value::String(command)) => (command.trim().to_owned(), Vec::new()),
            Some(Value::Array(items)) => {
                let mut words = items.iter().map(|item| scalar(item).ok_or_else(|| self.bad("command")));
                let Some(command) = words.next() else {
                    return Err(self.bad("command"));
                };
                (command?, words.collect::<Result<_, _>>()?)
            }
            Some(_) => return Err(self.bad("command")),
        };
        if command.is_empty() || command.contains('\0') {
            return Err(self.bad("command"));
        }
        match self.field("args") {
            None => {}
            Some(Value::Array(items)) => {
                for item in items {
                    args.push(scalar(item).ok_or_else(|| self.bad("args"))?);
                }
            }
            Some(_) => return Err(self.bad("args")),
        }
        let mut env = BTreeMap::new();
        match self.field("env") {
            None => {}
            Some(Value::Object(map)) => {
                for (key, value) in map {
                    // Null takes a variable away; ours are only what stands here.
                    if value.is_null() {
                        continue;
                    }
                    let value = scalar(value).ok_or_else(|| self.bad("env"))?;
                    if key.is_empty() || key.contains(['=', '\0']) || value.contains('\0') {
                        return Err(self.bad("env"));
                    }
                    env.insert(key.clone(), value);
                }
            }
            Some(_) => return Err(self.bad("env")),
        }
        let cwd = self.text("cwd")?.filter(|cwd| !cwd.is_empty());
        Ok(Some(Transport::Stdio { command, args, env, cwd }))
    }

    fn headers(&self) -> Result<BTreeMap<String, String>, Problem> {
        let mut headers = BTreeMap::new();
        match self.field("headers") {
            None => {}
            Some(Value::Object(map)) => {
                for (key, value) in map {
                    if value.is_null() {
                        continue;
                    }
                    let value = scalar(value).ok_or_else(|| self.bad("headers"))?;
                    headers.insert(key.trim().to_owned(), value.trim().to_owned());
                }
            }
            Some(Value::Array(items)) => {
                for item in items {
                    let (key, value) = item
                        .as_str()
                        .and_then(|line| line.split_once(':'))
                        .ok_or_else(|| self.bad("headers"))?;
                    headers.insert(key.trim().to_owned(), value.trim().to_owned());
                }
            }
            Some(_) => return Err(self.bad("headers")),
        }
        if let Some(Value::String(token)) = self.field("auth")
            && token != "oauth"
            && !headers.keys().any(|key| key.eq_ignore_ascii_case("authorization"))
        {
            headers.insert("Authorization".to_owned(), format!("Bearer {token}"));
        }
        Ok(headers)
    }

    fn enabled(&self) -> Result<bool, Problem> {
        let flag = |field: &'static str| match self.field(field) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(_) => Err(self.bad(field)),
        };
        Ok(flag("enabled")?.unwrap_or(true) && !flag("disabled")?.unwrap_or(false))
    }

    /// Clients disagree about the unit: below 1000 it can only be seconds.
    fn timeout(&self) -> Result<Option<Duration>, Problem> {
        let number = match self.field("timeout") {
            None => return Ok(None),
            Some(Value::Number(number)) => number.as_f64(),
            Some(Value::String(text)) => text.trim().parse::<f64>().ok(),
            Some(_) => None,
        };
        let number = number.filter(|number| number.is_finite()).ok_or_else(|| self.bad("timeout"))?;
        if number <= 0.0 {
            return Ok(None);
        }
        let seconds = if number >= 1000.0 { number / 1000.0 } else { number };
        Ok(Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)))
    }

    fn names(&self, fields: &[&'static str]) -> Result<Option<Vec<String>>, Problem> {
        let mut names = None;
        for &field in fields {
            match self.field(field) {
                None => {}
                Some(Value::Array(items)) => {
                    let list: &mut Vec<String> = names.get_or_insert_default();
                    for item in items {
                        list.push(item.as_str().ok_or_else(|| self.bad(field))?.to_owned());
                    }
                }
                Some(_) => return Err(self.bad(field)),
            }
        }
        Ok(names)
    }
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Whether `url` is an address this client may open.
pub(crate) fn is_http(url: &str) -> bool {
    url::Url::parse(url.trim())
        .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.host().is_some())
}

fn is_sse_path(url: &str) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    path.trim_end_matches('/').ends_with("/sse")
}

/// Gemini's files write `$NAME` where everyone else writes `${NAME}`.
fn brace_bare_variables(transport: &mut Transport) {
    match transport {
        Transport::Stdio { command, args, env, cwd } => {
            *command = braced(command);
            args.iter_mut().for_each(|arg| *arg = braced(arg));
            env.values_mut().for_each(|value| *value = braced(value));
            if let Some(cwd) = cwd {
                *cwd = braced(cwd);
            }
        }
        Transport::Http { url, headers } => {
            *url = braced(url);
            headers.values_mut().for_each(|value| *value = braced(value));
        }
        Transport::Sse { url } => *url = braced(url),
    }
}

fn braced(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(dollar) = rest.find('$') {
        out.push_str(&rest[..dollar]);
        let after = &rest[dollar + 1..];
        let name =
            after.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map_or(after, |end| &after[..end]);
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
            out.push('$');
            rest = after;
        } else {
            out.push_str("${");
            out.push_str(name);
            out.push('}');
            rest = &after[name.len()..];
        }
    }
    out.push_str(rest);
    out
}
