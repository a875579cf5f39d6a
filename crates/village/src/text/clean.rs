//! Makes a stranger's text fit into one line.

/// Stands for what was cut off.
const ELLIPSIS: char = '\u{2026}';

/// The text as one line of at most `max` characters (Unicode scalar values).
///
/// Line breaks, tabs and runs of white space become one space, outer white space goes; control
/// characters, direction marks and invisible characters go too, so that nothing can hide in a name or
/// turn the words around it. A cut shows as an ellipsis, which counts.
#[must_use]
pub fn one_line(text: &str, max: usize) -> String {
    let mut line = String::new();
    let mut length = 0;
    let mut gap = false;
    for c in text.chars() {
        if c.is_whitespace() {
            gap = length > 0;
            continue;
        }
        if is_invisible(c) {
            continue;
        }
        let width = 1 + usize::from(gap);
        if length + width > max {
            while length >= max && line.pop().is_some() {
                length -= 1;
            }
            if max > 0 {
                line.push(ELLIPSIS);
            }
            return line;
        }
        if gap {
            line.push(' ');
            gap = false;
        }
        line.push(c);
        length += width;
    }
    line
}

/// The text with its lines, without control characters and direction marks: nothing in it turns or hides
/// what stands around it. Joiners stay, which scripts and emoji need.
#[must_use]
pub fn several_lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    text.chars()
        .map(|c| if matches!(c, '\r' | '\u{85}' | '\u{2028}' | '\u{2029}') { '\n' } else { c })
        .filter(|c| {
            matches!(c, '\n' | '\t' | '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}') || !is_invisible(*c)
        })
        .collect()
}

/// Whether a character shows nothing by itself: controls, direction marks, zero-width characters, tags.
///
/// Joiners (U+200C, U+200D) and variation selectors are among them: scripts and emoji that need them
/// stay readable without, and a name with hidden characters is a disguise.
pub(super) fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}
