//! Files of every make through `fuseforks image`: exactly what becomes of each, judged by pixels.
//!
//! Files are written by hand from their specifications, or are the fixtures that other programs made (beside
//! each of those lies what that program shows).

use fuseforks_tests::{World, picture};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage, imageops::FilterType};
use jpeg_encoder::{ChromaSubsamplingMethod, ColorType, Encoder, SamplingFactor};
use serde_json::{Value, json};
use std::{fs, io::Cursor, path::PathBuf};

/// A place, the colour there, and how far each channel may be off.
type Spot = (u32, u32, [u8; 3], u8);

enum Outcome {
    /// Byte for byte.
    Pass(&'static str),
    /// A JPEG of this size with these colours.
    Reencode((u32, u32), Vec<Spot>),
    /// A JPEG that looks like this picture.
    Like(RgbImage),
    /// The same, closely and in colour, and with these colours at these places.
    Close(RgbImage, Vec<Spot>),
    Drop(&'static str, Option<&'static str>),
}

struct Case {
    name: String,
    bytes: Vec<u8>,
    outcome: Outcome,
}

fn case(name: impl Into<String>, bytes: Vec<u8>, outcome: Outcome) -> Case {
    Case { name: name.into(), bytes, outcome }
}

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../crates/media/tests/fixtures")
}

fn fixture(name: &str) -> Vec<u8> {
    fs::read(fixtures().join(name)).unwrap()
}

fn encode(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.into().write_to(&mut file, format).unwrap();
    file.into_inner()
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
    })
}

fn chunk(name: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let checked = [&name[..], body].concat();
    [&u32::try_from(body.len()).unwrap().to_be_bytes()[..], &checked, &crc(&checked).to_be_bytes()].concat()
}

fn header(width: u32, height: u32, depth: u8, colour: u8) -> Vec<u8> {
    let body = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[depth, colour, 0, 0, 0]].concat();
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunk(b"IHDR", &body)].concat()
}

