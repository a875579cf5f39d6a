//! An image that a model may get: checked, measured, hashed, and base64-encoded once in its life.

use crate::Digest;
use bytes::Bytes;
use std::{
    fmt,
    sync::{Arc, OnceLock},
};

/// The two formats that go to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImageFormat {
    /// `image/jpeg`
    Jpeg,
    /// `image/webp`, never animated
    WebP,
}

impl ImageFormat {
    /// The IANA media type.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::WebP => "image/webp",
        }
    }

    /// The name a person reads; the same in every language.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Jpeg => "JPEG",
            Self::WebP => "WebP",
        }
    }

    /// The usual file extension, without the dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::WebP => "webp",
        }
    }
}

/// A sendable image. Cloning shares the bytes and the base64 text.
#[derive(Clone)]
pub struct Image(Arc<Inner>);

struct Inner {
    bytes: Bytes,
    format: ImageFormat,
    width: u32,
    height: u32,
    digest: Digest,
    base64: OnceLock<String>,
}

impl Image {
    /// Only normalisation makes images, so that the limits hold by construction.
    pub(crate) fn new(bytes: Bytes, format: ImageFormat, width: u32, height: u32) -> Self {
        let digest = Digest::of(&bytes);
        Self(Arc::new(Inner { bytes, format, width, height, digest, base64: OnceLock::new() }))
    }

    /// The encoded bytes, exactly as they are sent.
    #[must_use]
    pub fn bytes(&self) -> &Bytes {
        &self.0.bytes
    }

    /// JPEG or WebP.
    #[must_use]
    pub fn format(&self) -> ImageFormat {
        self.0.format
    }

    /// The media type that goes beside the bytes.
    #[must_use]
    pub fn media_type(&self) -> &'static str {
        self.0.format.media_type()
    }

    /// Width in pixels, as stored (an orientation tag of passed-through bytes is not applied).
    #[must_use]
    pub fn width(&self) -> u32 {
        self.0.width
    }

    /// Height in pixels, as stored.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.0.height
    }

    /// SHA-256 of the bytes.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.0.digest
    }

    /// Standard base64 with padding (RFC 4648, section 4), made at the first call and kept.
    #[must_use]
    pub fn base64(&self) -> &str {
        self.0.base64.get_or_init(|| base64_simd::STANDARD.encode_to_string(&self.0.bytes))
    }

    /// Size in kilobytes of 1000 bytes, rounded to the nearest, at least 1: what a person is shown.
    #[must_use]
    pub fn kilobytes(&self) -> u64 {
        ((self.0.bytes.len() as u64 + 500) / 1000).max(1)
    }
}

impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "<{} {}x{} {} B sha:{}>",
            self.0.format.name(),
            self.0.width,
            self.0.height,
            self.0.bytes.len(),
            self.0.digest
        )
    }
}

impl PartialEq for Image {
    fn eq(&self, other: &Self) -> bool {
        self.0.digest == other.0.digest
    }
}

impl Eq for Image {}
