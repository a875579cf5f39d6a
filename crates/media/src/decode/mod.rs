//! From a walked file to an upright picture in sRGB, shrunk to an edge.
//!
//! The only place that runs decoders. Every decode holds a permit for its memory and runs aside: a
//! panic inside a decoder is an unreadable file, never more.

mod jpeg;
mod light;
mod png;
mod scaled;
mod webp;

use crate::{
    DropReason, Limits, aside, colour, permit,
    raster::{Raster, fit},
    walk::{self, Walked},
};
use bytes::Bytes;

/// `walked` is `bytes`, walked. Makes a picture no larger than `edge` on its long side, with everything applied that a file can
/// say about it (orientation, transparency over white, profile), and gives it to `then`.
pub(crate) fn picture<T: Send + 'static>(
    bytes: &Bytes,
    walked: &Walked<'_>,
    edge: u32,
    cancelled: &dyn Fn() -> bool,
    then: impl FnOnce(Raster) -> Result<T, DropReason> + Send + 'static,
) -> Result<T, DropReason> {
    let (width, height, orientation) = match walked {
        Walked::Jpeg(jpeg) => (jpeg.width, jpeg.height, jpeg.orientation),
        Walked::Png(png) => (png.width, png.height, png.orientation),
        Walked::WebP(webp) => (webp.width, webp.height, webp.orientation),
        Walked::Gif(_) => return Err(DropReason::Unsupported { format: "GIF" }),
    };
    let to = fit(width, height, edge);
    let memory = match walked {
        Walked::Jpeg(jpeg) => jpeg::memory(jpeg, to),
        Walked::Png(png) => png::memory(png, to),
        Walked::WebP(webp) => webp::memory(webp, to),
        Walked::Gif(_) => 0,
    };
    // Turning and encoding need the small picture a second time.
    let permit = permit::take(memory + 4 * u64::from(to.0) * u64::from(to.1), cancelled)?;
    let bytes = bytes.clone();
    aside::run(permit, cancelled, move |stop| {
        // Walked once more: what a walk found lies in the bytes and cannot travel with them.
        let walked = walk::walk(&bytes, &Limits::unguarded())?;
        let (mut raster, icc) = match &walked {
            Walked::Jpeg(jpeg) => (jpeg::decode(jpeg, to, stop)?, rgb_icc(jpeg)),
            Walked::Png(png) => png::decode(png, to, stop)?,
            Walked::WebP(webp) => (webp::decode(webp, to, stop)?, webp.icc.map(<[u8]>::to_vec)),
            Walked::Gif(_) => return Err(DropReason::Unreadable),
        };
        if let Some(icc) = icc {
            colour::to_srgb(&mut raster, &icc);
        }
        then(raster.upright(orientation))
    })
}

fn rgb_icc(jpeg: &walk::jpeg::Jpeg<'_>) -> Option<Vec<u8>> {
    use walk::jpeg::Colour;
    // A profile of four inks says nothing about the RGB that was made from them here.
    let rgb = matches!(jpeg.colour, Colour::YCbCr | Colour::Rgb);
    rgb.then(|| walk::jpeg::icc(jpeg.bytes)).flatten()
}

#[cfg(test)]
mod tests;
