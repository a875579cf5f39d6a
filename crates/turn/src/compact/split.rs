//! Where a conversation is cut: what is summarised, and what stays word for word.
//!
//! Invariant: the kept part begins at a user's message and holds a result for each of its calls and a
//! call for each of its results, whatever the conversation was. A provider refuses anything else.

use super::estimate::Counts;
use fuseforks_llm::canonical::Message;
use std::collections::HashMap;

/// The kept part is at least this share of the characters, in hundredths.
const KEPT_PERCENT: u128 = 30;

/// A cut that removes less than this share is not worth a summary, in hundredths.
const WORTH_PERCENT: u128 = 5;

/// The index of the first message that stays; 0 if nothing is to be cut.
///
/// The newest messages that make up 30 % of the characters stay, and all before them back to a user's
/// message. A call and its result are never parted, and a last call without an answer stays. `counts`
/// are those of these messages.
#[must_use]
pub fn split(messages: &[Message], counts: &Counts) -> usize {
    let Some(mut index) = newest_share(counts, messages.len()) else {
        return 0;
    };
    if let Some(open) = last_open_call(messages) {
        index = index.min(open);
    }
    let reach = call_reach(messages);
    while index > 0 && !(is_user(messages, index) && parts_no_pair(&reach, index)) {
        index -= 1;
    }
    match worth_it(counts, 0, index) {
        true => index,
        false => 0,
    }
}

/// The start of the shortest tail that has the kept share; `None` if there is nothing to count or the
/// counts are not of `len` messages.
pub(crate) fn newest_share(counts: &Counts, len: usize) -> Option<usize> {
    if counts.total == 0 || counts.chars.len() != len {
        return None;
    }
    let mut kept = 0_usize;
    for (index, chars) in counts.chars.iter().enumerate().rev() {
        kept = kept.saturating_add(*chars);
        if is_share(kept, counts.total, KEPT_PERCENT) {
            return Some(index);
        }
    }
    Some(0)
}

/// Whether the messages from `from` up to `index` are worth a summary.
pub(crate) fn worth_it(counts: &Counts, from: usize, index: usize) -> bool {
    let before: usize = counts.chars.get(from..index).unwrap_or_default().iter().sum();
    index > from && is_share(before, counts.total, WORTH_PERCENT)
}

/// Whether `part` is at least `percent` of `total`, exactly.
fn is_share(part: usize, total: usize, percent: u128) -> bool {
    part as u128 * 100 >= total as u128 * percent
}

fn is_user(messages: &[Message], index: usize) -> bool {
    matches!(messages.get(index), Some(Message::User { .. }))
}

/// The last message with calls, if one of them has no result after it.
fn last_open_call(messages: &[Message]) -> Option<usize> {
    let (index, calls) = messages.iter().enumerate().rev().find_map(|(index, message)| match message {
        Message::Assistant { calls, .. } if !calls.is_empty() => Some((index, calls)),
        Message::Assistant { .. } | Message::User { .. } | Message::Tool(_) => None,
    })?;
    let after = messages.get(index + 1..).unwrap_or_default();
    let answered = |id: &str| {
        after.iter().any(|message| match message {
            Message::Tool(result) => result.call == id,
            Message::User { .. } | Message::Assistant { .. } => false,
        })
    };
    calls.iter().any(|call| !answered(&call.id)).then_some(index)
}

/// For each message, the farthest result of a call in it or before it: a cut up to that point parts a
/// pair.
fn call_reach(messages: &[Message]) -> Vec<usize> {
    let mut last_result: HashMap<&str, usize> = HashMap::new();
    for (index, message) in messages.iter().enumerate() {
        if let Message::Tool(result) = message {
            last_result.insert(&result.call, index);
        }
    }
    let mut farthest = 0;
    messages
        .iter()
        .map(|message| {
            if let Message::Assistant { calls, .. } = message {
                for call in calls {
                    farthest = farthest.max(last_result.get(call.id.as_str()).copied().unwrap_or(0));
                }
            }
            farthest
        })
        .collect()
}

/// Whether no call before `index` has a result at or after it.
fn parts_no_pair(reach: &[usize], index: usize) -> bool {
    index.checked_sub(1).and_then(|before| reach.get(before)).is_none_or(|farthest| *farthest < index)
}
