//! What an editor offers after a paste: secrets to move, a bridge to drop, a command to split, what to warn of.
//!
//! Nothing here changes an entry by itself; a person is asked first.

use serde_json::{Value, json};

use super::{
    entry::{ServerEntry, Transport},
    expand::variables,
};

/// Where a literal secret stands in an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecretField {
    /// A variable for the command.
    Env(String),
    /// A header.
    Header(String),
}

/// Something a person should read twice before a command runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caution {
    /// It asks for more rights.
    Elevates,
    /// It deletes files.
    Deletes,
    /// It is a shell line, which can do anything.
    Shell,
    /// It names the whole home folder or the root of the disk.
    WideFolder,
}

impl Caution {
    /// ASCII key for a sentence's selector.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Elevates => "elevates",
            Self::Deletes => "deletes",
            Self::Shell => "shell",
            Self::WideFolder => "wide_folder",
        }
    }
}

impl SecretField {
    /// The variable's or the header's name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Env(name) | Self::Header(name) => name,
        }
    }
}

/// Literal values that look like secrets. Templates are none: they hold no value.
#[must_use]
pub fn secrets(entry: &ServerEntry) -> Vec<SecretField> {
    let literal = |value: &str| !value.is_empty() && !value.contains("${");
    match &entry.transport {
        Transport::Stdio { env, .. } => env
            .iter()
            .filter(|(key, value)| literal(value) && is_secret_name(key))
            .map(|(key, _)| SecretField::Env(key.clone()))
            .collect(),
        Transport::Http { headers, .. } => headers
            .iter()
            .filter(|(key, value)| literal(value) && is_secret_name(key))
            .map(|(key, _)| SecretField::Header(key.clone()))
            .collect(),
        Transport::Sse { .. } => Vec::new(),
    }
}

fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    let name = name.as_str();
    ["AUTHORIZATION", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL", "COOKIE"]
        .iter()
        .any(|word| name.contains(word))
        || name.split(['_', '-']).any(|word| matches!(word, "KEY" | "APIKEY" | "PAT" | "PASS"))
}

/// Puts `template` (as `${NAME}`) where a secret stood and gives the secret back, to be kept elsewhere.
///
/// A header of the form `Bearer SECRET` keeps its first word in the entry.
pub fn replace_secret(entry: &mut ServerEntry, field: &SecretField, template: &str) -> Option<String> {
    let (slot, raw_field, key) = match (&mut entry.transport, field) {
        (Transport::Stdio { env, .. }, SecretField::Env(key)) => (env.get_mut(key)?, "env", key),
        (Transport::Http { headers, .. }, SecretField::Header(key)) => {
            (headers.get_mut(key)?, "headers", key)
        }
        _ => return None,
    };
    let old = slot.clone();
    let (kept, secret) = match (field, old.split_once(' ')) {
        (SecretField::Header(_), Some((scheme, secret))) => (format!("{scheme} {template}"), secret),
        _ => (template.to_owned(), old.as_str()),
    };
    slot.clone_from(&kept);
    let secret = secret.to_owned();
    set_raw(&mut entry.raw, raw_field, key, &kept);
    Some(secret)
}

fn set_raw(raw: &mut Value, field: &str, key: &str, value: &str) {
    match raw.get_mut(field) {
        Some(Value::Object(map)) => {
            map.insert(key.to_owned(), json!(value));
        }
        Some(Value::Array(lines)) => {
            for line in lines {
                let is_key = line
                    .as_str()
                    .and_then(|line| line.split_once(':'))
                    .is_some_and(|(name, _)| name.trim() == key);
                if is_key {
                    *line = json!(format!("{key}: {value}"));
                }
            }
        }
        _ => {
            // The value came from another field (`auth`): the header says it from now on.
            if let Some(raw) = raw.as_object_mut() {
                raw.remove("auth");
                raw.insert(field.to_owned(), json!({ key: value }));
            }
        }
    }
}

/// The plain HTTP entry behind `npx mcp-remote URL [--header "K: V"]`; none if this is something else.
#[must_use]
pub fn native_equivalent(entry: &ServerEntry) -> Option<ServerEntry> {
    let Transport::Stdio { command, args, env, .. } = &entry.transport else {
        return None;
    };
    let mut words = std::iter::once(command).chain(args);
    // `cmd /c npx ...` is how Windows configs start it.
    let at = words.position(|word| is_bridge(word))?;
    let args = &args[at..];
    let url = args.iter().find(|arg| super::read::is_http(arg))?;
    let mut headers = std::collections::BTreeMap::new();
    for pair in args.windows(2) {
        if pair[0] == "--header"
            && let Some((key, value)) = pair[1].split_once(':')
        {
            headers.insert(key.trim().to_owned(), inline(value.trim(), env));
        }
    }
    let mut native = ServerEntry::http(&entry.name, url, headers);
    native.enabled = entry.enabled;
    native.timeout = entry.timeout;
    native.tools = entry.tools.clone();
    Some(native)
}

fn is_bridge(word: &str) -> bool {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    name == "mcp-remote" || name.starts_with("mcp-remote@")
}

/// mcp-remote fills `${NAME}` in headers from its own `env`; a native entry has none, so literals move over.
fn inline(value: &str, env: &std::collections::BTreeMap<String, String>) -> String {
    let mut value = value.to_owned();
    for (key, literal) in env {
        value = value.replace(&format!("${{{key}}}"), literal);
    }
    value
}

/// Program and arguments, if a command without arguments holds spaces. Only an offer: paths hold spaces too.
#[must_use]
pub fn split_command(entry: &ServerEntry) -> Option<(String, Vec<String>)> {
    let Transport::Stdio { command, args, .. } = &entry.transport else {
        return None;
    };
    if !args.is_empty() || !command.contains(' ') {
        return None;
    }
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    let mut open = false;
    for c in command.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                open = true;
            }
            (None, ' ' | '\t') => {
                if open || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                    open = false;
                }
            }
            (_, c) => word.push(c),
        }
    }
    if open || !word.is_empty() {
        words.push(word);
    }
    if quote.is_some() || words.len() < 2 {
        return None;
    }
    let program = words.remove(0);
    Some((program, words))
}

/// What to warn of before this command runs for the first time.
#[must_use]
pub fn cautions(entry: &ServerEntry) -> Vec<Caution> {
    let Transport::Stdio { command, args, .. } = &entry.transport else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut add = |caution| {
        if !found.contains(&caution) {
            found.push(caution);
        }
    };
    for (index, text) in std::iter::once(command).chain(args).enumerate() {
        for word in text.split_whitespace() {
            let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
            match name {
                "sudo" | "doas" | "su" | "pkexec" | "runas" => add(Caution::Elevates),
                "rm" | "rmdir" | "del" | "shred" | "mkfs" | "dd" => add(Caution::Deletes),
                "sh" | "bash" | "zsh" | "dash" | "fish" | "powershell" | "pwsh" if index == 0 => {
                    add(Caution::Shell);
                }
                _ => {}
            }
            if matches!(
                word,
                "/" | "~" | "~/" | "$HOME" | "${HOME}" | "${userHome}" | "C:\\" | "%USERPROFILE%"
            ) {
                add(Caution::WideFolder);
            }
        }
    }
    if variables(entry).iter().any(|name| name == "userHome")
        && args.iter().any(|arg| arg.trim_end_matches('/') == "${userHome}")
    {
        add(Caution::WideFolder);
    }
    found
}
