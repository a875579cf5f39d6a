//! Text that a server wrote, made safe to show: bounded, without control and direction characters.
//!
//! A name or description is shown to a person and to a model. Characters that reorder, hide or smuggle text
//! would let a server say one thing to the eye and another to the model, so they go.

/// Whether `c` may not stay in a shown text. Line breaks and tabs are decided by the caller.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{061C}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}'
        | '\u{2028}' | '\u{2029}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FFF9}'..='\u{FFFB}'
        // Tag characters: invisible ASCII, a known way to hide instructions.
        | '\u{E0000}'..='\u{E007F}')
}

fn bounded(chars: impl Iterator<Item = char>, max: usize) -> String {
    let mut out = String::new();
    for (count, c) in chars.enumerate() {
        if count == max {
            out.push('\u{2026}');
            break;
        }
        out.push(c);
    }
    out
}

/// One line of at most `max` characters: line breaks and tabs become spaces.
pub(crate) fn line(text: &str, max: usize) -> String {
    let chars = text.chars().filter_map(|c| match c {
        '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => Some(' '),
        c if c.is_control() || is_hidden(c) => None,
        c => Some(c),
    });
    let text = bounded(chars, max);
    text.trim().to_owned()
}

/// Several lines of at most `max` characters together.
pub(crate) fn block(text: &str, max: usize) -> String {
    let chars = text.chars().filter_map(|c| match c {
        '\n' | '\t' => Some(c),
        '\u{2028}' | '\u{2029}' => Some('\n'),
        c if c.is_control() || is_hidden(c) => None,
        c => Some(c),
    });
    let text = bounded(chars, max);
    text.trim().to_owned()
}

/// Terminal colour sequences (`ESC [ ... letter`) removed, as they stand in the output of many commands.
pub(crate) fn without_ansi(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\u{1b}' {
            out.push(c);
            continue;
        }
        if chars.peek() == Some(&'[') {
            chars.next();
            for c in chars.by_ref() {
                if ('\u{40}'..='\u{7e}').contains(&c) {
                    break;
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests;
