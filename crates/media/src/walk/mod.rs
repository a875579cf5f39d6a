//! Structure walks: everything there is to know about a file without decoding a pixel.
//!
//! A walk judges the size by the header first (the guard), then checks that the structure is whole
//! up to the end marker. It costs microseconds and allocates next to nothing, and it notices every
//! cut that a strict decoder notices and some that it does not.

pub(crate) mod gif;
pub(crate) mod jpeg;
pub(crate) mod png;
pub(crate) mod webp;

use crate::{DropReason, Kind, Limits, sniff};

/// What the header and the structure of an image say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The format, from the bytes.
    pub kind: Kind,
    /// Width in pixels as stored, before any orientation is applied.
    pub width: u32,
    /// Height in pixels as stored.
    pub height: u32,
    /// Whether it moves: a WebP or PNG with an animation header, a GIF of several frames.
    pub animated: bool,
    /// The Exif orientation, 1..=8; 1 where there is none.
    pub orientation: u8,
}

/// Reads the header and walks the structure of a JPEG, PNG, WebP or GIF. No pixel is decoded; a
/// truncated file is noticed; the size is not judged.
///
/// # Errors
/// [`DropReason::Unsupported`] for another image format, [`DropReason::Unreadable`] for what is no
/// image, is cut, or is corrupt.
pub fn probe(bytes: &[u8]) -> Result<Probe, DropReason> {
    walk(bytes, &Limits::unguarded()).map(|walked| walked.probe())
}

/// The decode guard for images that are shown to the person: the same judgement that a model's image
/// gets before it is decoded. GIF passes too, because a chat can show it.
///
/// # Errors
/// [`DropReason::TooLarge`] for an image over the guard (offer it for saving only); otherwise as
/// [`probe`].
pub fn guard_for_user(bytes: &[u8], limits: &Limits) -> Result<Probe, DropReason> {
    walk(bytes, limits).map(|walked| walked.probe())
}

/// A walked file: its facts, with references into its bytes.
pub(crate) enum Walked<'a> {
    Jpeg(jpeg::Jpeg<'a>),
    Png(png::Png<'a>),
    WebP(webp::WebP<'a>),
    Gif(gif::Gif),
}

impl Walked<'_> {
    pub(crate) fn probe(&self) -> Probe {
        match self {
            Self::Jpeg(j) => Probe {
                kind: Kind::Jpeg,
                width: j.width,
                height: j.height,
                animated: false,
                orientation: j.orientation,
            },
            Self::Png(p) => Probe {
                kind: Kind::Png,
                width: p.width,
                height: p.height,
                animated: p.animated,
                orientation: p.orientation,
            },
            Self::WebP(w) => Probe {
                kind: Kind::WebP,
                width: w.width,
                height: w.height,
                animated: w.animated,
                orientation: w.orientation,
            },
            Self::Gif(g) => Probe {
                kind: Kind::Gif,
                width: g.width,
                height: g.height,
                animated: g.frames > 1,
                orientation: 1,
            },
        }
    }
}

/// [`walk`] for what may go to a model: a GIF is refused as it is, before anything else is said of it.
pub(crate) fn walk_carried<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Walked<'a>, DropReason> {
    match sniff(bytes) {
        Some(kind @ Kind::Gif) => Err(DropReason::Unsupported { format: kind.name() }),
        _ => walk(bytes, limits),
    }
}

pub(crate) fn walk<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Walked<'a>, DropReason> {
    match sniff(bytes) {
        Some(Kind::Jpeg) => jpeg::walk(bytes, limits).map(Walked::Jpeg),
        Some(Kind::Png) => png::walk(bytes, limits).map(Walked::Png),
        Some(Kind::WebP) => webp::walk(bytes, limits).map(Walked::WebP),
        Some(Kind::Gif) => gif::walk(bytes, limits).map(Walked::Gif),
        Some(kind) if kind.is_image() => Err(DropReason::Unsupported { format: kind.name() }),
        _ => Err(DropReason::Unreadable),
    }
}
