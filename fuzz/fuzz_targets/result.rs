//! The result of a tool call as a server wrote it, up to what a model and a person get of it.
#![no_main]

use fuseforks_mcp::result::CallResult;
use fuseforks_media::Limits;
use fuseforks_village::{
    Language,
    text::Text,
    tool::{ResultLimits, convert},
};
use libfuzzer_sys::fuzz_target;
use std::{panic, process::abort, thread};

const MEDIA: Limits =
    Limits { max_edge: 64, max_bytes: 65_536, guard_edge: 1024, guard_pixels: 262_144, jpeg_quality: 85 };

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
    let Ok(value) = serde_json::from_slice(input) else { return };
    let result = CallResult::from_value(value);
    let blocks = result.blocks.len();
    let limits = ResultLimits { media: MEDIA, block_bytes: 100_000, text_chars: 1000 };
    let language = [Language::En, Language::Ja, Language::Zh][input.len() % 3];
    let done = convert(result, Text::of(language), &limits, &|| false);
    let images = done.outcome.images();
    assert!(images.len() <= 4 && done.artifacts.len() <= 8);
    assert!(images.len() + done.outcome.dropped.len() <= 2 * blocks.min(32));
    for image in images {
        assert!(image.width().max(image.height()) <= 64 && image.bytes().len() <= 65_536);
    }
    for artifact in &done.artifacts {
        assert!(artifact.bytes.len() <= 100_000);
        assert!(artifact.mime.starts_with("image/") || artifact.mime.starts_with("audio/"));
    }
    let body = done.outcome.body();
    // The text, and a bounded notice for each of the bounded number of blocks.
    assert!(body.chars().count() <= 1000 + 40 * 1600, "{} characters", body.chars().count());
    assert!(!body.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')));
});
