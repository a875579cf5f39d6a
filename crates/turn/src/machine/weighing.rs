//! Notices when images cost far more input than any vendor counts for them: somewhere on the way they
//! were made text. Nothing is changed for it; the person's log says it once a turn.

use super::Turn;
use crate::{Effect, Fact};
use fuseforks_llm::canonical::{Message, Usage};

/// Growth of the input for each image beyond which it is no image any more. The dearest vendor counts
/// less than half of it.
const TOKENS: u64 = 10_000;

/// Images up to this size, in bytes, are judged; larger ones may well be dear.
const BYTES: usize = 50_000;

/// What the last answer said about the input, and how long the conversation was then.
#[derive(Debug, Default)]
pub(super) struct Weighed {
    input: Option<u64>,
    messages: usize,
    told: bool,
}

impl Turn {
    /// Compares the input of an answer with that of the one before it.
    pub(super) fn weigh(&mut self, usage: &Usage, out: &mut Vec<Effect>) {
        let now = usage.reported.then(|| usage.input());
        let before = std::mem::replace(&mut self.weighed.input, now);
        let since = std::mem::replace(&mut self.weighed.messages, self.request.messages.len());
        let (Some(now), Some(before)) = (now, before) else { return };
        let (mut images, mut bytes, mut chars) = (0_u64, 0_usize, 0_u64);
        for message in self.request.messages.get(since..).unwrap_or_default() {
            match message {
                Message::Tool(result) => {
                    images += result.images.len() as u64;
                    bytes += result.images.iter().map(|image| image.bytes().len()).sum::<usize>();
                    chars += result.text.chars().count() as u64;
                }
                Message::Assistant { text, .. } | Message::User { text, .. } => {
                    chars += text.chars().count() as u64;
                }
            }
        }
        // No text has more tokens than this, what the model itself said included.
        let text = chars + usage.output;
        let tokens = now.saturating_sub(before).saturating_sub(text);
        let small = usize::try_from(images).is_ok_and(|images| bytes <= images.saturating_mul(BYTES));
        if !self.weighed.told && images > 0 && small && tokens > images * TOKENS {
            self.weighed.told = true;
            out.push(Effect::Log(Fact::ImagesHeavy { images, bytes, tokens }));
        }
    }
}
