//! Cut and corrupt files, and bombs.

use crate::support::*;
use fuseforks_media::{Action, DropReason, Limits, guard_for_user, normalise_attachment, pixels, probe};
use image::{ImageFormat, Rgb, RgbImage};
use std::time::{Duration, Instant};

fn whole_files() -> Vec<(&'static str, Vec<u8>)> {
    let mut files: Vec<_> = [
        "s420.jpg",
        "s411_prog.jpg",
        "restart.jpg",
        "grey.jpg",
        "cmyk.jpg",
        "icc_wide.jpg",
        "lossy.webp",
        "lossless.webp",
        "lossy_alpha.webp",
        "adam7_rgba16.png",
        "adam7_palette.png",
    ]
    .map(|name| (name, fixture(name)))
    .into();
    // ImageMagick leaves bytes after the end.
    files.push(("moving.webp", fixture("moving.webp")[..866].to_vec()));
    files.push(("large jpeg", encode(photo(2000, 1000), ImageFormat::Jpeg)));
    files.push(("large png", encode(photo(1700, 300), ImageFormat::Png)));
    files.push(("large webp", encode(photo(1700, 300), ImageFormat::WebP)));
    files
}

#[test]
fn a_file_cut_anywhere_is_unreadable() {
    for (name, bytes) in whole_files() {
        assert!(run(bytes.clone()).is_ok(), "{name} is whole");
        let len = bytes.len();
        let cuts = (0..16).map(|i| len * i / 16).chain([1, 2, 3, 11, 12, 20, 24, 33, len - 2, len - 1]);
        for cut in cuts {
            let part = &bytes[..cut];
            assert_eq!(reason(part), "unreadable", "{name} cut at {cut} of {len}");
            assert_eq!(probe(part), Err(DropReason::Unreadable), "{name} cut at {cut} of {len}");
            assert!(pixels(part, 100, &Limits::default(), &|| false).is_err());
            assert!(normalise_attachment(part.to_vec().into(), &Limits::default(), &go).is_err());
        }
    }
}

#[test]
fn the_named_cuts_are_unreadable() {
    let small = encode(photo(200, 100), ImageFormat::Jpeg);
    assert_eq!(reason(&small[..700]), "unreadable");
    let large = encode(photo(2000, 1000), ImageFormat::Jpeg);
    assert_eq!(reason(&large[..large.len() * 6 / 10]), "unreadable");
    assert_eq!(reason(&encode(photo(50, 50), ImageFormat::Png)[..60]), "unreadable");
}

#[test]
fn bytes_after_the_end_count_for_the_size_and_change_nothing_else() {
    for name in ["s420.jpg", "s411_prog.jpg", "lossy.webp", "lossless_alpha.webp"] {
        let mut bytes = fixture(name);
        bytes.resize(1 << 20, 0);
        let sent = run(bytes.clone()).unwrap();
        assert_eq!((sent.action, sent.image.bytes().as_ref()), (Action::Pass, bytes.as_slice()));
        let clean = pixels(&fixture(name), 1568, &Limits::default(), &|| false);
        assert_eq!(pixels(&bytes, 1568, &Limits::default(), &|| false), clean);
        // A second picture after the first, as phones append one.
        let double = [fixture(name), fixture("moving.webp"), fixture("s444.jpg")].concat();
        assert_eq!(pixels(&double, 1568, &Limits::default(), &|| false), clean, "{name}");
        bytes.resize(2_097_153, 7);
        assert_eq!(run(bytes).unwrap().action, Action::Reencode);
    }
    let mut png = fixture("adam7_rgba8.png");
    let clean = run(png.clone()).unwrap();
    png.resize(3 << 20, 0);
    assert_eq!(run(png).unwrap(), clean);
}

#[test]
fn nothing_and_nearly_nothing_is_unreadable() {
    for bytes in [
        &b""[..],
        b"\0",
        b"\xFF",
        b"\xFF\xD8",
        b"\xFF\xD8\xFF",
        b"\xFF\xD8\xFF\xD9",
        PNG_SIGNATURE,
        b"RIFF",
        b"RIFF\x04\0\0\0WEBP",
        b"RIFF\xFF\xFF\xFF\xFFWEBPVP8 ",
        b"GIF89a",
    ] {
        assert!(matches!(run(bytes).unwrap_err().code(), "unreadable" | "unsupported"), "{bytes:?}");
        assert_eq!(probe(bytes), Err(DropReason::Unreadable));
    }
    assert_eq!(reason(b""), "unreadable");
    assert_eq!(reason([0]), "unreadable");
}

