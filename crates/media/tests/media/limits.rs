//! The numbers, exactly.

use crate::support::*;
use fuseforks_media::{Action, DropReason, Limits, normalise, normalise_attachment};
use image::{ImageFormat, RgbImage};
use std::time::{Duration, Instant};

/// A JPEG filled up with comments to exactly `len` bytes.
fn padded(mut len: usize) -> Vec<u8> {
    let jpeg = fixture("s420.jpg");
    len -= jpeg.len();
    let mut comments = Vec::new();
    while len > 0 {
        let mut part = len.min(60_000);
        if len - part > 0 && len - part < 4 {
            part -= 4;
        }
        comments.push(segment(0xFE, &vec![b' '; part - 4]));
        len -= part;
    }
    with_segments(&jpeg, &comments)
}

#[test]
fn the_defaults_are_the_products_numbers() {
    let limits = Limits::default();
    assert_eq!((limits.max_edge, limits.max_bytes), (1568, 2_097_152));
    assert_eq!((limits.guard_edge, limits.guard_pixels, limits.jpeg_quality), (16_384, 128_000_000, 85));
}

#[test]
fn the_last_byte_decides() {
    let at = padded(2_097_152);
    assert_eq!(at.len(), 2_097_152);
    let sent = run(at.clone()).unwrap();
    assert_eq!((sent.action, sent.image.bytes().as_ref()), (Action::Pass, at.as_slice()));
    assert_eq!(sent.image.base64().len(), 2_796_204);

    let over = padded(2_097_153);
    assert_eq!(over.len(), 2_097_153);
    let sent = run(over.clone()).unwrap();
    assert_eq!((sent.action, sent.image.width(), sent.image.height()), (Action::Reencode, 70, 45));

    // The same number for what a person attaches.
    let own = |bytes: Vec<u8>| normalise_attachment(bytes.into(), &Limits::default(), &go).unwrap().action;
    assert_eq!((own(at), own(over)), (Action::Pass, Action::Reencode));
}

#[test]
fn the_last_pixel_decides() {
    let picture = |w, h| encode(photo(w, h), ImageFormat::Jpeg);
    assert_eq!(run(picture(1568, 20)).unwrap().action, Action::Pass);
    assert_eq!(run(picture(20, 1568)).unwrap().action, Action::Pass);
    let sent = run(picture(1569, 20)).unwrap();
    assert_eq!((sent.action, sent.image.width(), sent.image.height()), (Action::Reencode, 1568, 20));
}

#[test]
fn the_short_edge_is_rounded_to_nearest_and_never_vanishes() {
    for ((w, h), wanted) in [
        ((3136, 3), (1568, 2)),
        ((3136, 1), (1568, 1)),
        ((16_384, 1), (1568, 1)),
        ((1, 16_384), (1, 1568)),
        ((1600, 900), (1568, 882)),
        ((2000, 1333), (1568, 1045)),
        ((4000, 3000), (1568, 1176)),
    ] {
        let png = png_of((w, h), 8, 0, &[], (0..h).map(|_| vec![77; w as usize]));
        let sent = run(png).unwrap();
        assert_eq!((sent.image.width(), sent.image.height()), wanted, "{w}x{h}");
        let shown = image::load_from_memory(sent.image.bytes()).unwrap().to_luma8();
        assert!(shown.pixels().all(|p| p.0[0].abs_diff(77) <= 1));
    }
}

#[test]
fn long_and_thin_jpegs_keep_their_shape() {
    let cases = [
        ((17, 16_000), (2, 1568)),
        ((16_000, 9), (1568, 1)),
        ((3201, 33), (1568, 16)),
        ((7, 6400), (2, 1568)),
        ((7000, 2), (1568, 1)),
        ((16_000, 3), (1568, 1)),
        ((1, 9000), (1, 1568)),
    ];
    for ((w, h), wanted) in cases {
        let picture = RgbImage::from_fn(w, h, |x, y| {
            let first = if w > h { x < w / 2 } else { y < h / 2 };
            image::Rgb(if first { [200, 30, 30] } else { [30, 30, 200] })
        });
        let shown = reencoded(encode(picture, ImageFormat::Jpeg));
        assert_eq!(shown.dimensions(), wanted, "{w}x{h}");
        assert_colour(&shown, wanted.0 / 4, wanted.1 / 4, [200, 30, 30], 8);
        assert_colour(&shown, wanted.0 - 1, wanted.1 - 1, [30, 30, 200], 8);
    }
}

#[test]
fn nothing_is_enlarged() {
    let sent = run(encode(photo(10, 7), ImageFormat::Png)).unwrap();
    assert_eq!((sent.image.width(), sent.image.height()), (10, 7));
}

