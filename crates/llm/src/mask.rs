//! Makes foreign text fit to be shown and logged: keys and encoded media out, control characters out, bounded.

use crate::Secret;

/// Characters of a server's own words that are kept.
pub(crate) const EXCERPT_CHARS: usize = 2000;

/// A run of base64 characters this long is encoded media or a token, not a word.
const OPAQUE_RUN: usize = 100;

/// What stands in place of a key.
const MASK: &str = "[key]";

/// What stands in place of a long opaque run.
const CUT: &str = "[...]";

/// Beginnings of keys that providers hand out.
const KEY_STARTS: [&str; 12] =
    ["sk-", "sk_", "xai-", "gsk_", "pplx-", "AIza", "key-", "ghp_", "hf_", "nvapi-", "LLM|", "eyJ"];

/// Words after which the next token is a secret.
const KEY_LABELS: [&str; 7] =
    ["bearer ", "api_key=", "api-key: ", "apikey=", "key=", "token=", "access_token="];

/// A server's words, safe to show: no key, nothing that looks like one, no encoded media, no control or
/// direction characters, at most [`EXCERPT_CHARS`] characters.
pub(crate) fn excerpt(text: &str, key: Option<&Secret>) -> String {
    let text = match key.map(Secret::expose).filter(|key| !key.trim().is_empty()) {
        Some(key) => text.replace(key, MASK).replace(key.trim(), MASK),
        None => text.to_owned(),
    };
    let mut out = String::with_capacity(text.len().min(EXCERPT_CHARS * 4));
    let mut rest = text.as_str();
    while let Some(c) = rest.chars().next() {
        let at_word = !out.ends_with(|p: char| p.is_ascii_alphanumeric());
        if at_word && let Some((label, secret)) = labelled(rest) {
            out.push_str(&rest[..label]);
            out.push_str(MASK);
            rest = &rest[label + secret..];
        } else if at_word && let Some(length) = key_like(rest) {
            out.push_str(MASK);
            rest = &rest[length..];
        } else if at_word && let Some(length) = opaque(rest) {
            out.push_str(CUT);
            rest = &rest[length..];
        } else {
            rest = &rest[c.len_utf8()..];
            if !hidden(c) {
                out.push(if c.is_control() { ' ' } else { c });
            }
        }
    }
    let out = out.trim();
    match out.char_indices().nth(EXCERPT_CHARS) {
        Some((end, _)) => out[..end].to_owned(),
        None => out.to_owned(),
    }
}

/// A provider's code or id: `[A-Za-z0-9_.:/-]` only, at most 80 characters.
pub(crate) fn token(text: &str, key: Option<&Secret>) -> Option<String> {
    let text = match key.map(Secret::expose).filter(|key| !key.is_empty()) {
        Some(key) => text.replace(key, ""),
        None => text.to_owned(),
    };
    let kept: String =
        text.chars().filter(|c| c.is_ascii_alphanumeric() || "_.:/-".contains(*c)).take(80).collect();
    (!kept.is_empty()).then_some(kept)
}

/// The length of a label and of the secret after it.
fn labelled(text: &str) -> Option<(usize, usize)> {
    KEY_LABELS.iter().find_map(|label| {
        let head = text.get(..label.len())?;
        if !head.eq_ignore_ascii_case(label) {
            return None;
        }
        let secret = text[label.len()..].bytes().take_while(|b| key_byte(*b)).count();
        (secret >= 3).then_some((label.len(), secret))
    })
}

/// The length of something that begins as keys do and is long enough to be one.
fn key_like(text: &str) -> Option<usize> {
    let start = KEY_STARTS.iter().find(|start| text.starts_with(**start))?;
    let length = text.bytes().take_while(|b| key_byte(*b)).count();
    (length >= start.len() + 8 || (length > start.len() && text[..length].contains('*'))).then_some(length)
}

/// The length of a run that no person reads.
fn opaque(text: &str) -> Option<usize> {
    let length = text.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"+/=_-\\".contains(b)).count();
    (length >= OPAQUE_RUN).then_some(length)
}

fn key_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.*|".contains(&byte)
}

/// Characters that change how their neighbours look.
fn hidden(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
#[path = "mask_tests.rs"]
mod tests;
