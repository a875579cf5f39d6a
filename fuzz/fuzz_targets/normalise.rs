//! The way of an image to a model, with small limits so that an input takes milliseconds.
#![no_main]

use bytes::Bytes;
use fuseforks_media::{Action, Limits, normalise, normalise_attachment, pixels};
use libfuzzer_sys::fuzz_target;
use std::{panic, process::abort, thread};

const LIMITS: Limits =
    Limits { max_edge: 64, max_bytes: 65_536, guard_edge: 1024, guard_pixels: 262_144, jpeg_quality: 85 };

/// A library that panics while it decodes makes a file unreadable, which is a documented outcome; any other
/// panic is a finding.
fn judge_panics() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let decoding = thread::current().name().is_some_and(|name| name.starts_with("media-decode-"));
        let library = info.location().is_some_and(|place| place.file().contains("/registry/"));
        if !(decoding && library) {
            report(info);
            abort();
        }
    }));
}

fuzz_target!(init: judge_panics(), |input: &[u8]| {
    let bytes = Bytes::copy_from_slice(input);
    let sent = normalise(bytes.clone(), &LIMITS, &|| false);
    if let Ok(sent) = &sent {
        let image = &sent.image;
        assert!(image.bytes().len() <= LIMITS.max_bytes);
        assert!(image.width().max(image.height()) <= LIMITS.max_edge);
        assert!(sent.action == Action::Reencode || image.bytes() == &bytes);
        let again = normalise(image.bytes().clone(), &LIMITS, &|| false).expect("what is sent is sendable");
        assert_eq!((again.action, again.image.digest()), (Action::Pass, image.digest()));
    }
    let kept = normalise_attachment(bytes, &LIMITS, &|| false);
    assert!(sent.is_ok() || kept.is_err(), "what may be attached may be sent");
    if let Ok(kept) = &kept {
        let again = normalise_attachment(kept.image.bytes().clone(), &LIMITS, &|| false);
        let again = again.expect("an attachment can be attached again");
        assert_eq!(again.image.digest(), kept.image.digest(), "nothing is left to take out");
    }
    // The seeds are 70 pixels wide: a JPEG is decoded at 1, 2, 3 and 4 eighths.
    let edge = [8, 15, 20, 32][input.len() % 4];
    if let Ok(picture) = pixels(input, edge, &LIMITS, &|| false) {
        assert_eq!(picture.rgb.len(), picture.width as usize * picture.height as usize * 3);
        assert!(picture.width.max(picture.height) <= edge);
    }
});
