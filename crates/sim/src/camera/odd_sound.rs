//! A second of sound as a WAV file, and its content block.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

const RATE: u32 = 8_000;

/// An audio block with a triangle wave of 400 Hz: 16-bit mono PCM, 8 kHz, one second.
pub(super) fn block() -> Value {
    json!({"type": "audio", "data": STANDARD.encode(wav()), "mimeType": "audio/wav"})
}

fn wav() -> Vec<u8> {
    let bytes = RATE * 2;
    let mut file = Vec::with_capacity(44 + bytes as usize);
    file.extend_from_slice(b"RIFF");
    file.extend_from_slice(&(36 + bytes).to_le_bytes());
    file.extend_from_slice(b"WAVEfmt ");
    file.extend_from_slice(&16_u32.to_le_bytes());
    file.extend_from_slice(&1_u16.to_le_bytes());
    file.extend_from_slice(&1_u16.to_le_bytes());
    file.extend_from_slice(&RATE.to_le_bytes());
    file.extend_from_slice(&(RATE * 2).to_le_bytes());
    file.extend_from_slice(&2_u16.to_le_bytes());
    file.extend_from_slice(&16_u16.to_le_bytes());
    file.extend_from_slice(b"data");
    file.extend_from_slice(&bytes.to_le_bytes());
    for sample in 0..RATE {
        let phase = i32::try_from(sample % 20).unwrap_or(0);
        let height = if phase < 10 { phase } else { 20 - phase };
        file.extend_from_slice(&i16::try_from((height - 5) * 2_000).unwrap_or(0).to_le_bytes());
    }
    file
}
