//! JPEGs made from WebP for a server that reads none, kept so that a conversation pays once for each.

use crate::canonical::{Attachment, Message, Request};
use fuseforks_media::{Image, ImageFormat, Limits, to_jpeg};
use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

/// Images that are kept; a request holds at most 20 tool images and a few attachments.
const KEPT: usize = 32;

/// The JPEGs made lately. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct Jpegs(Arc<Mutex<VecDeque<(Image, Image)>>>);

impl Jpegs {
    /// For each WebP of a request the JPEG made from it, where one can be made.
    pub(crate) fn of(&self, request: &Request) -> Vec<(Image, Image)> {
        images(request)
            .filter(|image| image.format() == ImageFormat::WebP)
            .filter_map(|image| Some((image.clone(), self.make(image)?)))
            .collect()
    }

    fn make(&self, image: &Image) -> Option<Image> {
        let known = |kept: &VecDeque<(Image, Image)>| {
            kept.iter().find(|(from, _)| from == image).map(|(_, to)| to.clone())
        };
        if let Some(made) = known(&self.0.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Some(made);
        }
        // The image was inside its own limits already; they only bound what the JPEG may weigh.
        let made = to_jpeg(image, &Limits::default()).ok()?;
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT {
            kept.pop_front();
        }
        kept.push_back((image.clone(), made.clone()));
        Some(made)
    }
}

impl fmt::Debug for Jpegs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Jpegs")
    }
}

impl PartialEq for Jpegs {
    /// A cache changes nothing about what is sent.
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

fn images(request: &Request) -> impl Iterator<Item = &Image> {
    request.messages.iter().flat_map(|message| {
        let (attached, shown): (&[Attachment], &[Image]) = match message {
            Message::User { attachments, .. } => (attachments, &[]),
            Message::Tool(result) => (&[], &result.images),
            Message::Assistant { .. } => (&[], &[]),
        };
        let attached = attached.iter().filter_map(|attachment| match attachment {
            Attachment::Image(image) => Some(image),
            Attachment::Other { .. } => None,
        });
        attached.chain(shown)
    })
}