#[test]
fn a_jpeg_without_its_parts_is_unreadable() {
    let bytes = fixture("s444.jpg");
    let strip = |markers: &[u8]| {
        let (mut at, mut out) = (2, bytes[..2].to_vec());
        loop {
            let len = 2 + usize::from(u16::from_be_bytes([bytes[at + 2], bytes[at + 3]]));
            if !markers.contains(&bytes[at + 1]) {
                out.extend(&bytes[at..at + len]);
            }
            if bytes[at + 1] == 0xDA {
                break [&out[..], &bytes[at + len..]].concat();
            }
            at += len;
        }
    };
    assert_eq!(strip(&[]), bytes);
    for missing in [0xC0, 0xC4, 0xDB, 0xDA] {
        assert_eq!(reason(strip(&[missing])), "unreadable", "{missing:x}");
    }
    let scan = bytes.windows(2).position(|w| w == [0xFF, 0xDA]).unwrap();
    let empty = [&bytes[..scan + 14], b"\xFF\xD9"].concat();
    assert_eq!(reason(empty), "unreadable", "a scan without data");
    for (offset, value) in [(5, 0), (7, 0), (9, 2), (11, 0x50), (11, 0x01)] {
        let frame = bytes.windows(2).position(|w| w == [0xFF, 0xC0]).unwrap();
        let mut odd = bytes.clone();
        odd[frame + offset] = value;
        if offset == 5 || offset == 7 {
            odd[frame + offset + 1] = value;
        }
        assert_eq!(reason(odd), "unreadable", "byte {offset} of the frame header is {value}");
    }
    let second = [&bytes[..scan], &bytes[2..]].concat();
    assert_eq!(reason(second), "unreadable", "two frames");
}

#[test]
fn a_jpeg_whose_scan_is_cut_or_out_of_order_is_unreadable_at_a_scale() {
    let mut bytes = Vec::new();
    let mut encoder = jpeg_encoder::Encoder::new(&mut bytes, 90);
    encoder.set_restart_interval(20);
    encoder.encode(photo(1200, 800).as_raw(), 1200, 800, jpeg_encoder::ColorType::Rgb).unwrap();
    let marks: Vec<usize> = (0..bytes.len() - 1)
        .filter(|&at| bytes[at] == 0xFF && (0xD0..=0xD7).contains(&bytes[at + 1]))
        .collect();
    assert!(marks.len() > 100);
    let (first, second) = (marks[40], marks[41]);
    let lost = [&bytes[..first], &bytes[second..]].concat();
    let (mut twisted, mut wild) = (bytes.clone(), bytes.clone());
    twisted[first + 1] = bytes[second + 1];
    wild[first + 2..first + 60].fill(0xFE);
    let forged = [&bytes[..bytes.len() / 2], b"\xFF\xD9"].concat();
    // 4, 3, 2 and 1 eighths.
    for edge in [600, 440, 290, 140] {
        let decode = |bytes: &[u8]| pixels(bytes, edge, &Limits::default(), &|| false).map(|_| ());
        assert_eq!(decode(&bytes), Ok(()));
        for (name, damaged) in [("lost", &lost), ("twisted", &twisted), ("wild", &wild), ("forged", &forged)]
        {
            assert_eq!(decode(damaged), Err(DropReason::Unreadable), "{name} at {edge}");
        }
    }
}

#[test]
fn tables_and_segments_without_end_cost_nothing() {
    let start = Instant::now();
    let large = encode(photo(3136, 2090), ImageFormat::Jpeg);
    let tables = vec![segment(0xC4, &[0; 17 * 3854]); 300].concat();
    let many = [&large[..2], &tables, &large[2..]].concat();
    assert!(many.len() > 19 << 20);
    assert_eq!(
        pixels(&many, 1568, &Limits::default(), &|| false).map(|_| ()),
        Ok(()),
        "what is defined anew later counts"
    );
    let empty = [&large[..2], &segment(0xFE, &[]).repeat(2 << 20), &large[2..]].concat();
    assert_eq!(reason(empty), "unreadable", "two million segments");
    assert!(start.elapsed() < Duration::from_secs(5), "took {:?}", start.elapsed());
}

#[test]
fn a_png_with_damage_inside_is_unreadable() {
    let png = encode(photo(300, 200), ImageFormat::Png);
    for at in [20, 40, png.len() / 2, png.len() - 20] {
        let mut damaged = png.clone();
        damaged[at] ^= 0x55;
        let found = reason(damaged);
        assert!(found == "unreadable" || (at == 20 && found == "too_large"), "damage at {at}: {found}");
    }
    // Whole in structure, but without rows.
    let hollow = [
        PNG_SIGNATURE,
        &ihdr(30, 20, 8, 2, 0),
        &chunk(b"IDAT", b"\x78\x01\x03\0\0\0\0\x01"),
        &chunk(b"IEND", b""),
    ];
    assert_eq!(reason(hollow.concat()), "unreadable");
    let bad_colour = [PNG_SIGNATURE, &ihdr(30, 20, 8, 5, 0), &chunk(b"IDAT", b"x"), &chunk(b"IEND", b"")];
    assert_eq!(reason(bad_colour.concat()), "unreadable");
    assert_eq!(reason(png_of((4, 4), 8, 3, &[], (0..4).map(|_| vec![0; 4]))), "unreadable", "no palette");
}

