//! `fuseforks wire`: the request body that a wire would send, without a network.

use crate::{args::WireArgs, output};
use fuseforks_llm::{
    Place, Wire,
    conversation::{self, Outside},
    encode_body,
};
use fuseforks_media::{Limits, normalise, normalise_attachment};
use fuseforks_village::{contract::Failure, wire_unknown};
use std::{io::Read as _, process::ExitCode};

/// Largest conversation that is read, in bytes.
const LARGEST: u64 = 512 * 1024 * 1024;

/// Largest file of a conversation, in bytes: more than any limit for media allows.
const LARGEST_FILE: u64 = 64 << 20;

pub(crate) fn run(arguments: &WireArgs) -> Result<ExitCode, Failure> {
    let wire = Wire::find(&arguments.wire).ok_or_else(|| wire_unknown(&arguments.wire))?;
    let request = read_conversation()?;
    let body = encode_body(wire, &request)
        .map_err(|error| Failure::new("llm").with("code", error.code.as_str()).with("status", "-"))?;
    output::line(&String::from_utf8_lossy(&body));
    Ok(ExitCode::SUCCESS)
}

/// The text on stdin.
pub(crate) fn read_stdin() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .take(LARGEST)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::new("file-io").with("file", "stdin").with("reason", error))?;
    String::from_utf8(bytes).map_err(|error| Failure::new("conversation").with("reason", error.utf8_error()))
}

/// The first bytes of a file, at most so many: it may have no end.
pub(crate) fn read_head(path: &str, most: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A file of a conversation.
fn load(path: &str) -> std::io::Result<Vec<u8>> {
    let bytes = read_head(path, LARGEST_FILE + 1)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(std::io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

/// The conversation on stdin.
fn read_conversation() -> Result<fuseforks_llm::canonical::Request, Failure> {
    let text = read_stdin()?;
    let image = |bytes: bytes::Bytes, place: Place| {
        let limits = Limits::default();
        let done = match place {
            Place::UserAttachment => normalise_attachment(bytes, &limits, &|| false),
            Place::ToolResult => normalise(bytes, &limits, &|| false),
        };
        done.map(|done| done.image)
    };
    let outside = Outside { load: &load, image: &image };
    conversation::parse(&text, outside).map_err(|error| Failure::new("conversation").with("reason", error))
}
