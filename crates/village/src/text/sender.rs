//! The line that says who speaks, and why nobody else can write it.
//!
//! Invariant: in a message given to a model, only the program writes a line that begins like a sender
//! line. A body in which a line begins like one, in any of the three languages, gets a quote mark there.

use super::{Language, Text, clean::is_invisible, one_line};
use std::borrow::Cow;

/// The longest name in a sender line, in characters.
const NAME_CHARS: usize = 64;

/// Put before a line that imitates a sender line.
const QUOTE: &str = "> ";

/// The first line of a message: who sent it. `id` is `user` or an agent's id and is not for others to
/// choose; it stands last, so that no name can claim another's.
#[must_use]
pub fn sender_line(text: &Text, name: &str, id: &str) -> String {
    let name: String = one_line(name, NAME_CHARS)
        .chars()
        .map(|c| match c {
            '[' | '\u{ff3b}' => '(',
            ']' | '\u{ff3d}' => ')',
            other => other,
        })
        .collect();
    text.sender_line(id, &name)
}

/// A body in which no line can be taken for a sender line. What it does not touch it does not copy.
///
/// Case, width, spaces, invisible characters and decoration before the words (brackets, stars, hashes)
/// do not help an imitation. Applying it twice changes nothing more.
#[must_use]
pub fn defuse(body: &str) -> Cow<'_, str> {
    let openings: Vec<Vec<char>> =
        Language::ALL.map(|language| skeleton(&Text::of(language).sender_opening()).collect()).to_vec();
    let mut safe = String::new();
    let mut copied = 0;
    for start in line_starts(body) {
        let rest = body.get(start..).unwrap_or_default();
        if imitates(rest, &openings) {
            safe.push_str(body.get(copied..start).unwrap_or_default());
            safe.push_str(QUOTE);
            copied = start;
        }
    }
    if copied == 0 && safe.is_empty() {
        return Cow::Borrowed(body);
    }
    safe.push_str(body.get(copied..).unwrap_or_default());
    Cow::Owned(safe)
}

fn imitates(rest: &str, openings: &[Vec<char>]) -> bool {
    let line = rest.split(is_break).next().unwrap_or_default();
    let quoted = line.chars().find(|c| !c.is_whitespace() && !is_invisible(*c)) == Some('>');
    !quoted && openings.iter().any(|opening| skeleton(line).take(opening.len()).eq(opening.iter().copied()))
}

/// What is left of a line for comparison: from its first letter or digit on, without spaces and
/// invisible characters, in small letters, full-width forms as ASCII.
fn skeleton(line: &str) -> impl Iterator<Item = char> {
    line.chars()
        .filter(|c| !c.is_whitespace() && !is_invisible(*c))
        .map(fold)
        .skip_while(|c| !c.is_alphanumeric())
        .flat_map(char::to_lowercase)
}

fn fold(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => u32::from(c).checked_sub(0xfee0).and_then(char::from_u32).unwrap_or(c),
        '\u{2236}' | '\u{a789}' | '\u{fe13}' | '\u{fe55}' | '\u{fe30}' | '\u{2d0}' => ':',
        other => other,
    }
}

fn line_starts(body: &str) -> impl Iterator<Item = usize> {
    let after_breaks = body.char_indices().filter(|(_, c)| is_break(*c)).map(|(at, c)| at + c.len_utf8());
    std::iter::once(0).chain(after_breaks)
}

fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}
