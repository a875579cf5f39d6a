//! Which tool images a request carries: the newest ones inside the caps, or none after a refusal.
//!
//! Owns every edit of an earlier tool result inside a turn; nothing else may make one. It must never touch
//! a user's attachment, except to put a JPEG in the place of a refused WebP, and never drop an image without a
//! sentence in the result that had it.
//!
//! Invariant: a result's caption stands exactly when it has images, and counts the ones it still has.

use crate::{Caps, Sentences, ids::CallIds};
use fuseforks_llm::canonical::{Attachment, Message, ToolResult};
use fuseforks_media::{Image, ImageFormat};
use std::collections::HashSet;

/// What a capping did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Capped {
    /// Images that left now.
    pub(crate) removed: usize,
    /// Images that the request still carries.
    pub(crate) kept: usize,
}

/// Keeps the newest images of a request that fit, and remembers which results have said so.
#[derive(Debug, Default)]
pub(crate) struct Capper {
    said: HashSet<String>,
}

impl Capper {
    /// Forgets results that left the conversation; their ids may come again.
    pub(crate) fn forget_all_but(&mut self, ids: &CallIds) {
        self.said.retain(|id| ids.knows(id));
    }

    /// Takes out what is over the caps: newest result first, in a result the first images first, and
    /// nothing older than the first image that does not fit.
    pub(crate) fn apply(
        &mut self,
        messages: &mut [Message],
        caps: Caps,
        sentences: &dyn Sentences,
    ) -> Capped {
        let mut capped = Capped { removed: 0, kept: 0 };
        let mut bytes = 0_usize;
        let mut full = false;
        for result in messages.iter_mut().rev().filter_map(tool_mut) {
            let mut keep = 0_usize;
            for image in &result.images {
                let with = bytes.saturating_add(image.bytes().len());
                full = full || capped.kept >= caps.images || with > caps.image_bytes;
                if full {
                    break;
                }
                bytes = with;
                capped.kept += 1;
                keep += 1;
            }
            if keep < result.images.len() {
                capped.removed += result.images.len() - keep;
                keep_first(result, keep, sentences);
                if self.said.insert(result.call.clone()) {
                    add_line(&mut result.text, &sentences.older_images_omitted());
                }
            }
        }
        capped
    }
}

/// Takes every tool image out, with a sentence in each result that had one. Returns how many there were.
pub(crate) fn strip(messages: &mut [Message], sentences: &dyn Sentences) -> usize {
    let mut removed = 0;
    for result in messages.iter_mut().filter_map(tool_mut) {
        if !result.images.is_empty() {
            removed += result.images.len();
            keep_first(result, 0, sentences);
            add_line(&mut result.text, &sentences.image_not_sent());
        }
    }
    removed
}

/// Whether a request carries images from tools.
pub(crate) fn has_tool_images(messages: &[Message]) -> bool {
    messages.iter().any(|message| match message {
        Message::Tool(result) => !result.images.is_empty(),
        Message::User { .. } | Message::Assistant { .. } => false,
    })
}

/// The WebPs of a request, a user's attachments included, each once.
pub(crate) fn webps(messages: &[Message]) -> Vec<Image> {
    let mut found: Vec<Image> = Vec::new();
    for message in messages {
        match message {
            Message::User { attachments, .. } => {
                for attachment in attachments {
                    if let Attachment::Image(image) = attachment {
                        add_webp(&mut found, image);
                    }
                }
            }
            Message::Tool(result) => result.images.iter().for_each(|image| add_webp(&mut found, image)),
            Message::Assistant { .. } => {}
        }
    }
    found
}

/// Puts the JPEGs that were made into a request, a user's attachments included. Returns how many images
/// it replaced; one of which no JPEG could be made stays.
pub(crate) fn put_jpegs(messages: &mut [Message], made: &[(Image, Image)]) -> usize {
    let mut replaced = 0;
    for message in messages {
        match message {
            Message::User { attachments, .. } => {
                for attachment in attachments {
                    if let Attachment::Image(image) = attachment {
                        replaced += replace(std::slice::from_mut(image), made);
                    }
                }
            }
            Message::Tool(result) => replaced += replace(&mut result.images, made),
            Message::Assistant { .. } => {}
        }
    }
    replaced
}

/// Puts the JPEGs that were made in the place of their WebPs. Returns how many images it replaced.
pub(crate) fn replace(images: &mut [Image], made: &[(Image, Image)]) -> usize {
    let mut replaced = 0;
    for image in images {
        if let Some((_, jpeg)) = made.iter().find(|(from, _)| from == image) {
            *image = jpeg.clone();
            replaced += 1;
        }
    }
    replaced
}

/// Appends a sentence to a text, on a line of its own.
pub(crate) fn add_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

fn add_webp(found: &mut Vec<Image>, image: &Image) {
    if image.format() == ImageFormat::WebP && !found.contains(image) {
        found.push(image.clone());
    }
}

fn keep_first(result: &mut ToolResult, keep: usize, sentences: &dyn Sentences) {
    result.images.truncate(keep);
    result.caption = (keep > 0).then(|| sentences.caption(&result.name, keep));
}

fn tool_mut(message: &mut Message) -> Option<&mut ToolResult> {
    match message {
        Message::Tool(result) => Some(result),
        Message::User { .. } | Message::Assistant { .. } => None,
    }
}
