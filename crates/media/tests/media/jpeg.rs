//! JPEG in: every kind of file against what libjpeg made of it.

use crate::support::*;
use fuseforks_media::{Action, Limits, pixels, probe};
use image::{RgbImage, imageops};

const COLOUR: &[&str] = &[
    "s444",
    "s422",
    "s440",
    "s420",
    "s411",
    "s410",
    "s441",
    "mixed",
    "chroma_tall",
    "s444_prog",
    "s422_prog",
    "s440_prog",
    "s420_prog",
    "s411_prog",
    "s410_prog",
    "s441_prog",
    "mixed_prog",
    "chroma_tall_prog",
    "restart",
    "restart_prog",
    "optimised",
    "rgb",
    "cmyk",
    "cmyk_plain",
    "cmyk_prog",
    "ycck",
    "grey",
    "grey_2x2",
    "grey_prog",
];

fn decoded(bytes: &[u8], edge: u32) -> RgbImage {
    let pixels = pixels(bytes, edge, &Limits::default(), &|| false).expect("decodes");
    RgbImage::from_raw(pixels.width, pixels.height, pixels.rgb).expect("whole")
}

#[test]
fn every_sampling_process_and_colour_space_decodes_like_libjpeg() {
    for name in COLOUR {
        let ours = decoded(&fixture(&format!("{name}.jpg")), 1568);
        let theirs = reference(&format!("{name}.png"));
        let found = difference(&ours, &theirs);
        // Chroma that is stretched four times may be interpolated or repeated.
        let allowed = if name.contains("41") || name.contains("44") { 3.0 } else { 2.0 };
        assert!(found < allowed, "{name}: differs by {found:.2} levels");
        for (x, y) in [(8, 8), (60, 8), (8, 38), (60, 38)] {
            assert_colour(&ours, x, y, theirs.get_pixel(x, y).0, 8);
        }
    }
}

#[test]
fn decoding_at_a_scale_gives_the_same_picture_smaller() {
    for name in COLOUR {
        for edge in [35, 17, 11] {
            let ours = decoded(&fixture(&format!("{name}.jpg")), edge);
            let theirs = reference(&format!("{name}.png"));
            let height = (45 * edge + 35) / 70;
            assert_eq!(ours.dimensions(), (edge, height), "{name}");
            let theirs = imageops::resize(&theirs, edge, height, imageops::FilterType::Lanczos3);
            let found = difference(&ours, &theirs);
            // Few pixels, and most of them lie at an edge between two colours.
            let allowed = f64::from(80 / edge + 6);
            assert!(found < allowed, "{name} at {edge}: differs by {found:.2} levels");
            let (right, bottom) = (edge * 5 / 6, height * 5 / 6);
            for (x, y) in [(edge / 8, height / 8), (right, height / 8), (edge / 8, bottom), (right, bottom)] {
                assert_colour(&ours, x, y, theirs.get_pixel(x, y).0, 12);
            }
        }
    }
}

#[test]
fn a_jpeg_inside_the_limits_is_not_touched() {
    for name in COLOUR {
        let bytes = fixture(&format!("{name}.jpg"));
        let sent = run(bytes.clone()).unwrap();
        assert_eq!(sent.action, Action::Pass, "{name}");
        assert_eq!(sent.image.bytes(), &bytes);
        assert_eq!((sent.image.width(), sent.image.height()), (70, 45));
        assert_eq!(sent.image.media_type(), "image/jpeg");
    }
}

#[test]
fn a_large_jpeg_is_shrunk_to_the_long_edge_and_looks_the_same() {
    for (width, height, wanted) in
        [(3000, 2000, (1568, 1045)), (1200, 4000, (470, 1568)), (1700, 3, (1568, 3))]
    {
        let picture = photo(width, height);
        let sent = reencoded(encode(picture.clone(), image::ImageFormat::Jpeg));
        assert_eq!(sent.dimensions(), wanted);
        let theirs = imageops::resize(&picture, wanted.0, wanted.1, imageops::FilterType::Lanczos3);
        let found = difference(&sent, &theirs);
        assert!(found < 4.0, "{width}x{height}: differs by {found:.2} levels");
    }
}

