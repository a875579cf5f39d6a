//! JPEG in. What is at least twice as large as wanted is decoded at 1 to 4 eighths here; the rest at full size by
//! zune-jpeg, and by jpeg-decoder if it is of an uncommon make.
//!
//! The libraries get the file without application segments and comments; what those say about colour is
//! already known and is passed on in words.

use super::{
    light,
    scaled::{self, Plane},
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

/// How a file is decoded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plan {
    /// By our own decoder, at this many eighths.
    Eighths(usize),
    /// By zune-jpeg, at full size.
    Common,
    /// By jpeg-decoder, at full size.
    Uncommon,
}

fn plan(jpeg: &Jpeg<'_>, to: (u32, u32)) -> Plan {
    // zune-jpeg is the faster one, but wrong on some files of an uncommon make.
    let common = jpeg.common
        && (jpeg.progressive || jpeg.together)
        && matches!(jpeg.colour, Colour::Grey | Colour::YCbCr);
    let eighths = scaled::eighths((jpeg.width, jpeg.height), to);
    // Colour at a quarter of the light's resolution has no pixel to spare.
    let finer = if jpeg.stretch > 2 { 2 } else { 1 };
    match eighths.map(|n| n * finer).filter(|&n| n <= scaled::MOST) {
        Some(n) => Plan::Eighths(n),
        None if common => Plan::Common,
        None => Plan::Uncommon,
    }
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
    let target = u64::from(to.0) * u64::from(to.1);
    match plan(jpeg, to) {
        // Planes, each at the target's size too, and the picture made of them.
        Plan::Eighths(n) => {
            let planes = jpeg.samples * (n * n) as u64 / 64;
            scaled::memory(jpeg, n) + planes + (channels(jpeg) + 3) * target
        }
        Plan::Common => jpeg.bytes.len() as u64 + coefficients + output + 6 * target,
        Plan::Uncommon => coefficients + jpeg.samples + output + 6 * target,
    }
}

pub(super) fn decode(
    jpeg: &Jpeg<'_>,
    to: (u32, u32),
    cancelled: &dyn Fn() -> bool,
) -> Result<Raster, DropReason> {
    let raster = match plan(jpeg, to) {
        Plan::Eighths(n) => return join(scaled::planes(jpeg, n, cancelled)?, jpeg.colour, to),
        Plan::Common => match full(jpeg)? {
            Some(raster) => raster,
            None => uncommon(jpeg, cancelled)?,
        },
        Plan::Uncommon => uncommon(jpeg, cancelled)?,
    };
    let part = (f64::from(jpeg.width), f64::from(jpeg.height));
    shrink(raster, part, to)
}

/// Planes, each shrunk or stretched from its own size, as a picture.
fn join(planes: Vec<Plane>, colour: Colour, to: (u32, u32)) -> Result<Raster, DropReason> {
    let resize = |plane: Plane| {
        let Plane { width, height, part, data } = plane;
        Ok(shrink(Raster { width, height, channels: 1, data }, part, to)?.data)
    };
    let planes = planes.into_iter().map(resize).collect::<Result<Vec<_>, _>>()?;
    let (channels, data) = match (colour, planes.as_slice()) {
        (Colour::Grey, [grey]) => (1, grey.clone()),
        (Colour::YCbCr, [luma, blue, red]) => (3, light::from_differences(luma, blue, red)),
        (Colour::Rgb, [red, green, blue]) => (3, light::interleaved(red, green, blue)),
        (Colour::Cmyk, [cyan, magenta, yellow, black]) => {
            let mut light = light::interleaved(cyan, magenta, yellow);
            light::darken(&mut light, black);
            (3, light)
        }
        (Colour::Ycck, [luma, blue, red, black]) => {
            // What the differences give are inks.
            let mut light = light::from_differences(luma, blue, red);
            light.iter_mut().for_each(|ink| *ink = 255 - *ink);
            light::darken(&mut light, black);
            (3, light)
        }
        _ => return Err(DropReason::Unreadable),
    };
    Ok(Raster { width: to.0, height: to.1, channels, data })
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

fn uncommon(jpeg: &Jpeg<'_>, cancelled: &dyn Fn() -> bool) -> Result<Raster, DropReason> {
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
    sized(jpeg.width, jpeg.height, channels, data)
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
