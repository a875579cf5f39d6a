//! JPEG in. Large files of the common make are decoded at 1 to 4 eighths here, uncommon ones at 1/2, 1/4 or
//! 1/8 by jpeg-decoder, the rest by zune-jpeg.
//!
//! The libraries get the file without application segments and comments; what those say about colour is
//! already known and is passed on in words.

use super::{
    scaled::{self as eighths, Plane},
    ycc,
};
use crate::{
    DropReason,
    pieces::Pieces,
    raster::{Raster, unreadable},
    shrink::shrink,
    walk::jpeg::{Colour, Jpeg, Part, Parts},
};
use jpeg_decoder::{ColorTransform, Decoder, PixelFormat};
use zune_core::{bytestream::ZCursor, colorspace::ColorSpace, options::DecoderOptions};
use zune_jpeg::JpegDecoder;

/// Above this many pixels a progressive file is decoded at a scale too: at full size its
/// coefficients and its pixels together would be too much memory.
const PROGRESSIVE_FULL: u64 = 16_000_000;

/// How a file is decoded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plan {
    /// By zune-jpeg, at full size.
    Full,
    /// By jpeg-decoder, at one over this.
    Scaled(u32),
    /// By our own decoder, at this many eighths.
    Eighths(usize),
}

fn plan(jpeg: &Jpeg<'_>, to: (u32, u32)) -> Plan {
    let shrink = (jpeg.width / to.0).min(jpeg.height / to.1);
    // Colour that is stretched further is not interpolated: it needs pixels to spare.
    let spare = if jpeg.stretch > 2 { 2 } else { 1 };
    let scale = [8, 4, 2].into_iter().find(|&n| shrink >= n * spare).unwrap_or(1);
    let small = u64::from(jpeg.width) * u64::from(jpeg.height) <= PROGRESSIVE_FULL;
    // zune-jpeg is the faster one at full size, but wrong on some files of an uncommon make.
    let common = jpeg.common && matches!(jpeg.colour, Colour::Grey | Colour::YCbCr);
    if common
        && !jpeg.progressive
        && let Some(n) = eighths::eighths((jpeg.width, jpeg.height), to)
    {
        return Plan::Eighths(n);
    }
    if common && (scale == 1 || (jpeg.progressive && small)) { Plan::Full } else { Plan::Scaled(scale) }
}

fn channels(jpeg: &Jpeg<'_>) -> u64 {
    match jpeg.colour {
        Colour::Grey => 1,
        Colour::YCbCr | Colour::Rgb => 3,
        Colour::Cmyk | Colour::Ycck => 4,
    }
}

/// Bytes that decoding takes, for a permit.
pub(super) fn memory(jpeg: &Jpeg<'_>, to: (u32, u32)) -> u64 {
    let pixels = u64::from(jpeg.width) * u64::from(jpeg.height);
    let output = pixels * channels(jpeg);
    let coefficients = if jpeg.progressive { 2 * jpeg.samples } else { 0 };
    let target = 3 * u64::from(to.0) * u64::from(to.1);
    match plan(jpeg, to) {
        Plan::Full => jpeg.bytes.len() as u64 + coefficients + output + 2 * target,
        // Planes and the picture made of them, both at the scale.
        Plan::Eighths(n) => jpeg.samples * (n * n) as u64 / 64 + 3 * target,
        Plan::Scaled(n) => coefficients + (jpeg.samples + output) / u64::from(n * n) + 2 * target,
    }
}

pub(super) fn decode(
    jpeg: &Jpeg<'_>,
    to: (u32, u32),
    cancelled: &dyn Fn() -> bool,
) -> Result<Raster, DropReason> {
    let (raster, scale) = match plan(jpeg, to) {
        Plan::Full => match full(jpeg)? {
            Some(raster) => (raster, 1),
            None => (scaled(jpeg, 1, cancelled)?, 1),
        },
        Plan::Scaled(n) => (scaled(jpeg, n, cancelled)?, n),
        Plan::Eighths(n) => return join(eighths::planes(jpeg, n, cancelled)?, to),
    };
    // At a scale, the decoder rounds the size up to whole pixels.
    let part = (f64::from(jpeg.width) / f64::from(scale), f64::from(jpeg.height) / f64::from(scale));
    shrink(raster, part, to)
}

/// Planes, each shrunk or stretched from its own size, as a picture.
fn join(planes: Vec<Plane>, to: (u32, u32)) -> Result<Raster, DropReason> {
    let resize = |plane: Plane| {
        let Plane { width, height, part, data } = plane;
        shrink(Raster { width, height, channels: 1, data }, part, to)
    };
    let planes = planes.into_iter().map(resize).collect::<Result<Vec<_>, _>>()?;
    match planes.as_slice() {
        [luma, blue, red] => {
            let data = ycc::to_rgb(&luma.data, &blue.data, &red.data);
            Ok(Raster { width: to.0, height: to.1, channels: 3, data })
        }
        _ => planes.into_iter().next().ok_or(DropReason::Unreadable),
    }
}