#[test]
fn what_stays_over_the_bytes_is_dropped() {
    // Noise of every level stays under the limit; of the two outermost levels alone it does not, by another
    // encoder's count as well.
    for (levels, fits) in [(256_u16, true), (2, false)] {
        let mut noise = Noise(1);
        let mut sample = || if levels == 2 { (noise.byte() >> 7) * 255 } else { noise.byte() };
        let picture = RgbImage::from_fn(1568, 1568, |_, _| image::Rgb([sample(), sample(), sample()]));
        let mut other = Vec::new();
        jpeg_encoder::Encoder::new(&mut other, 85)
            .encode(picture.as_raw(), 1568, 1568, jpeg_encoder::ColorType::Rgb)
            .unwrap();
        assert_eq!(other.len() <= 2_097_152, fits, "{}", other.len());
        let png = encode(picture, ImageFormat::Png);
        let sent = run(png.clone());
        match fits {
            true => assert!(sent.as_ref().unwrap().image.bytes().len() <= 2_097_152),
            false => assert_eq!(sent, Err(DropReason::TooLarge)),
        }
        let own = normalise_attachment(png.clone().into(), &Limits::default(), &go);
        assert_eq!(own, sent, "what a person attaches has the same limit");
        let tight = Limits { max_bytes: 500_000, ..Limits::default() };
        assert_eq!(normalise(png.into(), &tight, &go), Err(DropReason::TooLarge));
    }
}

#[test]
fn limits_are_what_is_passed_in() {
    let limits = Limits { max_edge: 100, jpeg_quality: 30, ..Limits::default() };
    let bytes = encode(photo(400, 200), ImageFormat::Jpeg);
    let low = normalise(bytes.clone().into(), &limits, &go).unwrap().image;
    assert_eq!((low.width(), low.height()), (100, 50));
    let high = normalise(bytes.clone().into(), &Limits { jpeg_quality: 95, ..limits }, &go).unwrap().image;
    assert!(high.bytes().len() > 2 * low.bytes().len());
    let guard = Limits { guard_edge: 399, ..limits };
    assert_eq!(normalise(bytes.clone().into(), &guard, &go), Err(DropReason::TooLarge));
    let guard = Limits { guard_pixels: 79_999, ..limits };
    assert_eq!(normalise(bytes.clone().into(), &guard, &go), Err(DropReason::TooLarge));
    for max_edge in [0, 1, u32::MAX] {
        let sent = normalise(bytes.clone().into(), &Limits { max_edge, ..limits }, &go).unwrap().image;
        let wanted = if max_edge == u32::MAX { (400, 200) } else { (1, 1) };
        assert_eq!((sent.width(), sent.height()), wanted);
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let files = [
        encode(photo(2000, 1400), ImageFormat::Jpeg),
        encode(photo(1700, 1400), ImageFormat::Png),
        encode(photo(1700, 200), ImageFormat::WebP),
        fixture("moving.webp"),
    ];
    for bytes in files {
        let once = run(bytes.clone()).unwrap();
        let again = std::thread::spawn(move || run(bytes).unwrap()).join().unwrap();
        assert_eq!(once.image.digest(), again.image.digest());
        assert_eq!(once.image.bytes(), again.image.bytes());
    }
}

#[test]
fn the_tables_are_those_of_the_standard() {
    // ITU-T T.81, K.1, scaled as IJG does for quality 85: (n * 30 + 50) / 100. First row of luminance.
    let wanted = [16, 11, 10, 16, 24, 40, 51, 61].map(|n: u32| ((n * 30 + 50) / 100) as u8);
    let sent = run(encode(photo(90, 90), ImageFormat::Png)).unwrap();
    let bytes = sent.image.bytes();
    let table = bytes.windows(5).position(|w| w == [0xFF, 0xDB, 0, 67, 0]).expect("a table") + 5;
    // Zigzag order: the places of the first row.
    let row = [0, 1, 5, 6, 14, 15, 27, 28].map(|i| bytes[table + i]);
    assert_eq!(row, wanted);
    let frame = bytes.windows(2).position(|w| w == [0xFF, 0xC0]).expect("baseline");
    assert_eq!(bytes[frame + 11], 0x22, "4:2:0");
}

#[test]
fn a_stop_is_obeyed_before_and_during_the_work() {
    for bytes in [
        encode(photo(5000, 3400), ImageFormat::Jpeg),
        encode(photo(5000, 3400), ImageFormat::Png),
        encode(photo(4000, 3000), ImageFormat::WebP),
    ] {
        let never = normalise(bytes.clone().into(), &Limits::default(), &|| true);
        assert_eq!(never, Err(DropReason::Cancelled));
        let start = Instant::now();
        let stop = || start.elapsed() > Duration::from_millis(15);
        let result = normalise(bytes.into(), &Limits::default(), &stop);
        assert_eq!(result, Err(DropReason::Cancelled));
        assert!(start.elapsed() < Duration::from_secs(1), "stopped after {:?}", start.elapsed());
    }
}
