//! From a walked file to an upright picture in sRGB, shrunk to an edge.
//!
//! The only place that runs decoders. Every decode holds a permit for its memory, and a panic inside
//! a decoder is an unreadable file, never more.

mod jpeg;
mod png;
mod webp;

use crate::{
    DropReason, colour, permit,
    raster::{Raster, fit},
    walk::{self, Walked},
};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A picture no larger than `edge` on its long side, with everything applied that a file can say
/// about it: orientation, transparency over white, profile.
pub(crate) fn picture(
    walked: &Walked<'_>,
    edge: u32,
    cancelled: &dyn Fn() -> bool,
) -> Result<Raster, DropReason> {
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
    let decoded = catch_unwind(AssertUnwindSafe(|| {
        let (mut raster, icc) = match walked {
            Walked::Jpeg(jpeg) => (jpeg::decode(jpeg, to, cancelled)?, rgb_icc(jpeg)),
            Walked::Png(png) => png::decode(png, to, cancelled)?,
            Walked::WebP(webp) => (webp::decode(webp, to, cancelled)?, webp.icc.map(<[u8]>::to_vec)),
            Walked::Gif(_) => return Err(DropReason::Unreadable),
        };
        if let Some(icc) = icc {
            colour::to_srgb(&mut raster, &icc);
        }
        Ok(raster.upright(orientation))
    }));
    drop(permit);
    match decoded {
        // A stop inside a decoder looks like a read error to it.
        _ if cancelled() => Err(DropReason::Cancelled),
        Ok(result) => result,
        Err(_) => Err(DropReason::Unreadable),
    }
}

fn rgb_icc(jpeg: &walk::jpeg::Jpeg<'_>) -> Option<Vec<u8>> {
    use walk::jpeg::Colour;
    // A profile of four inks says nothing about the RGB that was made from them here.
    let rgb = matches!(jpeg.colour, Colour::YCbCr | Colour::Rgb);
    rgb.then(|| walk::jpeg::icc(jpeg.bytes)).flatten()
}
