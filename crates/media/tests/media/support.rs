//! Makes files by hand and measures pictures. Nothing here comes from the crate under test.

use fuseforks_media::{Action, DropReason, Limits, Normalised, normalise};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use std::{io::Cursor, path::PathBuf};

/// Never stopped.
pub(crate) fn go() -> bool {
    false
}

pub(crate) fn fixture(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What another decoder made of a fixture.
pub(crate) fn reference(name: &str) -> RgbImage {
    image::load_from_memory(&fixture(name)).unwrap().to_rgb8()
}

pub(crate) fn run(bytes: impl Into<Vec<u8>>) -> Result<Normalised, DropReason> {
    normalise(bytes.into().into(), &Limits::default(), &go)
}

pub(crate) fn reason(bytes: impl Into<Vec<u8>>) -> &'static str {
    run(bytes).expect_err("dropped").code()
}

/// Normalises what must be re-encoded, checks the output's form and decodes it with another decoder.
pub(crate) fn reencoded(bytes: impl Into<Vec<u8>>) -> RgbImage {
    let sent = run(bytes).expect("sent");
    assert_eq!(sent.action, Action::Reencode);
    decode_sent(&sent)
}

pub(crate) fn decode_sent(sent: &Normalised) -> RgbImage {
    let image = &sent.image;
    assert_eq!(image.media_type(), "image/jpeg");
    assert_no_metadata(image.bytes());
    let decoded = image::load_from_memory_with_format(image.bytes(), ImageFormat::Jpeg).unwrap();
    assert_eq!((decoded.width(), decoded.height()), (image.width(), image.height()));
    decoded.to_rgb8()
}

/// The markers of a JPEG's segments before its scan.
pub(crate) fn markers(jpeg: &[u8]) -> Vec<u8> {
    let (mut at, mut found) = (2, Vec::new());
    loop {
        assert_eq!(jpeg[at], 0xFF, "a marker at {at}");
        found.push(jpeg[at + 1]);
        if jpeg[at + 1] == 0xDA {
            return found;
        }
        at += 2 + usize::from(u16::from_be_bytes([jpeg[at + 2], jpeg[at + 3]]));
    }
}

fn assert_no_metadata(jpeg: &[u8]) {
    let foreign = markers(jpeg).into_iter().find(|m| matches!(m, 0xE1..=0xEF | 0xFE));
    assert_eq!(foreign, None, "nothing but JFIF is carried over");
}

/// Whether the colour at `x`, `y` is within `tolerance` of `wanted` in each channel.
#[track_caller]
pub(crate) fn assert_colour(image: &RgbImage, x: u32, y: u32, wanted: [u8; 3], tolerance: u8) {
    let found = image.get_pixel(x, y).0;
    let near = found.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) <= tolerance);
    assert!(near, "at {x},{y}: {found:?}, wanted {wanted:?} +-{tolerance}");
}

/// The mean absolute difference of two pictures of one size, in levels.
#[track_caller]
pub(crate) fn difference(a: &RgbImage, b: &RgbImage) -> f64 {
    assert_eq!(a.dimensions(), b.dimensions());
    let sum: u64 = a.as_raw().iter().zip(b.as_raw()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / a.as_raw().len() as f64
}

pub(crate) fn mean(image: &RgbImage) -> [u8; 3] {
    let mut sums = [0_u64; 3];
    for pixel in image.pixels() {
        for (sum, value) in sums.iter_mut().zip(pixel.0) {
            *sum += u64::from(value);
        }
    }
    sums.map(|sum| (sum / u64::from(image.width() * image.height())) as u8)
}

pub(crate) fn encode(image: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    image.into().write_to(&mut out, format).unwrap();
    out.into_inner()
}

/// A JPEG of `width` x `height`, grey but for a red band at the left tenth.
pub(crate) fn red_left(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| if x < width / 10 { Rgb([220, 0, 0]) } else { Rgb([128; 3]) })
}

/// A TIFF structure that says nothing but an orientation.
pub(crate) fn tiff(orientation: u16, little: bool) -> Vec<u8> {
    let mut out = if little { b"II*\0".to_vec() } else { b"MM\0*".to_vec() };
    let u16b = |n: u16| if little { n.to_le_bytes() } else { n.to_be_bytes() };
    let u32b = |n: u32| if little { n.to_le_bytes() } else { n.to_be_bytes() };
    out.extend(u32b(8));
    out.extend(u16b(2));
    // Software, then orientation.
    out.extend(u16b(0x0131));
    out.extend(u16b(2));
    out.extend(u32b(4));
    out.extend(b"cam\0");
    out.extend(u16b(0x0112));
    out.extend(u16b(3));
    out.extend(u32b(1));
    out.extend(u16b(orientation));
    out.extend([0, 0]);
    out.extend(u32b(0));
    out
}

pub(crate) fn segment(marker: u8, body: &[u8]) -> Vec<u8> {
    let len = u16::try_from(body.len() + 2).unwrap().to_be_bytes();
    [&[0xFF, marker][..], &len, body].concat()
}

