//! WebP in: still ones pass, moving ones become their first frame.

use crate::support::*;
use fuseforks_media::{Action, DropReason, Limits, normalise, pixels, probe, to_jpeg};
use image::{ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

const STILL: &[&str] = &["lossy", "lossless", "lossy_alpha", "lossless_alpha"];

/// A lossless bitstream chunk of one colour.
fn flat(width: u32, height: u32, colour: [u8; 4]) -> Vec<u8> {
    webp_image(&encode(RgbaImage::from_pixel(width, height, Rgba(colour)), ImageFormat::WebP))
}

fn frame(x: u32, y: u32, width: u32, height: u32, image: &[u8]) -> Vec<u8> {
    let numbers = [x / 2, y / 2, width - 1, height - 1, 100].map(|n| n.to_le_bytes()[..3].to_vec()).concat();
    riff_chunk(b"ANMF", &[&numbers[..], &[0], image].concat())
}

fn anim(background: [u8; 4]) -> Vec<u8> {
    riff_chunk(b"ANIM", &[&background[..], &[0, 0]].concat())
}

#[test]
fn a_still_webp_inside_the_limits_is_not_touched() {
    for name in STILL {
        let bytes = fixture(&format!("{name}.webp"));
        let sent = run(bytes.clone()).unwrap();
        assert_eq!((sent.action, sent.image.bytes().as_ref()), (Action::Pass, bytes.as_slice()), "{name}");
        assert_eq!(
            (sent.image.media_type(), sent.image.width(), sent.image.height()),
            ("image/webp", 70, 45)
        );
        assert!(!probe(&bytes).unwrap().animated);
    }
}

#[test]
fn decoded_they_look_as_libwebp_shows_them_on_white() {
    for name in STILL {
        let ours = pixels(&fixture(&format!("{name}.webp")), 1568, &Limits::default(), &|| false).unwrap();
        let ours = RgbImage::from_raw(ours.width, ours.height, ours.rgb).unwrap();
        let found = difference(&ours, &reference(&format!("{name}.png")));
        assert!(found < 1.0, "{name}: differs by {found:.2} levels");
    }
}

#[test]
fn a_refused_webp_becomes_a_jpeg_of_the_same_size() {
    for name in STILL {
        let sent = run(fixture(&format!("{name}.webp"))).unwrap();
        let jpeg = to_jpeg(&sent.image, &Limits::default(), &|| false).unwrap();
        assert_eq!((jpeg.media_type(), jpeg.width(), jpeg.height()), ("image/jpeg", 70, 45));
        let shown = image::load_from_memory(jpeg.bytes()).unwrap().to_rgb8();
        let found = difference(&shown, &reference(&format!("{name}.png")));
        assert!(found < 4.0, "{name}: differs by {found:.2} levels");
        assert_eq!(
            to_jpeg(&jpeg, &Limits::default(), &|| false).unwrap(),
            jpeg,
            "a JPEG comes back as it is"
        );
    }
}

#[test]
fn an_animation_becomes_its_first_frame_every_time_the_same() {
    let bytes = fixture("moving.webp");
    assert!(probe(&bytes).unwrap().animated);
    let shown = reencoded(bytes.clone());
    assert_eq!(shown.dimensions(), (300, 300));
    let colour = mean(&shown);
    assert!(colour[0] >= 250 && colour[1] <= 4 && colour[2] <= 4, "{colour:?}");
    let digest = run(bytes.clone()).unwrap().image.digest();
    for _ in 0..5 {
        assert_eq!(run(bytes.clone()).unwrap().image.digest(), digest);
    }
}

#[test]
fn a_large_animation_is_shrunk() {
    let one = flat(1600, 900, [20, 90, 200, 255]);
    let two = flat(1600, 900, [200, 0, 0, 255]);
    let mut chunks = vec![vp8x(2, 1600, 900), anim([0; 4]), frame(0, 0, 1600, 900, &one)];
    chunks.extend((0..39).map(|_| frame(0, 0, 1600, 900, &two)));
    let shown = reencoded(webp(&chunks));
    assert_eq!(shown.dimensions(), (1568, 882));
    let colour = mean(&shown);
    assert!(colour.iter().zip([20, 90, 200]).all(|(a, b)| a.abs_diff(b) <= 3), "{colour:?}");
}

#[test]
fn a_small_first_frame_stands_in_its_place_on_a_white_canvas() {
    for background in [[0; 4], [0, 0, 255, 255]] {
        let half = flat(40, 20, [0, 160, 0, 128]);
        let file = webp(&[vp8x(0x12, 100, 60), anim(background), frame(30, 20, 40, 20, &half)]);
        let shown = reencoded(file);
        assert_eq!(shown.dimensions(), (100, 60));
        for (x, y) in [(5, 5), (95, 55), (15, 30), (85, 30), (50, 8), (50, 52)] {
            assert_colour(&shown, x, y, [255; 3], 4);
        }
        assert_colour(&shown, 50, 30, [127, 207, 127], 5);
    }
}

#[test]
fn lossy_frames_with_transparency_are_composed() {
    let image = webp_image(&fixture("lossy_alpha.webp"));
    let file = webp(&[vp8x(0x12, 70, 45), anim([0; 4]), frame(0, 0, 70, 45, &image)]);
    let found = difference(&reencoded(file), &reference("lossy_alpha.png"));
    assert!(found < 4.0, "differs by {found:.2} levels");
}

#[test]
fn an_animation_header_alone_is_enough_to_re_encode() {
    let still = flat(50, 40, [9, 99, 199, 255]);
    for chunks in [
        vec![vp8x(2, 50, 40), still.clone()],
        vec![vp8x(2, 50, 40), anim([0; 4]), still.clone()],
        vec![vp8x(0, 50, 40), anim([0; 4]), frame(0, 0, 50, 40, &still)],
        vec![vp8x(0, 50, 40), anim([0; 4]), still.clone()],
    ] {
        assert_colour(&reencoded(webp(&chunks)), 25, 20, [9, 99, 199], 4);
    }
}

#[test]
fn frames_outside_the_canvas_and_sizes_that_disagree_are_corrupt() {
    let still = flat(50, 40, [9, 99, 199, 255]);
    for chunks in [
        vec![vp8x(2, 60, 45), anim([0; 4]), frame(20, 0, 50, 40, &still)],
        vec![vp8x(2, 60, 45), anim([0; 4]), frame(0, 6, 50, 40, &still)],
        vec![vp8x(2, 60, 45), anim([0; 4]), frame(0, 0, 48, 40, &still)],
        vec![vp8x(0, 60, 45), still.clone()],
        vec![vp8x(2, 60, 45), anim([0; 4])],
        vec![vp8x(0, 60, 45)],
        vec![],
    ] {
        assert_eq!(reason(webp(&chunks)), "unreadable");
    }
}

#[test]
fn a_large_still_webp_is_shrunk() {
    let shown = reencoded(encode(photo(2000, 1200), ImageFormat::WebP));
    assert_eq!(shown.dimensions(), (1568, 941));
    let theirs =
        image::imageops::resize(&photo(2000, 1200), 1568, 941, image::imageops::FilterType::Lanczos3);
    let found = difference(&shown, &theirs);
    assert!(found < 4.0, "differs by {found:.2} levels");
}

#[test]
fn without_the_mark_the_samples_of_transparency_mean_nothing() {
    // Encoders may leave zeros there: RFC 9649, 3.4 calls the mark a hint, the picture opaque.
    let mut file = webp(&[flat(30, 20, [200, 40, 40, 0])]);
    let header = file.windows(4).position(|w| w == b"VP8L").unwrap() + 8;
    assert_eq!(file[header + 4] & 0x10, 0x10, "marked");
    let white = pixels(&file, 1568, &Limits::default(), &|| false).unwrap();
    assert!(white.rgb.iter().all(|&v| v == 255));
    file[header + 4] &= !0x10;
    let opaque = pixels(&file, 1568, &Limits::default(), &|| false).unwrap();
    assert_eq!(opaque.rgb[..3], [200, 40, 40]);
}

#[test]
fn a_profile_is_converted() {
    let still = webp_image(&encode(RgbImage::from_pixel(1600, 20, Rgb([255, 0, 0])), ImageFormat::WebP));
    let file = webp(&[vp8x(0x20, 1600, 20), riff_chunk(b"ICCP", &fixture("swapped.icc")), still]);
    assert_colour(&reencoded(file), 15, 10, [0, 0, 255], 4);
}

#[test]
fn a_webp_over_the_bytes_is_re_encoded_at_its_size() {
    let limits = Limits { max_bytes: 20_000, ..Limits::default() };
    let bytes = encode(photo(200, 100), ImageFormat::WebP);
    assert!(bytes.len() > 20_000);
    let sent = normalise(bytes.into(), &limits, &go).unwrap();
    assert_eq!((sent.action, sent.image.width(), sent.image.height()), (Action::Reencode, 200, 100));
    let limits = Limits { max_bytes: 100, ..Limits::default() };
    let reason = normalise(fixture("lossless.webp").into(), &limits, &go);
    assert_eq!(reason, Err(DropReason::TooLarge));
}

#[test]
fn who_stops_gets_no_jpeg_and_no_pixels() {
    let image = run(fixture("lossy.webp")).unwrap().image;
    assert_eq!(to_jpeg(&image, &Limits::default(), &|| true), Err(DropReason::Cancelled));
    assert_eq!(pixels(image.bytes(), 100, &Limits::default(), &|| true), Err(DropReason::Cancelled));
}
