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

/// Largest image that may be added, in megabytes of 1,048,576 bytes: what a camera writes. It is sent much smaller.
pub(crate) const LARGEST_IMAGE_MB: u32 = 64;
/// Largest file of another kind, which is sent as it is; a wire's own limit may be lower.
const LARGEST_OTHER_MB: u32 = 20;

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
    /// Too many pixels, or more than so many megabytes.
    TooLarge(u32),
    /// A format of image that no wire carries.
    Unsupported(&'static str),
    /// Broken.
    Unreadable,
    /// Too much waits already.
    Full,
    /// Nobody waits for it any more.
    Stopped,
}

/// The files that wait, and the camera frames of this run, which are nowhere else.
pub(crate) struct Attachments {
    files: Mutex<Files>,
    /// Bytes that may be kept at once.
    room: usize,
    /// Cancelled when the village closes: files are looked at no further.
    pub stop: CancellationToken,
}

#[derive(Default)]
struct Files {
    kept: HashMap<String, Pending>,
    checks: HashMap<String, CancellationToken>,
}

/// A file that is being looked at. Ends with its value: a caller that goes away stops it.
pub(crate) struct Check<'a> {
    all: &'a Attachments,
    id: String,
    /// Asked while the file is looked at.
    pub stop: CancellationToken,
}

impl Check<'_> {
    /// Keeps the file that was looked at, unless it was taken back meanwhile.
    ///
    /// # Errors
    /// [`Refused::Stopped`], and [`Refused::Full`] when too much waits already.
    pub(crate) fn keep(self, pending: Pending) -> Result<AttachmentView, Refused> {
        let mut files = self.all.lock();
        if self.stop.is_cancelled() {
            return Err(Refused::Stopped);
        }
        files.keep(pending, self.all.room)
    }
}

impl Drop for Check<'_> {
    fn drop(&mut self) {
        self.stop.cancel();
        self.all.lock().checks.remove(&self.id);
    }
}

impl Files {
    fn keep(&mut self, pending: Pending, room: usize) -> Result<AttachmentView, Refused> {
        let waiting: usize = self.kept.values().map(|one| one.bytes().len()).sum();
        if waiting + pending.bytes().len() > room {
            return Err(Refused::Full);
        }
        let view = pending.view.clone();
        self.kept.insert(view.id.clone(), pending);
        Ok(view)
    }
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

/// Judges a file by its bytes and makes what is sent of it, under this id. Slow for large images: call it off
/// the async threads. `cancelled` is asked while it works.
///
/// # Errors
/// Why the file cannot be taken.
pub(crate) fn check(
    id: String,
    name: &str,
    bytes: Bytes,
    limits: &Limits,
    cancelled: &dyn Fn() -> bool,
) -> Result<Pending, Refused> {
    let kind = fuseforks_media::sniff(&bytes).ok_or(Refused::NotMedia)?;
    let largest = if kind.is_image() { LARGEST_IMAGE_MB } else { LARGEST_OTHER_MB };
    if bytes.len() > (largest as usize) << 20 {
        return Err(Refused::TooLarge(largest));
    }
    let (content, kind_of, media_type) = if kind.is_image() {
        let image =
            fuseforks_media::normalise_attachment(bytes, limits, cancelled).map_err(
                |reason| match reason {
                    DropReason::TooLarge => Refused::TooLarge(largest),
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
        id,
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
    /// None yet, with room for so many bytes.
    pub(crate) fn new(room: usize) -> Self {
        Self { files: Mutex::default(), room, stop: CancellationToken::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Files> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to look at a file. None when there is one of this id already.
    pub(crate) fn begin(&self, id: &str) -> Option<Check<'_>> {
        let mut files = self.lock();
        if files.kept.contains_key(id) || files.checks.contains_key(id) {
            return None;
        }
        let stop = self.stop.child_token();
        files.checks.insert(id.to_owned(), stop.clone());
        Some(Check { all: self, id: id.to_owned(), stop })
    }

    /// Keeps a checked file until it is sent or let go.
    ///
    /// # Errors
    /// [`Refused::Full`] when too much waits already.
    pub(crate) fn add(&self, pending: Pending) -> Result<AttachmentView, Refused> {
        self.lock().keep(pending, self.room)
    }

    /// Lets a file go, looked at or not yet.
    pub(crate) fn remove(&self, id: &str) {
        let mut files = self.lock();
        if let Some(stop) = files.checks.get(id) {
            stop.cancel();
        }
        files.kept.remove(id);
    }

    /// A file that waits, or a frame.
    pub(crate) fn get(&self, id: &str) -> Option<Pending> {
        self.lock().kept.get(id).cloned()
    }
}
