//! Clearing old media and results from the copy that is sent after a long pause.
//!
//! After an hour a provider's cache is cold anyway, so an edit of old messages costs nothing then. Three
//! groups are cleared, each keeping its own newest few: results of our own tools as a whole, media of
//! users' messages, and media in results of other tools, whose text stays.

use super::{
    Rewritten,
    mime::old_media_placeholder,
    slim::{media_type, with_lines},
};
use fuseforks_llm::canonical::{Attachment, Message, Request, ToolResult};

/// Minutes since the last model call from which old things are cleared, by default.
pub const DEFAULT_IDLE_MINUTES: u64 = 60;

/// How many of each group stay, by default.
pub const DEFAULT_KEEP: usize = 5;

/// What stands in the place of a result that was cleared.
// not prose: a marker that programs look for
pub const OLD_RESULT: &str = "[Old tool result content cleared]";

/// How old things are cleared.
pub struct Micro<'a> {
    /// Minutes since the last model call of the turn.
    pub idle_minutes: u64,
    /// From how many minutes on anything is cleared.
    pub after_minutes: u64,
    /// How many of each group stay; 0 counts as 1.
    pub keep: usize,
    /// Whether a tool is our own and its result may go as a whole: what it gave can be asked for again.
    pub own: &'a dyn Fn(&str) -> bool,
    /// Words a caption anew for a result of this tool that keeps some images.
    pub caption: &'a dyn Fn(&str, usize) -> String,
}

/// The conversation without what is old; the same slice if nothing is.
#[must_use]
pub fn micro<'a>(messages: &'a [Message], micro: &Micro<'_>) -> Rewritten<'a> {
    Rewritten::with(messages, changes(messages, micro).into_iter())
}

/// Clears what is old from a request that is about to be sent; says whether anything was. Thinking that is
/// bound to the old prefix does not go with it then.
pub fn micro_request(request: &mut Request, micro: &Micro<'_>) -> bool {
    let changes = changes(&request.messages, micro);
    if changes.is_empty() {
        return false;
    }
    for (index, changed) in changes {
        if let Some(place) = request.messages.get_mut(index) {
            *place = changed;
        }
    }
    request.drop_thinking = true;
    true
}

/// The messages that become others, by index.
fn changes(messages: &[Message], micro: &Micro<'_>) -> Vec<(usize, Message)> {
    if micro.idle_minutes < micro.after_minutes {
        return Vec::new();
    }
    let keep = micro.keep.max(1);
    let (mut own, mut media, mut nested) = (keep, keep, keep);
    let newest_first = messages.iter().enumerate().rev();
    newest_first
        .filter_map(|(index, message)| {
            let changed = match message {
                Message::Tool(result) if (micro.own)(&result.name) => clear_result(result, &mut own),
                Message::Tool(result) => clear_nested(result, &mut nested, micro.caption),
                Message::User { text, attachments, cache } => clear_media(text, attachments, &mut media)
                    .map(|(text, attachments)| Message::User { text, attachments, cache: *cache }),
                Message::Assistant { .. } => None,
            };
            Some((index, changed?))
        })
        .collect()
}

/// How many of `count` newest things stay, given what may still be kept.
fn take(room: &mut usize, count: usize) -> usize {
    let kept = count.min(*room);
    *room -= kept;
    kept
}

fn clear_result(result: &ToolResult, room: &mut usize) -> Option<Message> {
    let cleared = result.text == OLD_RESULT && result.images.is_empty();
    if cleared || take(room, 1) == 1 {
        return None;
    }
    Some(Message::Tool(ToolResult {
        call: result.call.clone(),
        name: result.name.clone(),
        text: OLD_RESULT.to_owned(),
        is_error: result.is_error,
        images: Vec::new(),
        caption: None,
    }))
}

fn clear_media(
    text: &str,
    attachments: &[Attachment],
    room: &mut usize,
) -> Option<(String, Vec<Attachment>)> {
    let old = attachments.len() - take(room, attachments.len());
    if old == 0 {
        return None;
    }
    let lines = attachments.iter().take(old).map(|media| old_media_placeholder(media_type(media)));
    Some((with_lines(text, lines), attachments.iter().skip(old).cloned().collect()))
}

fn clear_nested(
    result: &ToolResult,
    room: &mut usize,
    caption: &dyn Fn(&str, usize) -> String,
) -> Option<Message> {
    let kept = take(room, result.images.len());
    let old = result.images.len() - kept;
    if old == 0 {
        return None;
    }
    Some(Message::Tool(ToolResult {
        call: result.call.clone(),
        name: result.name.clone(),
        text: result.text.clone(),
        is_error: result.is_error,
        images: result.images.iter().skip(old).cloned().collect(),
        caption: (kept > 0).then(|| caption(&result.name, kept)),
    }))
}