#[test]
fn bombs_are_refused_by_their_header() {
    let start = Instant::now();
    let bomb41 = [PNG_SIGNATURE, &ihdr(8_000_000, u32::MAX, 16, 6, 0), b"\0\0\0\0IDAT"].concat();
    assert_eq!(bomb41.len(), 41);
    let square = |side: u32| [PNG_SIGNATURE, &ihdr(side, side, 8, 6, 0)].concat();
    let jpeg = |w: u16, h: u16| {
        let head = [&[8][..], &h.to_be_bytes(), &w.to_be_bytes(), b"\x03\x01\x22\0\x02\x11\x01\x03\x11\x01"]
            .concat();
        [b"\xFF\xD8".to_vec(), segment(0xDB, &[0; 65]), segment(0xC0, &head)].concat()
    };
    let vp8l = |w: u32, h: u32| {
        let bits = (w - 1) | (h - 1) << 14;
        webp(&[riff_chunk(b"VP8L", &[&[0x2F][..], &bits.to_le_bytes(), &[0; 8]].concat())])
    };
    let vp8 = |w: u16, h: u16| {
        let size = [w.to_le_bytes(), h.to_le_bytes()].concat();
        webp(&[riff_chunk(b"VP8 ", &[&b"\xF0\xFF\xFF\x9D\x01\x2A"[..], &size].concat())])
    };
    let bombs = [
        bomb41,
        square(16_384),
        square(16_385),
        square(11_314),
        jpeg(65_500, 65_500),
        jpeg(16_384, 16_384),
        jpeg(16_385, 1),
        jpeg(12_000, 12_000),
        vp8l(16_384, 16_384),
        vp8(16_383, 16_383),
        webp(&[vp8x(0, 1 << 24, 1 << 24)]),
        webp(&[vp8x(2, 16_384, 16_384)]),
    ];
    for bomb in &bombs {
        for _ in 0..4 {
            assert_eq!(run(bomb.clone()), Err(DropReason::TooLarge));
            assert_eq!(guard_for_user(bomb, &Limits::default()), Err(DropReason::TooLarge));
            assert_eq!(pixels(bomb, 100, &Limits::default(), &|| false), Err(DropReason::TooLarge));
        }
        // For facts alone there is no guard.
        assert!(
            probe(bomb).is_ok_and(|facts| facts.width > 9000) || probe(bomb) == Err(DropReason::Unreadable)
        );
    }
    assert!(start.elapsed() < Duration::from_millis(500), "took {:?}", start.elapsed());
}

#[test]
fn a_frame_that_is_larger_than_its_small_canvas_is_a_bomb_too() {
    let bits = 16_383_u32 | 16_383 << 14;
    let huge = riff_chunk(b"VP8L", &[&[0x2F][..], &bits.to_le_bytes(), &[0; 8]].concat());
    assert_eq!(reason(webp(&[vp8x(0, 10, 10), huge])), "too_large");
}

#[test]
fn a_png_that_inflates_without_end_is_cheap() {
    // 16,000 x 8,000 pixels of nothing: 128 million, allowed, a few hundred kilobytes as a file.
    let (width, height) = (16_000, 8_000);
    let mut file = Vec::new();
    {
        let mut encoder = ::png::Encoder::new(&mut file, width, height);
        encoder.set_color(::png::ColorType::Rgb);
        let mut writer = encoder.write_header().unwrap();
        let mut stream = writer.stream_writer().unwrap();
        let row = vec![200; width as usize * 3];
        for _ in 0..height {
            std::io::Write::write_all(&mut stream, &row).unwrap();
        }
        stream.finish().unwrap();
    }
    let sent = reencoded(file);
    assert_eq!(sent.dimensions(), (1568, 784));
    assert_colour(&sent, 700, 300, [200; 3], 2);
}

#[test]
fn a_text_chunk_that_inflates_is_never_inflated() {
    let plain = encode(RgbImage::from_pixel(9, 9, Rgb([3; 3])), ImageFormat::Png);
    let file = with_chunks(&plain, &vec![chunk(b"zTXt", &[&b"a\0\0"[..], &[0x78; 60_000]].concat()); 40]);
    assert!(run(file).is_ok());
}

#[test]
fn a_jpeg_of_endless_scans_is_refused() {
    let bytes = fixture("s420_prog.jpg");
    let scan = bytes.windows(2).position(|w| w == [0xFF, 0xDA]).unwrap();
    let end = scan + 2 + bytes[scan..].windows(2).skip(2).position(|w| w[0] == 0xFF && w[1] != 0).unwrap();
    let mut endless = bytes[..scan].to_vec();
    for _ in 0..5000 {
        endless.extend(&bytes[scan..end]);
    }
    endless.extend(b"\xFF\xD9");
    assert_eq!(reason(endless), "unreadable");
}
