//! From what a tool gave back to what the model gets: text that is never empty, images if they may go.
//!
//! Owns the wording rules of a result: what stands in an empty one, and what it says of images that could
//! not be sent. It must never judge image bytes; whoever made the outcome has done that.
//!
//! Invariant: the text of a result is never blank. Providers refuse empty text blocks.

use crate::{
    Effect, Fact, Sentences, ToolOutcome, WithheldReason,
    images::{add_line, replace},
    repeat::Fingerprint,
};
use fuseforks_llm::canonical::{ToolCall, ToolResult};
use fuseforks_media::Image;

/// How results are made at this point of a turn.
pub(crate) struct Making<'a> {
    /// The words.
    pub(crate) sentences: &'a dyn Sentences,
    /// Why images may not go, if they may not.
    pub(crate) withhold: Option<WithheldReason>,
    /// The round, from 1.
    pub(crate) round: u32,
}

/// A result and what the guard knows it by.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) result: ToolResult,
    pub(crate) fingerprint: Fingerprint,
}

impl Making<'_> {
    /// The result of a call that ran; `jpegs` go in the place of their WebPs. Tells the log and the pane.
    pub(crate) fn done(
        &self,
        call: &ToolCall,
        outcome: &ToolOutcome,
        jpegs: &[(Image, Image)],
        ms: u64,
        out: &mut Vec<Effect>,
    ) -> Made {
        let mut images = outcome.images();
        let brought = images.len();
        let mut text = outcome.body();
        if text.trim().is_empty() {
            text = match brought {
                0 => self.sentences.empty_result(),
                _ => self.sentences.images_only(brought),
            };
        }
        let withheld = self.withhold.filter(|_| brought > 0);
        if withheld.is_some() {
            images.clear();
            add_line(&mut text, &self.sentences.image_not_sent());
        }
        // Taken before WebP becomes JPEG: the same picture before and after a refusal is one picture.
        let fingerprint = Fingerprint::of(&text, &images);
        replace(&mut images, jpegs);
        let ok = !outcome.is_error;
        out.push(self.tool_fact(call, &text, ok, ms, brought));
        for reason in &outcome.dropped {
            out.push(Effect::Log(Fact::ImageDropped { name: call.name.clone(), reason: *reason }));
        }
        if let Some(reason) = withheld {
            out.push(Effect::Log(Fact::ImagesWithheld { removed: brought, reason }));
        }
        out.push(Effect::Pane {
            call: call.clone(),
            text: text.clone(),
            line: self.pane_line(&images),
            images: images.clone(),
            ok,
            skipped: false,
            ms,
            dropped: outcome.dropped.clone(),
        });
        let caption = (!images.is_empty()).then(|| self.sentences.caption(&call.name, images.len()));
        let result = ToolResult {
            call: call.id.clone(),
            name: call.name.clone(),
            text,
            is_error: outcome.is_error,
            images,
            caption,
        };
        Made { result, fingerprint }
    }

    /// The result of a call that did not run to its end. Tells the log and the pane.
    pub(crate) fn skipped(&self, call: &ToolCall, text: String, out: &mut Vec<Effect>) -> Made {
        out.push(self.tool_fact(call, &text, false, 0, 0));
        out.push(Effect::Pane {
            call: call.clone(),
            text: text.clone(),
            line: String::new(),
            images: Vec::new(),
            ok: false,
            skipped: true,
            ms: 0,
            dropped: Vec::new(),
        });
        let fingerprint = Fingerprint::of(&text, &[]);
        let result = ToolResult {
            call: call.id.clone(),
            name: call.name.clone(),
            text,
            is_error: true,
            images: Vec::new(),
            caption: None,
        };
        Made { result, fingerprint }
    }

    fn tool_fact(&self, call: &ToolCall, text: &str, ok: bool, ms: u64, images: usize) -> Effect {
        Effect::Log(Fact::Tool {
            round: self.round,
            name: call.name.clone(),
            ok,
            args_chars: args_chars(call),
            body_chars: text.chars().count(),
            ms,
            images,
        })
    }

    fn pane_line(&self, images: &[Image]) -> String {
        if images.is_empty() {
            return String::new();
        }
        let size = |image: &Image| (image.format(), image.bytes().len() as u64);
        let sizes: Vec<_> = images.iter().map(size).collect();
        self.sentences.pane_line(&sizes)
    }
}

fn args_chars(call: &ToolCall) -> usize {
    match &call.malformed {
        Some(raw) => raw.chars().count(),
        None => serde_json::to_string(&call.arguments).map_or(0, |json| json.chars().count()),
    }
}
