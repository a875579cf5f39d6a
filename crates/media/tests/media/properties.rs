//! No bytes may panic, hang or slip through larger than the limits.

use crate::support::*;
use fuseforks_media::{
    Limits, audio_kind, guard_for_user, normalise, normalise_attachment, pixels, probe, sniff, to_jpeg,
};
use proptest::prelude::*;
use std::{
    panic,
    sync::{Mutex, Once, PoisonError},
};

/// Where this crate panicked. A library that panics while it decodes makes a file unreadable; this crate never panics.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn watch_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let ours = info.location().filter(|place| !place.file().contains("/registry/"));
            PANICS.lock().unwrap_or_else(PoisonError::into_inner).extend(ours.map(ToString::to_string));
            report(info);
        }));
    });
}

/// Everything that can be asked of some bytes.
fn ask_all(bytes: &[u8]) {
    watch_panics();
    every_question(bytes);
    let panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner);
    assert!(panics.is_empty(), "{panics:?}");
}

fn every_question(bytes: &[u8]) {
    // A tight guard keeps a header that was mutated into a giant from taking seconds.
    let limits = Limits { max_edge: 40, guard_edge: 2000, guard_pixels: 1_000_000, ..Limits::default() };
    let _ = (sniff(bytes), audio_kind(bytes), probe(bytes), guard_for_user(bytes, &limits));
    // The JPEGs among the seeds are 70 pixels wide: decoded at 1, 2, 3 and 4 eighths.
    for edge in [8, 15, 20, 32] {
        let _ = pixels(bytes, edge, &limits, &|| false);
    }
    for result in [
        normalise(bytes.to_vec().into(), &limits, &go),
        normalise_attachment(bytes.to_vec().into(), &limits, &go),
    ] {
        let Ok(sent) = result else { continue };
        let image = sent.image;
        assert!(image.bytes().len() <= limits.max_bytes);
        assert!((1..=40).contains(&image.width()) && (1..=40).contains(&image.height()));
        let facts = probe(image.bytes()).expect("what is sent is whole");
        assert_eq!((facts.width, facts.height), (image.width(), image.height()));
        assert_eq!(facts.kind.media_type(), image.media_type());
        assert!(!facts.animated);
        let _ = to_jpeg(&image, &limits, &|| false);
    }
}

const SEEDS: &[&str] = &[
    "s420.jpg",
    "s411_prog.jpg",
    "restart.jpg",
    "restart_prog.jpg",
    "grey_2x2.jpg",
    "cmyk.jpg",
    "ycck.jpg",
    "rgb.jpg",
    "icc_wide.jpg",
    "mixed.jpg",
    "lossy.webp",
    "lossless.webp",
    "lossy_alpha.webp",
    "lossless_alpha.webp",
    "moving.webp",
    "adam7_rgba16.png",
    "adam7_palette.png",
    "adam7_17x33.png",
    "foreign.gif",
    "foreign.heic",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_bytes_behind_any_magic(tail in proptest::collection::vec(any::<u8>(), 0..300), magic in 0..9_usize) {
        let head: &[u8] = [
            &b""[..], b"\xFF\xD8\xFF", PNG_SIGNATURE, b"RIFF\x20\0\0\0WEBPVP8X", b"RIFF\x20\0\0\0WEBPVP8L", b"GIF89a",
            b"\0\0\0\x18ftypmp42", b"\x1A\x45\xDF\xA3", b"OggS\0\x02",
        ][magic];
        ask_all(&[head, &tail].concat());
    }

    #[test]
    fn mutated_files(seed in 0..SEEDS.len(), edits in proptest::collection::vec((any::<u16>(), any::<u8>()), 1..8)) {
        let mut bytes = fixture(SEEDS[seed]);
        for (at, value) in edits {
            let at = usize::from(at) % bytes.len();
            bytes[at] = value;
        }
        ask_all(&bytes);
    }

    #[test]
    fn files_with_pieces_moved_repeated_and_lost(
        seed in 0..SEEDS.len(), from in any::<u16>(), len in 0..200_usize, to in any::<u16>(), keep in any::<bool>(),
    ) {
        let bytes = fixture(SEEDS[seed]);
        let start = usize::from(from) % bytes.len();
        let piece = bytes[start..(start + len).min(bytes.len())].to_vec();
        let mut rest = if keep { bytes.clone() } else { [&bytes[..start], &bytes[start + piece.len()..]].concat() };
        let to = usize::from(to) % (rest.len() + 1);
        rest.splice(to..to, piece);
        ask_all(&rest);
    }
}

#[test]
fn every_byte_of_the_headers_may_be_anything() {
    for name in SEEDS {
        let bytes = fixture(name);
        for at in 0..bytes.len().min(60) {
            for value in [0, 1, 0x7F, 0x80, 0xFE, 0xFF] {
                let mut odd = bytes.clone();
                odd[at] = value;
                ask_all(&odd);
            }
        }
    }
}