/// Puts segments right after the start of a JPEG.
pub(crate) fn with_segments(jpeg: &[u8], segments: &[Vec<u8>]) -> Vec<u8> {
    [&jpeg[..2], &segments.concat(), &jpeg[2..]].concat()
}

pub(crate) fn with_exif(jpeg: &[u8], orientation: u16) -> Vec<u8> {
    let body = [b"Exif\0\0".to_vec(), tiff(orientation, orientation.is_multiple_of(2))].concat();
    with_segments(jpeg, &[segment(0xE1, &body)])
}

/// A PNG chunk with its checksum (PNG specification, annex D).
pub(crate) fn chunk(name: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let mut crc = u32::MAX;
    for byte in name.iter().chain(body) {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { 0xEDB8_8320 ^ (crc >> 1) } else { crc >> 1 };
        }
    }
    let len = u32::try_from(body.len()).unwrap().to_be_bytes();
    [&len[..], name, body, &(!crc).to_be_bytes()].concat()
}

/// Puts chunks right after the header of a PNG.
pub(crate) fn with_chunks(png: &[u8], chunks: &[Vec<u8>]) -> Vec<u8> {
    [&png[..33], &chunks.concat(), &png[33..]].concat()
}

pub(crate) fn ihdr(width: u32, height: u32, depth: u8, colour: u8, interlace: u8) -> Vec<u8> {
    let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
    chunk(b"IHDR", &[&size[..], &[depth, colour, 0, 0, interlace]].concat())
}

pub(crate) const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1A\n";

/// A PNG of raw, unfiltered rows (each without its filter byte), stored without compression.
pub(crate) fn png_of(
    size: (u32, u32),
    depth: u8,
    colour: u8,
    extra: &[Vec<u8>],
    rows: impl Iterator<Item = Vec<u8>>,
) -> Vec<u8> {
    let raw: Vec<u8> = rows.flat_map(|row| [vec![0], row].concat()).collect();
    let mut zlib = vec![0x78, 0x01];
    let blocks = raw.chunks(65_535).count();
    for (i, block) in raw.chunks(65_535).enumerate() {
        let len = u16::try_from(block.len()).unwrap();
        zlib.push(u8::from(i + 1 == blocks));
        zlib.extend(len.to_le_bytes());
        zlib.extend((!len).to_le_bytes());
        zlib.extend(block);
    }
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in &raw {
        a = (a + u32::from(*byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    zlib.extend((b << 16 | a).to_be_bytes());
    [
        PNG_SIGNATURE.to_vec(),
        ihdr(size.0, size.1, depth, colour, 0),
        extra.concat(),
        chunk(b"IDAT", &zlib),
        chunk(b"IEND", &[]),
    ]
    .concat()
}

/// A RIFF chunk with its padding.
pub(crate) fn riff_chunk(name: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let len = u32::try_from(body.len()).unwrap().to_le_bytes();
    [&name[..], &len, body, &[0][..body.len() % 2]].concat()
}

pub(crate) fn webp(chunks: &[Vec<u8>]) -> Vec<u8> {
    riff_chunk(b"RIFF", &[b"WEBP".to_vec(), chunks.concat()].concat())
}

pub(crate) fn vp8x(flags: u8, width: u32, height: u32) -> Vec<u8> {
    let side = |n: u32| (n - 1).to_le_bytes()[..3].to_vec();
    riff_chunk(b"VP8X", &[vec![flags, 0, 0, 0], side(width), side(height)].concat())
}

/// The chunks of a WebP, headers included.
pub(crate) fn webp_chunks(file: &[u8]) -> Vec<([u8; 4], Vec<u8>)> {
    let (mut at, mut found) = (12, Vec::new());
    while at < file.len() {
        let len = u32::from_le_bytes(file[at + 4..at + 8].try_into().unwrap()) as usize;
        found.push((file[at..at + 4].try_into().unwrap(), file[at + 8..at + 8 + len].to_vec()));
        at += 8 + len.next_multiple_of(2);
    }
    found
}

/// The image chunks (`ALPH`, `VP8 `, `VP8L`) of a still WebP, as they stand in a file.
pub(crate) fn webp_image(file: &[u8]) -> Vec<u8> {
    webp_chunks(file)
        .into_iter()
        .filter(|(name, _)| matches!(name, b"ALPH" | b"VP8 " | b"VP8L"))
        .flat_map(|(name, body)| riff_chunk(&name, &body))
        .collect()
}

/// Deterministic noise: a linear congruential generator (Knuth's MMIX constants).
pub(crate) struct Noise(pub(crate) u64);

impl Noise {
    pub(crate) fn byte(&mut self) -> u8 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 56) as u8
    }
}

/// A still picture with broad shapes and some texture, as a photograph has.
pub(crate) fn photo(width: u32, height: u32) -> RgbImage {
    let mut noise = Noise(7);
    RgbImage::from_fn(width, height, |x, y| {
        let wave =
            |f: f64, p: f64| ((f64::from(x) * f + f64::from(y) * f * 0.7 + p).sin() * 90.0 + 128.0) as u8;
        let grain = noise.byte() / 16;
        Rgb([wave(0.013, 0.0), wave(0.021, 1.0), wave(0.008, 2.0)].map(|v| v.saturating_add(grain)))
    })
}
