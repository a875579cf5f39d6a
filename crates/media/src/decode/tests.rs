use super::*;
use crate::walk::{
    jpeg::{Colour, Jpeg},
    png::Png,
    webp::{Frame, WebP},
};

/// The largest pictures that the guards let through: by pixels, as a square and with the longest edge.
const LARGEST: [(u32, u32); 3] = [(16_384, 7812), (11_313, 11_313), (7812, 16_384)];

fn permitted(memory: u64, to: (u32, u32)) -> bool {
    memory + 4 * u64::from(to.0) * u64::from(to.1) <= permit::CEILING
}

fn webp(width: u32, height: u32, lossless: bool, alpha: Option<&[u8]>) -> bool {
    let frame = Frame { x: 0, y: 0, width, height, lossless, data: &[], alpha };
    let bytes = &[];
    let webp = WebP {
        bytes,
        width,
        height,
        animated: false,
        orientation: 1,
        frame,
        icc: None,
        end: 0,
        extended: false,
    };
    let to = fit(width, height, 1568);
    permitted(webp::memory(&webp, to), to)
}

fn jpeg(width: u32, height: u32, progressive: bool, stretch: u64) -> bool {
    let jpeg = Jpeg {
        bytes: &[],
        width,
        height,
        progressive,
        colour: Colour::Cmyk,
        samples: 4 * u64::from(width.next_multiple_of(32)) * u64::from(height.next_multiple_of(32)),
        stretch,
        together: false,
        common: false,
        orientation: 1,
        end: 0,
    };
    let to = fit(width, height, 1568);
    permitted(jpeg::memory(&jpeg, to), to)
}

#[test]
fn what_the_guards_let_through_fits_under_the_ceiling() {
    for (width, height) in LARGEST {
        let limits = Limits::default();
        assert_eq!(limits.guard(width, height), Ok(()), "{width} x {height}");
        let bytes = &[];
        let png =
            Png { bytes, width, height, grey: false, interlaced: true, animated: false, orientation: 1 };
        let to = fit(width, height, 1568);
        assert!(permitted(png::memory(&png, to), to), "PNG of {width} x {height}");
        assert!(webp(width, height, true, None), "lossless WebP of {width} x {height}");
        assert!(webp(width, height, false, None), "lossy WebP of {width} x {height}");
        assert!(jpeg(width, height, true, 1), "JPEG of {width} x {height}");
    }
    // Full size is the most where colour is coarse: the edge just below four times the target.
    for progressive in [false, true] {
        assert!(jpeg(6271, 6271, progressive, 4), "coarse JPEG");
    }
}

#[test]
fn a_lossy_webp_with_transparency_fits_up_to_sixty_megapixels() {
    assert!(webp(10_000, 6000, false, Some(&[])));
    assert!(!webp(10_000, 6600, false, Some(&[])));
}