#[test]
fn large_files_of_every_sampling_look_the_same_smaller() {
    use jpeg_encoder::{ChromaSubsamplingMethod, ColorType, Encoder, SamplingFactor};
    let picture = photo(3300, 2100);
    // Decoded at 4, 3, 2 and 1 eighths.
    let wanted = [(1568, 998), (1100, 700), (700, 445), (400, 255)]
        .map(|(w, h)| imageops::resize(&picture, w, h, imageops::FilterType::Lanczos3));
    for factor in [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (4, 2), (1, 4)] {
        for progressive in [false, true] {
            let mut bytes = Vec::new();
            let mut encoder = Encoder::new(&mut bytes, 92);
            encoder.set_sampling_factor(SamplingFactor::from_factors(factor.0, factor.1).unwrap());
            encoder.set_chroma_subsampling_method(ChromaSubsamplingMethod::Average);
            encoder.set_progressive(progressive);
            encoder.encode(picture.as_raw(), 3300, 2100, ColorType::Rgb).unwrap();
            for wanted in &wanted {
                let found = difference(&decoded(&bytes, wanted.width()), wanted);
                assert!(found < 2.5, "{factor:?} at {}: differs by {found:.2} levels", wanted.width());
            }
        }
    }
}

#[test]
fn large_files_of_every_colour_space_look_the_same_smaller() {
    use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
    let picture = photo(3300, 2100);
    // No black and the inks of the picture; with a black of a third below the middle.
    let inks: Vec<u8> = picture
        .enumerate_pixels()
        .flat_map(|(_, y, p)| [255 - p.0[0], 255 - p.0[1], 255 - p.0[2], if y < 1050 { 0 } else { 85 }])
        .collect();
    let darker = RgbImage::from_fn(3300, 2100, |x, y| {
        let light = picture.get_pixel(x, y).0;
        image::Rgb(if y < 1050 { light } else { light.map(|one| (u32::from(one) * 170 / 255) as u8) })
    });
    for (name, kind) in [("CMYK", ColorType::Cmyk), ("YCCK", ColorType::CmykAsYcck)] {
        for progressive in [false, true] {
            let mut bytes = Vec::new();
            let mut encoder = Encoder::new(&mut bytes, 92);
            encoder.set_sampling_factor(SamplingFactor::F_1_1);
            encoder.set_progressive(progressive);
            encoder.encode(&inks, 3300, 2100, kind).unwrap();
            for (width, height) in [(1568, 998), (1100, 700), (700, 445), (400, 255)] {
                let wanted = imageops::resize(&darker, width, height, imageops::FilterType::Lanczos3);
                let found = difference(&decoded(&bytes, width), &wanted);
                assert!(found < 2.5, "{name} at {width}: differs by {found:.2} levels");
            }
        }
    }
}

#[test]
fn grey_stays_grey() {
    let grey = image::GrayImage::from_fn(2000, 900, |x, _| image::Luma([(x / 8) as u8]));
    let sent = run(encode(grey, image::ImageFormat::Jpeg)).unwrap();
    assert_eq!(sent.action, Action::Reencode);
    let decoded = image::load_from_memory(sent.image.bytes()).unwrap();
    assert_eq!(decoded.color(), image::ColorType::L8);
    assert_eq!((decoded.width(), decoded.height()), (1568, 706));
    assert!(decoded.to_luma8().get_pixel(784, 300).0[0].abs_diff(124) <= 3);
}

#[test]
fn a_profile_is_converted_when_pixels_are_made_anew_and_stays_when_they_are_not() {
    for name in ["icc_swapped", "icc_wide", "icc_srgb"] {
        let bytes = fixture(&format!("{name}.jpg"));
        let ours = decoded(&bytes, 1568);
        let theirs = reference(&format!("{name}.png"));
        let found = difference(&ours, &theirs);
        assert!(found < 2.5, "{name}: differs by {found:.2} levels");
        for (x, y) in [(8, 8), (60, 8), (8, 38), (60, 38)] {
            assert_colour(&ours, x, y, theirs.get_pixel(x, y).0, 6);
        }
        assert_eq!(run(bytes.clone()).unwrap().image.bytes(), &bytes);
    }
}

