//! Embedded colour profiles: RGB ones are converted to sRGB, anything else is ignored.

use crate::raster::Raster;
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// Larger profiles are not believed (the largest in use, with tables, are about 2 MiB).
const MAX_PROFILE: usize = 4 << 20;

/// Converts `raster` from the profile `icc` to sRGB, in place. A profile that is broken, too large or
/// not for RGB changes nothing: a picture with odd colours is worth more than none.
pub(crate) fn to_srgb(raster: &mut Raster, icc: &[u8]) {
    if raster.channels != 3 || icc.len() > MAX_PROFILE {
        return;
    }
    let Ok(profile) = ColorProfile::new_from_slice(icc) else {
        return;
    };
    if profile.color_space != DataColorSpace::Rgb {
        return;
    }
    let srgb = ColorProfile::new_srgb();
    let options = TransformOptions::default();
    let Ok(transform) = profile.create_transform_8bit(Layout::Rgb, &srgb, Layout::Rgb, options) else {
        return;
    };
    // Most files say sRGB: a profile that leaves a sample of colours as they are is not applied, so
    // that such pixels stay exact and the time is saved.
    let sample = sample();
    let mut mapped = vec![0; sample.len()];
    if transform.transform(&sample, &mut mapped).is_err()
        || sample.iter().zip(&mapped).all(|(a, b)| a.abs_diff(*b) <= 1)
    {
        return;
    }
    let stride = raster.width as usize * 3;
    let mut row = vec![0; stride];
    for pixels in raster.data.chunks_exact_mut(stride) {
        if transform.transform(pixels, &mut row).is_ok() {
            pixels.copy_from_slice(&row);
        }
    }
}

/// A coarse cube of colours with all greys on its diagonal.
fn sample() -> Vec<u8> {
    let steps = || (0..=255_u8).step_by(51);
    let cube = steps().flat_map(move |r| steps().flat_map(move |g| steps().map(move |b| [r, g, b])));
    let greys = (0..=255_u8).step_by(5).map(|v| [v; 3]);
    cube.chain(greys).flatten().collect()
}
