//! What is carried, what is named and refused, and that nobody's word counts but the bytes'.

use crate::support::*;
use fuseforks_media::{Action, DropReason, Kind, Limits, guard_for_user, probe, sniff};
use image::{ImageFormat, Rgb, RgbImage};

fn ftyp(major: &[u8; 4]) -> Vec<u8> {
    [b"\0\0\0\x18ftyp", &major[..], b"\0\0\0\0mif1heic", &[0; 64]].concat()
}

#[test]
fn known_formats_that_are_not_carried_are_named() {
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (fixture("foreign.avif"), "AVIF"),
        (fixture("foreign.heic"), "HEIC"),
        (fixture("foreign.jp2"), "JPEG 2000"),
        (fixture("foreign.bmp"), "BMP"),
        (fixture("foreign.gif"), "GIF"),
        (fixture("foreign.tif"), "TIFF"),
        (fixture("foreign.ico"), "ICO"),
        (ftyp(b"heic"), "HEIC"),
        (ftyp(b"heix"), "HEIC"),
        (ftyp(b"mif1"), "HEIC"),
        (ftyp(b"avif"), "AVIF"),
        ([b"\0\0\0\x1Cftypmif1\0\0\0\0mif1avifmiaf", &[0; 64][..]].concat(), "AVIF"),
        (b"\xFF\x0A\xFA\x7F\0\0".to_vec(), "JPEG XL"),
        (b"\0\0\0\x0CJXL \r\n\x87\n\0\0".to_vec(), "JPEG XL"),
        (b"8BPS\0\x01\0\0\0\0\0\0".to_vec(), "PSD"),
        (encode(RgbImage::from_pixel(1, 1, Rgb([0; 3])), ImageFormat::Bmp), "BMP"),
        (b"GIF89a".to_vec(), "GIF"),
        (b"GIF87a\xFF\xFF\xFF\xFF\0\0\0".to_vec(), "GIF"),
        (b"II*\0\x08\0\0\0".to_vec(), "TIFF"),
        (b"MM\0*\0\0\0\x08".to_vec(), "TIFF"),
    ];
    for (bytes, name) in cases {
        assert_eq!(run(bytes.clone()), Err(DropReason::Unsupported { format: name }));
        assert!(sniff(&bytes).unwrap().is_image());
    }
}

#[test]
fn what_is_no_image_is_unreadable() {
    for bytes in [
        &b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>"[..],
        b"<!DOCTYPE html><html>hello</html>",
        b"<?xml version=\"1.0\"?><svg/>",
        b"%PDF-1.7\n",
        b"BMW is a word and no bitmap at all",
        b"GIFt wrap",
        b"hello",
        b"{\"a\":1}",
        b"PK\x03\x04",
        b"\x7FELF",
        b"OggS\0\x02",
        b"\0\0\0\0",
    ] {
        assert_eq!(reason(bytes), "unreadable", "{bytes:?}");
    }
    // A video, even one whose compatible brands speak of pictures.
    assert_eq!(sniff(&ftyp(b"mp42")), Some(Kind::Mp4));
    assert_eq!(reason(ftyp(b"mp42")), "unreadable");
}

#[test]
fn the_format_is_the_bytes_own() {
    let jpeg = encode(photo(640, 424), ImageFormat::Jpeg);
    let sent = run(jpeg.clone()).unwrap();
    assert_eq!(sent.action, Action::Pass);
    assert_eq!((sent.image.media_type(), sent.image.bytes()), ("image/jpeg", &jpeg.into()));
    assert_eq!(run(fixture("lossy.webp")).unwrap().image.media_type(), "image/webp");
}

#[test]
fn a_probe_states_the_facts() {
    for (name, kind, size, animated) in [
        ("s420.jpg", Kind::Jpeg, (70, 45), false),
        ("adam7_rgba16.png", Kind::Png, (64, 64), false),
        ("adam7_17x33.png", Kind::Png, (17, 33), false),
        ("lossy_alpha.webp", Kind::WebP, (70, 45), false),
        ("moving.webp", Kind::WebP, (300, 300), true),
        ("foreign.gif", Kind::Gif, (16, 12), false),
    ] {
        let facts = probe(&fixture(name)).unwrap();
        assert_eq!(
            (facts.kind, (facts.width, facts.height), facts.animated),
            (kind, size, animated),
            "{name}"
        );
        assert_eq!(facts.orientation, 1);
        assert_eq!(guard_for_user(&fixture(name), &Limits::default()), Ok(facts));
    }
    let reason = guard_for_user(&fixture("foreign.heic"), &Limits::default());
    assert_eq!(reason, Err(DropReason::Unsupported { format: "HEIC" }));
}

#[test]
fn a_gif_is_walked_to_its_end() {
    let gif = fixture("foreign.gif");
    for cut in [6, 10, 13, 20, gif.len() / 2, gif.len() - 1] {
        assert_eq!(probe(&gif[..cut]), Err(DropReason::Unreadable), "cut at {cut}");
    }
    // Two frames of one pixel (GIF 89a, appendix of the specification).
    let frame = b"\x21\xF9\x04\0\x0A\0\0\0\x2C\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0";
    let moving = [b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xFF\xFF\xFF", &frame[..], frame, b"\x3B"].concat();
    assert!(probe(&moving).unwrap().animated);
    let huge = [b"GIF89a\xFF\xFF\xFF\xFF\0\0\0", &frame[..], b"\x3B"].concat();
    assert_eq!(guard_for_user(&huge, &Limits::default()), Err(DropReason::TooLarge));
    let huge_frame = b"\x2C\0\0\0\0\xFF\xFF\xFF\xFF\0\x02\x02\x44\x01\0";
    let hidden = [b"GIF89a\x01\0\x01\0\0\0\0", &huge_frame[..], b"\x3B"].concat();
    assert_eq!(guard_for_user(&hidden, &Limits::default()), Err(DropReason::TooLarge));
}