#[test]
fn a_profile_in_many_segments_is_put_together_and_a_broken_one_ignored() {
    let icc = fixture("swapped.icc");
    let plain = fixture("s444.jpg");
    let part = |n: u8, of: u8, data: &[u8]| segment(0xE2, &[b"ICC_PROFILE\0", &[n, of][..], data].concat());
    let (a, b) = icc.split_at(200);
    // Out of order is in order.
    let split = with_segments(&plain, &[part(2, 2, b), part(1, 2, a)]);
    let swapped = decoded(&split, 1568);
    let found = swapped.get_pixel(8, 8).0;
    assert!(found[2] > 180 && found[0] < 70, "red became blue: {found:?}");

    let unchanged = decoded(&plain, 1568);
    for broken in [
        vec![part(1, 2, a)],
        vec![part(1, 1, &icc[..icc.len() / 2])],
        vec![part(1, 1, b"nonsense")],
        vec![part(1, 1, &[])],
        vec![part(0, 1, &icc)],
        vec![part(1, 2, a), part(1, 2, b)],
    ] {
        assert_eq!(decoded(&with_segments(&plain, &broken), 1568), unchanged);
    }
}

#[test]
fn what_cannot_be_decoded_is_named() {
    let bytes = fixture("s444.jpg");
    let frame = bytes.windows(2).position(|w| w == [0xFF, 0xC0]).unwrap();
    for (marker, name) in [(0xC3, "JPEG lossless"), (0xC9, "JPEG arithmetic"), (0xC5, "JPEG hierarchical")] {
        let mut other = bytes.clone();
        other[frame + 1] = marker;
        assert_eq!(run(other), Err(fuseforks_media::DropReason::Unsupported { format: name }));
    }
    let mut deep = bytes;
    deep[frame + 4] = 12;
    assert_eq!(run(deep), Err(fuseforks_media::DropReason::Unsupported { format: "JPEG 12-bit" }));
}

#[test]
fn padding_before_the_end_marker_does_no_harm() {
    for name in ["s420.jpg", "s420_prog.jpg", "grey.jpg", "s411.jpg", "restart.jpg"] {
        let bytes = fixture(name);
        let (scan, end) = bytes.split_at(bytes.len() - 2);
        for padding in [&[0; 200][..], b"\xFF\xFF", b"\xFF\0\xFF\0"] {
            let padded = [scan, padding, end].concat();
            for edge in [1568, 16] {
                assert_eq!(decoded(&padded, edge), decoded(&bytes, edge), "{name}, {padding:?}");
            }
        }
    }
}

#[test]
fn fill_bytes_and_stray_bytes_between_segments_do_no_harm() {
    let bytes = fixture("s420.jpg");
    let filled = [&bytes[..2], b"\xFF\xFF\xFF", &bytes[2..]].concat();
    assert_eq!(probe(&filled).unwrap().width, 70);
    assert_eq!(decoded(&filled, 1568), decoded(&bytes, 1568));
    assert_eq!(decoded(&filled, 16), decoded(&bytes, 16));
}

#[test]
fn metadata_that_is_broken_or_huge_changes_nothing() {
    let plain = fixture("s420.jpg");
    let noise = segment(0xE1, &vec![0xD9; 60_000]);
    let odd = [
        segment(0xEE, b"Adobe"),
        segment(0xE0, b""),
        segment(0xE1, b"Exif\0\0II*\0\xFF\xFF\xFF\xFF"),
        segment(0xED, b"Photoshop 3.0\08BIM"),
        segment(0xFE, b"\xFF\xD8\xFF\xD9"),
        noise.clone(),
        noise,
    ];
    let loaded = with_segments(&plain, &odd);
    assert_eq!(decoded(&loaded, 1568), decoded(&plain, 1568));
    assert_eq!(decoded(&loaded, 20), decoded(&plain, 20));
}