/// Rows without filters in a zlib stream without compression (RFC 1950, RFC 1951).
fn zlib(rows: &[Vec<u8>]) -> Vec<u8> {
    let raw: Vec<u8> = rows.iter().flat_map(|row| [&[0][..], row].concat()).collect();
    let mut out = vec![0x78, 0x01];
    let blocks: Vec<&[u8]> = raw.chunks(65_535).collect();
    for (index, block) in blocks.iter().enumerate() {
        let length = u16::try_from(block.len()).unwrap();
        out.push(u8::from(index + 1 == blocks.len()));
        out.extend([length.to_le_bytes(), (!length).to_le_bytes()].concat());
        out.extend_from_slice(block);
    }
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in raw {
        a = (a + u32::from(byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    out.extend((b << 16 | a).to_be_bytes());
    out
}

fn png(size: (u32, u32), depth: u8, colour: u8, extra: &[Vec<u8>], rows: &[Vec<u8>]) -> Vec<u8> {
    let data = chunk(b"IDAT", &zlib(rows));
    [header(size.0, size.1, depth, colour), extra.concat(), data, chunk(b"IEND", &[])].concat()
}

/// 64 x 64 pixels of `depth` bits a sample: the left half `left`, the right half `right`.
fn halves(depth: u8, colour: u8, extra: &[Vec<u8>], left: &[u16], right: &[u16]) -> Vec<u8> {
    let mut bits = Vec::new();
    for x in 0..64 {
        for &sample in if x < 32 { left } else { right } {
            bits.extend((0..depth).rev().map(|bit| u8::try_from(sample >> bit & 1).unwrap()));
        }
    }
    let row: Vec<u8> = bits.chunks(8).map(|byte| byte.iter().fold(0, |all, bit| all << 1 | bit)).collect();
    png((64, 64), depth, colour, extra, &vec![row; 64])
}

fn on_white(right: [u8; 3]) -> Outcome {
    Outcome::Reencode((64, 64), vec![(12, 32, [255; 3], 2), (52, 32, right, 4)])
}

/// Every colour type and depth of PNG (specification, table 11.1), with transparency where it can have it.
fn colour_types() -> Vec<Case> {
    let palette = |entries: &[[u8; 3]]| chunk(b"PLTE", &entries.concat());
    let (red, clear_red) = ([254, 0, 0], [[0, 0, 0], [255, 0, 0]]);
    let mut cases = Vec::new();
    for depth in [1, 2, 4, 8, 16] {
        let most = u16::try_from((1_u32 << depth) - 1).unwrap();
        let name = format!("grey{depth}.png");
        cases.push(case(name, halves(depth, 0, &[], &[most], &[0]), on_white([0; 3])));
        let hidden = chunk(b"tRNS", &0_u16.to_be_bytes());
        let file = halves(depth, 0, &[hidden], &[0], &[most]);
        cases.push(case(format!("grey{depth}-key.png"), file, on_white([255; 3])));
        if depth <= 8 {
            let extra = [palette(&clear_red), chunk(b"tRNS", &[0])];
            let file = halves(depth, 3, &extra, &[0], &[1]);
            cases.push(case(format!("palette{depth}.png"), file, on_white(red)));
        }
        if depth >= 8 {
            let file = halves(depth, 2, &[], &[most; 3], &[most, 0, 0]);
            cases.push(case(format!("rgb{depth}.png"), file, on_white(red)));
            let key = chunk(b"tRNS", &[0; 6]);
            let file = halves(depth, 2, &[key], &[0; 3], &[most, 0, 0]);
            cases.push(case(format!("rgb{depth}-key.png"), file, on_white(red)));
            let file = halves(depth, 4, &[], &[0, 0], &[0, most]);
            cases.push(case(format!("grey-alpha{depth}.png"), file, on_white([0; 3])));
            let file = halves(depth, 6, &[], &[0; 4], &[most, 0, 0, most]);
            cases.push(case(format!("rgba{depth}.png"), file, on_white(red)));
        }
    }
    // Half covered: (255, 0, 0) at 128 of 255 over white.
    let half = halves(8, 6, &[], &[0, 0, 0, 0], &[255, 0, 0, 128]);
    cases.push(case("half.png", half, on_white([255, 127, 127])));
    cases
}

/// The frames of an animation are not the picture (PNG third edition, 11.3.6).
fn animated_png() -> Case {
    let frame = |number: u32| {
        let size = [number, 64, 64, 0, 0].map(u32::to_be_bytes).concat();
        chunk(b"fcTL", &[&size[..], &[0, 1, 0, 10, 0, 0]].concat())
    };
    let still = zlib(&vec![[220, 20, 20].repeat(64); 64]);
    let moved = [&2_u32.to_be_bytes()[..], &zlib(&vec![[20, 20, 220].repeat(64); 64])].concat();
    let file = [
        header(64, 64, 8, 2),
        chunk(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]),
        frame(0),
        chunk(b"IDAT", &still),
        frame(1),
        chunk(b"fdAT", &moved),
        chunk(b"IEND", &[]),
    ];
    case("moving.png", file.concat(), Outcome::Reencode((64, 64), vec![(32, 32, [220, 20, 20], 4)]))
}

/// A TIFF structure with nothing but an orientation (TIFF 6.0, section 8; Exif 2.32, 4.6.4).
fn orientation(number: u8) -> Vec<u8> {
    [&b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0"[..], &[number, 0, 0], &[0; 4]].concat()
}

/// Four colours in the corners, as the file stores them, and where a viewer shows each: in the order top left, top
/// right, bottom right, bottom left (Exif 2.32, 4.6.4 A: what the row 0 and the column 0 of the file are).
fn turned() -> Vec<Case> {
    const COLOURS: [[u8; 3]; 4] = [[220, 20, 20], [20, 160, 20], [20, 20, 220], [230, 210, 20]];
    let shown: [[usize; 4]; 8] = [
        [0, 1, 2, 3],
        [1, 0, 3, 2],
        [2, 3, 0, 1],
        [3, 2, 1, 0],
        [0, 3, 2, 1],
        [3, 0, 1, 2],
        [2, 1, 0, 3],
        [1, 2, 3, 0],
    ];
    let stored = RgbImage::from_fn(2000, 1000, |x, y| {
        Rgb(match (x < 1000, y < 500) {
            (true, true) => COLOURS[0],
            (false, true) => COLOURS[1],
            (false, false) => COLOURS[2],
            (true, false) => COLOURS[3],
        })
    });
    let plain = [
        ("jpg", encode(stored.clone(), ImageFormat::Jpeg)),
        ("png", encode(stored.clone(), ImageFormat::Png)),
        ("webp", encode(stored, ImageFormat::WebP)),
    ];
    let mut cases = Vec::new();
    for (index, corners) in shown.iter().enumerate() {
        let number = u8::try_from(index + 1).unwrap();
        let tiff = orientation(number);
        let (width, height) = if number >= 5 { (784, 1568) } else { (1568, 784) };
        for (ending, plain) in &plain {
            let file = match *ending {
                "jpg" => {
                    let body = [&b"Exif\0\0"[..], &tiff].concat();
                    let length = u16::try_from(body.len() + 2).unwrap().to_be_bytes();
                    [&plain[..2], &[0xFF, 0xE1], &length, &body, &plain[2..]].concat()
                }
                "png" => [&plain[..33], &chunk(b"eXIf", &tiff), &plain[33..]].concat(),
                _ => with_exif(plain, (2000, 1000), &tiff),
            };
            let at = [(9, 9), (width - 10, 9), (width - 10, height - 10), (9, height - 10)];
            let spots =
                at.iter().zip(corners).map(|(&(x, y), &colour)| (x, y, COLOURS[colour], 12)).collect();
            let outcome = Outcome::Reencode((width, height), spots);
            cases.push(case(format!("turned{number}.{ending}"), file, outcome));
        }
    }
    cases
}

/// Top left, top right, bottom left, bottom right.
const QUARTERS: [[u8; 3]; 4] = [[220, 20, 20], [20, 160, 20], [20, 20, 220], [230, 210, 20]];

/// Four colours, with soft shapes in the middle.
fn quarters(width: u32, height: u32, colours: [[u8; 3]; 4]) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        let middle = |at: u32, length: u32| (length * 3 / 8..length * 5 / 8).contains(&at);
        if middle(x, width) && middle(y, height) {
            let wave = |by: f64| ((f64::from(x) * by + f64::from(y) * by * 0.7).sin() * 90.0 + 128.0) as u8;
            return Rgb([wave(0.013), wave(0.021), wave(0.008)]);
        }
        Rgb(colours[usize::from(x >= width / 2) + 2 * usize::from(y >= height / 2)])
    })
}

