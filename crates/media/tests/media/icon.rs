//! Icons: any picture becomes a small square WebP of its middle.

use crate::support::*;
use fuseforks_media::{DropReason, Kind, Limits, icon, probe, sniff};
use image::{ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

fn made(bytes: &[u8], edge: u32) -> image::RgbImage {
    let webp = icon(bytes, edge, &Limits::default()).unwrap();
    assert_eq!(sniff(&webp), Some(Kind::WebP));
    image::load_from_memory_with_format(&webp, ImageFormat::WebP).unwrap().to_rgb8()
}

#[test]
fn it_is_the_middle_square_of_whatever_came() {
    // Red, then a green square, then blue.
    let wide = RgbImage::from_fn(600, 200, |x, _| match x {
        0..200 => Rgb([200, 10, 10]),
        200..400 => Rgb([10, 160, 20]),
        _ => Rgb([10, 20, 200]),
    });
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        let shown = made(&encode(wide.clone(), format), 128);
        assert_eq!(shown.dimensions(), (128, 128), "{format:?}");
        for (x, y) in [(6, 6), (64, 64), (121, 121)] {
            let [red, green, blue] = shown.get_pixel(x, y).0;
            assert!(red < 40 && green > 120 && blue < 50, "{format:?} {x},{y}: {red} {green} {blue}");
        }
    }
}

#[test]
fn a_small_picture_stays_small_and_a_long_one_is_cut() {
    let sides = [(3, 3, 3), (1, 1, 1), (40, 90, 40), (4000, 130, 128), (130, 4000, 128), (9000, 5, 5)];
    for (width, height, side) in sides {
        let png = encode(RgbImage::from_pixel(width, height, Rgb([9, 90, 200])), ImageFormat::Png);
        let shown = made(&png, 128);
        let (got, same) = shown.dimensions();
        assert_eq!(got, same, "{width}x{height}");
        assert!(got <= side && got > 0, "{width}x{height}: {got}");
        assert_eq!(shown.get_pixel(got / 2, got / 2).0, [9, 90, 200]);
    }
}

#[test]
fn what_shines_through_is_white_and_grey_stays_grey() {
    let clear = encode(RgbaImage::from_pixel(64, 64, Rgba([200, 0, 0, 0])), ImageFormat::Png);
    assert_eq!(made(&clear, 32).get_pixel(16, 16).0, [255, 255, 255]);
    let grey = encode(image::GrayImage::from_pixel(64, 64, image::Luma([77])), ImageFormat::Png);
    assert_eq!(made(&grey, 32).get_pixel(16, 16).0, [77, 77, 77]);
}

#[test]
fn nothing_but_pixels_comes_through_and_what_is_no_picture_is_refused() {
    let webp = icon(&fixture("icc_wide.jpg"), 128, &Limits::default()).unwrap();
    let found = probe(&webp).unwrap();
    assert!(!found.animated && found.orientation == 1);
    for chunk in [&b"ICCP"[..], b"EXIF", b"XMP "] {
        assert!(!webp.windows(4).any(|four| four == chunk), "{chunk:?}");
    }
    assert_eq!(icon(b"<svg/>", 128, &Limits::default()), Err(DropReason::Unreadable));
    assert_eq!(
        icon(&fixture("foreign.gif"), 128, &Limits::default()),
        Err(DropReason::Unsupported { format: "GIF" })
    );
    let whole = fixture("rgb.jpg");
    assert_eq!(icon(&whole[..whole.len() / 2], 128, &Limits::default()), Err(DropReason::Unreadable));
}
