//! A person's attachments: nothing that tells where, when and with what leaves the machine.

use crate::support::*;
use fuseforks_media::{Action, Limits, Normalised, normalise_attachment, pixels, probe};
use image::{ImageFormat, Rgb, RgbImage};

fn attach(bytes: &[u8]) -> Normalised {
    normalise_attachment(bytes.to_vec().into(), &Limits::default(), &go).expect("accepted")
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    haystack.windows(needle.len()).any(|window| window == needle)
}

const SECRETS: [&[u8]; 8] = [
    b"GPS-here",
    b"xmp-name",
    b"iptc-by",
    b"comment-x",
    b"mpf-other",
    b"maker-note",
    b"after-end",
    b"thumb-nail",
];

fn loaded_jpeg() -> Vec<u8> {
    let exif = [&b"Exif\0\0"[..], &tiff(1, true), b"GPS-here"].concat();
    let mut bytes = with_segments(
        &fixture("icc_swapped.jpg"),
        &[
            segment(0xE1, &exif),
            segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>xmp-name</x:xmpmeta>"),
            segment(0xED, b"Photoshop 3.0\08BIM iptc-by"),
            segment(0xFE, b"comment-x"),
            segment(0xE2, b"MPF\0mpf-other"),
            segment(0xE5, b"maker-note"),
            segment(0xE0, b"JFXX\0\x10thumb-nail"),
        ],
    );
    bytes.extend(b"after-end");
    bytes
}

#[test]
fn a_jpeg_loses_its_metadata_and_keeps_its_pixels_and_profile() {
    let bytes = loaded_jpeg();
    let sent = attach(&bytes);
    assert_eq!(sent.action, Action::Pass);
    for secret in SECRETS {
        assert!(contains(&bytes, secret) && !contains(sent.image.bytes(), secret));
    }
    assert_eq!(sent.image.bytes().as_ref(), fixture("icc_swapped.jpg"), "the file as it was before");
    let limits = Limits::default();
    assert_eq!(
        pixels(sent.image.bytes(), 1568, &limits, &|| false),
        pixels(&bytes, 1568, &limits, &|| false)
    );
    assert!(markers(sent.image.bytes()).contains(&0xE2), "the profile stays");
}

#[test]
fn a_preview_in_the_jfif_header_goes_too() {
    let bytes = fixture("s420.jpg");
    assert_eq!(bytes[2..4], [0xFF, 0xE0]);
    let fields = &bytes[6..18];
    let preview = segment(0xE0, &[fields, &[2, 1], b"previe"].concat());
    let loaded = [&bytes[..2], &preview, &bytes[20..]].concat();
    assert_eq!(attach(&loaded).image.bytes(), &bytes);
}

#[test]
fn a_jpeg_that_needs_its_adobe_mark_keeps_it() {
    for name in ["rgb.jpg", "ycck.jpg", "cmyk.jpg"] {
        let bytes = fixture(name);
        let loaded = with_segments(&bytes, &[segment(0xFE, b"comment-x")]);
        assert_eq!(attach(&loaded).image.bytes(), &bytes, "{name}");
    }
}

#[test]
fn a_progressive_jpeg_loses_segments_between_its_scans() {
    let bytes = fixture("s420_prog.jpg");
    let second_scan = bytes.windows(2).enumerate().filter(|(_, w)| w == &[0xFF, 0xC4]).nth(2).unwrap().0;
    let loaded = [&bytes[..second_scan], &segment(0xE1, b"Exif\0\0GPS-here"), &bytes[second_scan..]].concat();
    assert_eq!(attach(&loaded).image.bytes(), &bytes);
}

#[test]
fn what_has_no_metadata_is_not_touched() {
    for name in ["s420.jpg", "grey.jpg", "s411_prog.jpg", "restart.jpg", "lossy.webp", "lossless_alpha.webp"]
    {
        let bytes = fixture(name);
        let sent = attach(&bytes);
        assert_eq!((sent.action, sent.image.bytes().as_ref()), (Action::Pass, bytes.as_slice()), "{name}");
    }
}

#[test]
fn a_webp_loses_its_metadata_and_keeps_its_pixels() {
    let image = webp_image(&fixture("lossy_alpha.webp"));
    let clean = webp(&[vp8x(0x30, 70, 45), riff_chunk(b"ICCP", &fixture("swapped.icc")), image.clone()]);
    let exif = riff_chunk(b"EXIF", &[&tiff(1, false)[..], b"GPS-here"].concat());
    let mut bytes = webp(&[
        vp8x(0x3C, 70, 45),
        riff_chunk(b"ICCP", &fixture("swapped.icc")),
        image,
        exif,
        riff_chunk(b"XMP ", b"xmp-name!"),
        riff_chunk(b"note", b"comment-x"),
    ]);
    bytes.extend(b"after-end");
    let sent = attach(&bytes);
    assert_eq!(sent.action, Action::Pass);
    assert_eq!(sent.image.bytes().as_ref(), clean);
    let limits = Limits::default();
    assert_eq!(pixels(&clean, 1568, &limits, &|| false), pixels(&bytes, 1568, &limits, &|| false));
    assert!(image::load_from_memory(sent.image.bytes()).is_ok(), "another decoder reads it");

    let mut simple = fixture("lossless.webp");
    simple.extend(b"after-end");
    assert_eq!(attach(&simple).image.bytes().as_ref(), fixture("lossless.webp"));
}

#[test]
fn a_turned_webp_is_re_encoded_upright() {
    let still = webp_image(&encode(red_left(200, 100), ImageFormat::WebP));
    let bytes = webp(&[vp8x(8, 200, 100), still, riff_chunk(b"EXIF", &tiff(6, true))]);
    let sent = attach(&bytes);
    assert_eq!(sent.action, Action::Reencode);
    let shown = decode_sent(&sent);
    assert_eq!(shown.dimensions(), (100, 200));
    assert_colour(&shown, 50, 5, [220, 0, 0], 10);
    assert_colour(&shown, 50, 100, [128; 3], 6);
}

#[test]
fn everything_else_is_as_for_a_tool_and_carries_nothing_over() {
    let text = chunk(b"tEXt", b"Author\0xmp-name");
    let png = with_chunks(&encode(RgbImage::from_pixel(20, 10, Rgb([1, 2, 3])), ImageFormat::Png), &[text]);
    let sent = attach(&png);
    assert_eq!(sent.action, Action::Reencode);
    assert!(!contains(sent.image.bytes(), b"xmp-name"));

    let large = with_exif(&encode(photo(1700, 900), ImageFormat::Jpeg), 1);
    let sent = attach(&large);
    assert_eq!((sent.action, sent.image.width(), sent.image.height()), (Action::Reencode, 1568, 830));
    assert_eq!(probe(sent.image.bytes()).unwrap().orientation, 1);
    decode_sent(&sent);
}

#[test]
fn metadata_and_what_follows_count_for_the_size() {
    let mut bytes = loaded_jpeg();
    bytes.resize(2_097_153, 0);
    assert_eq!(attach(&bytes).action, Action::Reencode);
}