/// `None` if the decoder takes the colours for something else than they are.
fn full(jpeg: &Jpeg<'_>) -> Result<Option<Raster>, DropReason> {
    let (colour, channels) = match jpeg.colour {
        Colour::Grey => (ColorSpace::Luma, 1),
        _ => (ColorSpace::RGB, 3),
    };
    let mut clean = Vec::with_capacity(jpeg.end);
    clean.extend_from_slice(b"\xFF\xD8");
    for piece in pieces(jpeg) {
        clean.extend_from_slice(piece);
    }
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX))
        .jpeg_set_out_colorspace(colour);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(&clean), options);
    decoder.decode_headers().map_err(unreadable)?;
    let expected = if channels == 1 { ColorSpace::Luma } else { ColorSpace::YCbCr };
    if decoder.input_colorspace() != Some(expected) {
        return Ok(None);
    }
    let data = decoder.decode().map_err(unreadable)?;
    sized(jpeg.width, jpeg.height, channels, data).map(Some)
}

fn scaled(jpeg: &Jpeg<'_>, scale: u32, cancelled: &dyn Fn() -> bool) -> Result<Raster, DropReason> {
    let mut input = Pieces::new(cancelled);
    input.push(b"\xFF\xD8");
    for piece in pieces(jpeg) {
        input.push(piece);
    }
    let mut decoder = Decoder::new(input);
    decoder.set_color_transform(match jpeg.colour {
        Colour::Grey => ColorTransform::Grayscale,
        Colour::YCbCr => ColorTransform::YCbCr,
        Colour::Rgb => ColorTransform::RGB,
        Colour::Cmyk => ColorTransform::CMYK,
        Colour::Ycck => ColorTransform::YCCK,
    });
    let (width, height) = (jpeg.width.div_ceil(scale), jpeg.height.div_ceil(scale));
    if scale > 1 {
        // One edge that is met is enough for the decoder, and a very short one is met by every scale:
        // so only the long edge is asked for.
        let edge =
            |n: u32, other: u32| if n < other { u16::MAX } else { u16::try_from(n).unwrap_or(u16::MAX) };
        let got = decoder.scale(edge(width, height), edge(height, width)).map_err(unreadable)?;
        if (u32::from(got.0), u32::from(got.1)) != (width, height) {
            return Err(DropReason::Unreadable);
        }
    }
    let mut data = decoder.decode().map_err(unreadable)?;
    let format = decoder.info().ok_or(DropReason::Unreadable)?.pixel_format;
    let (channels, expected) = match jpeg.colour {
        Colour::Grey => (1, PixelFormat::L8),
        Colour::YCbCr | Colour::Rgb => (3, PixelFormat::RGB24),
        Colour::Cmyk | Colour::Ycck => {
            data = inks_to_rgb(&data);
            (3, PixelFormat::CMYK32)
        }
    };
    if format != expected {
        return Err(DropReason::Unreadable);
    }
    sized(width, height, channels, data)
}

fn sized(width: u32, height: u32, channels: usize, data: Vec<u8>) -> Result<Raster, DropReason> {
    if data.len() != width as usize * height as usize * channels {
        return Err(DropReason::Unreadable);
    }
    Ok(Raster { width, height, channels, data })
}

/// The file after its start marker, up to and including its end marker, without application segments,
/// comments and stray bytes.
fn pieces<'a>(jpeg: &Jpeg<'a>) -> impl Iterator<Item = &'a [u8]> {
    let bytes = jpeg.bytes;
    Parts::new(bytes).filter_map(move |part| match part {
        Ok(Part::Segment { marker: 0xE0..=0xEF | 0xFE, .. }) | Err(_) => None,
        Ok(Part::Segment { whole: range, .. } | Part::Entropy(range) | Part::End(range)) => {
            Some(&bytes[range])
        }
    })
}

/// Ink to light, without a profile: what is absorbed neither by an ink nor by black. The decoder has
/// already turned the file's inverted inks around.
fn inks_to_rgb(inks: &[u8]) -> Vec<u8> {
    let (pixels, _) = inks.as_chunks::<4>();
    let mut rgb = Vec::with_capacity(pixels.len() * 3);
    for &[c, m, y, k] in pixels {
        let black = u32::from(255 - k);
        rgb.extend([c, m, y].map(|ink| ((u32::from(255 - ink) * black + 127) / 255) as u8));
    }
    rgb
}
