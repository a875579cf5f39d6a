//! PNG in: every colour type, by pixels.

use crate::support::*;
use fuseforks_media::{Action, Limits, pixels};
use image::{ImageFormat, Rgb, RgbImage, Rgba, RgbaImage, imageops};

const WHITE: [u8; 3] = [255; 3];
const RED: [u8; 3] = [255, 0, 0];

/// 64 rows that are `left` in their first half and `right` in the second; both are whole pixels.
fn halves(left: &[u8], right: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let row = [left.repeat(32), right.repeat(32)].concat();
    std::iter::repeat_n(row, 64)
}

#[track_caller]
fn assert_halves(name: &str, png: Vec<u8>, right: [u8; 3], grey: bool) {
    let sent = run(png).unwrap_or_else(|reason| panic!("{name}: {reason}"));
    assert_eq!(sent.action, Action::Reencode, "{name}");
    let colour = image::load_from_memory(sent.image.bytes()).unwrap().color();
    assert_eq!(colour == image::ColorType::L8, grey, "{name} is {colour:?}");
    let shown = decode_sent(&sent);
    assert_eq!(shown.dimensions(), (64, 64), "{name}");
    for y in [2, 31, 61] {
        assert_colour(&shown, 3, y, WHITE, 2);
        assert_colour(&shown, 24, y, WHITE, 2);
        assert_colour(&shown, 44, y, right, 4);
        assert_colour(&shown, 61, y, right, 4);
    }
}

#[test]
fn every_colour_type_is_right_and_transparency_is_white() {
    let black = [0; 3];
    let one = |byte: u8| move |_: ()| vec![byte];
    let bits = |depth: u8, left: u8, right: u8| {
        let per_half = 32 * usize::from(depth) / 8;
        let row = [one(left)(()).repeat(per_half), one(right)(()).repeat(per_half)].concat();
        std::iter::repeat_n(row, 64)
    };
    let size = (64, 64);
    let palette = chunk(b"PLTE", &[9, 9, 9, 255, 0, 0, 255, 255, 255]);
    let clear_first = chunk(b"tRNS", &[0]);
    let cases: Vec<(&str, Vec<u8>, [u8; 3], bool)> = vec![
        ("1-bit grey", png_of(size, 1, 0, &[], bits(1, 0xFF, 0x00)), black, true),
        ("2-bit grey", png_of(size, 2, 0, &[], bits(2, 0xFF, 0x55)), [85; 3], true),
        ("4-bit grey", png_of(size, 4, 0, &[], bits(4, 0xFF, 0x22)), [34; 3], true),
        ("8-bit grey", png_of(size, 8, 0, &[], halves(&[255], &[10])), [10; 3], true),
        (
            "8-bit grey, one clear",
            png_of(size, 8, 0, &[chunk(b"tRNS", &[0, 7])], halves(&[7], &[10])),
            [10; 3],
            true,
        ),
        ("16-bit grey", png_of(size, 16, 0, &[], halves(&[255, 255], &[80, 3])), [80; 3], true),
        (
            "16-bit grey, one clear",
            png_of(size, 16, 0, &[chunk(b"tRNS", &[80, 4])], halves(&[80, 4], &[80, 3])),
            [80; 3],
            true,
        ),
        ("8-bit grey with alpha", png_of(size, 8, 4, &[], halves(&[0, 0], &[40, 255])), [40; 3], true),
        (
            "16-bit grey with alpha",
            png_of(size, 16, 4, &[], halves(&[0; 4], &[40, 9, 255, 255])),
            [40; 3],
            true,
        ),
        (
            "1-bit palette",
            png_of(size, 1, 3, &[palette.clone(), clear_first.clone()], bits(1, 0, 0xFF)),
            RED,
            false,
        ),
        (
            "2-bit palette",
            png_of(size, 2, 3, std::slice::from_ref(&palette), bits(2, 0xAA, 0x55)),
            RED,
            false,
        ),
        (
            "4-bit palette",
            png_of(size, 4, 3, &[palette.clone(), clear_first.clone()], bits(4, 0, 0x11)),
            RED,
            false,
        ),
        ("8-bit palette", png_of(size, 8, 3, &[palette, clear_first], halves(&[0], &[1])), RED, false),
        ("8-bit RGB", png_of(size, 8, 2, &[], halves(&[255; 3], &[255, 0, 0])), RED, false),
        (
            "8-bit RGB, one clear",
            png_of(size, 8, 2, &[chunk(b"tRNS", &[0, 1, 0, 2, 0, 3])], halves(&[1, 2, 3], &[255, 0, 0])),
            RED,
            false,
        ),
        ("16-bit RGB", png_of(size, 16, 2, &[], halves(&[255; 6], &[255, 255, 0, 0, 0, 0])), RED, false),
        ("8-bit RGBA", png_of(size, 8, 6, &[], halves(&[0; 4], &[255, 0, 0, 255])), RED, false),
        (
            "16-bit RGBA",
            png_of(size, 16, 6, &[], halves(&[0; 8], &[255, 255, 0, 0, 0, 0, 255, 255])),
            RED,
            false,
        ),
    ];
    for (name, png, right, grey) in cases {
        assert_halves(name, png, right, grey);
    }
}

