//! The numbers an image is held to, and why one is dropped.

/// Limits of a sent image and of decoding. The defaults are the product's own: tool images and a
/// person's attachments share them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest edge of a sent image, in pixels (1568: the most that no provider shrinks again).
    pub max_edge: u32,
    /// Most bytes of a sent image (2 MiB = 2,097,152).
    pub max_bytes: usize,
    /// Longest edge that is decoded at all, in pixels (16,384).
    pub guard_edge: u32,
    /// Most pixels that are decoded at all (128,000,000).
    pub guard_pixels: u64,
    /// JPEG quality of a re-encoded image, 1..=100 (85).
    pub jpeg_quality: u8,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_edge: 1568,
            max_bytes: 2_097_152,
            guard_edge: 16_384,
            guard_pixels: 128_000_000,
            jpeg_quality: 85,
        }
    }
}

impl Limits {
    /// Whether an image of this size may be decoded: a judgement of the header alone, made before
    /// anything is allocated and before the data is looked at.
    pub(crate) fn guard(&self, width: u32, height: u32) -> Result<(), DropReason> {
        let pixels = u64::from(width) * u64::from(height);
        if width > self.guard_edge || height > self.guard_edge || pixels > self.guard_pixels {
            return Err(DropReason::TooLarge);
        }
        Ok(())
    }

    /// No guard: for facts alone.
    pub(crate) fn unguarded() -> Self {
        Self { guard_edge: u32::MAX, guard_pixels: u64::MAX, ..Self::default() }
    }

    pub(crate) fn edge(&self) -> u32 {
        // A JPEG frame counts its lines in 16 bits.
        self.max_edge.clamp(1, 65_535)
    }
}

/// Why an image is not sent. A value: the sentence about it is made where the language is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("{}", self.code())]
pub enum DropReason {
    /// Over the decode guard, over the memory of a decode, or still over the bytes after re-encoding.
    TooLarge,
    /// A known format that is not carried.
    Unsupported {
        /// Its name, as a person reads it.
        format: &'static str,
    },
    /// Unknown, truncated or corrupt.
    Unreadable,
    /// Over the count of one result.
    TooMany,
    /// The work was stopped.
    Cancelled,
}

impl DropReason {
    /// The stable word for logs and JSON.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::TooLarge => "too_large",
            Self::Unsupported { .. } => "unsupported",
            Self::Unreadable => "unreadable",
            Self::TooMany => "too_many",
            Self::Cancelled => "cancelled",
        }
    }
}