/// The four colours near the corners of a picture and beside the lines between them.
fn spots(size: (u32, u32), colours: [[u8; 3]; 4]) -> Vec<Spot> {
    let along = |length: u32| [length / 8, length / 2 - 8, length / 2 + 8, length * 7 / 8];
    let mut spots = Vec::new();
    for (column, x) in along(size.0).into_iter().enumerate() {
        for (row, y) in along(size.1).into_iter().enumerate() {
            // The middle has no colour of its own.
            if !([1, 2].contains(&column) && [1, 2].contains(&row)) {
                spots.push((x, y, colours[column / 2 + 2 * (row / 2)], 10));
            }
        }
    }
    spots
}

/// JPEGs of every make that are too large to go as they are: each is decoded at a scale. What each shows is another
/// decoder's picture; of inks, which that one does not judge, what they print on white paper.
fn large() -> Vec<Case> {
    const SIZE: (u16, u16) = (2000, 1400);
    let small = (1568, 1098);
    let picture = quarters(SIZE.0.into(), SIZE.1.into(), QUARTERS);
    let fitted = |shown: DynamicImage| shown.resize_exact(small.0, small.1, FilterType::Lanczos3).into_rgb8();
    let shrunk = |file: &[u8]| fitted(image::load_from_memory_with_format(file, ImageFormat::Jpeg).unwrap());
    let file = |set: &dyn Fn(&mut Encoder<&mut Vec<u8>>), pixels: &[u8], colour: ColorType| {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, 95);
        encoder.set_chroma_subsampling_method(ChromaSubsamplingMethod::Average);
        set(&mut encoder);
        encoder.encode(pixels, SIZE.0, SIZE.1, colour).unwrap();
        file
    };
    let sampled = |encoder: &mut Encoder<&mut Vec<u8>>, across, down| {
        encoder.set_sampling_factor(SamplingFactor::from_factors(across, down).unwrap());
    };
    let mut cases = Vec::new();
    let mut add = |name: String, file: Vec<u8>, colours| {
        // The other decoder gets these two wrong, by a hundred levels: they are
        // judged by the picture that was encoded.
        let like = match name.as_str() {
            "large-410.jpg" | "large-441.jpg" => fitted(picture.clone().into()),
            _ => shrunk(&file),
        };
        cases.push(case(name, file, Outcome::Close(like, spots(small, colours))));
    };
    for progressive in [false, true] {
        let end = if progressive { "-progressive" } else { "" };
        for (name, across, down) in [
            ("444", 1, 1),
            ("422", 2, 1),
            ("440", 1, 2),
            ("420", 2, 2),
            ("411", 4, 1),
            ("410", 4, 2),
            ("441", 1, 4),
        ] {
            let set = |encoder: &mut Encoder<&mut Vec<u8>>| {
                sampled(encoder, across, down);
                encoder.set_progressive(progressive);
            };
            add(format!("large-{name}{end}.jpg"), file(&set, picture.as_raw(), ColorType::Rgb), QUARTERS);
        }
        let set = |encoder: &mut Encoder<&mut Vec<u8>>| {
            sampled(encoder, 2, 2);
            encoder.set_progressive(progressive);
            encoder.set_restart_interval(7);
        };
        add(format!("large-restart{end}.jpg"), file(&set, picture.as_raw(), ColorType::Rgb), QUARTERS);
        let luma = |picture: RgbImage| DynamicImage::ImageRgb8(picture).into_luma8();
        let grey = luma(picture.clone());
        let greys = QUARTERS.map(|colour| [luma(RgbImage::from_pixel(1, 1, Rgb(colour))).as_raw()[0]; 3]);
        let set = |encoder: &mut Encoder<&mut Vec<u8>>| encoder.set_progressive(progressive);
        add(format!("large-grey{end}.jpg"), file(&set, grey.as_raw(), ColorType::Luma), greys);
    }
    // The profile of `make.py` that calls red what others call blue.
    let swapped = |[r, g, b]: [u8; 3]| [b, g, r];
    let set = |encoder: &mut Encoder<&mut Vec<u8>>| encoder.add_icc_profile(&fixture("swapped.icc")).unwrap();
    let coded = file(&set, picture.as_raw(), ColorType::Rgb);
    let mut like = shrunk(&coded);
    like.pixels_mut().for_each(|pixel| pixel.0 = swapped(pixel.0));
    let outcome = Outcome::Close(like, spots(small, QUARTERS.map(swapped)));
    cases.push(case("large-profile.jpg", coded, outcome));

    let inks: [[u8; 4]; 4] = [[255, 0, 0, 0], [0, 255, 0, 60], [0, 0, 255, 120], [40, 90, 10, 30]];
    let printed = |ink: [u8; 4]| {
        let [c, m, y, k] = ink.map(|value| 255 - u32::from(value));
        [c * k / 255, m * k / 255, y * k / 255].map(|value| value as u8)
    };
    let mut plates = Vec::new();
    for y in 0..SIZE.1 {
        for x in 0..SIZE.0 {
            plates.extend(inks[usize::from(x >= SIZE.0 / 2) + 2 * usize::from(y >= SIZE.1 / 2)]);
        }
    }
    for (name, colour) in [("cmyk", ColorType::Cmyk), ("ycck", ColorType::CmykAsYcck)] {
        for (end, across, down, progressive) in
            [("", 1, 1, false), ("-420", 2, 2, false), ("-progressive", 1, 1, true)]
        {
            let set = |encoder: &mut Encoder<&mut Vec<u8>>| {
                sampled(encoder, across, down);
                encoder.set_progressive(progressive);
            };
            let outcome = || Outcome::Reencode(small, spots(small, inks.map(printed)));
            let marked = file(&set, &plates, colour);
            if name == "cmyk" {
                // Without the mark of Adobe, sixteen bytes, the inks are still taken for inverted ones.
                let at = marked.windows(2).position(|pair| pair == [0xFF, 0xEE]).unwrap();
                let plain = [&marked[..at], &marked[at + 16..]].concat();
                cases.push(case(format!("large-{name}-plain{end}.jpg"), plain, outcome()));
            }
            cases.push(case(format!("large-{name}{end}.jpg"), marked, outcome()));
        }
    }
    cases
}