#[test]
fn interlaced_files_are_put_together() {
    for (name, right, grey) in [
        ("grey1", [0; 3], true),
        ("l16", [0; 3], true),
        ("la8", [0; 3], true),
        ("palette", RED, false),
        ("rgb8", RED, false),
        ("rgba8", RED, false),
        ("rgba16", RED, false),
    ] {
        let file = fixture(&format!("adam7_{name}.png"));
        assert_eq!(file[28], 1, "{name} is interlaced");
        assert_halves(name, file, right, grey);
    }
    for (w, h) in [(1, 1), (2, 3), (5, 7), (9, 3), (8, 8), (17, 33)] {
        let file = fixture(&format!("adam7_{w}x{h}.png"));
        let ours = pixels(&file, 1568, &Limits::default(), &|| false).unwrap();
        assert_eq!(ours.rgb, image::load_from_memory(&file).unwrap().to_rgb8().into_raw(), "{w}x{h}");
    }
}

fn quadrants(side: u32) -> RgbaImage {
    RgbaImage::from_fn(side, side, |x, y| match (x < side / 2, y < side / 2) {
        (true, true) => Rgba([0, 0, 0, 0]),
        (false, true) => Rgba([0, 0, 0, 128]),
        (true, false) => Rgba([255, 0, 0, 128]),
        (false, false) => Rgba([0, 0, 255, 255]),
    })
}

#[test]
fn transparency_is_painted_white_not_black() {
    let sent = reencoded(encode(quadrants(100), ImageFormat::Png));
    assert_colour(&sent, 25, 25, WHITE, 3);
    assert_colour(&sent, 75, 25, [127; 3], 3);
    assert_colour(&sent, 25, 75, [255, 127, 127], 4);
    assert_colour(&sent, 75, 75, [0, 0, 254], 4);
}

#[test]
fn shrinking_leaves_no_dark_fringe() {
    let sent = reencoded(encode(quadrants(2000), ImageFormat::Png));
    assert_eq!(sent.dimensions(), (1568, 1568));
    assert_colour(&sent, 392, 392, WHITE, 3);
    assert_colour(&sent, 1176, 1176, [0, 0, 254], 4);

    // Invisible black beside opaque blue: what lies between is a mix of white and blue, and its blue
    // is that of both.
    let png =
        RgbaImage::from_fn(2000, 400, |x, _| if x < 1001 { Rgba([0; 4]) } else { Rgba([0, 0, 255, 255]) });
    let pixels = pixels(&encode(png, ImageFormat::Png), 1568, &Limits::default(), &|| false).unwrap();
    let darkest_blue = pixels.rgb.chunks_exact(3).map(|p| p[2]).min().unwrap();
    assert!(darkest_blue >= 253, "a dark fringe: {darkest_blue}");
}

#[test]
fn a_page_higher_than_eight_thousand_pixels_is_sent_small() {
    let page =
        RgbImage::from_fn(
            2984,
            8340,
            |x, y| {
                if y % 80 < 40 && x % 50 < 25 { Rgb([0; 3]) } else { Rgb([255; 3]) }
            },
        );
    let sent = reencoded(encode(page, ImageFormat::Png));
    assert_eq!(sent.dimensions(), (561, 1568));
}

