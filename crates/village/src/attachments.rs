//! Files beside a person's message: checked when they are added, kept in memory until they are sent.
//!
//! A sent attachment goes into the request of its turn and into the village's `attachments` folder; a
//! camera frame goes into the request and nowhere else.

use bytes::Bytes;
use fuseforks_contract::chat::AttachmentView;
use fuseforks_llm::canonical::{Attachment, AttachmentKind};
use fuseforks_media::{Digest, DropReason, Limits};
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Largest file that may be added, in bytes; a wire's own limit may be lower.
pub(crate) const LARGEST: usize = 20 * 1024 * 1024;

/// Files that may wait in composers at once, in bytes.
const WAITING: usize = 256 * 1024 * 1024;

/// A checked file.
#[derive(Clone)]
pub(crate) struct Pending {
    /// How the window shows it.
    pub view: AttachmentView,
    /// How a request carries it.
    pub content: Attachment,
    /// SHA-256 of what is sent, hexadecimal.
    pub sha256: String,
    /// The template names it was sent to, for a frame's mark.
    pub frame_seq: Option<u32>,
}

impl Pending {
    /// The bytes that are sent.
    pub(crate) fn bytes(&self) -> &Bytes {
        match &self.content {
            Attachment::Image(image) => image.bytes(),
            Attachment::Other { bytes, .. } => bytes,
        }
    }
}

/// Why a file was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// Its bytes are no image, audio, video or PDF.
    NotMedia,
    /// Too many bytes or pixels.
    TooLarge,
    /// A format of image that no wire carries.
    Unsupported(&'static str),
    /// Broken.
    Unreadable,
    /// Too much waits already.
    Full,
    /// Nobody waits for it any more.
    Stopped,
}

/// The files that wait, and those of this run that can still be shown.
#[derive(Default)]
pub(crate) struct Attachments {
    kept: Mutex<HashMap<String, Pending>>,
    /// Cancelled when the village closes: files are looked at no further.
    pub stop: CancellationToken,
}

/// The word of a kind in records and views.
#[must_use]
pub(crate) fn kind_name(kind: AttachmentKind) -> &'static str {
    match kind {
        AttachmentKind::Image => "image",
        AttachmentKind::Audio => "audio",
        AttachmentKind::Video => "video",
        AttachmentKind::Pdf => "pdf",
    }
}

/// Judges a file by its bytes and makes what is sent of it. Slow for large images: call it off the async
/// threads. `cancelled` is asked while it works.
///
/// # Errors
/// Why the file cannot be taken.
pub(crate) fn check(
    name: &str,
    bytes: Bytes,
    limits: &Limits,
    cancelled: &dyn Fn() -> bool,
) -> Result<Pending, Refused> {
    if bytes.len() > LARGEST {
        return Err(Refused::TooLarge);
    }
    let kind = fuseforks_media::sniff(&bytes).ok_or(Refused::NotMedia)?;
    let (content, kind_of, media_type) = if kind.is_image() {
        let image =
            fuseforks_media::normalise_attachment(bytes, limits, cancelled).map_err(
                |reason| match reason {
                    DropReason::TooLarge => Refused::TooLarge,
                    DropReason::Unsupported { format } => Refused::Unsupported(format),
                    DropReason::Unreadable | DropReason::TooMany => Refused::Unreadable,
                    DropReason::Cancelled => Refused::Stopped,
                },
            )?;
        let media_type = image.image.media_type();
        (Attachment::Image(image.image), AttachmentKind::Image, media_type)
    } else {
        let kind_of = if kind.is_audio() {
            AttachmentKind::Audio
        } else if kind.is_video() {
            AttachmentKind::Video
        } else if kind.media_type() == "application/pdf" {
            AttachmentKind::Pdf
        } else {
            return Err(Refused::NotMedia);
        };
        let media_type = kind.media_type();
        let content = Attachment::Other {
            kind: kind_of,
            media_type: media_type.to_owned(),
            name: name.to_owned(),
            bytes,
        };
        (content, kind_of, media_type)
    };
    let sent = match &content {
        Attachment::Image(image) => image.bytes(),
        Attachment::Other { bytes, .. } => bytes,
    };
    let view = AttachmentView {
        id: Uuid::now_v7().to_string(),
        name: name.chars().filter(|c| !c.is_control()).take(120).collect(),
        kind: kind_name(kind_of).to_owned(),
        mime: media_type.to_owned(),
        bytes: sent.len() as u64,
        frame: false,
        available: true,
    };
    let sha256 = Digest::of(sent).to_string();
    Ok(Pending { view, content, sha256, frame_seq: None })
}

impl Attachments {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Pending>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a checked file until it is sent or let go.
    ///
    /// # Errors
    /// [`Refused::Full`] when too much waits already.
    pub(crate) fn add(&self, pending: Pending) -> Result<AttachmentView, Refused> {
        let mut kept = self.lock();
        let waiting: usize = kept.values().map(|one| one.bytes().len()).sum();
        if waiting + pending.bytes().len() > WAITING {
            return Err(Refused::Full);
        }
        let view = pending.view.clone();
        kept.insert(view.id.clone(), pending);
        Ok(view)
    }

    /// Lets a file go.
    pub(crate) fn remove(&self, id: &str) {
        self.lock().remove(id);
    }

    /// A file that waits or was sent in this run.
    pub(crate) fn get(&self, id: &str) -> Option<Pending> {
        self.lock().get(id).cloned()
    }
}
