//! Lists of words in sentence files, and whether a text uses one of them.

/// The words of a list: `look | picture | what do you see`.
pub fn split(list: &str) -> impl Iterator<Item = &str> {
    list.split('|').map(str::trim).filter(|word| !word.is_empty())
}

/// Whether a text uses a word of a list, whatever the case.
///
/// A word that begins or ends with an ASCII letter must begin or end there in the text too ("ask" is not
/// in "task"). Chinese and Japanese have no spaces between words, so their words are found anywhere.
#[must_use]
pub fn mentions(text: &str, list: &str) -> bool {
    let text = text.to_lowercase();
    split(list).any(|word| uses(&text, &word.to_lowercase()))
}

/// Where a text first uses a word of a list, in bytes of the text in lower case.
#[must_use]
pub fn first_mention(text: &str, list: &str) -> Option<usize> {
    let text = text.to_lowercase();
    split(list).filter_map(|word| place(&text, &word.to_lowercase())).min()
}

fn uses(text: &str, word: &str) -> bool {
    place(text, word).is_some()
}

fn place(text: &str, word: &str) -> Option<usize> {
    let opens = word.starts_with(|c: char| c.is_ascii_alphanumeric());
    let closes = word.ends_with(|c: char| c.is_ascii_alphanumeric());
    let mut places = text.match_indices(word);
    let found = places.find(|(at, found)| {
        let before = text.get(..*at).and_then(|part| part.chars().next_back());
        let after = text.get(*at + found.len()..).and_then(|part| part.chars().next());
        let free = |neighbour: Option<char>| neighbour.is_none_or(|c| !c.is_ascii_alphanumeric());
        (!opens || free(before)) && (!closes || free(after))
    });
    found.map(|(at, _)| at)
}