#[test]
fn shrinking_in_bands_is_like_shrinking_at_once() {
    // Large enough for several bands.
    for (width, height) in [(4000, 3001), (2200, 9000), (9000, 700)] {
        let picture = photo(width, height);
        let ours =
            pixels(&encode(picture.clone(), ImageFormat::Png), 1568, &Limits::default(), &|| false).unwrap();
        let ours = RgbImage::from_raw(ours.width, ours.height, ours.rgb).unwrap();
        let theirs = imageops::resize(&picture, ours.width(), ours.height(), imageops::FilterType::Lanczos3);
        let worst = ours.as_raw().iter().zip(theirs.as_raw()).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
        assert!(worst <= 2, "{width}x{height}: {worst} levels somewhere");
    }
}

#[test]
fn an_animated_png_is_its_still_picture() {
    let still = encode(RgbImage::from_pixel(40, 30, Rgb([10, 200, 10])), ImageFormat::Png);
    let control = |n: u32, w: u32, h: u32| {
        let numbers = [n, w, h, 0, 0].map(u32::to_be_bytes).concat();
        chunk(b"fcTL", &[&numbers[..], &[0, 1, 0, 10, 0, 0]].concat())
    };
    let actl = chunk(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]);
    let end = still.len() - 12;
    // A frame that is no deflate stream at all: it must not be looked at.
    let frame = chunk(b"fdAT", b"\0\0\0\x02garbage");
    let with = |first: &[Vec<u8>]| {
        let start = with_chunks(&still[..end], first);
        [start, control(1, 40, 30), frame.clone(), still[end..].to_vec()].concat()
    };
    for file in [
        with(&[actl.clone(), control(0, 40, 30)]),
        with(std::slice::from_ref(&actl)),
        with(&[actl, control(0, 9, 9)]),
    ] {
        assert!(fuseforks_media::probe(&file).unwrap().animated);
        let sent = reencoded(file);
        assert_eq!(sent.dimensions(), (40, 30));
        assert_colour(&sent, 20, 15, [10, 200, 10], 3);
    }
}

#[test]
fn profiles_texts_and_strangers_do_no_harm() {
    let plain = encode(photo(60, 40), ImageFormat::Png);
    let clean = pixels(&plain, 1568, &Limits::default(), &|| false).unwrap();
    for extra in [
        chunk(b"iCCP", b"broken\0\0nonsense"),
        chunk(b"iCCP", b""),
        chunk(b"tEXt", b"Comment\0hello"),
        chunk(b"zTXt", b"Comment\0\0not deflate"),
        chunk(b"eXIf", b"nothing"),
        chunk(b"gAMA", &[0]),
        chunk(b"pHYs", b""),
        chunk(b"prVt", &[7; 1000]),
    ] {
        assert_eq!(
            pixels(&with_chunks(&plain, &[extra]), 1568, &Limits::default(), &|| false).unwrap(),
            clean
        );
    }
    // An unknown chunk that claims to be needed is not for us to skip.
    assert_eq!(reason(with_chunks(&plain, &[chunk(b"CRIT", b"")])), "unreadable");
}

#[test]
fn a_profile_is_converted() {
    // Stored blocks in zlib, as png_of writes them.
    let icc = fixture("swapped.icc");
    let len = u16::try_from(icc.len()).unwrap();
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in &icc {
        a = (a + u32::from(*byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    let zlib =
        [&[0x78, 0x01, 1][..], &len.to_le_bytes(), &(!len).to_le_bytes(), &icc, &(b << 16 | a).to_be_bytes()]
            .concat();
    let plain = encode(RgbImage::from_pixel(30, 20, Rgb([255, 0, 0])), ImageFormat::Png);
    let file = with_chunks(&plain, &[chunk(b"iCCP", &[b"swapped\0\0", &zlib[..]].concat())]);
    assert_colour(&reencoded(file), 15, 10, [0, 0, 255], 4);
}