fn riff(name: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len()).unwrap().to_le_bytes();
    [&name[..], &length, body, &vec![0; body.len() % 2]].concat()
}

/// A still WebP with an Exif chunk (RFC 9649, 2.7).
fn with_exif(plain: &[u8], size: (u32, u32), tiff: &[u8]) -> Vec<u8> {
    let side = |n: u32| (n - 1).to_le_bytes()[..3].to_vec();
    let canvas = [vec![8, 0, 0, 0], side(size.0), side(size.1)].concat();
    let chunks = [riff(b"VP8X", &canvas), plain[12..].to_vec(), riff(b"EXIF", tiff)].concat();
    riff(b"RIFF", &[b"WEBP".to_vec(), chunks].concat())
}

/// Files of other programs.
fn foreign() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut names: Vec<String> = fs::read_dir(fixtures())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    for name in names {
        let bytes = fixture(&name);
        let ending = name.rsplit_once('.').unwrap().1;
        let beside = |end: &str| names_contain(&name, end);
        let outcome = match (ending, name.as_str()) {
            ("jpg", large) if large.starts_with("large_") => {
                Outcome::Reencode((1568, 277), spots((1568, 277), QUARTERS))
            }
            ("jpg", _) => Outcome::Pass("JPEG"),
            ("webp", "moving.webp") => Outcome::Reencode((300, 300), vec![(150, 150, [254, 0, 0], 4)]),
            ("webp", _) => Outcome::Pass("WebP"),
            ("png", _) if !beside("jpg") && !beside("webp") => {
                let shown = image::load_from_memory(&bytes).unwrap().into_rgba8();
                Outcome::Like(over_white(&shown))
            }
            ("avif", _) => Outcome::Drop("unsupported", Some("AVIF")),
            ("bmp", _) => Outcome::Drop("unsupported", Some("BMP")),
            ("gif", _) => Outcome::Drop("unsupported", Some("GIF")),
            ("heic", _) => Outcome::Drop("unsupported", Some("HEIC")),
            ("ico", _) => Outcome::Drop("unsupported", Some("ICO")),
            ("jp2", _) => Outcome::Drop("unsupported", Some("JPEG 2000")),
            ("tif", _) => Outcome::Drop("unsupported", Some("TIFF")),
            _ => continue,
        };
        cases.push(case(name, bytes, outcome));
    }
    cases
}

