//! The images of a turn, as far as other agents are concerned.
//!
//! Invariant: an image is forwarded to one receiver, once; what is not forwarded is said to be missing.

use crate::{services::AppLimits, text::Text};
use fuseforks_media::Image;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Default)]
struct Inner {
    /// Images that the agent has seen in this turn.
    seen: usize,
    /// Those of tools that no other agent got yet, oldest first.
    ready: Vec<Image>,
}

/// The images of one turn.
#[derive(Default)]
pub(crate) struct TurnImages(Mutex<Inner>);

impl TurnImages {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Images came with the message.
    pub(crate) fn came(&self, count: usize) {
        self.inner().seen += count;
    }

    /// A tool gave images.
    pub(crate) fn given(&self, images: &[Image]) {
        let mut inner = self.inner();
        inner.seen += images.len();
        inner.ready.extend_from_slice(images);
    }

    /// Takes the tools' images for one receiver: the newest that its request has room for.
    pub(super) fn take(&self, limits: &AppLimits) -> Vec<Image> {
        let mut ready = std::mem::take(&mut self.inner().ready);
        let mut bytes = 0_usize;
        let newest = ready.iter().rev().take(limits.caps.images).take_while(|image| {
            bytes = bytes.saturating_add(image.bytes().len());
            bytes <= limits.caps.image_bytes
        });
        let keep = newest.count();
        ready.split_off(ready.len() - keep)
    }

    /// What the receiver is told of images.
    pub(super) fn note(&self, text: &Text, forwarded: usize) -> String {
        let mut lines = Vec::new();
        if forwarded > 0 {
            lines.push(text.delegation_images_forwarded(forwarded));
        }
        let missing = self.inner().seen.saturating_sub(forwarded);
        if missing > 0 {
            lines.push(text.delegation_images_dropped(missing));
        }
        lines.join("\n")
    }
}
