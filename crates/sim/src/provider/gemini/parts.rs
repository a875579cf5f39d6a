//! Inline data of parts: images, and files of other kinds.

use super::super::fault::{Check, Fault, Kind};
use super::super::node::Node;
use super::super::picture::{self, Bad, Rules};
use super::super::received::{Image, Message, ToolResult};
use super::super::world::World;

const RULES: Rules = Rules {
    types: &["image/png", "image/jpeg", "image/webp"],
    edge: 16_384,
    characters: 28 * 1024 * 1024,
    url_safe: true,
};
const FILES: [&str; 12] = [
    "application/pdf",
    "text/plain",
    "audio/wav",
    "audio/mp3",
    "audio/mpeg",
    "audio/aac",
    "audio/ogg",
    "audio/flac",
    "audio/aiff",
    "video/mp4",
    "video/webm",
    "video/quicktime",
];

/// Media of a person's message.
pub(super) fn media(world: &World, node: &Node<'_>, message: &mut Message) -> Check<()> {
    let (media_type, data) = fields(node)?;
    if media_type.starts_with("image/") {
        message.images.push(image(world, node, media_type, data)?);
    } else {
        message.files.push((media_type.to_owned(), file(node, media_type, data, &FILES)?));
    }
    Ok(())
}

/// Media of a function response, where fewer kinds are taken.
pub(super) fn nested(world: &World, node: &Node<'_>, result: &mut ToolResult) -> Check<()> {
    let (media_type, data) = fields(node)?;
    if media_type.starts_with("image/") {
        result.images.push(image(world, node, media_type, data)?);
        return Ok(());
    }
    file(node, media_type, data, &FILES[..2]).map(drop)
}

fn fields<'a>(node: &Node<'a>) -> Check<(&'a str, &'a str)> {
    node.only(&["mimeType", "data", "displayName"])?;
    Ok((node.need("mimeType")?.filled()?, node.need("data")?.filled()?))
}

fn file(node: &Node<'_>, media_type: &str, data: &str, allowed: &[&str]) -> Check<usize> {
    if !allowed.contains(&media_type) {
        return Err(node.fault(format!("Unsupported MIME type: {media_type}")));
    }
    let bytes = picture::decode(data, true);
    bytes.map(|bytes| bytes.len()).ok_or_else(|| node.fault("Base64 decoding failed"))
}

fn image(world: &World, node: &Node<'_>, media_type: &str, data: &str) -> Check<Image> {
    picture::check(world, data, Some(media_type), &RULES).map_err(|bad| {
        let words = match bad {
            Bad::Base64 => "Base64 decoding failed".to_owned(),
            Bad::Unsupported(found) => format!("Unsupported MIME type: {found}"),
            Bad::Mismatch { declared, found } => format!("mimeType is {declared}, the data is {found}"),
            Bad::Unreadable | Bad::Edge(_) | Bad::Bytes(_) => {
                "Unable to process input image. Please retry or report in https://developers.generativeai.google/guide/troubleshooting".to_owned()
            }
        };
        Fault { kind: Kind::Image, ..node.fault(words) }
    })
}

/// Base64 in one spelling: the vendor's own client re-encodes signatures with the URL-safe alphabet.
pub(super) fn plain(base64: &str) -> String {
    base64.trim_end_matches('=').replace('-', "+").replace('_', "/")
}
