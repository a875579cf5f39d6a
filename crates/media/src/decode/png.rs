//! PNG in, row by row into the shrinker: a large picture is never in memory as a whole, except an
//! interlaced one.
//!
//! The decoder sees the still picture alone: the frames of an animation, texts and times are left
//! out before it.

use crate::{
    DropReason,
    pieces::Pieces,
    raster::{Raster, flatten},
    shrink::{Shrinker, shrink},
    walk::png::{Chunks, Png},
};
use png::{ColorType, Decoder, DecodingError, Limits, Reader, Transformations};

/// A profile is inflated to at most this; the rows of the widest picture fit in as well.
const DECODER_MEMORY: usize = 16 << 20;
/// The largest compressed profile that is passed on.
const MAX_PROFILE: usize = 4 << 20;

/// Bytes that decoding takes, for a permit.
pub(super) fn memory(png: &Png<'_>, to: (u32, u32)) -> u64 {
    let channels = if png.grey { 1 } else { 3 };
    // Two raw rows of eight bytes a pixel, the row given out, and the window of inflate.
    let rows = 24 * u64::from(png.width) + (1 << 20);
    let pixels = u64::from(png.width) * u64::from(png.height);
    let whole = pixels * channels as u64;
    let target = u64::from(to.0) * u64::from(to.1) * channels as u64;
    rows + if png.interlaced {
        whole + 2 * target
    } else {
        Shrinker::memory(png.width, png.height, channels, to)
    }
}

/// The picture and its profile.
pub(super) fn decode(
    png: &Png<'_>,
    to: (u32, u32),
    cancelled: &dyn Fn() -> bool,
) -> Result<(Raster, Option<Vec<u8>>), DropReason> {
    let mut input = Pieces::new(cancelled);
    let mut run = 0..8;
    for chunk in Chunks::new(png.bytes) {
        let chunk = chunk?;
        let critical = chunk.name[0].is_ascii_uppercase();
        let profile = &chunk.name == b"iCCP" && chunk.body.len() <= MAX_PROFILE;
        if critical || profile || &chunk.name == b"tRNS" {
            if run.end != chunk.whole.start {
                input.push(&png.bytes[run]);
                run = chunk.whole.start..chunk.whole.start;
            }
            run.end = chunk.whole.end;
        }
    }
    input.push(&png.bytes[run]);
    let mut decoder = Decoder::new_with_limits(input, Limits { bytes: DECODER_MEMORY });
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(reason)?;
    let icc = reader.info().icc_profile.as_deref().map(<[u8]>::to_vec);
    let colour = reader.output_color_type().0;
    let raster = if png.interlaced {
        shrink(interlaced(&mut reader, png, colour)?, (png.width.into(), png.height.into()), to)?
    } else {
        rows(&mut reader, png, colour, to)?
    };
    // The checksum of the data is verified only when its end is read.
    reader.finish().map_err(reason)?;
    Ok((raster, icc))
}

fn reason(error: DecodingError) -> DropReason {
    match error {
        DecodingError::LimitsExceeded => DropReason::TooLarge,
        _ => DropReason::Unreadable,
    }
}

fn channels(colour: ColorType) -> usize {
    if matches!(colour, ColorType::Grayscale | ColorType::GrayscaleAlpha) { 1 } else { 3 }
}

/// One decoded row, composited on white, into `out`.
fn convert(colour: ColorType, row: &[u8], out: &mut [u8]) {
    match colour {
        ColorType::GrayscaleAlpha => flatten::<2, 1>(row, out),
        ColorType::Rgba => flatten::<4, 3>(row, out),
        _ => out.copy_from_slice(row),
    }
}

type Input<'a> = Reader<Pieces<'a>>;

fn rows(
    reader: &mut Input<'_>,
    png: &Png<'_>,
    colour: ColorType,
    to: (u32, u32),
) -> Result<Raster, DropReason> {
    let channels = channels(colour);
    let mut shrinker = Shrinker::new(png.width, png.height, channels, to);
    // Without transparency a row goes on as it came.
    let opaque = colour.samples() == channels;
    let mut line = vec![0; if opaque { 0 } else { png.width as usize * channels }];
    while let Some(row) = reader.next_row().map_err(reason)? {
        if opaque {
            shrinker.row(row.data())?;
        } else {
            convert(colour, row.data(), &mut line);
            shrinker.row(&line)?;
        }
    }
    shrinker.finish()
}

/// Adam7: seven small pictures, each pixel of which has its place in the large one.
fn interlaced(reader: &mut Input<'_>, png: &Png<'_>, colour: ColorType) -> Result<Raster, DropReason> {
    const PASSES: [(usize, usize, usize, usize); 7] =
        [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)];
    let channels = channels(colour);
    let (width, height) = (png.width as usize, png.height as usize);
    let mut data = vec![0; width * height * channels];
    let mut line = vec![0; width * channels];
    let bytes_per_pixel = colour.samples();
    for (x0, y0, dx, dy) in PASSES {
        let count = width.saturating_sub(x0).div_ceil(dx);
        if count == 0 {
            continue;
        }
        for y in (y0..height).step_by(dy) {
            let row = reader.next_row().map_err(reason)?.ok_or(DropReason::Unreadable)?;
            if row.data().len() != count * bytes_per_pixel {
                return Err(DropReason::Unreadable);
            }
            let line = &mut line[..count * channels];
            convert(colour, row.data(), line);
            let target = &mut data[y * width * channels..][..width * channels];
            for (i, pixel) in line.chunks_exact(channels).enumerate() {
                target[(x0 + i * dx) * channels..][..channels].copy_from_slice(pixel);
            }
        }
    }
    if reader.next_row().map_err(reason)?.is_some() {
        return Err(DropReason::Unreadable);
    }
    Ok(Raster { width: png.width, height: png.height, channels, data })
}
