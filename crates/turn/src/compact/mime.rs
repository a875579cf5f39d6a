//! Media types in text that a model reads, and the placeholders that carry them.
//!
//! A tool server chooses the media type it declares, so one is never put into a prompt before it was
//! cleaned: a type that is more than a type could speak to the model.

use std::borrow::Cow;

/// What stands for a type that is none.
const UNKNOWN: &str = "application/octet-stream";

/// The longest type that is kept, in characters.
const LONGEST: usize = 80;

/// The part before the first `;`, trimmed, in lower case; `application/octet-stream` if that is not
/// `[a-z0-9.+-]+/[a-z0-9.+-]+` of at most 80 characters.
#[must_use]
pub fn clean_mime(declared: &str) -> Cow<'_, str> {
    let kind = declared.split(';').next().unwrap_or_default().trim();
    // Only ASCII is lowered: the Kelvin sign would become a `k`.
    let lower = match kind.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(kind.to_ascii_lowercase()),
        false => Cow::Borrowed(kind),
    };
    match is_mime(&lower) {
        true => lower,
        false => Cow::Borrowed(UNKNOWN),
    }
}

fn is_mime(text: &str) -> bool {
    let token = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'+' | b'-'))
    };
    text.len() <= LONGEST && text.split_once('/').is_some_and(|(main, sub)| token(main) && token(sub))
}

/// What a summariser reads in the place of a picture or document: `[image: image/png]` or
/// `[document: application/pdf]`.
#[must_use]
pub fn media_placeholder(declared: &str) -> String {
    let mime = clean_mime(declared);
    match mime.starts_with("image/") {
        true => format!("[image: {mime}]"),
        false => format!("[document: {mime}]"),
    }
}

/// What stands in the place of a user's media that were cleared because they were old.
#[must_use]
pub fn old_media_placeholder(declared: &str) -> String {
    // not prose: a marker that programs look for
    format!("[Old inline media cleared: {}]", clean_mime(declared))
}