/// Whether a fixture of the same name and this ending lies beside it.
fn names_contain(name: &str, ending: &str) -> bool {
    fixtures().join(name).with_extension(ending).exists()
}

fn over_white(picture: &RgbaImage) -> RgbImage {
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let Rgba([r, g, b, a]) = *picture.get_pixel(x, y);
        let mix =
            |value: u8| ((u32::from(value) * u32::from(a) + 255 * (255 - u32::from(a)) + 127) / 255) as u8;
        Rgb([r, g, b].map(mix))
    })
}

fn refused() -> Vec<Case> {
    let text = |name: &str, text: &[u8]| case(name, text.to_vec(), Outcome::Drop("unreadable", None));
    let mut cases = vec![
        text("drawing.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
        text("page.png", b"<!DOCTYPE html><html>hello</html>"),
        text("empty.png", b""),
        text("zero.jpg", b"\0"),
        text("video.mp4", &[b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom", &[0; 64][..]].concat()),
        case(
            "named.jpg",
            [b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", &[0; 64][..]].concat(),
            Outcome::Drop("unsupported", Some("HEIC")),
        ),
        case(
            "41-bytes.png",
            [header(8_000_000, u32::MAX, 16, 6), b"\0\0\0\0IDAT".to_vec()].concat(),
            Outcome::Drop("too_large", Some("PNG")),
        ),
        case("square.png", header(16_384, 16_384, 8, 6), Outcome::Drop("too_large", Some("PNG"))),
        case(
            "edge.png",
            png((16_385, 1), 1, 0, &[], &[vec![255; 2049]]),
            Outcome::Drop("too_large", Some("PNG")),
        ),
        case(
            "just.png",
            png((16_384, 100), 1, 0, &[], &vec![vec![255; 2048]; 100]),
            Outcome::Reencode((1568, 10), vec![(5, 5, [255; 3], 1), (1560, 8, [255; 3], 1)]),
        ),
    ];
    assert_eq!(cases[6].bytes.len(), 41);
    let whole = [
        ("JPEG", "s420.jpg"),
        ("JPEG", "s420_prog.jpg"),
        ("JPEG", "cmyk.jpg"),
        ("WebP", "lossy.webp"),
        ("WebP", "lossless_alpha.webp"),
        ("PNG", "adam7_rgba8.png"),
    ];
    for (format, name) in whole {
        let bytes = fixture(name);
        for part in 1..16 {
            let cut = bytes[..bytes.len() * part / 16].to_vec();
            // "RIFF", a size, "WEBP": before the twelfth byte nobody can know what it is.
            let known = format != "WebP" || cut.len() >= 12;
            let outcome = Outcome::Drop("unreadable", known.then_some(format));
            cases.push(case(format!("cut{part}-{name}"), cut, outcome));
        }
    }
    cases
}

/// The luma of every pixel (ITU-R BT.601).
fn brightness(picture: &RgbImage) -> Vec<f64> {
    let luma = |pixel: &Rgb<u8>| {
        let [r, g, b] = pixel.0.map(f64::from);
        0.299 * r + 0.587 * g + 0.114 * b
    };
    picture.pixels().map(luma).collect()
}

#[track_caller]
fn judge(case: &Case, line: &Value, sent: &dyn Fn(&str) -> Vec<u8>) {
    let name = &case.name;
    let facts = |action: &str, reason: Value, format: Value| {
        assert_eq!(
            (&line["action"], &line["reason"], &line["format"]),
            (&json!(action), &reason, &format),
            "{name}"
        );
    };
    let decoded = |size: (u32, u32)| {
        facts("reencode", Value::Null, json!("JPEG"));
        assert_eq!((&line["width"], &line["height"]), (&json!(size.0), &json!(size.1)), "{name}");
        let sha256 = line["sha256"].as_str().unwrap();
        let bytes = sent(&format!("{sha256}.jpg"));
        assert_eq!(picture::sha256(&bytes), sha256, "{name}");
        let shown = image::load_from_memory_with_format(&bytes, ImageFormat::Jpeg).unwrap().into_rgb8();
        assert_eq!(shown.dimensions(), size, "{name}");
        shown
    };
    let coloured = |shown: &RgbImage, spots: &[Spot]| {
        for &(x, y, wanted, tolerance) in spots {
            let found = shown.get_pixel(x, y).0;
            let near = found.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) <= tolerance);
            assert!(near, "{name} at {x},{y}: {found:?}, wanted {wanted:?} +-{tolerance}");
        }
    };
    match &case.outcome {
        Outcome::Pass(format) => {
            facts("pass", Value::Null, json!(format));
            assert_eq!(line["sha256"], picture::sha256(&case.bytes), "{name}");
            assert_eq!(line["bytes"], case.bytes.len(), "{name}");
        }
        Outcome::Reencode(size, spots) => coloured(&decoded(*size), spots),
        Outcome::Close(wanted, spots) => {
            let shown = decoded(wanted.dimensions());
            coloured(&shown, spots);
            let apart = shown.as_raw().iter().zip(wanted.as_raw()).map(|(a, b)| u64::from(a.abs_diff(*b)));
            let mean = apart.sum::<u64>() as f64 / wanted.as_raw().len() as f64;
            assert!(mean < 1.0, "{name} differs by {mean:.2} levels");
        }
        Outcome::Like(wanted) => {
            // Colour is coded for four pixels together: where every pixel has another one, brightness is judged.
            let shown = brightness(&decoded(wanted.dimensions()));
            let wanted = brightness(wanted);
            let mean =
                shown.iter().zip(&wanted).map(|(a, b)| (a - b).abs()).sum::<f64>() / shown.len() as f64;
            assert!(mean < 6.0, "{name} differs by {mean:.1} levels");
        }
        Outcome::Drop(reason, format) => {
            facts("drop", json!(reason), json!(format));
            for key in ["width", "height", "bytes", "sha256"] {
                assert!(line[key].is_null(), "{name}: {key}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_file_has_its_one_outcome() {
    let cases: Vec<Case> = [colour_types(), vec![animated_png()], turned(), large(), foreign(), refused()]
        .into_iter()
        .flatten()
        .collect();
    assert!(cases.len() > 200, "{} files", cases.len());
    let kept = World::folders();
    for case in &cases {
        fs::write(kept.path().join(&case.name), &case.bytes).unwrap();
    }
    let mut arguments = vec!["image", "--out", "sent"];
    arguments.extend(cases.iter().map(|case| case.name.as_str()));
    let lines = kept.program(&arguments).done().await.ok().json();
    assert_eq!(lines.len(), cases.len());
    let sent = |name: &str| fs::read(kept.path().join("sent").join(name)).unwrap();
    for (case, line) in cases.iter().zip(&lines) {
        assert_eq!(line["file"], case.name);
        judge(case, line, &sent);
    }
}
