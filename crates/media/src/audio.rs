//! Sound: which of the formats that may be stored for the person some bytes are.

use crate::{Kind, sniff};

/// The audio format of `bytes` if it is one that may be stored and played: MP3, WAV, Ogg, WebM,
/// MPEG-4, FLAC, AAC. The stored media type is [`Kind::media_type`] of the answer, whatever a server
/// declared. Anything else, video in the same containers too, is `None`.
#[must_use]
pub fn audio_kind(bytes: &[u8]) -> Option<Kind> {
    sniff(bytes).filter(|kind| {
        matches!(
            kind,
            Kind::Mp3 | Kind::Wav | Kind::Ogg | Kind::WebmAudio | Kind::Mp4Audio | Kind::Flac | Kind::Aac
        )
    })
}
