//! What some bytes are, from their headers and their structure: no pixel is decoded here.
#![no_main]

use fuseforks_media::{Limits, audio_kind, guard_for_user, probe, sniff};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let kind = sniff(bytes);
    let facts = probe(bytes);
    let limits = Limits::default();
    let guarded = guard_for_user(bytes, &limits);
    if let Ok(facts) = facts {
        assert_eq!(Some(facts.kind), kind, "a file is walked as what it begins with");
        assert!(facts.width > 0 && facts.height > 0 && (1..=8).contains(&facts.orientation));
    }
    if let Ok(facts) = guarded {
        assert!(facts.width <= limits.guard_edge && facts.height <= limits.guard_edge);
        assert!(u64::from(facts.width) * u64::from(facts.height) <= limits.guard_pixels);
    }
    if let Some(kind) = audio_kind(bytes) {
        assert!(kind.is_audio() && sniff(bytes) == Some(kind));
    }
});
