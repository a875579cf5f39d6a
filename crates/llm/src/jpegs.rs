//! JPEGs made from WebP for a server that reads none, kept so that a conversation pays once for each.
//!
//! Making them blocks; looking them up does not. An encoder only looks up.

use crate::canonical::{Attachment, Message, Request};
use fuseforks_media::{DropReason, Image, ImageFormat, Limits, to_jpeg};
use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Images that are kept; a request holds at most 20 tool images and a few attachments.
const KEPT: usize = 32;

/// Images, and the JPEG of each of which one could be made; the newest is last.
type Made = VecDeque<(Image, Option<Image>)>;

/// What was made lately. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Jpegs(Arc<Mutex<Made>>);

impl Jpegs {
    /// The WebPs of a request that nobody has tried to make a JPEG of yet.
    pub(crate) fn missing(&self, request: &Request) -> Vec<Image> {
        let webps = webps(request);
        let kept = self.lock();
        webps.filter(|image| kept.iter().all(|(from, _)| from != *image)).cloned().collect()
    }

    /// Makes the JPEGs of these images. Blocks; asks `cancelled` while it does.
    pub(crate) fn make(&self, images: Vec<Image>, cancelled: &dyn Fn() -> bool) {
        let room = KEPT.max(images.len());
        for image in images {
            // The image was inside its own limits already; they only bound what the JPEG may weigh.
            let made = match to_jpeg(&image, &Limits::default(), cancelled) {
                Ok(jpeg) => Some(jpeg),
                Err(DropReason::Cancelled) => return,
                Err(_) => None,
            };
            let mut kept = self.lock();
            while kept.len() >= room {
                kept.pop_front();
            }
            kept.push_back((image, made));
        }
    }

    /// For each WebP of a request the JPEG that was made from it, where one was.
    pub(crate) fn of(&self, request: &Request) -> Vec<(Image, Image)> {
        let webps = webps(request);
        let kept = self.lock();
        let made = |image: &Image| kept.iter().find(|(from, _)| from == image)?.1.clone();
        webps.filter_map(|image| Some((image.clone(), made(image)?))).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Made> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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

fn webps(request: &Request) -> impl Iterator<Item = &Image> {
    let images = request.messages.iter().flat_map(|message| {
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
    });
    images.filter(|image| image.format() == ImageFormat::WebP)
}
