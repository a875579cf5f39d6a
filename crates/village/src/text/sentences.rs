//! The sentences that the turn machine and tools put into results, made from facts.

use super::{Language, Text};
use fuseforks_media::{DropReason, ImageFormat};
use fuseforks_turn::Sentences;

/// The turn machine's words in a village's language.
#[derive(Clone, Copy, Debug)]
pub struct TurnSentences {
    language: Language,
}

impl TurnSentences {
    /// For a village of this language.
    #[must_use]
    pub fn new(language: Language) -> Self {
        Self { language }
    }

    fn text(self) -> &'static Text {
        Text::of(self.language)
    }
}

impl Sentences for TurnSentences {
    fn caption(&self, tool: &str, images: usize) -> String {
        self.text().caption(images, tool)
    }

    fn pane_line(&self, images: &[(ImageFormat, u64)]) -> String {
        if images.is_empty() {
            return String::new();
        }
        let text = self.text();
        let each: Vec<String> = images
            .iter()
            .enumerate()
            .map(|(index, (format, bytes))| text.pane_image(format.name(), kilobytes(*bytes), index + 1))
            .collect();
        text.pane_line(images.len(), &each.join(&text.pane_separator()))
    }

    fn images_only(&self, images: usize) -> String {
        self.text().images_only(images)
    }

    fn empty_result(&self) -> String {
        self.text().empty_result()
    }

    fn older_images_omitted(&self) -> String {
        self.text().older_images_omitted()
    }

    fn image_not_sent(&self) -> String {
        self.text().image_not_sent()
    }

    fn repeated_call(&self, tool: &str) -> String {
        self.text().repeated_call(tool)
    }

    fn malformed_arguments(&self, tool: &str) -> String {
        self.text().malformed_arguments(tool)
    }

    fn cancelled(&self) -> String {
        self.text().call_cancelled()
    }
}

/// Kilobytes of 1000 bytes, rounded to the nearest, at least 1: the size in pane lines and notices.
#[must_use]
pub fn kilobytes(bytes: u64) -> u64 {
    (bytes / 1000 + u64::from(bytes % 1000 >= 500)).max(1)
}

/// One line for each reason that images were left out of a result, in the order they first occur.
/// `limit` is how many images of one result are kept.
#[must_use]
pub fn dropped_notices(text: &Text, reasons: &[DropReason], limit: usize) -> Vec<String> {
    let mut counted: Vec<(DropReason, usize)> = Vec::new();
    for reason in reasons {
        match counted.iter_mut().find(|(known, _)| known == reason) {
            Some((_, count)) => *count += 1,
            None => counted.push((*reason, 1)),
        }
    }
    counted
        .into_iter()
        .map(|(reason, count)| match reason {
            DropReason::TooLarge => text.dropped_too_large(count),
            DropReason::Unsupported { format } => text.dropped_unsupported(count, format),
            DropReason::Unreadable => text.dropped_unreadable(count),
            DropReason::TooMany => text.dropped_too_many(count, limit),
            DropReason::Cancelled => text.dropped_cancelled(count),
        })
        .collect()
}
