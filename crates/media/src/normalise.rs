//! What is sent: a file as it came, or a JPEG made from it.

use crate::{
    DropReason, Image, ImageFormat, Limits, decode, encode, strip,
    walk::{self, Walked},
};
use bytes::Bytes;

/// What was done to an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Sent as it came; of an attachment, at most metadata was cut out.
    Pass,
    /// Decoded and made a JPEG.
    Reencode,
}

/// An image that may be sent, and what was done to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Normalised {
    /// What is sent.
    pub image: Image,
    /// Whether it is what came.
    pub action: Action,
}

/// Makes a tool's image sendable: JPEG and still WebP inside the limits pass byte for byte (metadata
/// included, no pixel decoded), PNG and everything else that is carried becomes a JPEG.
///
/// Blocks while other large decodes run; call it off the async threads. `cancelled` is asked while
/// waiting and between bands.
///
/// # Errors
/// The reason why the image is dropped.
pub fn normalise(
    bytes: Bytes,
    limits: &Limits,
    cancelled: &dyn Fn() -> bool,
) -> Result<Normalised, DropReason> {
    run(bytes, limits, cancelled, false)
}

/// Makes a person's attachment sendable: as [`normalise`], but Exif, XMP and IPTC never leave. A file
/// that would pass loses them without being re-encoded, unless its orientation is not 1: then the
/// turn is made in the pixels.
///
/// # Errors
/// The reason why the image is refused.
pub fn normalise_attachment(
    bytes: Bytes,
    limits: &Limits,
    cancelled: &dyn Fn() -> bool,
) -> Result<Normalised, DropReason> {
    run(bytes, limits, cancelled, true)
}

fn run(
    bytes: Bytes,
    limits: &Limits,
    cancelled: &dyn Fn() -> bool,
    private: bool,
) -> Result<Normalised, DropReason> {
    if cancelled() {
        return Err(DropReason::Cancelled);
    }
    let walked = walk::walk_carried(&bytes, limits)?;
    let passing = match &walked {
        Walked::Jpeg(j) => Some((ImageFormat::Jpeg, j.width, j.height, j.orientation)),
        Walked::WebP(w) if !w.animated => Some((ImageFormat::WebP, w.width, w.height, w.orientation)),
        _ => None,
    };
    let fits = |w: u32, h: u32| w.max(h) <= limits.edge() && bytes.len() <= limits.max_bytes;
    match passing {
        Some((format, width, height, orientation))
            if fits(width, height) && !(private && orientation != 1) =>
        {
            let stripped = if private { strip::metadata(&walked) } else { None };
            let bytes = stripped.map_or_else(|| bytes.clone(), Bytes::from);
            Ok(Normalised { image: Image::new(bytes, format, width, height), action: Action::Pass })
        }
        _ => {
            let image = reencode(&bytes, &walked, limits, cancelled)?;
            Ok(Normalised { image, action: Action::Reencode })
        }
    }
}

/// The same image as a JPEG, for a server that refused WebP. A JPEG comes back as it is.
///
/// Blocks and is cancelled as [`normalise`].
///
/// # Errors
/// [`DropReason::Unreadable`] if the pixels cannot be decoded, [`DropReason::TooLarge`] if the JPEG
/// is over the limits, [`DropReason::Cancelled`] if it was stopped.
pub fn to_jpeg(image: &Image, limits: &Limits, cancelled: &dyn Fn() -> bool) -> Result<Image, DropReason> {
    if image.format() == ImageFormat::Jpeg {
        return Ok(image.clone());
    }
    if cancelled() {
        return Err(DropReason::Cancelled);
    }
    reencode(image.bytes(), &walk::walk(image.bytes(), limits)?, limits, cancelled)
}

fn reencode(
    bytes: &Bytes,
    walked: &Walked<'_>,
    limits: &Limits,
    cancelled: &dyn Fn() -> bool,
) -> Result<Image, DropReason> {
    let quality = limits.jpeg_quality;
    let (jpeg, width, height) = decode::picture(bytes, walked, limits.edge(), cancelled, move |raster| {
        Ok((encode::jpeg(&raster, quality)?, raster.width, raster.height))
    })?;
    if jpeg.len() > limits.max_bytes {
        return Err(DropReason::TooLarge);
    }
    // A copy of its own size: what lives on must not lie between what the decoder gave back.
    let bytes = Bytes::copy_from_slice(&jpeg);
    Ok(Image::new(bytes, ImageFormat::Jpeg, width, height))
}

/// Decoded pixels: upright, in sRGB, over white.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Rows from the top, three bytes (red, green, blue) a pixel, no padding.
    pub rgb: Vec<u8>,
}

/// Decodes an image for measuring its colours or for a thumbnail: the long edge at most `max_edge`
/// pixels, never enlarged.
///
/// Blocks and is cancelled as [`normalise`].
///
/// # Errors
/// As [`normalise`]; the bytes limit does not apply.
pub fn pixels(
    bytes: &[u8],
    max_edge: u32,
    limits: &Limits,
    cancelled: &dyn Fn() -> bool,
) -> Result<Pixels, DropReason> {
    if cancelled() {
        return Err(DropReason::Cancelled);
    }
    let bytes = Bytes::copy_from_slice(bytes);
    let walked = walk::walk_carried(&bytes, limits)?;
    decode::picture(&bytes, &walked, max_edge.max(1), cancelled, |raster| {
        let (width, height) = (raster.width, raster.height);
        Ok(Pixels { width, height, rgb: raster.into_rgb() })
    })
}
