//! Which way up: applied to re-encoded pixels, left alone in bytes that pass.

use crate::support::*;
use fuseforks_media::{Action, Limits, normalise_attachment, pixels, probe};
use image::{ImageFormat, Rgb, RgbImage};

/// The four corners of the shown picture, for a picture stored as red, green / blue, white.
fn corners(orientation: u16) -> [[u8; 3]; 4] {
    const R: [u8; 3] = [230, 0, 0];
    const G: [u8; 3] = [0, 200, 0];
    const B: [u8; 3] = [0, 0, 230];
    const W: [u8; 3] = [255, 255, 255];
    // Exif 2.32: which side of the picture the stored row 0 and column 0 are.
    match orientation {
        2 => [G, R, W, B],
        3 => [W, B, G, R],
        4 => [B, W, R, G],
        5 => [R, B, G, W],
        6 => [B, R, W, G],
        7 => [W, G, B, R],
        8 => [G, W, R, B],
        _ => [R, G, B, W],
    }
}

fn stored(width: u32, height: u32) -> RgbImage {
    let colours = corners(1);
    RgbImage::from_fn(width, height, |x, y| {
        Rgb(colours[usize::from(x >= width / 2) + 2 * usize::from(y >= height / 2)])
    })
}

fn assert_corners(image: &RgbImage, orientation: u16) {
    let (w, h) = image.dimensions();
    let at = [(w / 8, h / 8), (w - 1 - w / 8, h / 8), (w / 8, h - 1 - h / 8), (w - 1 - w / 8, h - 1 - h / 8)];
    for ((x, y), wanted) in at.into_iter().zip(corners(orientation)) {
        assert_colour(image, x, y, wanted, 12);
    }
}

#[test]
fn every_orientation_of_every_format_is_applied_when_re_encoding() {
    let (width, height) = (2000, 1000);
    let jpeg = encode(stored(width, height), ImageFormat::Jpeg);
    let png = encode(stored(width, height), ImageFormat::Png);
    let image = webp_image(&encode(stored(width, height), ImageFormat::WebP));
    for orientation in 1..=8_u16 {
        let tiff = tiff(orientation, orientation % 2 == 1);
        let files = [
            with_exif(&jpeg, orientation),
            with_chunks(&png, &[chunk(b"eXIf", &tiff)]),
            webp(&[vp8x(8, width, height), image.clone(), riff_chunk(b"EXIF", &tiff)]),
        ];
        for file in files {
            assert_eq!(probe(&file).unwrap().orientation, orientation as u8);
            assert_eq!((probe(&file).unwrap().width, probe(&file).unwrap().height), (width, height));
            let sent = reencoded(file);
            let wanted = if orientation >= 5 { (784, 1568) } else { (1568, 784) };
            assert_eq!(sent.dimensions(), wanted);
            assert_corners(&sent, orientation);
        }
    }
}

#[test]
fn the_red_band_of_a_turned_picture_is_on_top() {
    let sent = reencoded(with_exif(&encode(red_left(2000, 1000), ImageFormat::Jpeg), 6));
    assert_eq!(sent.dimensions(), (784, 1568));
    for x in [20, 392, 760] {
        assert_colour(&sent, x, 60, [220, 0, 0], 12);
        assert_colour(&sent, x, 1500, [128; 3], 6);
    }
}

#[test]
fn inside_the_limits_a_turned_jpeg_passes_with_its_tag() {
    let bytes = with_exif(&encode(red_left(1000, 500), ImageFormat::Jpeg), 6);
    let sent = run(bytes.clone()).unwrap();
    assert_eq!((sent.action, sent.image.bytes().as_ref()), (Action::Pass, bytes.as_slice()));
}

#[test]
fn odd_sizes_turn_whole() {
    for (w, h) in [(1, 1), (1, 7), (5, 3), (64, 33), (131, 17)] {
        for orientation in 1..=8 {
            let png = with_chunks(
                &encode(RgbImage::from_fn(w, h, |x, y| Rgb([x as u8, y as u8, 9])), ImageFormat::Png),
                &[chunk(b"eXIf", &tiff(orientation, true))],
            );
            let shown = pixels(&png, 1568, &Limits::default(), &|| false).unwrap();
            let (width, height) = if orientation >= 5 { (h, w) } else { (w, h) };
            assert_eq!((shown.width, shown.height), (width, height));
            for y in 0..height {
                for x in 0..width {
                    // Exif 2.32, written out as "where does this pixel come from".
                    let (sx, sy) = match orientation {
                        2 => (w - 1 - x, y),
                        3 => (w - 1 - x, h - 1 - y),
                        4 => (x, h - 1 - y),
                        5 => (y, x),
                        6 => (y, h - 1 - x),
                        7 => (w - 1 - y, h - 1 - x),
                        8 => (w - 1 - y, x),
                        _ => (x, y),
                    };
                    let at = ((y * width + x) * 3) as usize;
                    assert_eq!(
                        shown.rgb[at..at + 3],
                        [sx as u8, sy as u8, 9],
                        "{w}x{h} {orientation} {x},{y}"
                    );
                }
            }
        }
    }
}

#[test]
fn orientations_that_make_no_sense_count_as_upright() {
    let jpeg = encode(stored(1800, 900), ImageFormat::Jpeg);
    for orientation in [0, 9, 255, 65_535] {
        assert_eq!(reencoded(with_exif(&jpeg, orientation)).dimensions(), (1568, 784));
    }
    let good = tiff(6, true);
    for len in 0..good.len() - 4 {
        let cut = segment(0xE1, &[b"Exif\0\0", &good[..len]].concat());
        let found = probe(&with_segments(&jpeg, &[cut])).unwrap().orientation;
        assert!(matches!(found, 1 | 6));
    }
}

#[test]
fn the_first_exif_block_decides() {
    let jpeg = encode(stored(100, 50), ImageFormat::Jpeg);
    let block = |o| segment(0xE1, &[b"Exif\0\0".to_vec(), tiff(o, true)].concat());
    assert_eq!(probe(&with_segments(&jpeg, &[block(3), block(8)])).unwrap().orientation, 3);
    let xmp = segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>");
    assert_eq!(probe(&with_segments(&jpeg, &[xmp, block(8)])).unwrap().orientation, 8);
}

#[test]
fn an_attachment_that_is_turned_is_turned_in_its_pixels() {
    let bytes = with_exif(&encode(stored(400, 200), ImageFormat::Jpeg), 8);
    let sent = normalise_attachment(bytes.into(), &Limits::default(), &go).unwrap();
    assert_eq!(sent.action, Action::Reencode);
    let shown = decode_sent(&sent);
    assert_eq!(shown.dimensions(), (200, 400));
    assert_corners(&shown, 8);
}
